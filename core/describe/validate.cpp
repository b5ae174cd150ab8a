#include "validate.hpp"

#include <cmath>

#include "prose/text.hpp"

namespace ridgepoint {
namespace {

std::string allowed_number(const Field& f) {
    std::string text = f.integer ? "a whole number" : "a number";
    const bool low = f.minimum != -unbounded, high = f.maximum != unbounded;
    const int digits = f.integer ? 10 : 6;
    if (low && high)
        text += cat({" from ", format_number(f.minimum, digits), " to ", format_number(f.maximum, digits)});
    if (low && !high) text += cat({" of at least ", format_number(f.minimum)});
    return text;
}

Expected<void> check_reference(const Field& f, const void* object, const std::string& path) {
    const Reference& reference = *f.access->reference;
    const void* entry = reference.entry(f.at(object));
    const std::string here = joined(path, f.name);
    if (entry == nullptr) {
        if (!f.required) return {};
        return fail(ErrorCode::missing_field, here, cat({here, " is missing: give ", allowed(f)}));
    }
    if (auto ok = check(f.nested(), entry, here); !ok) return ok;
    return reference.check(entry, here);
}

}  // namespace

std::string joined(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : cat({path, ".", name});
}

std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

std::string allowed(const Field& f) {
    switch (f.kind) {
        case Kind::number:
            return allowed_number(f);
        case Kind::boolean:
            return "true or false";
        case Kind::choice:
            return "one of " + listed(f.names);
        case Kind::text:
        case Kind::remark:
            return "a string";
        case Kind::reference:
            return "an id of the registry or an object";
        case Kind::preset:
        case Kind::object:
            return "an object";
        case Kind::texts:
        case Kind::remarks:
        case Kind::numbers:
        case Kind::list:
            return f.by_first ? "an object" : "an array";
    }
    return {};
}

bool allows(const Field& f, double value) {
    const bool whole = !f.integer || value == std::floor(value);
    return std::isfinite(value) && value >= f.minimum && value <= f.maximum && whole;
}

tl::unexpected<Error> not_allowed(const Field& f, const std::string& path, const std::string& given) {
    return fail(ErrorCode::out_of_range, path, cat({path, " must be ", allowed_number(f), ", given ", given}));
}

Expected<void> check_number(const Field& f, const void* object, const std::string& path) {
    const double value = f.get(object);
    if ((f.optional && std::isnan(value)) || allows(f, value)) return {};
    return not_allowed(f, joined(path, f.name), format_number(value));
}

Expected<void> check(const Type& type, const void* object, const std::string& path) {
    for (const Field& f : type.fields) {
        Expected<void> ok;
        if (f.kind == Kind::number) {
            ok = check_number(f, object, path);
        } else if (f.kind == Kind::numbers) {
            for (const double value : *static_cast<const std::vector<double>*>(f.at(object)))
                if (!allows(f, value)) return not_allowed(f, joined(path, f.name), format_number(value));
        } else if (f.kind == Kind::object || f.kind == Kind::preset) {
            ok = check(f.nested(), f.at(object), joined(path, f.name));
        } else if (f.kind == Kind::reference) {
            ok = check_reference(f, object, path);
        }
        if (!ok) return ok;
    }
    return {};
}

}  // namespace ridgepoint
