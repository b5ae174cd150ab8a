// What the members of a measured point say, as requests and seconds.

#include <algorithm>

#include "compare.hpp"
#include "prose/text.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

constexpr double bits_of_fp16 = 16;

/// FP16 unless the source says otherwise.
CachePrecision cache_precision_of(const MeasuredPoint& p) {
    for (std::size_t i = 0; i < precision_names.size(); ++i)
        if (precision_names[i] == p.kv_precision) return static_cast<CachePrecision>(i);
    return CachePrecision::fp16;
}

/// Bits a weight with the scales of its group: an FP16 scale and zero a group of 128 or 32.
double stored_bits(const MeasuredPoint& p, const Model& m) {
    if (p.weights_bytes) return *p.weights_bytes * 8 / parameter_count(m);
    const double bits = *p.weight_bits;
    const auto names = [&](std::string_view group) { return p.precision.find(group) != std::string::npos; };
    if (bits < bits_of_fp16 && names("g128")) return bits + 2 * bits_of_fp16 / 128;
    if (bits < bits_of_fp16 && names("g32")) return bits + 2 * bits_of_fp16 / 32;
    return bits;
}

/// Whether the experts alone are stored in MXFP4: files of GGUF (llama.cpp, src/llama-quant.cpp, MXFP4_MOE) and of MLX
/// keep attention and embeddings wider, in Q8_0 as a rule.
bool has_wider_dense_weights(const MeasuredPoint& p, const Model& m) {
    return p.precision.find("MXFP4") != std::string::npos && expert_parameters(m) > 0;
}

/// The network whose weights outside the experts take what the mean over the file leaves them. Worked: GptOss_20B, a
/// file of 12.1e9 bytes: 19.1e9 weights of experts at 4.25 bits take 10.1e9 of them, the other 1.8e9 8.6 bits each.
SharedModel with_dense_bits(const SharedModel& m, double mean_bits) {
    const double experts = *m->experts * expert_parameters(*m), all = parameter_count(*m);
    auto stored = std::make_shared<Model>(*m);
    stored->dense_weight_bits = (mean_bits * all - mxfp4_bytes * bits_per_byte * experts) / (all - experts);
    return stored;
}

/// What follows `name` and a slash in a path.
std::string_view after(std::string_view path, std::string_view name) {
    const auto slash = path.find('/');
    return path.substr(0, slash) == name && slash != std::string_view::npos ? path.substr(slash + 1) : "";
}

std::string_view without(std::string_view text, std::string_view ending) {
    return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

}  // namespace

std::string document_of(std::string_view url) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> threads{
        {{"pull", "pull request"}, {"discussions", "discussion"}, {"issues", "issue"}}};
    for (const std::string_view scheme : {"https://", "http://"})
        if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
    const std::string_view owned = after(url, "github.com");
    const auto slash = owned.find('/', owned.find('/') + 1);
    if (owned.empty() || slash == std::string_view::npos) return std::string(url);
    const std::string_view repository = owned.substr(0, slash), rest = owned.substr(slash + 1);
    for (const auto& [folder, name] : threads)
        if (const auto number = after(rest, folder); !number.empty())
            return cat({repository, ", ", name, " ", number.substr(0, number.find_first_not_of("0123456789"))});
    for (const std::string_view folder : {"blob", "tree"}) {
        std::string_view revision = after(rest, folder);
        if (revision.empty()) continue;
        if (revision.starts_with("release/")) revision.remove_prefix(8);
        const auto end = revision.find('/');
        const std::string_view page = end == std::string_view::npos ? "" : revision.substr(end + 1);
        const std::string_view named = without(without(page, "README.md"), "/");
        return named.empty() ? std::string(repository) : cat({repository, ", ", named});
    }
    return std::string(url);
}

Precision arithmetic_of(const MeasuredPoint& p, const Model& m) {
    const auto starts = [&](std::string_view name) { return p.precision.rfind(name, 0) == 0; };
    for (const auto& [name, precision] : {std::pair{"fp32", Precision::fp32},
                                          {"tf32", Precision::tf32},
                                          {"bf16", Precision::bf16},
                                          {"fp8", Precision::fp8}})
        if (starts(name)) return precision;
    const double bits = p.weight_bits ? *p.weight_bits : stored_bits(p, m);
    return bits >= bits_of_fp16 ? Precision::fp16 : bits > 6 ? Precision::int8 : Precision::int4;
}

bool in_micro_batches(const MeasuredPoint& p) {
    return p.kind == MeasuredKind::throughput && p.output_tokens && *p.output_tokens == 0;
}

bool measures_prompt(const MeasuredPoint& p) {
    return p.kind == MeasuredKind::prefill || p.kind == MeasuredKind::ttft || p.kind == MeasuredKind::throughput;
}

bool measures_tokens(const MeasuredPoint& p) {
    return !(p.kind == MeasuredKind::prefill || p.kind == MeasuredKind::ttft || in_micro_batches(p));
}

ServeRequest serving(const MeasuredPoint& p, const SharedModel& model, const SharedHardware& device, double context,
                     const Assumptions& a) {
    ServeRequest r;
    r.model = model;
    r.hardware = device;
    r.batch = p.batch.value_or(1);
    r.context = std::max(1.0, context);
    r.precision = arithmetic_of(p, *model);
    r.kv_precision.chosen = cache_precision_of(p);
    r.weight_bits = stored_bits(p, *model);
    if (has_wider_dense_weights(p, *model)) {
        r.model = with_dense_bits(model, *r.weight_bits);
        r.weight_bits = mxfp4_bytes * bits_per_byte;
    }
    if (r.precision == Precision::fp8) r.scheme.chosen = Scheme::native;
    r.assumptions = a;
    r.cached_prefix = p.cached_tokens.value_or(0);
    if (in_micro_batches(p)) {
        r.batch = 1;
        r.assumptions.prompts.micro_batch = *p.batch;
    }
    // A step that was measured did fit.
    r.assumptions.serving_offload = Offload::ignore;
    return r;
}

double measured_seconds(const MeasuredPoint& p) {
    const double batch = p.batch.value_or(1);
    switch (p.kind) {
        case MeasuredKind::decode_itl:
            return p.value / 1e3;
        case MeasuredKind::run_tokens_per_s:
            return 1 / p.value;
        case MeasuredKind::run_itl:
        case MeasuredKind::run_ttft:
        case MeasuredKind::run_latency:
        case MeasuredKind::step:
            return p.value;
        case MeasuredKind::ttft:
            return p.unit == "ms" ? p.value / 1e3 : p.value;
        case MeasuredKind::prefill:
            return batch * p.input_tokens.value_or(0) / p.value;
        case MeasuredKind::throughput:
            if (!p.batch) return 1 / p.value;
            return (in_micro_batches(p) ? p.input_tokens.value_or(0) : batch * p.output_tokens.value_or(0)) / p.value;
        default:
            return batch / p.value;
    }
}

}  // namespace ridgepoint
