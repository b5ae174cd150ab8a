#include "analyze.hpp"

#include <filesystem>
#include <iostream>
#include <iterator>

#include "files.hpp"
#include "moe_router/kernels.hpp"
#include "moe_router/tokenizer.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "prose/text.hpp"
#include "replace.hpp"
#include "ridgepoint/moe_router/analyze.hpp"

namespace ridgepoint::detail {
extern const std::string_view shipped_text;
}

namespace ridgepoint::cli {
namespace {

Expected<std::string> read_text(const std::string& name) {
    if (name.empty()) return std::string(detail::shipped_text);
    if (name != "-")
        return read_file(name, router::text_bytes_limit, Files::regular).map_error([&](const Error& error) {
            return Error(error.code, "text", cat({one_line(name), ": ", error.message}));
        });
    return read_standard_input(router::text_bytes_limit).map_error([](const Error& error) {
        return Error(error.code, "text", error.message);
    });
}

}  // namespace

AnalyzeOutcome analyze(const std::string& request, const Options& options) {
    AnalyzeOutcome outcome;
    const auto text = read_text(options.text);
    if (!text) {
        outcome.answer = write_error(text.error());
        return outcome;
    }
    std::optional<OutputFolder> folder;
    const auto not_written = [&](const Error& error) {
        std::cerr << "ridgepoint: " << error.message << "\n";
        if (folder) folder->abandon();
        outcome.written = false;
        return outcome;
    };
    // A folder that cannot be written is found out before the run, not after it.
    if (!options.output.empty()) {
        const auto opened = OutputFolder::open(options.output);
        if (!opened) return not_written(opened.error());
        folder = *opened;
    }
    outcome.answer =
        Json::parse(route_analyze_json(request, *text, {computer_clock(), router::best_kernels(), Progress()}));
    if (outcome.answer.contains("error")) {
        if (folder) folder->abandon();
        return outcome;
    }
    if (!folder) return outcome;
    std::vector<std::pair<std::string, std::string>> files;
    for (const char* name : {"systems_analysis", "profile_report"}) {
        files.emplace_back(cat({name, ".json"}), text_of(outcome.answer["result"][name], 2) + "\n");
        outcome.files.push_back((std::filesystem::path(folder->path()) / files.back().first).string());
    }
    if (auto ok = folder->replace(files); !ok) return not_written(ok.error());
    return outcome;
}

}  // namespace ridgepoint::cli
