#include "catch.hpp"
#include "language_model/arithmetic.hpp"
#include "language_model/backward.hpp"
#include "language_model/decoder.hpp"
#include "language_model/evaluation.hpp"
#include "language_model/training.hpp"
#include "language_model/weights_file.hpp"
#include "model/elementary.hpp"
#include "small_model.hpp"

using namespace ridgepoint;
using namespace ridgepoint::lm;

TEST_CASE("products add in order, whatever the tiles") {
    const std::size_t rows = 7, inner = 19, columns = 21;
    router::Random random(3);
    std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns), plain(rows * columns);
    for (float& x : a) x = random.uniform(1);
    for (float& x : b) x = random.uniform(1);
    lm::multiply(a.data(), inner, 1, b.data(), columns, c.data(), columns, rows, inner, columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < inner; ++k) plain[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    CHECK(c == plain);
    const float x[] = {1, 2}, y[] = {3, 4, 5, 6};
    float z[2];
    lm::multiply(x, 2, 1, y, 2, z, 2, 1, 2, 2);
    CHECK(z[0] == 13);
    CHECK(z[1] == 16);
}

TEST_CASE("the exponential of floats is that of doubles to two units") {
    for (float x = -86; x < 88; x += 0.37f)
        CHECK(lm::float_exponential(x) == Approx(ridgepoint::exponential(static_cast<double>(x))).epsilon(2.4e-7));
}

TEST_CASE("a gradient is the slope of the loss") {
    Model model = small_model::random();
    const auto tokens = small_model::tokens(0), next = small_model::tokens(1);
    const auto loss = [&] {
        Trace trace;
        forward(model, float_layers(model), tokens, trace);
        double sum = 0;
        for (std::size_t t = 0; t < tokens.size(); ++t)
            sum += loss_of(&trace.logits[t * model.shape.vocabulary], model.shape.vocabulary, next[t]);
        return sum / static_cast<double>(tokens.size());
    };
    Trace trace;
    forward(model, float_layers(model), tokens, trace);
    Model gradient(model.shape);
    CHECK(backward(model, trace, tokens, next, 1, gradient) == Approx(loss()));
    std::vector<std::vector<float>*> weights;
    std::vector<const std::vector<float>*> slopes;
    each_tensor(model, [&](auto& tensor) { weights.push_back(&tensor); });
    each_tensor(gradient, [&](auto& tensor) { slopes.push_back(&tensor); });
    for (std::size_t t = 0; t < weights.size(); ++t) {
        const std::size_t at = weights[t]->size() / 3;
        float& weight = (*weights[t])[at];
        const float kept = weight, step = 0.01f;
        weight = kept + step;
        const double up = loss();
        weight = kept - step;
        const double slope = (up - loss()) / (2 * step);
        weight = kept;
        INFO("tensor " << t);
        CHECK((*slopes[t])[at] == Approx(slope).margin(2e-4).epsilon(0.02));
    }
}

TEST_CASE("training is the same for the same seed, and learns") {
    const auto once = [] {
        Model model = small_model::random();
        std::vector<double> losses;
        std::vector<Token> text;
        for (int i = 0; i < 400; ++i) text.push_back(static_cast<Token>(i * i % 7));
        train(model, text, {.steps = 30, .batch = 2}, [&](std::size_t, double loss) { losses.push_back(loss); });
        return losses;
    };
    const auto losses = once();
    CHECK(losses == once());
    CHECK(losses.back() < 0.7 * losses.front());
}

TEST_CASE("token by token the logits are those of the window, to the last bit") {
    for (const auto activations : {Activations::floating, Activations::int8_per_tensor, Activations::int8_per_token})
        for (const int cache_bits : {16, 8, 4}) {
            Compression how{.bits = 4, .activations = activations, .cache_bits = cache_bits};
            const QuantizedModel model = compress(small_model::random(), small_model::tokens(2), how);
            const auto tokens = small_model::tokens(0);
            Trace trace;
            forward(model.model, model.layers(), tokens, trace);
            Decoder decoder(model);
            for (std::size_t t = 0; t < tokens.size(); ++t) {
                const std::vector<float>& logits = decoder.step(tokens[t]);
                const auto row = trace.logits.begin() + static_cast<std::ptrdiff_t>(t * logits.size());
                CHECK(std::equal(logits.begin(), logits.end(), row));
            }
        }
}

