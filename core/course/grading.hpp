/// Submissions scored against a lab, every answer key worked out anew.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// A lab as grading needs it.
struct Lab {
    std::string name, title;
    Json version, variables, definitions, variants, exercises, figures;
    bool identified = false;      ///< asks who the student is
    bool exam = false;            ///< answers may be changed until they are handed in, so that tries cost nothing
    std::optional<double> due_s;  ///< since 1970
    /// For each variant a request to `score` for each exercise, all but the answer and its tries in it. Keys that
    /// depend on no answer are worked out once for all who have that variant.
    std::map<std::string, std::vector<Json>> scorings;
};

/// From lab.json. The keys of the lab without variants, or of its first one, are worked out now. The error says what is
/// wrong with the lab.
Expected<Lab> read_lab(const std::string& name, const Json& definition, const Registry& registry);

/// An answer that was not right. Numbers that agree in two digits have the same `alike`.
struct WrongAnswer {
    std::string said, alike;
};

/// An exercise as a student left it.
struct Row {
    std::string exercise, kind, given;
    double points = 0, of = 0, tries = 0;
    double tries_allowed = 0;  ///< 0 where tries are not counted
    std::string verdict;       ///< "right", "partly", "wrong", "kept" or "not answered"
    bool predict = false;
    bool graded = true;              ///< false of what is only kept
    std::optional<double> at_s;      ///< when it was answered, since 1970
    std::vector<WrongAnswer> wrong;  ///< in their order
    Json value, expected;            ///< as `score` has them

    bool answered() const { return tries > 0; }
};

struct Graded {
    std::string file, lab, name, id, variant, started_at, finished_at;
    std::optional<double> started_s;
    std::vector<Row> rows;
    double points = 0, of = 0;
    Json made_with;                    ///< the engine that the page had, {version, data}; null of an old one
    std::vector<std::string> remarks;  ///< what is odd, and no reason to refuse

    /// Who handed it in, for messages: "Ada (a1)".
    std::string student() const;
};

struct GradeContext {
    double now_s = 0;   ///< since 1970
    Json also_version;  ///< of another version of the lab, whose answers are taken too; null for none
};

/// A submission that was checked. Errors: another version of the lab; answers that the lab does not ask for, or that no
/// page writes.
Expected<Graded> grade(Lab& lab, const Json& submission, const GradeContext& context, const Registry& registry);

}  // namespace ridgepoint::course
