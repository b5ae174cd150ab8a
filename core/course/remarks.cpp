#include "remarks.hpp"

#include <algorithm>
#include <cmath>

#include "answer_words.hpp"
#include "engine.hpp"
#include "prose/text.hpp"
#include "submission.hpp"
#include "times.hpp"

namespace ridgepoint::course {
namespace {

using Remarks = std::vector<std::string>;

/// Clocks of students' and instructors' machines may differ by this much.
constexpr double clock_slack_s = 86400;
/// Times that a page writes together may differ by this much.
constexpr double rounding_s = 60;
/// Nobody reads, thinks and answers several times within it.
constexpr double at_once_s = 1;
/// 2025-01-01: no page of this project is older.
constexpr double first_page_s = 1735689600;
/// A text may be rewritten, though not so often.
constexpr double rewritten_limit = 1000;

void add(std::string& list, std::string_view one) { list += cat({list.empty() ? "" : ", ", one}); }

/// "once", "3 times"
std::string times_over(double count) { return count == 1 ? "once" : cat({format_number(count, 15), " times"}); }

void on_times(Remarks& remarks, const Graded& graded, const Json& submission, double now_s) {
    const auto started = graded.started_s, finished = time_of(submission, "finished_at");
    const auto said = [&](const char* key) { return text_member(submission, key); };
    if (finished && *finished > now_s + clock_slack_s)
        remarks.push_back(cat({"finished in the future, at ", said("finished_at"), ": some clock was wrong"}));
    if (started && finished && *finished < *started)
        remarks.push_back(cat({"finished before it was begun, at ", said("finished_at"), " and ", said("started_at"),
                               ": the clock was set back"}));
    std::string early, late, timeless;
    std::vector<double> times;
    double answered = 0;
    for (const Row& row : graded.rows) {
        if (!row.answered()) continue;
        ++answered;
        if (!row.at_s) {
            add(timeless, row.exercise);
            continue;
        }
        times.push_back(*row.at_s);
        if (started && *row.at_s < *started - rounding_s) add(early, row.exercise);
        if (finished && *row.at_s > *finished + rounding_s) add(late, row.exercise);
    }
    if (!early.empty()) remarks.push_back(cat({"answered before the lab was begun: ", early}));
    if (!late.empty()) remarks.push_back(cat({"answered after the lab was finished: ", late}));
    if (answered > 0 && times.empty())
        remarks.push_back("no answer says when it was given, as each does that a page writes");
    else if (!timeless.empty()) remarks.push_back(cat({"does not say when it was answered: ", timeless}));
    const bool undated = !started || !finished;
    if (undated) remarks.push_back("does not say when the lab was begun and finished, as every page does");
    if (times.empty()) return;
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    constexpr std::size_t several = 3;
    if (times.size() >= several && *last - *first < at_once_s)
        remarks.push_back(cat({"all ", format_number(answered), " answers were given within a second"}));
    if (*first < first_page_s || (started && *started < first_page_s))
        remarks.push_back("dated before 2025, when there was no such lab");
}

void on_deadline(Remarks& remarks, const Json& submission, const Lab& lab) {
    const auto finished = time_of(submission, "finished_at");
    if (!lab.due_s || !finished || *finished <= *lab.due_s) return;
    const double late_s = *finished - *lab.due_s;
    remarks.push_back(cat({"handed in ", format_si(Seconds<>{late_s}), " after it was due"}));
}

void on_tries(Remarks& remarks, const Graded& graded) {
    std::string beyond;
    for (const Row& row : graded.rows) {
        const bool counted = row.tries_allowed > 0;
        if (row.tries <= (counted ? row.tries_allowed : rewritten_limit)) continue;
        add(beyond, cat({row.exercise, " ", format_number(row.tries),
                         counted ? cat({" of ", format_number(row.tries_allowed)}) : ""}));
    }
    if (!beyond.empty()) remarks.push_back(cat({"more tries than the page allows: ", beyond}));
}

/// Submissions of earlier pages do not say what they were made with.
void on_engine(Remarks& remarks, const Json& submission) {
    if (!submission.contains("engine")) return;
    const MadeWith here = made_with();
    const std::string theirs = text_member(submission["engine"], "version");
    if (theirs != here.version)
        remarks.push_back(cat({"was made with Ridgepoint ", theirs, ", and is graded with ", here.version}));
    else if (text_member(submission["engine"], "data") != here.data)
        remarks.push_back("was made with other data on devices and models than it is graded with");
}

void on_checksum(Remarks& remarks, const Json& submission) {
    const bool writes_one =
        submission.contains("engine") && text_member(submission["engine"], "version") == made_with().version;
    const std::string given = text_member(submission, "checksum");
    if (given.empty() && writes_one) remarks.push_back("has no checksum, which every page writes");
    if (!given.empty() && given != checksum(submission))
        remarks.push_back("was changed after the page wrote it: the checksum does not match");
}

void on_score(Remarks& remarks, const Graded& graded, const Json& submission) {
    constexpr double rounding = 1e-6;
    if (!submission.contains("shown")) return;
    const double shown = submission["shown"]["points"], of = submission["shown"]["of"];
    if (std::fabs(shown - graded.points) <= rounding && std::fabs(of - graded.of) <= rounding) return;
    remarks.push_back(
        cat({"the page showed ", point_words(shown), " of ", point_words(of), " points; the answers are worth ",
             point_words(graded.points), " of ", point_words(graded.of)}));
}

/// A model or a device that is written out in a request, and not in the lab: "a device of the student's own, Wonder".
std::string invented(const Json& part, const Lab& lab) {
    if (!part.is_object()) return "";
    for (const auto& [key, value] : part.items()) {
        const bool named = key == "hardware" || key == "model";
        if (value.is_object() && named) {
            for (const Json& own : lab.variables)
                if (own == value) return "";
            const std::string name = text_member(value, "name");
            return cat(
                {key == "model" ? "a model" : "a device", " of the student’s own", name.empty() ? "" : ", ", name});
        }
        if (auto inside = invented(value, lab); !inside.empty()) return inside;
    }
    return "";
}

void on_settings(Remarks& remarks, const Graded& graded, const Lab& lab) {
    for (const Row& row : graded.rows) {
        if (row.kind != "setting") continue;
        if (const auto what = invented(row.value, lab); !what.empty())
            remarks.push_back(cat({row.exercise, " was reached with ", what}));
    }
}

/// Words without the differences that a copy may have.
std::string folded(const std::string& text) {
    std::string plain;
    for (const char c : text) {
        const bool space = static_cast<unsigned char>(c) <= ' ';
        if (space && (plain.empty() || plain.back() == ' ')) continue;
        plain += space ? ' ' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return plain;
}

/// Whose submission it is; empty where nobody is named.
std::string owner(const Graded& g) {
    if (g.name.empty() && g.id.empty()) return "";
    return g.id.empty() ? cat({"name ", g.name}) : cat({"id ", g.id});
}

void remark_twins(std::vector<Graded>& all) {
    std::map<std::string, Graded*> first;
    for (Graded& g : all) {
        if (owner(g).empty()) continue;
        const auto [entry, fresh] = first.emplace(cat({g.lab, "\n", owner(g)}), &g);
        if (fresh) continue;
        Graded& other = *entry->second;
        const std::string said = "another submission of this student: ";
        const bool is_noted = std::any_of(other.remarks.begin(), other.remarks.end(),
                                          [&](const std::string& one) { return one.rfind(said, 0) == 0; });
        if (!is_noted) other.remarks.push_back(cat({said, g.file}));
        g.remarks.push_back(cat({said, other.file}));
    }
}

/// Remarks on everyone who has something in common with a student of another name. `marks` lists what counts as common.
template <class Marks>
void remark_common(std::vector<Graded>& all, Marks marks, std::string_view what) {
    std::map<std::string, std::vector<Graded*>> with;
    for (Graded& g : all)
        for (const auto& [exercise, mark] : marks(g)) with[cat({g.lab, "\n", exercise, "\n", mark})].push_back(&g);
    for (const auto& [key, group] : with)
        for (Graded* g : group) {
            const auto other = std::find_if(group.begin(), group.end(), [&](const Graded* one) {
                return one != g && (owner(*one).empty() || owner(*one) != owner(*g));
            });
            if (other == group.end()) continue;
            const std::string exercise = key.substr(key.find('\n') + 1, key.rfind('\n') - key.find('\n') - 1);
            g->remarks.push_back(cat({what, exercise.empty() ? "" : cat({" in ", exercise}), " as ",
                                      (*other)->student(), group.size() > 2 ? " and more" : ""}));
        }
}

using Mark = std::pair<std::string, std::string>;

/// Short texts are alike by chance.
std::vector<Mark> texts_of(const Graded& g) {
    constexpr std::size_t telling = 40;
    std::vector<Mark> marks;
    for (const Row& row : g.rows)
        if (row.kind == "text" && row.given.size() >= telling) marks.emplace_back(row.exercise, folded(row.given));
    return marks;
}

/// The moments of all answers, to the millisecond.
std::vector<Mark> times_of(const Graded& g) {
    constexpr std::size_t several = 3;
    std::string moments;
    std::size_t count = 0;
    for (const Row& row : g.rows) {
        if (!row.at_s) continue;
        moments += cat({format_number(*row.at_s, 15), " "});
        ++count;
    }
    return count < several ? std::vector<Mark>{} : std::vector<Mark>{{"", moments}};
}

}  // namespace

Remarks remarks_on(const Graded& graded, const Json& submission, const Lab& lab, double now_s) {
    Remarks remarks;
    on_times(remarks, graded, submission, now_s);
    on_deadline(remarks, submission, lab);
    const double restarts = submission.value("restarts", 0.0), linked = submission.value("linked", 0.0);
    if (restarts > 0) remarks.push_back(cat({"started over ", times_over(restarts)}));
    if (linked > 0) remarks.push_back(cat({"took answers from a link ", times_over(linked)}));
    on_tries(remarks, graded);
    on_settings(remarks, graded, lab);
    on_engine(remarks, submission);
    on_checksum(remarks, submission);
    if (!lab.exam) on_score(remarks, graded, submission);
    if (lab.identified && graded.name.empty() && graded.id.empty())
        remarks.push_back("the lab asks for a name or an id, and the file has none");
    if (!lab.variants.empty() && graded.id.empty())
        remarks.push_back("the lab draws its numbers by the id, and the file has none");
    else if (const auto worked = text_member(submission, "variant"); !worked.empty() && worked != graded.variant)
        remarks.push_back(cat({"was worked with the numbers of variant ", worked, ", and the id has those of variant ",
                               graded.variant, ", by which it is graded"}));
    return remarks;
}

void remark_class(std::vector<Graded>& all) {
    remark_twins(all);
    remark_common(all, texts_of, "the same text");
    remark_common(all, times_of, "the same times of all answers");
}

}  // namespace ridgepoint::course
