#include "catch.hpp"
#include "language_model/matching.hpp"
#include "language_model/packed.hpp"
#include "language_model/rescaling.hpp"
#include "language_model/speculation.hpp"
#include "small_model.hpp"

using namespace ridgepoint;
using namespace ridgepoint::lm;

namespace {

Matrix matrix(std::size_t inputs, std::size_t outputs, std::vector<float> values) {
    Matrix m(inputs, outputs);
    m.values = std::move(values);
    return m;
}

Matrix random_matrix(std::size_t inputs, std::size_t outputs) {
    router::Random random(7);
    Matrix m(inputs, outputs);
    for (float& value : m.values) value = random.uniform(1);
    return m;
}

/// Inputs that go together: the second is nearly the first.
InputStatistics correlated(std::size_t inputs) {
    router::Random random(9);
    InputStatistics statistics(inputs);
    std::vector<float> x(40 * inputs);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = random.uniform(1) + (i % inputs > 0 ? 0.8f * x[i - 1] : 0);
    statistics.add(x);
    return statistics;
}

Square inverse_of(Square gram) {
    dampen(gram);
    return inverse(gram);
}

}  // namespace

TEST_CASE("halves are the nearest, ties to even") {
    CHECK(half_bits(1) == 0x3C00);
    CHECK(half_bits(-2) == 0xC000);
    CHECK(as_half(1 + 1.0f / 2048) == 1);
    CHECK(as_half(1 + 3.0f / 2048) == 1 + 2.0f / 1024);
    CHECK(as_half(65519.0f) == 65504);
    CHECK(as_half(1e9f) == 65504);
    CHECK(as_half(3e-8f) == Approx(5.9604645e-8f));
    CHECK(as_half(6.1e-5f) == Approx(6.1e-5f).epsilon(1e-3));
}

TEST_CASE("round to nearest, by hand") {
    const Rounding two{.bits = 2, .tile = {3, 1}};
    const QuantizedMatrix quantized = round_to_nearest(matrix(3, 1, {-1, 0.4f, 2}), two);
    CHECK(quantized.values().values == std::vector<float>{-1, 0, 2});
    const Rounding symmetric{.bits = 2, .tile = {3, 1}, .symmetric = true};
    CHECK(round_to_nearest(matrix(3, 1, {-1, 0.4f, 2}), symmetric).values().values == std::vector<float>{0, 0, 2});
    // A scale for each output, and for each group of an output's inputs.
    const Matrix m = matrix(4, 2, {1, 10, 3, 30, 100, 5, 300, 15});
    CHECK(round_to_nearest(m, {.bits = 2, .tile = {4, 1}}).grids.size() == 2);
    CHECK(round_to_nearest(m, {.bits = 2, .tile = {2, 1}}).values().values == m.values);
    CHECK(round_to_nearest(m, {.bits = 2, .tile = {4, 2}}).grids.size() == 1);
    CHECK(round_to_nearest(m, {.bits = 2, .tile = {3, 1}}).grids.size() == 4);
}

TEST_CASE("the inverse, by hand") {
    Square pair(2);
    pair.values = {4, 2, 2, 2};
    CHECK(inverse(pair).values == std::vector<double>{0.5, -0.5, -0.5, 1});
}

TEST_CASE("dampening, by hand") {
    Square gram(2), none(2);
    gram.values = {100, 50, 50, 300};
    CHECK(dampen(gram) == 2);
    CHECK(gram.values == std::vector<double>{102, 50, 50, 302});
    CHECK(dampen(none) == 1);
    CHECK(none.values == std::vector<double>{1, 0, 0, 1});
}

TEST_CASE("GPTQ, by hand") {
    // Whole numbers from 0 to 3, which the third weight, whose input is independent, spans. Of the first two the
    // inverse says that the second makes up for half of what the first is off: 0.4 becomes 0, and 1.4 thus 1.6, which
    // is 2.
    Square inverse(3);
    inverse.values = {1, -0.5, 0, -0.5, 1, 0, 0, 0, 1};
    const Matrix m = matrix(3, 1, {0.4f, 1.4f, 3});
    const Rounding two{.bits = 2, .tile = {3, 1}};
    CHECK(gptq(m, inverse, two).values().values == std::vector<float>{0, 2, 3});
    CHECK(round_to_nearest(m, two).values().values == std::vector<float>{0, 1, 3});
    // The same where the first is pruned, though it would have become 1.
    CHECK(gptq(matrix(3, 1, {0.6f, 1.4f, 3}), inverse, two, {0, 1, 1}).values().values == std::vector<float>{0, 2, 3});
}

