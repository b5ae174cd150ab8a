#include "grade_command.hpp"

#include <array>

namespace ridgepoint::cli {
namespace {

constexpr std::array grade_flags{
    Flag{"--labs", "FOLDER", "where the labs are (default labs)", &Options::labs},
    Flag{"--stats", "", "what the class did with each exercise, remarks, and the free texts", &Options::stats},
    Flag{"--csv", "", "one line a student, for a class; with --stats one an exercise", &Options::csv},
    Flag{"--gradebook", "SYSTEM",
         "points as canvas, moodle or brightspace import them, or as gradescope exports its own", &Options::gradebook},
    Flag{"--feedback", "FOLDER",
         "writes a page for each student there, with right answers and reasons once a lab is due", &Options::feedback},
    Flag{"--against", "OLD-LABS", "whose points a change of the labs changed, such as of a key", &Options::against},
    Flag{"--json", "", "the exact result as JSON, with the error of each file refused", &Options::json},
};

}  // namespace

Command grade_command() {
    return {"grade", "[--labs FOLDER] [--stats|--gradebook SYSTEM|--feedback FOLDER|--against OLD-LABS] [--csv] FILES…",
            "submissions of the labs, every answer key worked out anew", grade_flags, false};
}

}  // namespace ridgepoint::cli
