// Parts of a training step by hand: attention that keeps its scores, exchange of tensor and pipeline parallel, and the
// stage that has the output head. Two layers of 12·h² weights, h 1,024, 16 heads, 1,024 tokens, on H100s: half of
// 989e12 FLOP a second, 3.35e12 bytes, links of 450e9. Forward of a layer is 82.734 us and backward 167.64, as in
// train_test.cpp.

#include "ask.hpp"

using namespace ridgepoint;

namespace {

constexpr double million = 1048576, forward = 82.734e-6, backward = 167.64e-6;

Json trained(const Json& model_fields, const Json& fields) {
    Json model{{"name", "two layers"},       {"layers", 2},     {"hidden_dim", 1024},      {"heads", 16},
               {"parameters", 24 * million}, {"unit", "token"}, {"intermediate_dim", 4096}};
    model.update(model_fields);
    Json request{{"model", model}, {"hardware", "H100"}, {"sequence", 1024}};
    request.update(fields);
    return ask("train", request);
}

Json over(double tensor, double pipeline) { return {{"tensor", tensor}, {"pipeline", pipeline}, {"data", 1}}; }

/// All-reduce of a micro-batch's 2·1,024² bytes among the devices of a node.
double all_reduce_over(double devices) {
    return 2 * (devices - 1) / devices * 2 * million / 450e9 + std::log2(devices) * 5e-6;
}

}  // namespace

TEST_CASE("attention that keeps its scores moves 12 bytes a score forward and 17 backward, a causal one") {
    // All 1,024² pairs, 4,096 FLOP each: 8.686 us. 16 scores a pair: 12 bytes of each take 60.10 us, 17 take 85.14.
    const Json r = trained(Json::object(), {{"attention", "eager"}});
    CHECK(figure(r, "times.forward_s") == Approx(2 * (forward - 4.347e-6 + 8.686e-6 + 60.10e-6)).epsilon(1e-4));
    CHECK(figure(r, "times.backward_s") ==
          Approx(2 * (backward - 2.5 * 4.347e-6 + 2 * 8.686e-6 + 85.14e-6)).epsilon(1e-4));
    // What is recomputed selectively is attention's forward pass.
    const Json again = trained(Json::object(), {{"attention", "eager"}, {"recomputation", "selective"}});
    CHECK(figure(again, "times.recomputation_s") == Approx(2 * (8.686e-6 + 60.10e-6)).epsilon(1e-4));
}

TEST_CASE("two of a layer's four all-reduces run beside the gradients of weights, as long as those take") {
    // The products that widen have 7,168 columns, 896 a device; their gradients are 2·1,024·1,024·896 FLOP: 3.80 us.
    const double once = all_reduce_over(8), hidden = 2 * million * 896 / 494.5e12;
    const auto waited = [](const Json& fields) {
        Json request{{"parallel", over(8, 1)}};
        request.update(fields);
        return figure(trained(Json::object(), request), "times.tensor_s") / 2;
    };
    CHECK(waited(Json::object()) == Approx(4 * once - hidden));
    CHECK(waited({{"rates", {{"tensor_overlap", 0}}}}) == Approx(4 * once));
    CHECK(waited({{"rates", {{"tensor_overlap", 0.5}}}}) == Approx(4 * once - hidden / 2));
    CHECK(waited({{"recomputation", "full"}}) == Approx(6 * once - hidden));
    CHECK(waited({{"sequence_parallel", true}}) == Approx(5 * once - hidden));
    // Adapters' gradients are too few to hide anything.
    CHECK(waited({{"lora", true}}) == Approx(4 * once));
}

TEST_CASE("in a wide model both are hidden") {
    const auto waited = [](double overlap) {
        return figure(ask("train", {{"model", "GPT3"},
                                    {"hardware", "A100"},
                                    {"parallel", over(8, 1)},
                                    {"rates", {{"tensor_overlap", overlap}}}}),
                      "times.tensor_s");
    };
    CHECK(waited(1) == Approx(waited(0) / 2));
}

TEST_CASE("between stages each device sends its part, and they gather the whole unless they share the sequence") {
    const auto hops = [](bool shared) {
        return figure(
            trained(Json::object(), {{"parallel", over(4, 2)}, {"global_batch", 4}, {"sequence_parallel", shared}}),
            "times.pipeline_s");
    };
    const double sent = 2 * million / 4 / 450e9 + 5e-6, gathered = 3.0 / 4 * 2 * million / 450e9 + 2 * 5e-6;
    CHECK(hops(true) == Approx(4 * 2 * sent));
    CHECK(hops(false) == Approx(4 * 2 * (sent + gathered)));
}

TEST_CASE("all stages wait for the last, which has the output head; where layers do not divide it has one less") {
    // Logits of 8,192 words: 2·1,024·1,024·8,192 FLOP, 34.742 us, and 7 bytes of each of 1,024·8,192 values, 17.528 us;
    // backward twice the products and as many bytes.
    const auto staged = [](double layers, double pipeline) {
        return trained({{"layers", layers},
                        {"parameters", 12 * layers * million + 8 * million},
                        {"vocab_size", 8192},
                        {"tied_embeddings", true}},
                       {{"parallel", over(1, pipeline)}, {"global_batch", 4}});
    };
    constexpr double of_head = 34.742e-6 + 17.528e-6;
    CHECK(figure(staged(2, 1), "times.forward_s") == Approx(4 * (2 * forward + of_head)).epsilon(1e-4));
    const Json two = staged(2, 2);
    CHECK(figure(two, "times.forward_s") == Approx(4 * (forward + of_head)).epsilon(1e-4));
    CHECK(figure(two, "times.backward_s") == Approx(4 * (backward + 2 * 34.742e-6 + 17.528e-6)).epsilon(1e-4));
    // The bubble is of layers alone: (p - 1) of a micro-batch's.
    const double hop = figure(two, "times.pipeline_s") / 4;
    CHECK(figure(two, "times.bubble_s") == Approx(forward + backward + hop).epsilon(1e-4));
    // Two layers and one: the head, 139 us in all, takes less than the layer that the last stage lacks, 250 us.
    CHECK(figure(staged(3, 2), "times.forward_s") == Approx(4 * 2 * forward).epsilon(1e-4));
}
