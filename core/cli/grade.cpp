#include "grade.hpp"

#include <chrono>
#include <iostream>

#include "course/remarks.hpp"
#include "course/submission.hpp"
#include "files.hpp"
#include "grade_report.hpp"
#include "grade_stats.hpp"
#include "labs_folder.hpp"
#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Graded, course::text_member;

constexpr int done = 0, bad_input = 2;

double now_s() {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    return now.count();
}

Expected<Graded> grade_one(const Json& submission, LabsFolder& labs, const Registry& registry) {
    if (auto ok = course::check_submission(submission); !ok) return tl::make_unexpected(ok.error());
    const auto lab = labs.find(text_member(submission, "lab"));
    if (!lab) return tl::make_unexpected(lab.error());
    return course::grade(**lab, submission, {now_s(), nullptr}, registry);
}

/// Graded, and what could not be.
class Class {
public:
    Class(const Options& options, const Registry& registry) : labs_(options.labs, registry), registry_(registry) {}

    void take(const std::string& file) {
        const auto submissions =
            read_json_file(file, Files::regular).and_then([](const Json& json) { return course::submissions_of(json); });
        if (!submissions) {
            ++files_refused;
            return refuse(file, submissions.error());
        }
        const std::size_t before = refused.size();
        for (std::size_t i = 0; i < submissions->size(); ++i) {
            auto graded = grade_one((*submissions)[i], labs_, registry_);
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
    void refuse(const std::string& file, const Error& error) {
        Json entry{{"file", file}};
        entry.update(write_error(error));
        refused.push_back(std::move(entry));
        std::cerr << "ridgepoint: " << one_line(cat({file, ": ", error.message})) << "\n";
    }

    LabsFolder labs_;
    const Registry& registry_;
};

void print_json(const Json& json) {
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

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

void print_stats(const Class& graded, const Options& options) {
    if (options.csv) return print_statistics_csv(graded.all);
    if (!options.json) return print_statistics(graded.all);
    Json whole = statistics_json(graded.all);
    whole["refused"] = graded.refused;
    print_json(whole);
}

}  // namespace

int grade(const Options& options) {
    const auto& registry = Registry::embedded();
    if (!registry) {
        std::cerr << "ridgepoint: " << registry.error().message << "\n";
        return bad_input;
    }
    Class graded(options, *registry);
    for (const std::string& file : options.words) graded.take(file);
    course::remark_class(graded.all);
    if (options.stats) print_stats(graded, options);
    else print_students(graded, options);
    if (graded.refused.empty()) return done;
    if (options.words.size() > 1)
        std::cerr << "ridgepoint: " << graded.files_refused << " of " << options.words.size()
                  << " files could not be graded\n";
    return bad_input;
}

}  // namespace ridgepoint::cli
