/// How figures of results follow from others, for a reader who asks of a number where it comes from.
#pragma once

#include <span>
#include <string_view>

namespace ridgepoint {

/// The formulas of one field of a result, of which the first that gives its value holds. In the language of formulas
/// (core/course), where a plain name is another field of the whole result, a dotted one of a part of it, and `request`,
/// `assumptions`, `hardware` and `model` are what was asked, with every value that holds; {name} stands for what that
/// field says. A field without one is counted, piece by piece, and its description says how. Worked: of RooflineResult,
/// "compute_s" it is {"work_flop / flop_per_s"}.
std::span<const std::string_view> formulas_of(std::string_view type, std::string_view field);

}  // namespace ridgepoint
