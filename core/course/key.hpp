/// The key of a number that a student types: what numbers and the cells of tables share.
#pragma once

#include "course/exercise.hpp"

namespace ridgepoint::course {

inline constexpr double default_tolerance = 0.05;

inline constexpr Member near_members[]{{"near", formula, Need::lab}, {"text", markdown, Need::lab}};
inline constexpr Shape near{.kind = Shape::Kind::object, .members = near_members};
inline constexpr Shape nears{.kind = Shape::Kind::list, .part = &near};
inline constexpr Shape scale{.kind = Shape::Kind::number, .above = true};
inline constexpr Shape tolerance{.kind = Shape::Kind::number, .most = 1};
inline constexpr Shape from{.kind = Shape::Kind::text, .least = 1};

inline constexpr Member key_answer{"answer", formula, Need::lab, about("In SI units.")};
inline constexpr Member key_unit{"unit", any_text, Need::optional, about("Of the number that is typed, as printed.")};
inline constexpr Member key_signed{"signed", truth, Need::optional,
                                   about("Whether zero and less are answers too, where the unit is one of sizes.")};
inline constexpr Member key_scale{"scale", scale, Need::optional, about("The typed number times this is in SI units.")};
inline constexpr Member key_tolerance{"tolerance", tolerance, Need::optional, about("Relative, 0.05 by default.")};
inline constexpr Member key_from{"from", from, Need::optional,
                                 about("How the answer follows from figures as printed: a formula over their names.")};
inline constexpr Member key_hints{"hints", nears, Need::optional,
                                  about("What a wrong number shows, by the number that it is near.")};

/// An object of numbers for the cells of an exercise; one may be left out, or null.
Expected<void> accepts_cells(const Json& exercise, const Json& answer, const std::string& field);

/// A typed number held against its key.
struct Compared {
    double given = 0, expected = 0;  ///< in SI units
    double typed = 0;                ///< what should have been typed
    bool right = false;
};

Expected<Compared> compare(Exercise& exercise, const Json& key, const Json& typed);

/// The text of the known misconception whose number is nearest, of those within 5 %; null when there is none.
Expected<Json> near_hint(Exercise& exercise, const Json& key, double given);

}  // namespace ridgepoint::course
