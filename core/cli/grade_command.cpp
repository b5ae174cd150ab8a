#include "grade_command.hpp"

#include <array>

namespace ridgepoint::cli {
namespace {

constexpr std::array grade_flags{
    Flag{"--labs", "FOLDER", "where the labs are (default labs)", &Options::labs},
    Flag{"--stats", "", "how the class did on each exercise, with remarks and the free-text answers", &Options::stats},
    Flag{"--csv", "", "one line per student; with --stats, one per exercise", &Options::csv},
    Flag{"--gradebook", "SYSTEM",
         "points in the format that canvas, moodle or brightspace imports, or that gradescope exports",
         &Options::gradebook},
    Flag{"--feedback", "FOLDER",
         "write a page for each student to FOLDER, with the right answers and reasons once a lab is due",
         &Options::feedback},
    Flag{"--against", "OLD-LABS",
         "list the students whose points differ from those under OLD-LABS, as after a corrected key",
         &Options::against},
    Flag{"--markdown", "",
         "a report of each submission: versions, questions, answers, points and what is missing; right answers once it "
         "is due",
         &Options::markdown},
    Flag{"--json", "", "the exact result as JSON, with the error of each file refused", &Options::json},
};

}  // namespace

Command grade_command() {
    return {
        "grade",
        "[--labs FOLDER] [--stats|--markdown|--gradebook SYSTEM|--feedback FOLDER|--against OLD-LABS] [--csv] FILES…",
        "grade lab submissions, recomputing every answer key", grade_flags, false};
}

}  // namespace ridgepoint::cli
