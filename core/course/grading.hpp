/// Submissions scored against a lab, every answer key worked out anew.
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// A lab as grading needs it.
struct Lab {
    std::string name;
    Json version, variables, definitions;
    std::vector<Json> scorings;  ///< a request to `score` for each exercise, all but the answer and its tries in it
    bool identified = false;     ///< asks who the student is
};

/// From lab.json. Keys that depend on no answer are worked out now, once for a class. The error says what is wrong with
/// the lab.
Expected<Lab> read_lab(const std::string& name, const Json& definition, const Registry& registry);

struct Row {
    std::string exercise, kind, given;
    double points = 0, of = 0, tries = 0;
    double tries_allowed = 0;  ///< 0 where tries are not counted
    std::string verdict;

    bool answered() const { return tries > 0; }
};

struct Graded {
    std::string lab, name, id, finished_at;
    std::vector<Row> rows;
    double points = 0, of = 0;
    std::vector<std::string> remarks;  ///< what is odd, and no reason to refuse
};

/// A submission that was checked; `now_s` counts from 1970. Errors: another version of the lab; answers that the lab
/// does not ask for, or that no page writes.
Expected<Graded> grade(Lab& lab, const Json& submission, double now_s, const Registry& registry);

}  // namespace ridgepoint::course
