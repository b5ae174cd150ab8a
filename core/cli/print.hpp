/// Results for a person: aligned tables and sentences.
#pragma once

#include <string>

#include "json.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::cli {

/// A result, field by field with its unit and meaning; lists of structs as tables, notes as sentences.
std::string report(const Type& type, const Json& result);

/// Rows of cells, aligned; the first row is the heading. Columns from `first_text` on are texts, numbers in them too.
std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t first_text = std::string::npos);

/// A field of a CSV file, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

/// A value with its unit: "5.194 ms", "16.06 GB", "0.5", "memory".
std::string value_text(const Field& field, const Json& value);

}  // namespace ridgepoint::cli