TEST_CASE("GPTQ with independent inputs is round to nearest") {
    const Matrix m = random_matrix(12, 5);
    Square identity(12);
    for (std::size_t i = 0; i < 12; ++i) identity.at(i, i) = 1;
    for (const Tile tile : {Tile{12, 5}, Tile{12, 1}, Tile{4, 1}})
        for (const int bits : {8, 4, 2}) {
            const Rounding rounding{.bits = bits, .tile = tile};
            CHECK(gptq(m, identity, rounding).levels == round_to_nearest(m, rounding).levels);
        }
}

TEST_CASE("GPTQ changes the output less than rounding, and keeps what is pruned at 0") {
    const Matrix m = random_matrix(16, 6);
    const InputStatistics statistics = correlated(16);
    for (const int bits : {4, 3, 2}) {
        const Rounding rounding{.bits = bits, .tile = {16, 1}};
        CHECK(output_error(m, gptq(m, inverse_of(statistics.gram), rounding).values(), statistics.gram) <
              output_error(m, round_to_nearest(m, rounding).values(), statistics.gram));
    }
    const Mask mask = prune_share(m, statistics, Importance::wanda, 0.5);
    const Matrix pruned = gptq(m, inverse_of(statistics.gram), {.bits = 4, .tile = {16, 1}}, mask).values();
    for (std::size_t at = 0; at < mask.size(); ++at)
        if (!mask[at]) CHECK(pruned.values[at] == 0);
    // Those that stay make up for those that go.
    Matrix left = m;
    apply(mask, left);
    CHECK(output_error(m, pruned, statistics.gram) < 0.8 * output_error(m, left, statistics.gram));
}

TEST_CASE("matched weights, by hand and least in what they are to make least") {
    Square one(1);
    one.at(0, 0) = 1.0 / 101;
    CHECK(matched(matrix(1, 1, {0}), one, 1, {50}).values[0] == Approx(50.0 / 101));
    one.at(0, 0) = 1;
    CHECK(matched(matrix(1, 1, {3}), one, 1, {0}).values[0] == 3);  // an input that never fires
    const Matrix m = random_matrix(8, 3), target = [] {
        Matrix other = random_matrix(8, 3);
        for (std::size_t at = 0; at < 24; ++at) other.values[at] += 0.1f * static_cast<float>(at % 5);
        return other;
    }();
    const Square gram = correlated(8).gram;
    Square dampened = gram;
    const double added = dampen(dampened);
    const Square inverted = inverse(dampened);
    const auto products = [&](const Matrix& weights) {
        std::vector<double> sums(24);
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                for (std::size_t k = 0; k < 8; ++k) sums[i * 3 + j] += gram.at(i, k) * weights.row(k)[j];
        return sums;
    };
    for (std::size_t at = 0; at < 24; ++at)
        CHECK(matched(m, inverted, added, products(m)).values[at] == Approx(m.values[at]).margin(1e-6));
    const auto cost = [&](const Matrix& weights) {
        double away = 0;
        for (std::size_t at = 0; at < 24; ++at) away += std::pow(weights.values[at] - m.values[at], 2);
        return output_error(target, weights, gram) + added * away;
    };
    const Matrix best = matched(m, inverted, added, products(target));
    for (std::size_t at = 0; at < 24; ++at)
        for (const float step : {-0.05f, 0.05f}) {
            Matrix other = best;
            other.values[at] += step;
            CHECK(cost(other) > cost(best));
        }
}

