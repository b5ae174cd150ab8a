#include "speculation.hpp"

#include <algorithm>

#include "arithmetic.hpp"

namespace ridgepoint::lm {
namespace {

/// What is left of p where q is taken from it, as shares.
std::vector<float> beyond(const std::vector<float>& p, const std::vector<float>& q) {
    std::vector<float> rest(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) rest[i] = std::max(p[i] - q[i], 0.0f);
    const float total = sum(rest.data(), rest.size());
    if (total > 0)
        for (float& share : rest) share /= total;
    return total > 0 ? rest : p;
}

double uniform(router::Random& random) {
    constexpr double steps = 1u << 24;
    constexpr int dropped = 40;
    return static_cast<double>(random.next() >> dropped) / steps;
}

/// A model that has read all tokens but the last of a text.
struct Writer {
    Decoder decoder;
    double temperature;

    std::vector<float> next(Token last) { return shares_of(decoder.step(last), temperature); }
};

}  // namespace

double expected_tokens(double acceptance, std::size_t drafts) {
    double sum = 0, power = 1;
    for (std::size_t i = 0; i <= drafts; ++i, power *= acceptance) sum += power;
    return sum;
}

Speculation speculate(const QuantizedModel& large, const QuantizedModel& small,
                      std::span<const std::vector<Token>> prompts, std::size_t drafts, double temperature,
                      std::uint64_t seed) {
    router::Random random(seed);
    Speculation found;
    for (const std::vector<Token>& prompt : prompts) {
        Writer judge{Decoder(large), temperature}, drafter{Decoder(small), temperature};
        std::vector<Token> text = prompt;
        for (std::size_t i = 0; i + 1 < text.size(); ++i) {
            judge.decoder.step(text[i]);
            drafter.decoder.step(text[i]);
        }
        while (text.size() + drafts < large.model.shape.context) {
            const std::size_t read = text.size() - 1;
            std::vector<std::vector<float>> q;
            std::vector<Token> drafted;
            for (Token last = text.back(); drafted.size() < drafts; last = drafted.back()) {
                q.push_back(drafter.next(last));
                drafted.push_back(drawn(q.back(), random));
            }
            std::size_t kept = 0;
            std::vector<float> p = judge.next(text.back());
            for (; kept < drafts; ++kept) {
                const Token token = drafted[kept];
                ++found.judged;
                for (std::size_t v = 0; v < p.size(); ++v) found.overlap += std::min(p[v], q[kept][v]);
                if (uniform(random) * q[kept][token] >= p[token]) break;
                ++found.accepted;
                text.push_back(token);
                p = judge.next(token);
            }
            text.push_back(drawn(kept < drafts ? beyond(p, q[kept]) : p, random));
            ++found.rounds;
            found.written += kept + 1;
            // Each has now read all but the last token, however far its own drafts went.
            judge.decoder.back_to(read + kept + 1);
            drafter.decoder.back_to(std::min(read + kept + 1, read + drafts));
            if (kept == drafts) drafter.decoder.step(drafted.back());
        }
    }
    if (found.judged > 0) found.overlap /= static_cast<double>(found.judged);
    return found;
}

}  // namespace ridgepoint::lm
