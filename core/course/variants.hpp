/// Variants of a lab: values of its variables drawn by the student's id, the same natively and in the browser.
#pragma once

#include <string>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

struct Variant {
    std::string key;  ///< which value of each list, counted from 0: "2-0-1"; empty for a lab without variants
    Json variables;   ///< the values, by name
};

/// Draws one value for each name of `variants`, which maps names to lists of values. Where ids end in a number and
/// follow one another, so do the values: two neighbours never have the same value of any variable. The lab and the rest
/// of the id decide where the list is entered. Spaces around an id and its case do not count.
Variant draw_variant(const Json& variants, const std::string& lab, const std::string& student);

/// The call `variant`: {"variants", "lab", "student"} gives {"key", "variables"}. Errors: `wrong_type` where a list is
/// none or is empty.
Expected<Json> variant_json(const Json& request, const Registry& registry);

}  // namespace ridgepoint::course
