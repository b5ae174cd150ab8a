#include "grade_feedback.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "course/feedback.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

using course::Graded, course::Marked;

/// As a name of a file on any system.
std::string file_name(const Graded& g) {
    const std::string wanted = !g.id.empty()     ? g.id
                               : !g.name.empty() ? g.name
                                                 : std::filesystem::path(g.file).stem().string();
    std::string name;
    for (const char c : wanted) {
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '@';
        name += plain || (c == '.' && !name.empty()) ? c : '_';
    }
    return name.empty() ? "student" : name.substr(0, 100);
}

}  // namespace

Expected<std::vector<std::string>> write_feedback(const std::string& folder, const std::vector<Graded>& all,
                                                  LabsFolder& labs, double now_s, const Registry& registry) {
    std::vector<std::string> owners;
    std::map<std::string, std::vector<Marked>> students;
    for (const Graded& g : all) {
        const auto lab = labs.find(g.lab);
        if (!lab) return tl::make_unexpected(lab.error());
        auto& marked = students[g.student()];
        if (marked.empty()) owners.push_back(g.student());
        marked.push_back({&g, *lab});
    }
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    std::vector<std::string> written;
    for (const std::string& owner : owners) {
        const auto& marked = students[owner];
        const std::string stem = file_name(*marked[0].graded);
        std::string name = stem + ".html";
        for (int again = 2; std::find(written.begin(), written.end(), name) != written.end(); ++again)
            name = cat({stem, "-", format_number(again), ".html"});
        const std::string path = cat({folder, "/", name});
        std::ofstream file(path, std::ios::binary | std::ios::trunc);
        file << course::feedback_page(marked, now_s, registry);
        if (!file.flush())
            return fail(ErrorCode::not_applicable, "feedback", cat({path, ": the file cannot be written"}));
        written.push_back(name);
    }
    return written;
}

}  // namespace ridgepoint::cli
