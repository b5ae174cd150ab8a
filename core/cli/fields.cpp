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

/// The object that holds a field, made where there is none yet. Where a short form stands there, a preset's
/// name or a number, it becomes the object's first field.
Expected<Json*> holder_of(Json& request, const std::string& path, const Target& target) {
    Json* place = &request;
    std::string here = path;
    for (const Field* f : target.through) {
        here = joined(here, f->name);
        place = &(*place)[std::string(f->name)];
        if ((f->kind == Kind::preset && place->is_string()) || (f->is_brief() && place->is_number()))
            *place = {{f->nested().fields[0].name, *place}};
        const auto object = object_at(*place, here);
        if (!object) return tl::make_unexpected(object.error());
    }
    return place;
}

/// What was set before stays, but for what is set now.
Expected<void> put_field(Json& request, const std::string& path, const Target& target, const Json& value) {
    const Field& field = *target.field;
    const auto holder = holder_of(request, path, target);
    if (!holder) return tl::make_unexpected(holder.error());
    const std::string name(field.name);
    const bool is_first = (field.kind == Kind::preset && value.is_string()) || (field.is_brief() && value.is_number());
    if (!(is_object(field) && (value.is_object() || is_first)) || !(*holder)->contains(name)) {
        (**holder)[name] = value;
        return {};
    }
    Target within = target;
    within.through.push_back(&field);
    const auto place = holder_of(request, path, within);
    if (!place) return tl::make_unexpected(place.error());
    if (value.is_object()) (*place)->update(value);
    else (**place)[std::string(field.nested().fields[0].name)] = value;
    return {};
}

/// Finds the fields that a name can mean, of the type or of an object within it: costs_us_learned as a flag has it,
/// costs_us.learned as the request; a name that only one object has is enough.
std::vector<Target> find_within(const Type& type, const std::string& name, Target target) {
    target.field = type.find(name);
    if (target.field != nullptr) return {target};
    std::vector<Target> found;
    for (const Field& f : type.fields) {
        if (!is_object(f)) continue;
        const bool prefixed = name.rfind(f.name, 0) == 0 && name.find_first_of("_.", f.name.size()) == f.name.size();
        Target inner = target;
        inner.through.push_back(&f);
        const auto within = find_within(f.nested(), prefixed ? name.substr(f.name.size() + 1) : name, inner);
        if (prefixed && !within.empty()) return within;
        found.insert(found.end(), within.begin(), within.end());
    }
    return found;
}

/// The one that is meant. Assumptions, which most calls have, keep their short names where another object has them too.
Target choose(const std::vector<Target>& found, Target target) {
    const auto of_preset = [](const Target& t) { return !t.through.empty() && t.through[0]->kind == Kind::preset; };
    const auto assumed = std::find_if(found.begin(), found.end(), of_preset);
    if (assumed != found.end()) return *assumed;
    if (found.size() == 1) return found[0];
    for (const Target& one : found) {
        std::string name;
        for (const Field* f : one.through) name += cat({f->name, "_"});
        target.meant.push_back(flag_of(cat({name, one.field->name})));
    }
    return target;
}

/// A list of objects: as JSON, from a file, or NAME=NUMBER, with the first two fields of each.
Expected<Json> list_of_flag(const Field& f, const std::string& text) {
    if (text.rfind('@', 0) == 0) return read_input(text.substr(1));
    if (text.rfind('[', 0) == 0)
        return parse_json(text).map_error(
            [&](const Error& error) { return about(error, cat({"the text of ", flag_of(f.name)})); });
    const std::span<const Field> fields = f.nested().fields;
    Json list = Json::array();
    for (const std::string& pair : split(text)) {
        const auto equals = pair.find('=');
        const auto number = parse_json(equals == std::string::npos ? "" : pair.substr(equals + 1));
        if (!number)
            return fail(ErrorCode::wrong_type, std::string(f.name),
                        cat({flag_of(f.name), " must be NAME=NUMBER,NAME=NUMBER,… or a list as JSON, given ",
                             quoted(Json(text))}));
        list.push_back({{fields[0].name, pair.substr(0, equals)}, {fields[1].name, *number}});
    }
    return list;
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
    if (f.kind == Kind::list) return list_of_flag(f, text);
    if (f.kind == Kind::number || f.is_brief()) {
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
        // A field of the comparison itself.
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
    return choose(find_within(*holder, name, target), target);
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
    std::string path;
    for (const Field* f : target.through) path = joined(path, f->name);
    path = target.field != nullptr ? joined(path, target.field->name) : field_of("--" + given);
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

Expected<void> put_below(Json& request, const std::string& text) {
    const auto equals = text.find('=');
    const auto thresholds = parse_json(cat({"[", equals == std::string::npos ? "" : text.substr(equals + 1), "]"}));
    if (!thresholds || thresholds->empty())
        return fail(ErrorCode::wrong_type, "below", "--below must be FIELD=NUMBER,NUMBER,…, given " + text);
    return object_at(request["below"], "below").map([&](Json* below) {
        (*below)[field_of("--" + text.substr(0, equals))] = *thresholds;
    });
}

}  // namespace ridgepoint::cli
