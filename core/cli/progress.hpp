/// How far a command is, on standard error: once a second, in a log once in ten, so that a short run says nothing.
#pragma once

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "prose/text.hpp"
#include "words.hpp"

namespace ridgepoint::cli {

inline std::chrono::seconds between_lines() { return std::chrono::seconds(isatty(STDERR_FILENO) != 0 ? 1 : 10); }

/// Of work that comes in parts: "ridgepoint: 45 %, points".
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
    std::chrono::seconds between_ = between_lines();
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Of work that is one call, as long as this lives: "ridgepoint: still working, 5 s".
class StillWorking {
public:
    StillWorking() {
        try {
            thread_ = std::jthread([](const std::stop_token& over) { tell(over); });
        } catch (const std::system_error&) {
            // Without a thread the work is done all the same, and nothing is said of it.
        }
    }

private:
    static void tell(const std::stop_token& over) {
        const auto between = between_lines();
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any ended;
        for (auto passed = between; !ended.wait_for(lock, over, between, [&] { return over.stop_requested(); });
             passed += between)
            std::cerr << said("ridgepoint: still working, {0} s", {decimals(static_cast<double>(passed.count()), 0)}) +
                             "\n";
    }

    std::jthread thread_;
};

}  // namespace ridgepoint::cli
