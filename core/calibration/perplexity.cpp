// Perplexities of compressed models against their uncompressed ones, and what the fit says of the ratio.

#include "perplexity.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "prose/text.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

constexpr double uncompressed_bits = 16;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool is_pruned(const MeasuredPoint& p) { return p.kind == MeasuredKind::prune_ppl; }

bool is_uncompressed(const MeasuredPoint& p) {
    const bool whole_cache = p.kv_precision == "fp16" || p.kv_precision == "bf16";
    return is_pruned(p) ? p.precision == "dense" : p.weight_bits == uncompressed_bits && whole_cache;
}

/// The document that a point stands in: its id up to the number.
std::string document(const MeasuredPoint& p) { return p.id.substr(0, p.id.rfind('-')); }

const MeasuredPoint* uncompressed(const std::vector<MeasuredPoint>& all, const MeasuredPoint& p) {
    for (const MeasuredPoint& q : all)
        if (q.kind == p.kind && is_uncompressed(q) && q.model == p.model && q.unit == p.unit &&
            q.source_locator == p.source_locator && document(q) == document(p))
            return &q;
    return nullptr;
}

/// As the documents write it: "GPTQ int4 g128", "int8 dyn-act int8-weight", "SmoothQuant W8A8", "Wanda 2:4".
Algorithm algorithm_of(const MeasuredPoint& p) {
    const std::string name = lower(p.precision);
    for (const std::string_view part : {"w8a8", "w6a6", "w4a4", "dyn", "dq"})
        if (has(name, part)) return Algorithm::w8a8;
    for (std::size_t i = 0; i < algorithm_names.size(); ++i)
        if (has(name, algorithm_names[i])) return static_cast<Algorithm>(i);
    for (const std::string_view start : {"fp", "float", "mxfp", "nvfp"})
        if (name.starts_with(start)) return Algorithm::floating;
    return Algorithm::rtn;
}

double group_of(const MeasuredPoint& p) {
    const std::string name = lower(p.precision);
    for (const std::string_view part : {"per-channel", "act-order", "rowwise"})
        if (has(name, part)) return 0;
    return 128;
}

/// What stands in front of a percent sign.
std::optional<double> percent_of(const std::string& text) {
    const auto sign = text.find('%');
    const auto last = sign == std::string::npos || sign == 0 ? std::string::npos : text.find_last_not_of(' ', sign - 1);
    if (last == std::string::npos) return std::nullopt;
    const auto before = text.find_last_not_of("0123456789.", last);
    const double percent = std::atof(text.substr(before + 1, last - before).c_str());
    return percent > 0 ? std::optional(percent) : std::nullopt;
}

/// The N:M of a pattern such as 2:4; empty: there is none.
std::string pattern_of(const std::string& text) {
    const auto colon = text.find(':');
    if (colon == std::string::npos) return "";
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t from = colon, to = colon + 1;
    while (from > 0 && digit(text[from - 1])) --from;
    while (to < text.size() && digit(text[to])) ++to;
    return from < colon && to > colon + 1 ? text.substr(from, to - from) : "";
}

/// The fits are of half of the weights, wherever they lie or two of four.
std::string not_fitted(const MeasuredPoint& pruned) {
    constexpr double fitted_percent = 50;
    const std::string pattern = pattern_of(pruned.precision);
    if (pattern == "2:4") return "";
    if (!pattern.empty()) return cat({pattern, ", a pattern that is not modelled"});
    const auto percent = percent_of(pruned.precision);
    if (!percent) return "the sparsity is not stated";
    return *percent == fitted_percent ? "" : cat({format_number(*percent), " % pruned, and the fit is of 50 %"});
}

/// In the order of `Unmeasured`.
constexpr std::array<std::string_view, 4> unmeasured{
    "models differ without bound", "fewer bits than were measured of its algorithm",
    "one scale a row, with which models differ without bound or none was measured",
    "trained on fewer or more tokens than the pruned models of two documents that fare alike"};

/// Why there is nothing to compare; empty: there is.
std::string unanswerable(const MeasuredPoint& p, const MeasuredPoint* base, const Model* model) {
    if (is_uncompressed(p)) return "the uncompressed model itself";
    if (base == nullptr) return "the uncompressed model is not in its table";
    if (model == nullptr) return "the model is not known";
    if (is_pruned(p)) return not_fitted(p);
    if (p.kv_precision != "fp16" && p.kv_precision != "bf16") return "the cache is quantized as well";
    if (!p.weight_bits) return "the bits of a weight are not stated";
    return *p.weight_bits >= uncompressed_bits ? "not compressed" : "";
}

}  // namespace

void compare_perplexity(MeasuredComparison& c, const std::vector<MeasuredPoint>& all, const Model* model,
                        const Fits& fits) {
    const MeasuredPoint& p = *c.point;
    const MeasuredPoint* base = uncompressed(all, p);
    c.missing = unanswerable(p, base, model);
    if (!c.missing.empty()) return;
    const Algorithm algorithm = algorithm_of(p);
    c.algorithm = algorithm_names[static_cast<unsigned>(algorithm)];
    c.parameters = parameter_count(*model);
    c.training_tokens = model->training_tokens.value_or(0);
    c.group = is_pruned(p) ? 0 : group_of(p);
    c.n_m = has(p.precision, "2:4");
    c.measured = p.value / base->value;
    const AlgorithmFit* fit = fits.of(algorithm);
    const MaybePerplexity ratio = is_pruned(p) ? pruned_perplexity(fit, c.n_m, *model)
                                               : quantized_perplexity(fit, *p.weight_bits, c.group, *model);
    if (!ratio) {
        c.missing = unmeasured[static_cast<unsigned>(ratio.error())];
        return;
    }
    c.predicted = ratio->median;
    c.low = ratio->low;
    c.high = ratio->high;
}

}  // namespace ridgepoint
