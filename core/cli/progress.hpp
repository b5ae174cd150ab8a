/// How far a command is, on standard error.
#pragma once

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string_view>

#include "prose/text.hpp"

namespace ridgepoint::cli {

/// A line at most once a second, in a log once in ten, so that a short run says nothing: "ridgepoint: 45 %, points".
class Progress {
public:
    /// `done`: the share of the work.
    void operator()(double done, std::string_view stage) {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < between_) return;
        last_ = now;
        std::cerr << "ridgepoint: " << decimals(100 * done, 0) << " %, " << stage << "\n";
    }

private:
    std::chrono::seconds between_{isatty(STDERR_FILENO) != 0 ? 1 : 10};
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace ridgepoint::cli
