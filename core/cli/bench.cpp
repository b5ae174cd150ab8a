#include "bench.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <thread>

#include "print.hpp"
#include "prose/text.hpp"
#include "ridgepoint/bench.hpp"

namespace ridgepoint::cli {
namespace {

Bytes<> memory_of_machine() {
    const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
    return {std::max(1.0, pages * static_cast<double>(sysconf(_SC_PAGE_SIZE)))};
}

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm day{};
    gmtime_r(&now, &day);
    std::array<char, 11> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &day);
    return text.data();
}

std::string rate(const Json& value, std::string_view unit) { return quantity(value.get<double>(), unit); }

std::string signed_percent(double share) {
    return cat({share < 0 ? "-" : "+", decimals(100 * std::fabs(share), 0), " %"});
}

}  // namespace

Json bench(const std::string& request) {
    Clock& clock = computer_clock();
    BenchHost host{clock, clock_resolution_s(clock),
                   std::max(1.0, static_cast<double>(std::thread::hardware_concurrency())), memory_of_machine(),
                   today()};
    std::string last;
    host.progress = [&](double, std::string_view stage) {
        if (stage == last) return;
        last = stage;
        std::cerr << "ridgepoint: " << stage << "\n";
    };
    return Json::parse(bench_json(request, host));
}

std::string bench_summary(const Json& result) {
    std::vector<std::vector<std::string>> levels{
        {"working set", "read, one thread", "copy", "read, all threads", "copy"}};
    for (const Json& level : result["levels"])
        levels.push_back({rate(level["working_set_bytes"], "bytes"), rate(level["read_one_bytes_per_s"], "bytes/s"),
                          rate(level["copy_one_bytes_per_s"], "bytes/s"),
                          rate(level["read_all_bytes_per_s"], "bytes/s"),
                          rate(level["copy_all_bytes_per_s"], "bytes/s")});
    std::vector<std::vector<std::string>> rates{
        {"arithmetic", "one thread", "from", "to", "all threads", "from", "to"}};
    for (const Json& one : result["rates"]) {
        auto& row = rates.emplace_back();
        row.push_back(one["what"]);
        for (const char* name : {"one", "one_low", "one_high", "all", "all_low", "all_high"})
            row.push_back(rate(one[name], "flop/s"));
    }
    std::vector<std::vector<std::string>> constants{{"constant", "median", "least", "most"}};
    for (const Json& one : result["constants"]) {
        auto& row = constants.emplace_back();
        row.push_back(one["name"]);
        for (const char* name : {"value", "low", "high"}) row.push_back(format_number(one[name], 3));
    }
    std::vector<std::vector<std::string>> products{
        {"product", "batch", "predicted", "measured", "error", "outcome", "limit"}};
    for (const Json& one : result["products"])
        products.push_back({cat({one["format"].get<std::string>(), " ", format_number(one["rows"]), " x ",
                                 format_number(one["columns"])}),
                            format_number(one["batch"]), rate(one["predicted_s"], "s"), rate(one["measured_s"], "s"),
                            signed_percent(one["error"]), one["outcome"], one["limit"]});
    std::vector<std::vector<std::string>> steps{
        {"language model", "batch", "predicted", "no product", "measured", "error", "outcome", "limit"}};
    for (const Json& one : result["steps"])
        steps.push_back({one["format"], format_number(one["batch"]), rate(one["predicted_s"], "s"),
                         rate(one["overhead_s"], "s"), rate(one["measured_s"], "s"), signed_percent(one["error"]),
                         one["outcome"], one["limit"]});
    std::string text =
        cat({result["device"]["name"].get<std::string>(), ": ", result["kernels"].get<std::string>(), ", ",
             format_number(result["threads"]), result["threads"] == 1 ? " thread\n\n" : " threads\n\n", table(levels),
             "\n", table(rates), "\n", table(constants), "\nPredicted before they ran, one thread; off by ",
             decimals(100 * result["median_error"].get<double>(), 1), " % in the median:\n", table(products)});
    if (!result["steps"].empty())
        text += cat({"\nA token of the language model for each sequence, predicted by serve, one thread; off by ",
                     decimals(100 * result["steps_median_error"].get<double>(), 1), " % in the median:\n", table(steps),
                     "No product: attention, norms and gates, timed before, for one sequence.\n"});
    for (const Json& warning : result["warnings"]) text += cat({"Warning: ", warning.get<std::string>(), "\n"});
    return text;
}

}  // namespace ridgepoint::cli
