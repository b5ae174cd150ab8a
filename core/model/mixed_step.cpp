#include "mixed_step.hpp"

#include <cmath>

#include "inference.hpp"
#include "prompt_kernels.hpp"

namespace ridgepoint {
namespace {

/// Bytes of cache for one token in reach.
double cache_bytes_of_token(const ServeRequest& r, const TokensInReach& in_reach) {
    return in_si(kv_cache_bytes(*r.model, 1, 1, bytes_per_value(cache_format(r)))) / in_reach(1);
}

/// What PyTorch's sort of the logits, and the softmax, sums and scatter of top-p after it, took on an H100
/// (core/data/own-kernels.json): a time of each step, and that of reading so many bytes for each entry that is sorted.
constexpr Seconds<> time_of_sampler{2.5e-4};
constexpr Bytes<> bytes_of_sorted_entry{440};

}  // namespace

MixedSteps::MixedSteps(const ServeRequest& r, const Parallel& parallel, const Links& links, Seconds<> sequence_overhead)
    : request_(r),
      parallel_(parallel),
      links_(links),
      sequence_overhead_(sequence_overhead),
      machine_(linked(machine_for(*r.hardware, r), links)),
      prompt_machine_(linked(prompt_machine(*r.hardware, r), links)),
      in_reach_(*r.model, bytes_per_value(cache_format(r))),
      weight_bytes_each_(bytes_per_weight(r)),
      cache_bytes_each_(cache_bytes_of_token(r, in_reach_) / cache_shards(*r.model, parallel.tensor)) {}

Bytes<> MixedSteps::weights() const { return weights_each(*request_.model, weight_bytes_each_, parallel_); }

Bytes<> MixedSteps::room() const { return machine_.capacity - weights(); }

double MixedSteps::room_in_reach() const { return in_si(room()) * parallel_.pipeline / cache_bytes_each_; }

double MixedSteps::group(const Mixed& pass) const {
    return 1 / std::fmin(parallel_.pipeline, pass.answers + pass.prompts);
}

Seconds<> MixedSteps::sampling_time(const Mixed& pass) const {
    const double chosen = (pass.answers + pass.prompts_ended) * group(pass);
    if (sorted_vocabulary_ == 0 || chosen == 0) return {};
    const Bytes<> sorted = bytes_of_sorted_entry * (chosen * sorted_vocabulary_);
    return time_of_sampler + sorted / (machine_.bandwidth * machine_.bandwidth_efficiency);
}

Step MixedSteps::step(const Mixed& pass) const {
    const Model& m = *request_.model;
    const Assumptions& a = request_.assumptions;
    const Parallel& p = parallel_;
    const double share = group(pass), tokens = (pass.answers + pass.prompt_tokens) * share;
    const Bytes<> read = weights_read_each(m, weight_bytes_each_, tokens, a.moe_weights, a.embedding_read, p);
    const Bytes<> cache{pass.context_reach * share * cache_bytes_each_ * cache_slowness_};
    // The output head is applied where a prompt ends; prompt_work has it once.
    const Flop<> prompts = pass.prompt_tokens > 0
                               ? prompt_work(m, pass.prompt_tokens) + state_work(m, pass.prompt_tokens) +
                                     Flop<>{2 * output_head(m) * (pass.prompts_ended - 1)}
                               : Flop<>{0};
    const Flop<> attention{flop_per_pair(m, AttentionForm::expanded) * pass.prompt_pairs};
    const Flop<> work = prompts + attention + Flop<>{flop_per_pair(m, AttentionForm::absorbed) * pass.context_reach} +
                        token_work(m, a, 1, pass.answers, 0, 1);
    Step step;
    step.work = work * (share / p.tensor) + imbalance_work(m, tokens, p);
    step.traffic = read;
    if (a.vector_flop_per_weight > 0)
        step.vector_work =
            Flop<>{a.vector_flop_per_weight * weights_passed_each(m, tokens, a.moe_weights, a.embedding_read, p)};
    step.layers = launched_layers(m);
    const Bytes<> looked_back{pass.prompt_reach * share * cache_bytes_each_};
    if (a.fit != nullptr && pass.prompt_tokens > 0) {
        step.work = step.work + padding_work(m, tokens, p);
        step.attention =
            (attention + dense_prompt_work(m, weight_bytes_each_, pass.prompt_tokens)) * (share / p.tensor);
        add_kernels(m, a.prompts,
                    {.tokens = pass.prompt_tokens * share,
                     .pairs = pass.prompt_pairs * share,
                     .cache = looked_back,
                     .bytes_per_weight = weight_bytes_each_,
                     .unpacks = is_quantized(request_.precision) && scheme_of(request_) == Scheme::weight_only,
                     .parallel = p},
                    step);
    } else {
        step.traffic = step.traffic + looked_back;
    }
    step.traffic = step.traffic + cache;
    if (as_a_prompt(a.prompts, pass.answers * share)) {
        if (pass.prompt_tokens == 0)
            step.attention =
                Flop<>{flop_per_pair(m, AttentionForm::absorbed) * pass.context_reach} * (share / p.tensor);
        // A prompt is not known to take a weight anew for each of its columns.
        const double passed =
            pass.prompt_tokens > 0 ? 0 : weights_passed_each(m, tokens, a.moe_weights, a.embedding_read, p);
        step.vector_work = step.vector_work + batch_vector_work(a, step.work - step.attention, passed, cache);
    } else if (pass.answers > 0) {
        step.vector_work =
            step.vector_work + Flop<>{a.vector_flop_per_cache_byte * (in_si(cache) / (pass.answers * share))};
    }
    step.dispatches = pass.prompt_tokens > 0 ? 1 : 0;
    step.exchange = pass_exchange(m, tokens, p, links_);
    step.offload = Offload::ignore;
    return step;
}

}  // namespace ridgepoint
