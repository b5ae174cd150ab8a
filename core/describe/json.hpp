/// Reading and writing described structs as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "ridgepoint/catalogue.hpp"

namespace ridgepoint {

/// What pages run builds objects member by member and empty ones as Json(Json::value_t::object): initializer lists,
/// which Json::object() takes too, would add half a kilobyte to each download.
using Json = nlohmann::ordered_json;

inline constexpr std::size_t request_bytes_limit = 1 << 20;
inline constexpr int request_depth_limit = 32;

/// JSON text as a tree. Errors: malformed (with the position), over a limit, a key given twice.
Expected<Json> parse_json(std::string_view text);
/// The same of a text that may be longer or must be shorter than a request.
Expected<Json> parse_json_within(std::string_view text, std::size_t bytes_limit);

/// The members of a value that is an object, in their order.
inline const Json::object_t& members_of(const Json& object) { return object.get_ref<const Json::object_t&>(); }

/// The names of a type's fields, for what to say of one that it has not: "a, b or c".
std::string listed_fields(const Type& type);

/// Fills `object`, a default-constructed struct that `type` describes, from JSON. Every value is checked against its
/// row; names of entries are looked up in `catalogue`. `path` is the dotted path of `json` in the request.
Expected<void> read_json(const Type& type, const Json& json, void* object, const Catalogue& catalogue,
                         const std::string& path = "");

/// Reads one value into one field.
Expected<void> read_field(const Field& field, const Json& json, void* object, const Catalogue& catalogue,
                          const std::string& path);

/// A struct as a JSON object: unset fields and empty texts are left out of inputs, null in results.
enum class Unset { omit, null };
Json write_json(const Type& type, const void* object, Unset unset);

template <class T>
Expected<T> read_json(const Json& json, const Catalogue& catalogue) {
    T value;
    if (auto ok = read_json(describe<T>(), json, &value, catalogue); !ok) return tl::make_unexpected(ok.error());
    return value;
}
template <class T>
Json write_json(const T& value, Unset unset) {
    return write_json(describe<T>(), &value, unset);
}

/// Whether a request has only the named members, and the first `required` of them.
Expected<void> check_members(const Json& object, std::span<const std::string_view> names, std::size_t required);

/// A number as JSON: whole ones without a decimal point, what is not finite as null.
Json write_number(double value);

/// JSON as text, in one line unless it is indented; bytes that are no UTF-8 become U+FFFD.
std::string text_of(const Json& json, int indent = -1);

/// {"error": {"code", "field", "message"}}
Json write_error(const Error& error);

/// The start of a JSON value, for a message: `"fp17"`, `{"a":1,…`.
std::string quoted(const Json& json);

}  // namespace ridgepoint
