#include "json.hpp"

#include <algorithm>
#include <cmath>

#include "prose/text.hpp"
#include "ridgepoint/prose.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace {

/// Builds the tree event by event, so that depth and repeated keys are refused where they occur.
class TreeBuilder {
public:
    Expected<Json> take() {
        if (error_) return tl::make_unexpected(*error_);
        return std::move(root_);
    }

    bool null() { return put(nullptr); }
    bool boolean(bool v) { return put(v); }
    bool number_integer(Json::number_integer_t v) { return put(v); }
    bool number_unsigned(Json::number_unsigned_t v) { return put(v); }
    bool number_float(Json::number_float_t v, const std::string&) { return put(v); }
    bool string(std::string& v) { return put(std::move(v)); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Json(Json::value_t::object)); }
    bool start_array(std::size_t) { return open(Json(Json::value_t::array)); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        if (open_.back()->contains(name)) {
            error_ = Error{ErrorCode::malformed_json, name, cat({"the key \"", shortened(name), "\" is given twice"})};
            return false;
        }
        key_ = std::move(name);
        return true;
    }
    template <class Exception>
    bool parse_error(std::size_t position, const std::string&, const Exception& exception) {
        std::string reason = exception.what();
        if (const auto bracket = reason.find("] "); bracket != std::string::npos) reason.erase(0, bracket + 2);
        error_ = Error{ErrorCode::malformed_json, "",
                       cat({"the request is not JSON, at character ", format_number(static_cast<double>(position), 12),
                            ": ", shortened(reason, 160)})};
        return false;
    }

