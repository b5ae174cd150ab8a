#include "ridgepoint/roofline.hpp"

#include "cases.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

/// A training step of three sequences of four tokens.
Json train(const Json& fields = Json::object()) {
    Json request{
        {"model", pencil_model}, {"hardware", pencil_device}, {"phase", "training"}, {"batch", 3}, {"context", 4}};
    request.update(fields);
    return ask("roofline", request);
}

}  // namespace

TEST_CASE("training: forward, two backward passes, and the attention of whole sequences") {
    const Json r = train();
    // Forward: 2 x 100,000 x 3 x 4 = 2,400,000, and 4 x 2 layers x 8 x 4 x 4 x 3 = 3,072 of attention.
    CHECK(figure(r, "work_flop") == 7209216);  // 3 x 2,403,072
    // Activations: 4 x 3 x 8 x 2 = 192 values x 34 = 6,528 bytes.
    // Footprint: weights 200,000 + gradients 200,000 + Adam 1,200,000 + 6,528.
    CHECK(figure(r, "footprint_bytes") == 1606528);
    CHECK(figure(r, "traffic_bytes") == 3213056);       // each of them written and read once: twice 1,606,528
    CHECK(figure(r, "overhead_s") == Approx(0.50006));  // 0.5 + 3 x 2 x 10 us
    CHECK(figure(r, "mfu") == Approx(7209216 / (1e9 * figure(r, "latency_s"))));
}

TEST_CASE("training: recomputation trades a forward pass for activations") {
    const Json r = train({{"activation_recomputation", true}});
    CHECK(figure(r, "work_flop") == 9612288);        // 4 x 2,403,072
    CHECK(figure(r, "footprint_bytes") == 1600384);  // activations 192 x 2 = 384
    CHECK(figure(r, "hfu") == Approx(figure(r, "mfu") * 4 / 3));
}

TEST_CASE("training: ZeRO shards optimizer, then gradients, then weights") {
    const auto footprint = [](int stage) {
        return figure(train({{"zero_stage", stage}, {"data_parallel", 4}}), "footprint_bytes");
    };
    CHECK(footprint(0) == 1606528);
    CHECK(footprint(1) == 706528);  // 200,000 + 200,000 + 300,000 + 6,528
    CHECK(footprint(2) == 556528);  // 200,000 +  50,000 + 300,000 + 6,528
    CHECK(footprint(3) == 406528);  //  50,000 +  50,000 + 300,000 + 6,528
    // Read and written: 200,000 + 200,000 + 6,528 whole, and the optimizer's 1,200,000 or the 300,000 of it held here.
    const auto traffic = [](int stage) {
        return figure(train({{"zero_stage", stage}, {"data_parallel", 4}}), "traffic_bytes");
    };
    CHECK(traffic(0) == 2 * 1606528);
    for (const int stage : {1, 2, 3}) CHECK(traffic(stage) == 2 * 706528);
}

TEST_CASE("training: low-rank adapters need no gradients of the frozen weights") {
    const Json r = train({{"lora", true}});
    // 8 wide x 2 layers x 128 = 2,048 trained parameters: gradients 4,096 bytes, Adam 24,576.
    CHECK(figure(r, "footprint_bytes") == 235200);  // 200,000 + 4,096 + 24,576 + 6,528
    CHECK(figure(r, "work_flop") == 4806144);       // 2 x 2,403,072
    CHECK(figure(r, "traffic_bytes") == 470400);    // twice the footprint
}

TEST_CASE("training: attention that keeps its scores keeps the square of the context") {
    // Korthikanti et al. 2023, equation 2: 192 values x (34 + 5 x 2 heads x 4 / 8 = 39) = 7,488 bytes.
    CHECK(figure(train({{"assumptions", {{"attention", "eager"}}}}), "footprint_bytes") == 1607488);
}

TEST_CASE("training: the logits of the whole vocabulary are kept in FP32") {
    const Json vocabulary = with(pencil_model, "vocab_size", 50);
    CHECK(figure(train({{"model", vocabulary}}), "footprint_bytes") == 1606528 + 2400);  // 4 bytes x 4 x 3 x 50
    CHECK(figure(train({{"model", vocabulary}, {"activation_recomputation", true}}), "footprint_bytes") == 1602784);
}

TEST_CASE("training: 8,192 tokens of Llama3_8B keep 36.5 GB of activations and 4.2 GB of logits") {
    const auto footprint = [](const char* attention) {
        return figure(
            on("H100", {{"phase", "training"}, {"context", 8192}, {"assumptions", {{"attention", attention}}}}),
            "footprint_bytes");
    };
    // 34 x 8192 x 4096 x 32 and 4 x 8192 x 128256, beside 2 + 2 + 12 bytes a parameter.
    CHECK(footprint("flash") == 16 * 8030261248.0 + 36507222016 + 4202692608);
    CHECK(footprint("eager") == footprint("flash") + 5.0 * 32 * 8192 / 4096 * 8192 * 4096 * 32);  // 343.6e9 more
}

TEST_CASE("training: weights in four bits, activations and gradients in sixteen") {
    const auto training = [](const char* precision, const char* scheme) {
        return figure(train({{"precision", precision}, {"scheme", scheme}}), "footprint_bytes");
    };
    // Weights 50,000, gradients 200,000, Adam 1,200,000, activations 6,528; in int8 weights of 100,000.
    CHECK(training("int4", "weight_only") == 1456528);
    CHECK(training("int4", "native") == 1456528);
    CHECK(training("int8", "native") == 1506528);
    CHECK(training("fp8", "native") == 1503264);  // activations of one byte: 3,264
    CHECK(training("fp32", "native") == 400000 + 400000 + 1200000 + 13056);
}

TEST_CASE("training: the textbook times one token a sample and says so") {
    const Json r = train({{"assumptions", "textbook"}});
    CHECK(figure(r, "work_flop") == 1800000);             // 3 x 2 x 100,000 x 3
    CHECK(figure(r, "traffic_bytes") == Approx(260000));  // 200,000 x (1 + 0.1 x 3)
    CHECK(figure(r, "footprint_bytes") == 1613056);       // 1,600,000 + 192 x 34 x 2
    CHECK(figure(train({{"assumptions", "textbook"}, {"activation_recomputation", true}}), "footprint_bytes") ==
          1603840);  // 1,600,000 + 192 x 10 x 2
    CHECK(says(r["notes"], "one token a sample"));
}
