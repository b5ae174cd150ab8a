/// Results for a person: aligned tables and sentences.
#pragma once

#include <string>

#include "describe/json.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::cli {

/// A result, field by field with its unit and meaning; lists of structs as tables, notes as sentences.
std::string report(const Type& type, const Json& result);

/// Rows of cells, aligned; the first row is the heading. Columns from `first_text` on are texts, numbers in them too.
std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t first_text = std::string::npos);

/// A text on one line: control characters, which could also steer a terminal, become spaces.
std::string one_line(const std::string& text);

/// The first sixty characters of a text, and "…" where it goes on.
std::string shortened(const std::string& text);

/// A value with its unit: "5.19 ms", "16.06 GB", "0.5", "memory".
std::string value_text(const Field& field, const Json& value);

}  // namespace ridgepoint::cli