private:
    static std::string shortened(const std::string& text, std::size_t length = 40) {
        return text.size() <= length ? text : cat({text.substr(0, length), "…"});
    }
    Json* place(Json&& value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        if (open_.back()->is_array()) {
            open_.back()->push_back(std::move(value));
            return &open_.back()->back();
        }
        Json& slot = (*open_.back())[key_];
        slot = std::move(value);
        return &slot;
    }
    bool put(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json container) {
        if (static_cast<int>(open_.size()) == request_depth_limit) {
            error_ = Error{
                ErrorCode::too_large, "",
                cat({"the request nests deeper than the ", format_number(request_depth_limit), " levels allowed"})};
            return false;
        }
        open_.push_back(place(std::move(container)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    Json root_;
    std::vector<Json*> open_;
    std::string key_;
    std::optional<Error> error_;
};

tl::unexpected<Error> wrong_type(const std::string& path, std::string_view wanted, const Json& given) {
    return fail(ErrorCode::wrong_type, path, cat({path, " must be ", wanted, ", given ", quoted(given)}));
}

Expected<double> read_choice(const Field& f, const Json& json, const std::string& path) {
    if (!json.is_string()) return wrong_type(path, allowed(f), json);
    const std::string& name = json.get_ref<const std::string&>();
    for (std::size_t i = 0; i < f.names.size(); ++i)
        if (f.names[i] == name) return static_cast<double>(i);
    return fail(ErrorCode::unknown_name, path, cat({path, " must be ", allowed(f), ", given ", quoted(json)}));
}

Expected<void> read_scalar(const Field& f, const Json& json, void* object, const std::string& path) {
    if (json.is_null() && f.optional) {
        f.set(object, std::numeric_limits<double>::quiet_NaN());
        return {};
    }
    if (f.kind == Kind::choice) {
        return read_choice(f, json, path).map([&](double index) { f.set(object, index); });
    }
    if (f.kind == Kind::boolean) {
        if (!json.is_boolean()) return wrong_type(path, "true or false", json);
        f.set(object, json.get<bool>() ? 1 : 0);
        return {};
    }
    if (!json.is_number()) return wrong_type(path, "a number", json);
    const double value = json.get<double>();
    if (!allows(f, value)) return not_allowed(f, path, quoted(json));
    f.set(object, value);
    return {};
}

Expected<void> read_texts(const Json& json, std::vector<std::string>& texts, const std::string& path) {
    if (!json.is_array()) return wrong_type(path, "an array of strings", json);
    for (const Json& item : json) {
        if (!item.is_string()) return wrong_type(path, "an array of strings", json);
        texts.push_back(item.get<std::string>());
    }
    return {};
}

Expected<void> read_numbers(const Field& f, const Json& json, std::vector<double>& numbers, const std::string& path) {
    if (!json.is_array()) return wrong_type(path, "an array of numbers", json);
    numbers.clear();
    for (const Json& item : json) {
        if (!item.is_number()) return wrong_type(path, "an array of numbers", json);
        if (!allows(f, item.get<double>())) return not_allowed(f, path, quoted(item));
        numbers.push_back(item.get<double>());
    }
    return {};
}

/// The choices of a preset as JSON has them: its name alone, or an object.
class ChosenInJson final : public Chosen {
public:
    ChosenInJson(const Json& json, const Field& first, const std::string& path)
        : json_(json), first_(first), path_(path) {}

    Expected<std::optional<double>> of(const Field& f) const override {
        if (json_.is_string()) {
            if (f.name != first_.name) return std::nullopt;
            return read_choice(f, json_, path_);
        }
        if (!json_.contains(f.name)) return std::nullopt;
        return read_choice(f, json_[std::string(f.name)], joined(path_, f.name));
    }

private:
    const Json& json_;
    const Field& first_;
    const std::string& path_;
};

Expected<void> read_preset(const Field& f, const Json& json, void* object, const Catalogue& catalogue,
                           const std::string& path) {
    const Field& first = f.nested().fields[0];
    if (!json.is_string() && !json.is_object())
        return wrong_type(path, cat({listed(first.names), ", or an object"}), json);
    if (auto ok = f.access->start(f.at(object), ChosenInJson(json, first, path), path); !ok) return ok;
    if (json.is_string()) return {};
    return read_json(f.nested(), json, f.at(object), catalogue, path);
}

Expected<void> read_reference(const Field& f, const Json& json, void* object, const Catalogue& catalogue,
                              const std::string& path) {
    const Reference& reference = *f.access->reference;
    const auto refer = [&](std::shared_ptr<const void> entry) { reference.refer(f.at(object), std::move(entry)); };
    if (json.is_null() && !f.required) return {};
    if (json.is_string()) return catalogue.find(f.nested(), json.get_ref<const std::string&>(), path).map(refer);
    if (!json.is_object()) return wrong_type(path, "an id of the registry or an object", json);
    const std::shared_ptr<void> entry = reference.make();
    if (auto ok = read_json(f.nested(), json, entry.get(), catalogue, path); !ok) return ok;
    if (auto ok = reference.check(entry.get(), path); !ok) return ok;
    refer(entry);
    return {};
}

bool is_unset(const Field& f, const void* object) {
    switch (f.kind) {
        case Kind::number:
        case Kind::boolean:
        case Kind::choice:
            return f.optional && std::isnan(f.get(object));
        case Kind::text:
            return static_cast<const std::string*>(f.at(object))->empty();
        case Kind::texts:
            return static_cast<const std::vector<std::string>*>(f.at(object))->empty();
        case Kind::numbers:
            return static_cast<const std::vector<double>*>(f.at(object))->empty();
        case Kind::list:
            return f.access->list->size(f.at(object)) == 0;
        case Kind::reference:
            return f.access->reference->entry(f.at(object)) == nullptr;
        default:
            return false;
    }
}

Json write_field(const Field& f, const void* object, Unset unset) {
    if (f.is_scalar() && is_unset(f, object)) return nullptr;
    switch (f.kind) {
        case Kind::number:
            return write_number(f.get(object));
        case Kind::boolean:
            return f.get(object) != 0;
        case Kind::choice:
            return f.names[static_cast<std::size_t>(f.get(object))];
        case Kind::text:
            return *static_cast<const std::string*>(f.at(object));
        case Kind::texts:
            return *static_cast<const std::vector<std::string>*>(f.at(object));
        case Kind::remark:
            return sentence(*static_cast<const Remark*>(f.at(object)));
        case Kind::remarks:
            return sentences(*static_cast<const Remarks*>(f.at(object)));
        case Kind::numbers: {
            Json items(Json::value_t::array);
            for (const double value : *static_cast<const std::vector<double>*>(f.at(object)))
                items.push_back(write_number(value));
            return items;
        }
        case Kind::object:
        case Kind::preset:
            return write_json(f.nested(), f.at(object), unset);
        case Kind::list: {
            Json items = f.by_first ? Json(Json::value_t::object) : Json(Json::value_t::array);
            for (std::size_t i = 0; i < f.access->list->size(f.at(object)); ++i) {
                Json item = write_json(f.nested(), f.access->list->at(f.at(object), i), unset);
                const std::string key = f.by_first ? item.begin()->dump() : "";
                (f.by_first ? items[key] : items.emplace_back()) = std::move(item);
            }
            return items;
        }
        case Kind::reference: {
            const void* entry = f.access->reference->entry(f.at(object));
            return entry == nullptr ? Json() : write_json(f.nested(), entry, unset);
        }
    }
    return nullptr;
}

}  // namespace

Expected<void> check_members(const Json& object, std::span<const std::string_view> names, std::size_t required) {
    if (!object.is_object())
        return fail(ErrorCode::wrong_type, "", cat({"the request must be an object, given ", quoted(object)}));
    for (const auto& [key, value] : members_of(object))
        if (std::find(names.begin(), names.end(), key) == names.end())
            return fail(ErrorCode::unknown_field, key.substr(0, 40),
                        cat({"the request has no field ", quoted(Json(key)), "; it has ", listed(names)}));
    for (const std::string_view name : names.first(required))
        if (!object.contains(name))
            return fail(ErrorCode::missing_field, std::string(name), cat({name, " is missing"}));
    return {};
}

Json write_number(double value) {
    constexpr double exact = 9007199254740992.0;
    if (!std::isfinite(value)) return nullptr;
    if (value == std::floor(value) && std::fabs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
}

std::string text_of(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string quoted(const Json& json) {
    constexpr std::size_t length = 40;
    std::string text;
    if (json.is_structured() && !json.empty()) {
        text = json.is_array() ? "an array" : "an object";
    } else if (json.is_string() && json.get_ref<const std::string&>().size() > length) {
        text = text_of(json.get_ref<const std::string&>().substr(0, length));
        text.insert(text.size() - 1, "…");
    } else {
        text = text_of(json.is_number_float() ? write_number(json.get<double>()) : json);
    }
    return text;
}

Expected<Json> parse_json(std::string_view text) { return parse_json_within(text, request_bytes_limit); }

Expected<Json> parse_json_within(std::string_view text, std::size_t bytes_limit) {
    if (text.size() > bytes_limit)
        return fail(ErrorCode::too_large, "",
                    cat({"the request must be at most ", format_number(static_cast<double>(bytes_limit), 9),
                         " bytes of JSON, given ", format_number(static_cast<double>(text.size()), 12)}));
    // The parser takes a NUL byte for the end of the text.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        return fail(ErrorCode::malformed_json, "",
                    cat({"the request is not JSON: a NUL byte at character ",
                         format_number(static_cast<double>(nul + 1), 12)}));
    TreeBuilder builder;
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

Expected<void> read_field(const Field& f, const Json& json, void* object, const Catalogue& catalogue,
                          const std::string& path) {
    switch (f.kind) {
        case Kind::number:
        case Kind::boolean:
        case Kind::choice:
            return read_scalar(f, json, object, path);
        case Kind::text:
            if (!json.is_string()) return wrong_type(path, "a string", json);
            *static_cast<std::string*>(f.at(object)) = json.get<std::string>();
            return {};
        case Kind::texts:
            return read_texts(json, *static_cast<std::vector<std::string>*>(f.at(object)), path);
        case Kind::remark:
        case Kind::remarks:  // no request has any
            return {};
        case Kind::numbers:
            return read_numbers(f, json, *static_cast<std::vector<double>*>(f.at(object)), path);
        case Kind::object:
            if (f.is_brief() && json.is_number()) return read_scalar(f.nested().fields[0], json, f.at(object), path);
            if (f.is_brief() && !json.is_object()) return wrong_type(path, "a number or an object", json);
            return read_json(f.nested(), json, f.at(object), catalogue, path);
        case Kind::preset:
            return read_preset(f, json, object, catalogue, path);
        case Kind::list: {
            if (!json.is_array()) return wrong_type(path, "an array of objects", json);
            for (const Json& item : json) {
                void* element = f.access->list->append(f.at(object));
                if (auto ok = read_json(f.nested(), item, element, catalogue, path); !ok) return ok;
            }
            return {};
        }
        case Kind::reference:
            return read_reference(f, json, object, catalogue, path);
    }
    return {};
}

std::string listed_fields(const Type& type) {
    std::vector<std::string_view> names;
    for (const Field& known : type.fields) names.push_back(known.name);
    return listed(names);
}

Expected<void> read_json(const Type& type, const Json& json, void* object, const Catalogue& catalogue,
                         const std::string& path) {
    const std::string here = path.empty() ? "the request" : path;
    if (!json.is_object())
        return fail(ErrorCode::wrong_type, path, cat({here, " must be an object, given ", quoted(json)}));
    for (const auto& [key, value] : members_of(json)) {
        const Field* f = type.find(key);
        if (f == nullptr) {
            const std::string given = quoted(Json(key));
            return fail(ErrorCode::unknown_field, joined(path, key.substr(0, 40)),
                        cat({here, " has no field ", given, "; it has ", listed_fields(type)}));
        }
        if (auto ok = read_field(*f, value, object, catalogue, joined(path, key)); !ok) return ok;
    }
    for (const Field& f : type.fields) {
        if (f.required && !json.contains(f.name)) {
            const std::string missing = joined(path, f.name);
            return fail(ErrorCode::missing_field, missing, cat({missing, " is missing: give ", allowed(f)}));
        }
    }
    return {};
}

Json write_json(const Type& type, const void* object, Unset unset) {
    Json json(Json::value_t::object);
    for (const Field& f : type.fields) {
        if (unset == Unset::omit && is_unset(f, object)) continue;
        json[std::string(f.name)] = write_field(f, object, unset);
    }
    return json;
}

Json write_error(const Error& e) {
    Json answer;
    Json& error = answer["error"];
    error["code"] = name_of(e.code);
    error["field"] = e.field;
    error["message"] = e.message;
    return answer;
}

}  // namespace ridgepoint
