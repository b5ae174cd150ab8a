/// Checks that hold for a described struct wherever it comes from.
#pragma once

#include "ridgepoint/error.hpp"
#include "ridgepoint/field.hpp"

namespace ridgepoint {

/// What the row allows, in words: "a whole number from 1 to 1000", "one of fp16 or int8".
std::string allowed(const Field& field);

/// Whether `value` is one the row allows.
bool allows(const Field& field, double value);

/// The error for a value that is not; `given` is how the message quotes it.
tl::unexpected<Error> not_allowed(const Field& field, const std::string& path, const std::string& given);

/// A number of an object against its row.
Expected<void> check_number(const Field& field, const void* object, const std::string& path);

/// Every field against its row, and the rules that tie the fields of a model or device together.
Expected<void> check(const Type& type, const void* object, const std::string& path = "");

template <class T>
Expected<void> check(const T& object) {
    return check(describe<T>(), &object);
}

/// "a, b or c"
std::string listed(std::span<const std::string_view> names);

/// `path.name`, or `name` at the top.
std::string joined(const std::string& path, std::string_view name);

}  // namespace ridgepoint
