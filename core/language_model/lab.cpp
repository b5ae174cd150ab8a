#include <optional>

#include "compress.hpp"
#include "describe/validate.hpp"
#include "evaluation.hpp"
#include "histogram.hpp"
#include "model/elementary.hpp"
#include "parts.hpp"
#include "rescaling.hpp"
#include "ridgepoint/language_model/quantize.hpp"
#include "speculation.hpp"
#include "weights_file.hpp"

namespace ridgepoint {
namespace {

using namespace lm;

constexpr int whole = 16;
constexpr std::size_t compared_windows = 4, prompt_tokens = 24, written_tokens = 96, outlier_channels = 2;
constexpr Token line_end = 0;

int bits_of(WeightBits bits) { return bits == WeightBits::b16 ? whole : 9 - static_cast<int>(bits); }
int bits_of(CacheBits bits) { return whole >> static_cast<int>(bits); }

Compression compression_of(const QuantizeRequest& r) {
    Compression how;
    how.method = static_cast<Method>(r.method);
    how.bits = bits_of(r.bits);
    how.granularity = static_cast<Compression::Granularity>(r.granularity);
    how.group = static_cast<std::size_t>(r.group);
    how.activations = static_cast<Activations>(r.activations);
    how.cache_bits = bits_of(r.kv_bits);
    if (r.prune != PruneMethod::none) {
        how.pruning = static_cast<Pruning>(static_cast<int>(r.pattern) + 1);
        how.importance = r.prune == PruneMethod::wanda ? Importance::wanda : Importance::magnitude;
    }
    how.share = r.sparsity;
    return how;
}

Expected<void> check_together(const QuantizeRequest& r) {
    const bool integer = r.activations != ActivationFormat::fp16, kept = r.bits == WeightBits::b16;
    if (integer && kept)
        return fail(ErrorCode::not_applicable, "bits", "bits must be 8 or fewer with activations in 8 bits, given 16");
    if (integer && r.granularity == Granularity::group)
        return fail(ErrorCode::not_applicable, "granularity",
                    "granularity must be tensor or channel with activations in 8 bits, so that a product needs one "
                    "scale, given group");
    if (r.method == QuantizeMethod::smoothquant && !integer)
        return fail(ErrorCode::not_applicable, "method",
                    "method must be rounding, gptq or awq without activations in 8 bits: SmoothQuant makes those "
                    "easier, given smoothquant");
    return {};
}

tl::unexpected<Error> stopped() { return fail(ErrorCode::not_applicable, "", "the run was stopped"); }

}  // namespace

struct QuantizeLab::State {
    /// A model as trained, and what it does with the text.
    struct Reference {
        Model model;
        std::optional<QuantizedModel> packed{};
        std::vector<double> losses{};
        Streams streams{};
        std::optional<double> tokens_per_s{};
        std::pair<double, double> written_with{};  ///< temperature and seed
        std::string text{};
    };

    std::optional<Reference> large, small;
    Tokenizer tokenizer;
    std::vector<Token> reported, calibration;
    std::vector<Token> prompt;  ///< the beginning of the reported chapter, without its heading

