/// What the harnesses share: where a fuzzer hands over its bytes, and how a finding ends the program.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "draw.hpp"

namespace ridgepoint::fuzz {

inline const Registry& registry() {
    static const Expected<Registry>& embedded = Registry::embedded();
    if (!embedded) std::abort();
    return *embedded;
}

/// Ends the program, as the sanitizers do, with what was found.
inline void require(bool holds, std::string_view what, std::string_view given) {
    if (holds) return;
    std::fprintf(stderr, "%.*s\n%.*s\n", static_cast<int>(what.size()), what.data(), static_cast<int>(given.size()),
                 given.data());
    std::abort();
}

/// An answer is JSON, with a result or an error.
inline void require_json(const std::string& answer, std::string_view given) {
    require(Json::accept(answer), "an answer that is not JSON", given);
}

/// An error names a code and says something, in a line that fits a page.
inline void require_told(const Error& error, std::string_view given) {
    require(!error.message.empty() && error.message.size() < 8000, "an error without words, or with too many", given);
    const std::string text = write_error(error).dump(-1, ' ', false, Json::error_handler_t::replace);
    require(Json::accept(text), "an error that is not JSON", given);
}

}  // namespace ridgepoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);
