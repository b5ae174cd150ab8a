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

/// Whether the field at a dotted path is true or false.
bool is_boolean(const Type& type, const std::string& path) {
    const auto dot = path.find('.');
    const Field* f = type.find(path.substr(0, dot));
    if (f == nullptr) return false;
    return dot == std::string::npos ? f->kind == Kind::boolean : is_boolean(f->nested(), path.substr(dot + 1));
}

/// The cells of a sweep as a call has them: its columns travel as numbers, a name as its index, false and true as 0 and
/// 1, no value as NaN.
class Cells {
public:
    /// `request`: that of the sweep.
    Cells(const Sweep& sweep, const Json& request) : sweep_(sweep) {
        const Call& call = *find_call(request["call"].get<std::string>());
        const std::size_t axes = request["axes"].size();
        for (const Column& column : sweep.columns)
            boolean_.push_back(is_boolean(boolean_.size() < axes ? call.request() : call.result(), column.name));
    }

    Json at(std::size_t row, std::size_t c) const {
        const double value = sweep_.values[c * sweep_.rows + row];
        if (std::isnan(value)) return nullptr;
        if (boolean_[c]) return value != 0;
        const auto& labels = sweep_.columns[c].labels;
        return labels.empty() ? write_number(value) : Json(labels[static_cast<std::size_t>(value)]);
    }

private:
    const Sweep& sweep_;
    std::vector<bool> boolean_;
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
            print_json(both.sweep, both.below, Cells(both.sweep, line.request));
        });
    if (format == "json")
        return sweep(line.request, *registry, *shard).map([&](const Sweep& whole) {
            print_json(whole, {}, Cells(whole, line.request));
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
        const Cells cells(part, line.request);
        for (std::size_t row = 0; row < part.rows && std::cout; ++row)
            (csv ? print_csv_row : print_json_row)(part, cells, row);
        std::cout.flush();
        rows += part.rows;
        if (!shows_rows) progress(static_cast<double>(rows) / rows_of(line.request, *shard), "rows");
    });
}

}  // namespace ridgepoint::cli
