/// CSV as spreadsheets read it (RFC 4180).
#pragma once

#include <string>

#include "describe/json.hpp"

namespace ridgepoint::cli {

/// A text as a cell, on one line, in quotes where it needs them. One that a spreadsheet would take for a formula gets
/// an apostrophe in front: what a student or a file of measurements says is never run.
std::string csv_cell(const std::string& text);

/// A number, true or false as JSON has them, a text as above; null is an empty cell.
std::string csv_cell(const Json& value);

/// The result of a call: a line of names and one of values, in SI units, as a name says. Lists are left out, but the
/// options of a plan and the layouts of a training step, which are a line each.
std::string result_csv(const Type& type, const Json& result);

}  // namespace ridgepoint::cli
