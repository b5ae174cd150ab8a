/// Speculative decoding (Leviathan et al. 2023, arXiv 2211.17192): a small model drafts tokens, the large one keeps as
/// many as it would have drawn by its own shares, and draws one more. The text is distributed as if the large one alone
/// had written it.
#pragma once

#include "decoder.hpp"

namespace ridgepoint::lm {

struct Speculation {
    std::size_t rounds = 0;
    std::size_t written = 0;   ///< tokens in all rounds
    std::size_t judged = 0;    ///< drafted tokens that the large model got to
    std::size_t accepted = 0;  ///< of them
    double overlap = 0;        ///< mean over the judged of Σ min(p, q): what the formula expects to be accepted

    double acceptance() const { return static_cast<double>(accepted) / static_cast<double>(judged); }
    double tokens_per_round() const { return static_cast<double>(written) / static_cast<double>(rounds); }
};

/// The formula's tokens a round, (1 − α^(γ+1)) / (1 − α), if each of γ drafts is accepted with probability α in [0, 1].
/// Worked: α = 0.5 and γ = 2 give 1.75.
double expected_tokens(double acceptance, std::size_t drafts);

/// Continues each prompt as far as the context holds full rounds of `drafts` ≥ 1. The models share a tokenizer and a
/// context.
Speculation speculate(const QuantizedModel& large, const QuantizedModel& small,
                      std::span<const std::vector<Token>> prompts, std::size_t drafts, double temperature,
                      std::uint64_t seed);

}  // namespace ridgepoint::lm
