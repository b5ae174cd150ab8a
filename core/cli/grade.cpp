#include "grade.hpp"

#include <chrono>
#include <iostream>

#include "course/feedback.hpp"
#include "course/remarks.hpp"
#include "course/report.hpp"
#include "course/submission.hpp"
#include "files.hpp"
#include "grade_against.hpp"
#include "grade_feedback.hpp"
#include "grade_report.hpp"
#include "grade_stats.hpp"
#include "gradebook.hpp"
#include "help.hpp"
#include "labs_folder.hpp"
#include "outcome.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Graded, course::text_member;

double now_s() {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    return now.count();
}

/// Graded, and what could not be.
class Class {
public:
    /// `other` are labs of another time, whose versions are taken too; null for none.
    Class(LabsFolder& labs, LabsFolder* other, const Registry& registry)
        : labs_(labs), other_(other), registry_(registry) {}

    void take(const std::string& file) {
        const auto submissions = read_json_file(file, Files::regular).and_then([](Json json) {
            return course::submissions_of(std::move(json));
        });
        if (!submissions) {
            ++files_refused;
            return refuse(file, submissions.error());
        }
        const std::size_t before = refused.size();
        for (std::size_t i = 0; i < submissions->size(); ++i) {
            auto graded = grade_one((*submissions)[i]);
            if (graded) {
                graded->file = file;
                all.push_back(*std::move(graded));
                continue;
            }
            Error error = graded.error();
            if (submissions->size() > 1)
                error.message = cat({"submissions.", format_number(static_cast<double>(i)), ": ", error.message});
            refuse(file, error);
        }
        if (refused.size() > before) ++files_refused;
    }

    std::vector<Graded> all;
    Json refused = Json::array();
    std::size_t files_refused = 0;

private:
    Expected<Graded> grade_one(const Json& submission) {
        if (auto ok = course::check_submission(submission); !ok) return tl::make_unexpected(ok.error());
        const std::string name = text_member(submission, "lab");
        const auto lab = labs_.find(name);
        if (!lab) return tl::make_unexpected(lab.error());
        course::GradeContext context{now_s(), nullptr};
        if (other_ != nullptr)
            if (const auto other = other_->find(name)) context.also_version = (*other)->version;
        return course::grade(**lab, submission, context, registry_);
    }

    void refuse(const std::string& file, const Error& error) {
        Json entry{{"file", file}};
        entry.update(write_error(error));
        refused.push_back(std::move(entry));
        std::cerr << "ridgepoint: " << one_line(cat({file, ": ", error.message})) << "\n";
    }

    LabsFolder& labs_;
    LabsFolder* other_;
    const Registry& registry_;
};

void print_json(const Json& json) { std::cout << text_of(json, 2) << "\n"; }

void print_students(const Class& graded, const Options& options) {
    if (options.csv) return print_class_csv(graded.all);
    if (!options.json) {
        for (const Graded& g : graded.all) print_block(g);
        return;
    }
    Json list = Json::array();
    for (const Graded& g : graded.all) list.push_back(as_json(g));
    for (const Json& entry : graded.refused) list.push_back(entry);
    print_json(list);
}

void print_stats(const Class& graded, const Options& options, LabsFolder& labs, const Registry& registry) {
    const Worded worded = [&](const course::ItemStatistics& item, const std::string& answer) {
        const auto lab = labs.find(item.lab);
        return lab ? course::option_words(**lab, item.exercise, answer, registry) : std::string();
    };
    if (options.csv) return print_statistics_csv(graded.all, worded);
    if (!options.json) return print_statistics(graded.all, worded);
    Json whole = statistics_json(graded.all, worded);
    whole["refused"] = graded.refused;
    print_json(whole);
}

void print_reports(const Class& graded, LabsFolder& labs, const Registry& registry) {
    std::string text;
    for (const Graded& g : graded.all)
        if (const auto lab = labs.find(g.lab))
            text += cat({text.empty() ? "" : "\n", course::report_markdown({&g, *lab}, now_s(), registry)});
    std::cout << text;
}

int print_gradebook(const Class& graded, const Options& options, LabsFolder& labs) {
    std::map<std::string, GradebookLab> known;
    for (const Graded& g : graded.all)
        if (const auto lab = labs.find(g.lab)) known[g.lab] = {(*lab)->title, (*lab)->due_s};
    const auto text = gradebook_csv(graded.all, options.gradebook, known);
    if (!text) return complain(text.error(), options.json);
    std::cout << *text;
    for (const Graded& g : graded.all)
        if (g.name.empty() && g.id.empty())
            std::cerr << "ridgepoint: " << one_line(g.file) << ": it names nobody, so that it is left out\n";
    return done;
}

int print_feedback(const Class& graded, const Options& options, LabsFolder& labs, const Registry& registry) {
    const auto written = write_feedback(options.feedback, graded.all, labs, now_s(), registry);
    if (!written) {
        complain(written.error(), options.json);
        return not_written;
    }
    std::cout << written->size() << (written->size() == 1 ? " file" : " files") << " in " << options.feedback << "\n";
    return done;
}

/// By both folders of labs, what both can grade.
int print_against(Class& now, Class& before, const Options& options) {
    for (const std::string& file : options.words) before.take(file);
    std::vector<Regraded> pairs;
    for (const Graded& g : now.all)
        for (const Graded& old : before.all)
            if (old.file == g.file && old.lab == g.lab) {
                pairs.push_back({&old, &g});
                break;
            }
    if (options.csv) print_difference_csv(pairs);
    else if (options.json) print_json({{"submissions", difference_json(pairs)}, {"refused", now.refused}});
    else print_difference(pairs);
    return before.files_refused > 0 ? bad_input : done;
}

int grade_files(const Options& options) {
    if (options.words.empty())
        return complain({ErrorCode::missing_field, "files", "grade needs at least one submission file"}, options.json);
    const auto& registry = Registry::embedded();
    if (!registry) return complain(registry.error(), options.json);
    LabsFolder labs(options.labs, *registry), old(options.against, *registry);
    LabsFolder* other = options.against.empty() ? nullptr : &old;
    Class graded(labs, other, *registry);
    for (const std::string& file : options.words) graded.take(file);
    course::remark_class(graded.all);
    int status = done;
    if (other != nullptr) {
        Class before(old, &labs, *registry);
        status = print_against(graded, before, options);
    } else if (!options.gradebook.empty()) status = print_gradebook(graded, options, labs);
    else if (!options.feedback.empty()) status = print_feedback(graded, options, labs, *registry);
    else if (options.markdown) print_reports(graded, labs, *registry);
    else if (options.stats) print_stats(graded, options, labs, *registry);
    else print_students(graded, options);
    if (graded.refused.empty() || status != done) return status;
    if (options.words.size() > 1)
        std::cerr << "ridgepoint: " << graded.files_refused << " of " << options.words.size()
                  << " files could not be graded\n";
    return bad_input;
}

}  // namespace

int grade(const std::vector<std::string>& arguments) {
    const auto line = parse_command_line("grade", arguments);
    if (!line) return complain(line.error(), asks_json(arguments));
    if (!line->options.help) return grade_files(line->options);
    std::cout << help_for(*find_command("grade"), "");
    return done;
}

}  // namespace ridgepoint::cli