    std::optional<Reference>& of(ModelSize size) { return size == ModelSize::large ? large : small; }
    Expected<void> add(std::optional<Reference>& to, std::string_view weights);
    std::string write(const QuantizedModel& model, const QuantizeRequest& request, Clock* clock,
                      std::optional<double>& tokens_per_s) const;
    bool prepare(Reference& reference, const QuantizeRequest& request, const QuantizeHost& host);
    void speculate(const QuantizedModel& model, const QuantizeRequest& request, QuantizeResult& result);
};

QuantizeLab::QuantizeLab(std::unique_ptr<State> state) : state_(std::move(state)) {}
QuantizeLab::QuantizeLab(QuantizeLab&&) noexcept = default;
QuantizeLab::~QuantizeLab() = default;

Expected<void> QuantizeLab::State::add(std::optional<Reference>& to, std::string_view weights) {
    if (weights.empty()) return {};
    auto trained = read_weights(weights);
    if (!trained) return tl::make_unexpected(trained.error());
    if (!trained->tokenizer.has_every_character())
        return fail(
            ErrorCode::not_applicable, "weights",
            "weights must have a tokenizer that starts with line end and the printable ASCII; this one does not");
    if (!tokenizer.pieces().empty() && tokenizer.pieces() != trained->tokenizer.pieces())
        return fail(ErrorCode::not_applicable, "weights",
                    "weights must be of models that share a tokenizer; these two do not");
    tokenizer = std::move(trained->tokenizer);
    to.emplace(Reference{std::move(trained->model)});
    to->packed = compress(to->model, {}, Compression{});
    return {};
}

Expected<QuantizeLab> QuantizeLab::open(std::string_view large, std::string_view small, std::string_view text) {
    auto state = std::make_unique<State>();
    if (auto ok = state->add(state->large, large); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = state->add(state->small, small); !ok) return tl::make_unexpected(ok.error());
    const auto held_out = split(text);
    if (!held_out || state->tokenizer.pieces().empty())
        return fail(ErrorCode::not_applicable, held_out ? "weights" : "text",
                    held_out ? "weights must be given of one model at least"
                             : "text must be core/data/texts/moby-dick.txt, with its chapters");
    state->reported = state->tokenizer.encode(held_out->reported);
    state->calibration = state->tokenizer.encode(held_out->calibration);
    const auto heading = std::find(state->reported.begin(), state->reported.end(), line_end);
    if (state->reported.end() - heading <= static_cast<std::ptrdiff_t>(prompt_tokens))
        return fail(ErrorCode::not_applicable, "text", "text must be core/data/texts/moby-dick.txt, with its chapters");
    state->prompt.assign(heading + 1, heading + 1 + prompt_tokens);
    return QuantizeLab(std::move(state));
}

std::string QuantizeLab::State::write(const QuantizedModel& model, const QuantizeRequest& request, Clock* clock,
                                      std::optional<double>& tokens_per_s) const {
    const double start = clock ? clock->now_s() : 0;
    const auto tokens =
        written(model, prompt, written_tokens, request.temperature, static_cast<std::uint64_t>(request.seed));
    const double taken = clock ? clock->now_s() - start : 0;
    if (taken > 0) tokens_per_s = static_cast<double>(prompt_tokens + tokens.size()) / taken;
    return tokenizer.decode(tokens);
}

/// Works out what was not before of the model as trained. False where it was stopped.
bool QuantizeLab::State::prepare(Reference& reference, const QuantizeRequest& request, const QuantizeHost& host) {
    const auto windows = static_cast<std::size_t>(request.windows);
    if (reference.losses.size() < windows) {
        reference.streams.clear();
        const EvaluationPlan plan{windows, compared_windows,
                                  [&](double done) { return host.progress(done / 2, "The model as trained"); }};
        reference.losses =
            evaluate(reference.packed->model, reference.packed->layers(), reported, plan, &reference.streams, nullptr)
                .losses;
        if (reference.losses.size() < windows) {
            reference.losses.clear();
            return false;
        }
    }
    const std::pair written_with{request.temperature, request.seed};
    if (reference.text.empty() || reference.written_with != written_with) {
        reference.text = write(*reference.packed, request, host.clock, reference.tokens_per_s);
        reference.written_with = written_with;
    }
    return true;
}

void QuantizeLab::State::speculate(const QuantizedModel& model, const QuantizeRequest& request,
                                   QuantizeResult& result) {
    const auto drafts = static_cast<std::size_t>(request.draft_tokens);
    if (drafts == 0 || !small) return;
    constexpr std::size_t prompts = 4;
    std::vector<std::vector<Token>> from;
    for (std::size_t i = 0; i < prompts; ++i) {
        const auto first = reported.begin() + static_cast<std::ptrdiff_t>(i * model.model.shape.context);
        from.emplace_back(first, first + prompt_tokens);
    }
    const Speculation found = lm::speculate(model, *small->packed, from, drafts, request.temperature,
                                            static_cast<std::uint64_t>(request.seed));
    result.acceptance = found.acceptance();
    result.expected_acceptance = found.overlap;
    result.tokens_per_round = found.tokens_per_round();
    result.expected_tokens_per_round = expected_tokens(found.acceptance(), drafts);
}

Expected<QuantizeResult> QuantizeLab::run(const QuantizeRequest& request, const QuantizeHost& host) {
    for (const Field& field : quantize_request_fields)
        if (field.kind == Kind::number)
            if (auto ok = check_number(field, &request, ""); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = check_together(request); !ok) return tl::make_unexpected(ok.error());
    auto& reference = state_->of(request.size);
    if (!reference)
        return fail(ErrorCode::not_applicable, "size", "size must be that of a model whose weights were given");
    if (request.draft_tokens > 0 && !state_->small)
        return fail(ErrorCode::not_applicable, "draft_tokens",
                    "draft_tokens must be 0 without the weights of the small model");
    const std::size_t most = windows_of(reference->model.shape, state_->reported);
    if (request.windows > static_cast<double>(most))
        return fail(ErrorCode::out_of_range, "windows",
                    "windows must be at most " + std::to_string(most) + ", as many as the text has, given " +
                        std::to_string(static_cast<std::size_t>(request.windows)));
    if (!state_->prepare(*reference, request, host)) return stopped();

    constexpr double half_done = 0.5, calibrated = 0.7;
    if (!host.progress(half_done, "Quantizing")) return stopped();
    Model model = reference->model;
    if (request.outliers > 1) make_outliers(model, static_cast<float>(request.outliers), outlier_channels);
    const QuantizedModel quantized = compress(model, state_->calibration, compression_of(request));

    const auto windows = static_cast<std::size_t>(request.windows);
    const EvaluationPlan plan{windows, compared_windows, [&](double done) {
                                  return host.progress(calibrated + (1 - calibrated) * done,
                                                       "Predicting the held-out text");
                              }};
    const Evaluation found =
        evaluate(quantized.model, quantized.layers(), state_->reported, plan, nullptr, &reference->streams);
    if (found.losses.size() < windows) return stopped();

    QuantizeResult result;
    const std::span before = std::span(reference->losses).first(windows);
    std::vector<double> increases(windows);
    for (std::size_t w = 0; w < windows; ++w) increases[w] = found.losses[w] - before[w];
    const Estimate loss = estimate(found.losses), reference_loss = estimate(before), increase = estimate(increases);
    const auto perplexity = [](const Estimate& of) { return exponential(of.mean); };
    result.parameters = static_cast<double>(model.parameters());
    result.tokens = static_cast<double>(windows * model.shape.context);
    result.perplexity = perplexity(loss);
    result.perplexity_error = result.perplexity * loss.error;
    result.reference_perplexity = perplexity(reference_loss);
    result.reference_perplexity_error = result.reference_perplexity * reference_loss.error;
    result.perplexity_ratio = perplexity(increase);
    result.perplexity_ratio_error = result.perplexity_ratio * increase.error;
    result.loss = loss.mean;
    result.loss_increase = increase.mean;
    result.loss_increase_error = increase.error;
    result.beyond_chance = increase.mean > 2 * increase.error;
    result.bytes = static_cast<double>(quantized.bytes());
    result.reference_bytes = static_cast<double>(reference->packed->bytes());
    result.bits_per_weight = quantized.bits_per_weight();
    result.kv_bytes_per_token = static_cast<double>(quantized.cache_bytes_per_token());
    result.stream_errors = found.stream_errors;
    add_histograms(model.blocks[0].linear[gate_up], quantized.model.blocks[0].linear[gate_up], result.histogram_edges,
                   result.histogram_before, result.histogram_after);
    result.prompt = state_->tokenizer.decode(state_->prompt);
    result.text_before = reference->text;
    result.reference_tokens_per_s = reference->tokens_per_s;
    result.text_after = state_->write(quantized, request, host.clock, result.tokens_per_s);
    state_->speculate(quantized, request, result);
    host.progress(1, "Done");
    return result;
}

}  // namespace ridgepoint
