// Command lines: the words between the zero bytes, after a command that the first byte chooses. What they come to is
// asked.

#include "cli/commands.hpp"
#include "../harness.hpp"
#include "cli/flags.hpp"
#include "ridgepoint/api.hpp"

using namespace ridgepoint;

namespace {

/// Words that would have this read a file, or wait for one.
bool names_file(std::string_view word) {
    return word == "-" || word.find('@') != word.npos || word.find(".json") != word.npos ||
           word.starts_with("--input") || word.starts_with("--config");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static constexpr std::array commands{"roofline", "serve",       "compress", "sensitivity", "synthesize",
                                         "explain",  "route model", "sweep",    "load",        "train",
                                         "plan",     "zoo",         "grade"};
    fuzz::Draw draw({bytes, size});
    const std::string command = draw.one_of(commands), all = draw.rest();
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size(); at += words.back().size() + 1)
        words.push_back(all.substr(at, all.find('\0', at) - at));
    if (std::any_of(words.begin(), words.end(), names_file)) return -1;
    const auto line = cli::parse_command_line(command, words);
    if (!line) fuzz::require_told(line.error(), all);
    else if (find_call(cli::call_of(command)) != nullptr) {
        const std::string request = line->request.dump(-1, ' ', false, Json::error_handler_t::replace);
        fuzz::require_json(call_json(cli::call_of(command), request), all);
    }
    return 0;
}
