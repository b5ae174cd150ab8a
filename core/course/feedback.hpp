/// What a student gets back: a page with what was answered, what is right, the points and the reasons.
#pragma once

#include "grading.hpp"

namespace ridgepoint::course {

/// A submission with the lab that graded it.
struct Marked {
    const Graded* graded;
    const Lab* lab;
};

/// One student's submissions as a whole HTML page, which needs no other file. Right answers and reasons of a lab are
/// left out until it is due. `now_s` counts from 1970.
std::string feedback_page(const std::vector<Marked>& submissions, double now_s, const Registry& registry);

/// What the option `key` of a choice says, in plain words, with the figures of the lab without variants; "" where there
/// is no such option.
std::string option_words(const Lab& lab, const std::string& exercise, const std::string& key, const Registry& registry);

}  // namespace ridgepoint::course
