#include "analyze.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "kernels.hpp"
#include "replace.hpp"
#include "ridgepoint/router/analyze.hpp"
#include "submission.hpp"
#include "text.hpp"
#include "tokenizer.hpp"

namespace ridgepoint::detail {
extern const std::string_view shipped_text;
}

namespace ridgepoint::cli {
namespace {

/// A stream's text; one that is too long, up to a byte more than is allowed, so that the router refuses it.
std::string read_all(std::istream& stream) {
    std::string text(router::text_bytes_limit + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

Expected<std::string> read_text(const std::string& name) {
    if (name.empty()) return std::string(detail::shipped_text);
    const auto refused = [&](ErrorCode code, const std::string& reason) {
        return fail(code, "text", cat({one_line(name), ": ", reason}));
    };
    std::string text;
    if (name == "-") {
        text = read_all(std::cin);
    } else {
        std::error_code ignored;
        if (!std::filesystem::exists(name, ignored)) return refused(ErrorCode::unknown_name, "there is no such file");
        if (std::filesystem::is_directory(name, ignored)) return refused(ErrorCode::unknown_name, "this is a folder");
        std::ifstream file(name, std::ios::binary);
        text = read_all(file);
        if (!file.is_open() || file.bad()) return refused(ErrorCode::unknown_name, "the file cannot be read");
    }
    if (text.size() > router::text_bytes_limit)
        return refused(ErrorCode::too_large,
                       cat({"text must be at most ", plain(router::text_bytes_limit, 9), " bytes, and is larger"}));
    return text;
}

/// A line on standard error at most once a second, so that a short run says nothing.
class Progress {
public:
    void operator()(double done, std::string_view stage) {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::seconds(1)) return;
        last_ = now;
        std::cerr << "ridgepoint: " << decimals(100 * done, 0) << " %, " << stage << "\n";
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string dumped(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

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
        files.emplace_back(cat({name, ".json"}), dumped(outcome.answer["result"][name]));
        outcome.files.push_back((std::filesystem::path(folder->path()) / files.back().first).string());
    }
    if (auto ok = folder->replace(files); !ok) return not_written(ok.error());
    return outcome;
}

}  // namespace ridgepoint::cli