TEST_CASE("layers quantized in turn make up for those before them") {
    const Model trained = small_model::random();
    std::vector<Token> text;
    for (int window = 0; window < 40; ++window)
        for (const Token token : small_model::tokens(3 * window)) text.push_back(token);
    const auto rounded = [](const Matrix& weights) {
        return round_to_nearest(weights, {.bits = 3, .tile = {weights.inputs, 1}}).values();
    };
    /// How far the residual stream after the last block is from that of the model as trained.
    const auto distance = [&](auto quantize) {
        Model model = trained;
        Windows ahead = embedded_windows(trained, text, 40), behind = ahead;
        for (std::size_t block = 0; block < 2; ++block) {
            BlockWalk as_trained(trained, block, ahead), as_quantized(model, block, behind);
            for (const Part part : {qkv, out, gate_up, down}) {
                const Matrix& weights = trained.blocks[block].linear[part];
                const Aim aim = aim_of(part, weights, as_trained, as_quantized);
                model.blocks[block].linear[part] = quantize(weights, aim.weights);
                as_quantized.pass(part);
            }
        }
        double squares = 0;
        for (std::size_t window = 0; window < ahead.size(); ++window)
            for (std::size_t at = 0; at < ahead[window].size(); ++at)
                squares += std::pow(ahead[window][at] - behind[window][at], 2);
        return squares;
    };
    CHECK(distance([](const Matrix&, const Matrix& aimed) { return aimed; }) < 1e-6);
    const double alone = distance([&](const Matrix& weights, const Matrix&) { return rounded(weights); });
    CHECK(distance([&](const Matrix&, const Matrix& aimed) { return rounded(aimed); }) < 0.8 * alone);
}

TEST_CASE("scales of SmoothQuant and AWQ, by hand") {
    InputStatistics statistics(2);
    statistics.add({16, 0, -16, 0});
    const Matrix m = matrix(2, 1, {1, 1});
    CHECK(smoothing_scales(m, statistics) == std::vector<float>{4, 1});
    // Of the second, four times as strong, the weight is rounded to 0 with one scale; AWQ finds one that keeps it.
    InputStatistics strong(2);
    strong.add({1, 0, 0, 100});
    const Matrix uneven = matrix(2, 1, {1, 0.1f});
    const Rounding rounding{.bits = 2, .tile = {2, 1}};
    const auto scale = awq_scales(uneven, strong, rounding);
    CHECK(scale[1] > scale[0]);
}

TEST_CASE("rescaling changes nothing that is computed") {
    Model model = small_model::random(), scaled = model;
    std::vector<float> scale(16), hidden(24);
    for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = static_cast<float>(1 << i % 5);
    std::copy_n(hidden.begin(), 16, scale.begin());
    for (Block& block : scaled.blocks)
        for (const Part part : {qkv, out, gate_up, down}) rescale(block, part, part == down ? hidden : scale);
    Model outliers = model;
    make_outliers(outliers, 64, 2);
    Trace before, after;
    forward(model, float_layers(model), small_model::tokens(0), before);
    for (const Model& other : {scaled, outliers}) {  // by powers of two: to the last bit
        forward(other, float_layers(other), small_model::tokens(0), after);
        CHECK(before.logits == after.logits);
    }
    CHECK(outliers.blocks[0].attention_gain[4] == 64 * model.blocks[0].attention_gain[4]);
}

TEST_CASE("pruning, by hand") {
    const Matrix m = matrix(4, 1, {1, -3, 2, 4});
    InputStatistics statistics(4);
    statistics.add({10, 1, 1, 1});
    CHECK(prune_share(m, statistics, Importance::magnitude, 0.5) == Mask{false, true, false, true});
    CHECK(prune_share(m, statistics, Importance::wanda, 0.5) == Mask{true, false, false, true});
    CHECK(prune_two_of_four(m, statistics, Importance::magnitude) == Mask{false, true, false, true});
    CHECK(prune_share(m, statistics, Importance::magnitude, 0) == Mask(4, true));
    // Equal ones in order.
    CHECK(prune_share(matrix(4, 1, {1, 1, 1, 1}), statistics, Importance::magnitude, 0.5) ==
          Mask{false, false, true, true});
}

TEST_CASE("whole channels go with their like") {
    const Model model = small_model::random();
    std::array<InputStatistics, parts> statistics;
    for (std::size_t part = 0; part < parts; ++part)
        statistics[part] = InputStatistics(model.blocks[0].linear[part].inputs);
    const auto masks = prune_channels(model.blocks[0], statistics, 2, Importance::magnitude, 0.25);
    const auto columns_gone = [&](Part part) {
        const std::size_t outputs = model.blocks[0].linear[part].outputs;
        std::vector<std::size_t> gone;
        for (std::size_t j = 0; j < outputs; ++j)
            if (!masks[part][j]) gone.push_back(j);
        return gone;
    };
    const auto of_qkv = columns_gone(qkv), of_mlp = columns_gone(gate_up);
    CHECK(of_qkv.size() == 12);  // two of eight, of queries, keys and values, in two heads
    CHECK(of_mlp.size() == 12);  // six of 24 units, gates and ups
    for (std::size_t i = 0; i < 6; ++i) CHECK(of_mlp[i] + 24 == of_mlp[i + 6]);
    for (const std::size_t unit : of_mlp)
        if (unit < 24) CHECK(!masks[down][unit * 16]);
}

