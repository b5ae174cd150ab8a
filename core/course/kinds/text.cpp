/// A free text, which is kept and not graded.
#include "course/exercise.hpp"

namespace ridgepoint::course {
namespace of_text {

Expected<void> accepts(const Json&, const Json& answer, const std::string& field) {
    if (answer.is_string()) return {};
    return bad_answer(field, "a string", answer);
}

}  // namespace of_text

extern const Kind text_kind{"text", about("A free text, kept and not graded."), {}, of_text::accepts};

}  // namespace ridgepoint::course
