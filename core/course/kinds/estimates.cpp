/// Guesses at what only the student can measure: several numbers, kept and not graded.
#include "course/key.hpp"

namespace ridgepoint::course {
namespace of_estimates {

constexpr Member cell_members[]{{"label", markdown, Need::lab}, key_unit, key_signed};
constexpr Shape cell{.kind = Shape::Kind::object, .members = cell_members};
constexpr Shape cells{.kind = Shape::Kind::map, .least = 1, .pattern = name_pattern, .part = &cell};
constexpr Member members[]{{"cells", cells, Need::score}};

}  // namespace of_estimates

extern const Kind estimates_kind{"estimates",
                                 about("Guesses at what only the student can measure, kept and not graded."),
                                 of_estimates::members, accepts_cells};

}  // namespace ridgepoint::course
