/// An answer and its points as a person reads them.
#pragma once

#include <string>

#include "describe/json.hpp"

namespace ridgepoint::course {

/// How exactly numbers are said: as they were given, or those alike that differ beyond two digits.
enum class Digits { all, two };

/// `15.4`, `fp16 16.06, int8 8.03`, `int4, int8, fp16`; of a setting `batch 8, parallel (tensor 2)`.
std::string answer_words(const Json& value, Digits digits);

/// `15.4 ms`; a factor stands before its sign without a space, as everywhere: `3.25×`.
std::string with_unit(const std::string& value, const std::string& unit);

/// Points as the page says them, to two decimals at most: `4.33`, `2`.
std::string point_words(double points);

}  // namespace ridgepoint::course
