#include "sweep_table.hpp"

#include <unistd.h>

#include <array>
#include <iostream>
#include <string_view>

#include "csv.hpp"
#include "describe/validate.hpp"
#include "engine/below.hpp"
#include "progress.hpp"
#include "ridgepoint/registry.hpp"
#include "shard.hpp"

namespace ridgepoint::cli {
namespace {

/// The cells of a sweep as a call has them: its columns travel as numbers, a name as its index, false and true as 0 and
/// 1, no value as NaN.
class Cells {
public:
    explicit Cells(const Sweep& sweep) : sweep_(sweep) {}

    Json at(std::size_t row, std::size_t c) const {
        const double value = sweep_.values[c * sweep_.rows + row];
        if (std::isnan(value)) return nullptr;
        const auto& [name, kind, labels] = sweep_.columns[c];
        if (kind == Kind::boolean) return value != 0;
        return labels.empty() ? write_number(value) : Json(labels[static_cast<std::size_t>(value)]);
    }

private:
    const Sweep& sweep_;
};

void print_json(const Sweep& sweep, const Json& below, const Cells& cells) {
    std::cout << "{\"rows\":" << sweep.rows << ",\"columns\":{";
    for (std::size_t c = 0; c < sweep.columns.size(); ++c) {
        std::cout << (c == 0 ? "" : ",") << text_of(sweep.columns[c].name) << ":[";
        for (std::size_t row = 0; row < sweep.rows && std::cout; ++row)
            std::cout << (row == 0 ? "" : ",") << text_of(cells.at(row, c));
        std::cout << "]";
    }
    std::cout << "}";
    if (!below.is_null()) std::cout << ",\"below\":" << text_of(below);
    std::cout << "}\n";
}

/// Few enough that rows of servers under load, which are simulated, come every few seconds; others are no slower for
/// it.
constexpr std::size_t rows_at_once = 8;

void print_csv_header(const Sweep& sweep) {
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
        std::cout << (c == 0 ? "" : ",") << csv_cell(sweep.columns[c].name);
    std::cout << "\n";
}

void print_csv_row(const Sweep& sweep, const Cells& cells, std::size_t row) {
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
        std::cout << (c == 0 ? "" : ",") << csv_cell(cells.at(row, c));
    std::cout << "\n";
}

void print_json_row(const Sweep& sweep, const Cells& cells, std::size_t row) {
    std::cout << "{";
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
        std::cout << (c == 0 ? "" : ",") << text_of(sweep.columns[c].name) << ":" << text_of(cells.at(row, c));
    std::cout << "}\n";
}

/// Of a request that was answered.
double rows_of(const Json& request, Shard shard) {
    std::size_t rows = 1;
    for (const Json& values : request["axes"]) rows *= values.size();
    return static_cast<double>(shard.count(rows));
}

}  // namespace

Expected<void> print_sweep(const CommandLine& line) {
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    const auto shard = read_shard(line.options.shard);
    if (!shard) return tl::make_unexpected(shard.error());
    const std::string format = line.options.json ? "json" : line.options.format.empty() ? "csv" : line.options.format;
    const bool asks_below = line.request.contains("below");
    if (asks_below && (format != "json" || shard->of > 1))
        return fail(ErrorCode::wrong_type, "below",
                    "below is worked out of all rows at once: it needs --json, and no --shard");
    if (asks_below)
        return sweep_and_below(line.request, *registry).map([&](const SweepAndBelow& both) {
            print_json(both.sweep, both.below, Cells(both.sweep));
        });
    if (format == "json")
        return sweep(line.request, *registry, *shard).map([&](const Sweep& whole) {
            print_json(whole, {}, Cells(whole));
        });
    static constexpr std::array<std::string_view, 3> formats{"csv", "json", "jsonl"};
    if (format != "csv" && format != "jsonl")
        return fail(ErrorCode::unknown_name, "format",
                    "--format must be one of " + listed(formats) + ", given " + format);
    const bool csv = format == "csv";
    bool is_first = true;
    Progress progress;
    std::size_t rows = 0;
    const bool shows_rows = isatty(STDOUT_FILENO) != 0;
    return sweep_in_parts(line.request, *registry, *shard, rows_at_once, [&](const Sweep& part) {
        if (csv && is_first) print_csv_header(part);
        is_first = false;
        const Cells cells(part);
        for (std::size_t row = 0; row < part.rows && std::cout; ++row)
            (csv ? print_csv_row : print_json_row)(part, cells, row);
        std::cout.flush();
        rows += part.rows;
        if (!shows_rows) progress(static_cast<double>(rows) / rows_of(line.request, *shard), "rows");
    });
}

}  // namespace ridgepoint::cli