TEST_CASE("packed bytes give back every weight and the same products") {
    const Matrix m = random_matrix(16, 8);
    const InputStatistics statistics = correlated(16);
    std::vector<float> x(16), expected(8), y(8);
    std::vector<std::int8_t> whole(16);
    for (std::size_t i = 0; i < 16; ++i) {
        x[i] = 0.3f * static_cast<float>(i) - 2;
        whole[i] = static_cast<std::int8_t>(17 * i - 127);
    }
    const std::array masks{Mask{}, prune_share(m, statistics, Importance::magnitude, 0.6),
                           prune_two_of_four(m, statistics, Importance::wanda), [] {
                               Mask mask(128, true);
                               for (std::size_t at = 0; at < 128; ++at) mask[at] = at / 8 != 3 && at % 8 != 5;
                               return mask;
                           }()};
    for (std::size_t kind = 0; kind < masks.size(); ++kind)
        for (const int bits : {16, 8, 7, 5, 4, 3, 2}) {
            Matrix kept = m;
            apply(masks[kind], kept);
            const auto storage = static_cast<Storage>(kind);
            const bool symmetric = bits % 2 == 0;
            const QuantizedMatrix quantized = round_to_nearest(
                kept, {.bits = bits == 16 ? 8 : bits, .tile = {symmetric ? 16u : 5u, 1}, .symmetric = symmetric});
            const PackedLayer layer(bits == 16 ? pack(kept, storage, masks[kind])
                                               : pack(quantized, storage, masks[kind]));
            Matrix stands_for = quantized.values();
            if (bits == 16)
                for (std::size_t at = 0; at < 128; ++at) stands_for.values[at] = as_half(kept.values[at]);
            INFO("storage " << kind << ", " << bits << " bits");
            CHECK(layer.values().values == stands_for.values);
            layer.multiply(x.data(), y.data());
            std::fill(expected.begin(), expected.end(), 0.0f);
            for (std::size_t i = 0; i < 16; ++i)
                for (std::size_t j = 0; j < 8; ++j) expected[j] += x[i] * stands_for.row(i)[j];
            CHECK(y == expected);
            if (bits == 16) continue;
            std::vector<std::int32_t> products(8), plain(8);
            layer.multiply(whole.data(), products.data());
            for (std::size_t i = 0; i < 16; ++i)
                for (std::size_t j = 0; j < 8; ++j)
                    plain[j] += whole[i] * (quantized.levels[i * 8 + j] - quantized.grid(i, j).zero);
            CHECK(products == plain);
        }
}

TEST_CASE("packed sizes, by hand") {
    const Matrix m = random_matrix(16, 8);
    // 128 weights of 4 bits, and for each of 8 outputs 16 bits of scale and 4 of zero.
    CHECK(PackedLayer(pack(round_to_nearest(m, {.bits = 4, .tile = {16, 1}}), Storage::dense, {})).packed().bytes() ==
          64 + 20);
    const Mask half = prune_two_of_four(m, correlated(16), Importance::magnitude);
    // 64 halves, and two bits for the place of each; as a mask a bit for each weight, which is as much.
    CHECK(pack(m, Storage::two_of_four, half).bytes() == 128 + 16);
    CHECK(pack(m, Storage::mask, half).bytes() == 128 + 16);
}

TEST_CASE("the formula of speculative decoding, by hand") {
    CHECK(expected_tokens(0.5, 2) == 1.75);
    CHECK(expected_tokens(1, 3) == 4);
    CHECK(expected_tokens(0, 3) == 1);
}

TEST_CASE("a model that drafts for itself is always believed") {
    const QuantizedModel model = compress(small_model::random(), {}, {});
    const std::vector<std::vector<Token>> prompts{{1, 2, 3}};
    const Speculation found = speculate(model, model, prompts, 2, 1, 1);
    CHECK(found.acceptance() == 1);
    CHECK(found.overlap == Approx(1));
    CHECK(found.tokens_per_round() == 3);
}
