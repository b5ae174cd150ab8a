#include "below.hpp"

#include <algorithm>

#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint {
namespace {

/// For each run of the last axis, the first of its values at which the output is below the threshold.
Json of_runs(const double* axis, const double* output, std::size_t rows, std::size_t run, double threshold) {
    Json found(Json::value_t::array);
    for (std::size_t begin = 0; begin < rows; begin += run) {
        std::size_t row = begin;
        while (row < begin + run && !(output[row] < threshold)) ++row;
        found.push_back(row == begin + run ? Json() : write_number(axis[row]));
    }
    return found;
}

}  // namespace

Expected<Json> first_below(const Json& asked, const Sweep& sweep, const Json& axes) {
    const auto column = [&](std::size_t index) { return sweep.values.data() + index * sweep.rows; };
    const auto is_of_numbers = [&](std::size_t index) { return !sweep.columns[index].has_labels(); };
    Json found(Json::value_t::object);
    bool sound = asked.is_object() && !axes.empty() && is_of_numbers(axes.size() - 1);
    for (std::size_t i = axes.size(); sound && i < sweep.columns.size(); ++i) {
        const auto thresholds = asked.find(sweep.columns[i].name);
        if (thresholds == asked.end() || !thresholds->is_array() || !is_of_numbers(i)) continue;
        Json& all = found[sweep.columns[i].name] = Json(Json::value_t::array);
        for (const Json& threshold : *thresholds) {
            sound = sound && threshold.is_number();
            if (!sound) break;
            all.push_back(of_runs(column(axes.size() - 1), column(i), sweep.rows, axes.back().size(), threshold));
        }
    }
    if (sound && found.size() == asked.size()) return found;
    return fail(
        ErrorCode::wrong_type, "below",
        cat({"below must give numbers for outputs that are numbers, as in {\"itl_s\": [0.05]}, along a last axis "
             "of numbers, given ",
             quoted(asked)}));
}

Expected<SweepAndBelow> sweep_and_below(Json request, const Registry& registry) {
    const Json asked = request.is_object() ? request.value("below", Json()) : Json();
    if (request.is_object()) request.erase("below");
    return sweep(request, registry).and_then([&](Sweep swept) -> Expected<SweepAndBelow> {
        if (asked.is_null()) return SweepAndBelow{std::move(swept), {}};
        auto found = first_below(asked, swept, request["axes"]);
        if (!found) return tl::make_unexpected(found.error());
        return SweepAndBelow{std::move(swept), std::move(*found)};
    });
}

}  // namespace ridgepoint
