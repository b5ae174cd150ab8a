/// The three parts of the held-out text, none of which trains: one chooses the checkpoint, one calibrates, and the
/// perplexity that is reported is of the third.
#pragma once

#include <optional>
#include <string_view>

namespace ridgepoint::lm {

struct HeldOut {
    std::string_view choosing;     ///< chapters 1 and 2
    std::string_view reported;     ///< chapter 3
    std::string_view calibration;  ///< chapters 4 to 8
};

/// Cuts core/data/texts/moby-dick.txt at its chapters. Nothing where it lacks them.
inline std::optional<HeldOut> split(std::string_view text) {
    const std::size_t third = text.find("CHAPTER 3."), fourth = text.find("CHAPTER 4.");
    if (third == std::string_view::npos || fourth == std::string_view::npos || fourth < third) return std::nullopt;
    return HeldOut{text.substr(0, third), text.substr(third, fourth - third), text.substr(fourth)};
}

}  // namespace ridgepoint::lm