TEST_CASE("a cache in 16, 8 and 4 bits holds packed bytes, and gives back the rounded numbers") {
    const Shape shape = small_model::random().shape;
    const std::size_t width = shape.width, size = shape.head_width(), rows = 2 * shape.heads;
    router::Random random(5);
    std::vector<float> first(2 * width), second(2 * width), read(size);
    for (float& x : first) x = random.uniform(1);
    for (float& x : second) x = random.uniform(2);
    CHECK(cache_row_bytes(16, 16) == 32);
    CHECK(cache_row_bytes(16, 4) == 11);
    for (const int bits : {16, 8, 4}) {
        Cache cache(shape, bits);
        cache.append(first.data());
        cache.append(second.data());
        CHECK(cache.bytes() == 2 * rows * cache_row_bytes(size, bits));
        for (std::size_t head = 0; head < shape.heads; ++head) {
            cache.read_values(1, head, read.data());
            const float* exact = second.data() + width + head * size;
            const auto [low, high] = std::minmax_element(exact, exact + size);
            const Grid grid = asymmetric_grid(*low, *high, bits);
            for (std::size_t d = 0; d < size; ++d)
                CHECK(read[d] == (bits == 16 ? as_half(exact[d]) : grid.rounded(exact[d])));
        }
        cache.back_to(1);
        CHECK(cache.bytes() == rows * cache_row_bytes(size, bits));
    }
}

TEST_CASE("text is normalised, encoded and decoded back") {
    CHECK(normalised("\u201CYes\u201D\u2014he\nsaid.\n\nNo") == "\"Yes\"--he said.\nNo");
    CHECK(normalised(" caf\u00E9 ") == "caf?");
    const Tokenizer tokenizer = Tokenizer::learned("the whale the whale the sea", 110);
    const std::string text = "The whale, the sea.\nthe end";
    const auto tokens = tokenizer.encode("The whale, the sea.\n\nthe end");
    CHECK(tokenizer.decode(tokens) == text);
    CHECK(tokens.size() < text.size());
    CHECK(tokenizer.encode("").empty());
    CHECK(tokenizer.has_every_character());
    CHECK(!Tokenizer({"a", "b"}).has_every_character());
}

TEST_CASE("a file of weights is read as it was written; what is none is refused") {
    Model model = small_model::random();
    round_to_halves(model);
    std::vector<std::string> pieces(model.shape.vocabulary, "a");
    const std::string bytes = weights_file(model, Tokenizer(pieces));
    const auto read = read_weights(bytes);
    REQUIRE(read);
    CHECK(read->model.blocks[0].linear[qkv].values == model.blocks[0].linear[qkv].values);
    CHECK(read->tokenizer.pieces() == pieces);
    for (const std::string& bad :
         {std::string(), std::string("GIF89a"), bytes.substr(0, bytes.size() - 1), bytes + "x"}) {
        const auto refused = read_weights(bad);
        REQUIRE(!refused);
        CHECK(refused.error().field == "weights");
        CHECK(refused.error().message.find("must be a file of scripts/train-model") != std::string::npos);
    }
    std::string other = bytes;
    other[8 + 3] = 1;
    CHECK(read_weights(other).error().code == ErrorCode::out_of_range);
    CHECK(fingerprint("a") == "af63dc4c8601ec8c");
}

TEST_CASE("an estimate has the standard error of a mean") {
    const std::vector<double> values{1, 3};
    CHECK(estimate(values).mean == 2);
    CHECK(estimate(values).error == 1);
}
