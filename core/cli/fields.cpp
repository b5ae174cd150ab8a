#include "fields.hpp"

#include <algorithm>

#include "describe/validate.hpp"
#include "files.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

/// Whether the field's own fields can be set one by one.
bool is_object(const Field& f) { return f.kind == Kind::object || f.kind == Kind::preset; }

/// What was set before stays, but for what is set now.
Expected<void> put_field(Json& holder, const std::string& path, const Target& target, const Json& value) {
    const Field& field = *target.field;
    const std::string name(field.name);
    const bool whole = target.within.empty();
    const bool adds = is_object(field) && (value.is_object() || (field.kind == Kind::preset && value.is_string()));
    if (whole && !(adds && holder.contains(name))) {
        holder[name] = value;
        return {};
    }
    const std::string part = whole ? name : target.within;
    Json& place = holder[part];
    if (place.is_string() && part == "assumptions") place = {{"preset", place}};
    const auto object = object_at(place, joined(path, part));
    if (!object) return tl::make_unexpected(object.error());
    if (whole && value.is_object()) (*object)->update(value);
    else (**object)[whole ? "preset" : name] = value;
    return {};
}

/// Objects of the request that have a field of this name.
std::ptrdiff_t holders_of(const Type& type, const std::string& name) {
    return std::count_if(type.fields.begin(), type.fields.end(),
                         [&](const Field& f) { return is_object(f) && f.nested().find(name) != nullptr; });
}

}  // namespace

std::string flag_of(std::string_view field) {
    std::string flag = "--";
    for (const char c : field) flag += c == '_' ? '-' : c;
    return flag;
}

std::string field_of(std::string_view flag) {
    std::string field(flag.substr(2));
    for (char& c : field) c = c == '-' ? '_' : c;
    return field;
}

Expected<Json> read_input(const std::string& name, const std::string& flag) {
    if (name == "-") return read_standard_input(request_bytes_limit).and_then(parse_json);
    return read_json_file(name, Files::any).map_error([&](Error error) {
        error.field = flag;
        error.message = cat({one_line(name), ": ", error.message});
        return error;
    });
}

Expected<Json> value_of_flag(const Field& f, const std::string& text) {
    if (f.kind == Kind::reference || is_object(f)) {
        if (text.rfind('@', 0) == 0) return read_input(text.substr(1));
        if (f.kind == Kind::reference && text.ends_with(".json")) return read_input(text);
        if (text.rfind('{', 0) == 0)
            return parse_json(text).map_error(
                [&](const Error& error) { return about(error, cat({"the text of ", flag_of(f.name)})); });
    }
    if (f.kind == Kind::numbers) {
        const auto list = parse_json(cat({"[", text, "]"}));
        if (list) return *list;
    }
    if (f.kind == Kind::texts) return Json(split(text));
    if (f.kind == Kind::number) {
        const auto number = parse_json(text);
        if (number && number->is_number()) return *number;
    }
    if (f.kind == Kind::boolean && (text == "true" || text == "false")) return text == "true";
    if (text == "null" && f.optional) return Json(nullptr);
    return Json(text);
}

bool is_pair(const Type& type) { return type.find("baseline") != nullptr && type.find("proposal") != nullptr; }

Target find_target(const Type& type, std::string name) {
    Target target;
    const Type* holder = &type;
    if (const Field* own = type.find(name); is_pair(type) && own != nullptr && own->is_scalar()) {
        // Of the comparison itself.
        target.parts = {""};
        target.field = own;
        return target;
    }
    if (is_pair(type)) {
        target.parts = {"baseline", "proposal"};
        for (const std::string part : {"baseline", "proposal"}) {
            if (name.rfind(part + "_", 0) != 0) continue;
            name.erase(0, part.size() + 1);
            target.parts = {part};
            break;
        }
        holder = &type.find("baseline")->nested();
    } else {
        target.parts = {""};
    }
    target.field = holder->find(name);
    for (const Field& f : holder->fields) {
        if (target.field != nullptr || !is_object(f)) continue;
        // costs_us_learned as a flag has it, costs_us.learned as the request; a name that only one object has is
        // enough.
        const bool prefixed = name.rfind(f.name, 0) == 0 && name.find_first_of("_.", f.name.size()) == f.name.size();
        if (!prefixed && holders_of(*holder, name) > 1) continue;
        target.field = f.nested().find(prefixed ? name.substr(f.name.size() + 1) : name);
        target.within = f.name;
    }
    return target;
}

Expected<Json*> object_at(Json& place, const std::string& path) {
    if (place.is_null()) place = Json::object();
    if (place.is_object()) return &place;
    return fail(ErrorCode::wrong_type, path, cat({path, " must be an object, given ", quoted(place)}));
}

Expected<void> put(Json& request, const std::string& path, const Target& target, const Json& value) {
    for (const std::string& part : target.parts) {
        const std::string here = part.empty() ? path : joined(path, part);
        const auto holder = object_at(part.empty() ? request : request[part], here);
        if (!holder) return tl::make_unexpected(holder.error());
        if (auto ok = put_field(**holder, here, target, value); !ok) return ok;
    }
    return {};
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted_text = false, escaped = false;
    for (const char c : text) {
        if (c == ',' && depth == 0) {
            parts.emplace_back();
            continue;
        }
        parts.back() += c;
        if (depth > 0 && c == '"' && !escaped) quoted_text = !quoted_text;
        escaped = quoted_text && c == '\\' && !escaped;
        if (!quoted_text && c == '{') ++depth;
        if (!quoted_text && c == '}' && depth > 0) --depth;
    }
    return parts;
}

Expected<std::string> put_axis(Json& axes, const Type& type, const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
        return fail(ErrorCode::wrong_type, "axis", "--axis must be FIELD=VALUE,VALUE,…, given " + text);
    const std::string given = text.substr(0, equals);
    const Target target = find_target(type, field_of("--" + given));
    const std::string path =
        target.field != nullptr ? joined(target.within, target.field->name) : field_of("--" + given);
    Json values = Json::array();
    for (const std::string& item : split(text.substr(equals + 1))) {
        if (target.field == nullptr) {
            values.push_back(item);
            continue;
        }
        auto value = value_of_flag(*target.field, item);
        if (!value) return tl::make_unexpected(value.error());
        values.push_back(*value);
    }
    axes[path] = values;
    return path;
}

}  // namespace ridgepoint::cli
