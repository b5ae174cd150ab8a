#include "description.hpp"

#include <algorithm>

#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

bool has_kind(const Shape& shape, const Json& value) {
    switch (shape.kind) {
        case Shape::Kind::text:
            return value.is_string();
        case Shape::Kind::number:
            return value.is_number();
        case Shape::Kind::truth:
            return value.is_boolean();
        case Shape::Kind::list:
            return value.is_array();
        case Shape::Kind::map:
        case Shape::Kind::object:
            return value.is_object();
        case Shape::Kind::anything:
        case Shape::Kind::plain:
        case Shape::Kind::either:
            return true;
    }
    return true;
}

std::string wanted(const Shape& shape) {
    if (!shape.words.empty()) return listed(shape.words);
    switch (shape.kind) {
        case Shape::Kind::text:
            return shape.formula ? "a formula" : "a string";
        case Shape::Kind::number:
            return "a number";
        case Shape::Kind::truth:
            return "true or false";
        case Shape::Kind::list:
            return "an array";
        default:
            return "an object";
    }
}

bool is_one_of(std::span<const std::string_view> words, const Json& value) {
    return words.empty() || std::find(words.begin(), words.end(), value.get_ref<const std::string&>()) != words.end();
}

}  // namespace

Expected<void> check(const Shape& shape, const Json& value, const std::string& path) {
    if (!has_kind(shape, value) || !is_one_of(shape.words, value))
        return fail(ErrorCode::wrong_type, path, cat({path, " must be ", wanted(shape), ", given ", quoted(value)}));
    if (shape.kind == Shape::Kind::object) return check(shape.members, value, path);
    if (shape.kind != Shape::Kind::map && shape.kind != Shape::Kind::list) return {};
    for (const auto& [key, part] : value.items())
        if (auto ok = check(*shape.part, part, shape.kind == Shape::Kind::map ? joined(path, key) : path); !ok)
            return ok;
    return {};
}

Expected<void> check(std::span<const Member> members, const Json& object, const std::string& path) {
    for (const Member& member : members) {
        const std::string here = joined(path, member.name);
        const auto found = object.find(std::string(member.name));
        if (found != object.end()) {
            if (auto ok = check(member.shape, *found, here); !ok) return ok;
        } else if (member.need == Need::score) {
            return fail(ErrorCode::missing_field, here, cat({here, " is missing"}));
        }
    }
    return {};
}

}  // namespace ridgepoint::course
