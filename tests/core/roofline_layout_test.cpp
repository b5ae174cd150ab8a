#include "ask.hpp"
#include "grid.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/serve.hpp"

using namespace ridgepoint;

namespace {

Json cut_over(const char* degree, double devices) { return {{"parallel", {{degree, devices}}}}; }

Json pass(const char* model, const Json& fields = Json::object()) {
    Json request{{"model", model}, {"hardware", "H100"}};
    request.update(fields);
    return request;
}

Json timed(const char* model, const Json& fields = Json::object()) { return ask("roofline", pass(model, fields)); }

Json compared(const Json& baseline, const Json& proposal) {
    return ask("explain", {{"baseline", baseline}, {"proposal", proposal}});
}

double factor(const Json& comparison, const char* name) {
    for (const Json& f : comparison["factors"])
        if (f["name"] == name) return figure(f, "ratio");
    return 1;
}

}  // namespace

TEST_CASE("a token of 70B on eight H100s by hand: 8.50 ms, of which 2.41 pass between them") {
    // 141,107,412,992 / 8 + 671,088,640 / 8 bytes at 3.35e12 B/s: 5.290242 ms. 80 gaps of 10 us. 160 all-reduces of
    // 16,384 bytes: 160 x 28,672 / 450e9 = 0.010194 ms, and 160 x 15 us of waiting.
    const Json r = timed("Llama3_70B", cut_over("tensor", 8));
    CHECK(figure(r, "latency_s") == Approx(8.500437e-3).epsilon(1e-6));
    CHECK(figure(r, "links_s") == Approx(2.410194e-3).epsilon(1e-6));
    CHECK(figure(r, "footprint_bytes") == Approx((141107412992.0 + 671088640) / 8));
    CHECK(figure(r, "devices") == 8);
    CHECK(figure(r, "throughput_per_s") == Approx(1 / 8.500437e-3).epsilon(1e-6));
    CHECK(says(r["trace"], "Links: communication between the devices takes 2.41 ms."));
    CHECK(says(r["trace"], "for each of the 8 devices"));
}

TEST_CASE("a forward pass takes as long as serve says its token does, in every layout") {
    for (const char* model : {"Llama3_70B", "Mixtral_8x7B", "DeepSeek_V3"}) {
        for (const Parallel& layout : {Parallel{}, Parallel{.tensor = 8}, Parallel{.tensor = 4, .pipeline = 4},
                                       Parallel{.pipeline = 8, .data = 2}, Parallel{.tensor = 16, .data = 2}}) {
            for (const char* assumptions : {"first-principles", "calibrated"}) {
                const Json request = pass(
                    model,
                    {{"hardware", "H200"},
                     {"batch", 24},
                     {"parallel", {{"tensor", layout.tensor}, {"pipeline", layout.pipeline}, {"data", layout.data}}},
                     {"assumptions", assumptions}});
                const Json alone = ask("roofline", request), served = ask("serve", request);
                INFO(request.dump());
                CHECK(figure(alone, "latency_s") == Approx(figure(served, "itl_s")).epsilon(1e-12));
                CHECK(figure(alone, "footprint_bytes") == Approx(figure(served, "device_total_bytes")).epsilon(1e-12));
                CHECK(figure(alone, "links_s") == Approx(figure(served, "links_s")).epsilon(1e-12));
                CHECK(figure(alone, "energy_j") == Approx(24 * figure(served, "token_energy_j")).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("a network on images whose layers are shared by two devices leaves each half of the work") {
    const Json images{{"batch", 64}};
    const Json one = timed("ViT_B_16", images), two = timed("ViT_B_16", with(images, "parallel", {{"tensor", 2}}));
    CHECK(figure(two, "work_flop") == Approx(figure(one, "work_flop") / 2));
}

TEST_CASE("copies of a network on images share a batch and exchange nothing") {
    const Json one = timed("ResNet50", {{"batch", 64}});
    Json four = cut_over("data", 4);
    four["batch"] = 256;
    const Json r = timed("ResNet50", four);
    CHECK(figure(r, "latency_s") == figure(one, "latency_s"));
    CHECK(figure(r, "links_s") == 0);
    CHECK(figure(r, "throughput_per_s") == Approx(4 * figure(one, "throughput_per_s")));
    CHECK(figure(r, "energy_j") == Approx(4 * figure(one, "energy_j")));
}

TEST_CASE("what one device does not hold says how many would") {
    const Json r = timed("Llama3_70B");
    CHECK(figure(r, "devices_needed") == 2);
    CHECK(says(r["notes"], "It fits on 2 of these devices: tensor 2, pipeline 1."));
    CHECK(timed("Llama3_70B", cut_over("tensor", 2))["feasible"] == true);
    CHECK(timed("Llama3_8B")["devices_needed"].is_null());
}

TEST_CASE("a training step on one device says that it reads no layout") {
    Json training = cut_over("tensor", 8);
    training["phase"] = "training";
    Json alone = training;
    alone.erase("parallel");
    const Json r = timed("Llama3_8B", training);
    CHECK(figure(r, "latency_s") == figure(timed("Llama3_8B", alone), "latency_s"));
    CHECK(figure(r, "devices") == 1);
    CHECK(says(r["notes"], "parallel"));
}

TEST_CASE("a forward pass cannot be cut as the model does not divide") {
    const auto field = [](const char* call, const Json& request) {
        return sentence(answer(call, request), "error.field");
    };
    const Json six = pass("Llama3_70B", cut_over("tensor", 6));
    CHECK(field("roofline", six) == "parallel.tensor");
    CHECK(field("sensitivity", six) == "parallel.tensor");
    CHECK(field("explain", {{"baseline", pass("Llama3_70B")}, {"proposal", six}}) == "proposal.parallel.tensor");
    CHECK(field("explain", {{"baseline", six}, {"proposal", pass("Llama3_70B")}}) == "baseline.parallel.tensor");
    const Json image = answer("roofline", pass("ResNet50", cut_over("tensor", 2)));
    CHECK(sentence(image, "error.message") == "parallel.tensor must be 1 for a model without attention heads, given 2");
}

TEST_CASE("twice the devices are a cause of their own, with their links") {
    const Json cut = compared(pass("Llama3_70B", cut_over("tensor", 4)), pass("Llama3_70B", cut_over("tensor", 8)));
    CHECK(figure(cut, "speedup") ==
          Approx(figure(cut, "baseline.latency_s") / figure(cut, "proposal.latency_s")).epsilon(1e-12));
    CHECK(factor(cut, "devices") == Approx(figure(cut, "speedup")).epsilon(1e-12));
    CHECK(cut["factors"].size() == 1);
    CHECK(sentence(cut, "text").find("Llama 3 / 3.1 70B on 8 × H100, FP16, batch 1") != std::string::npos);
    // On other devices the links are part of it: an L40S has none of its own.
    Json slow = cut_over("tensor", 4);
    slow["hardware"] = "L40S";
    const Json links = compared(pass("Llama3_8B", slow), pass("Llama3_8B", cut_over("tensor", 4)));
    CHECK(factor(links, "devices") > 1);
    // One device on both sides: nothing to say of devices.
    CHECK(factor(compared(pass("Llama3_8B", {{"hardware", "A100"}}), pass("Llama3_8B")), "devices") == 1);
}

TEST_CASE("experts apart on one side are no matter of the other's dense model") {
    const auto latency = [](const Json& request) { return figure(ask("roofline", request), "latency_s"); };
    const Json mixture = pass("Mixtral_8x7B", {{"parallel", {{"data", 8}, {"expert", 8}}}}), dense = pass("Llama3_8B");
    const Json r = compared(mixture, dense);
    // Of two causes each has the mean of what it adds first and last; one sequence takes a dense model as long on one
    // device as beside seven others.
    const double on_eight = latency(mixture), on_one = latency(pass("Mixtral_8x7B"));
    CHECK(factor(r, "work") == Approx(std::sqrt(on_eight * on_one) / latency(dense)).epsilon(1e-12));
    CHECK(factor(r, "devices") == Approx(std::sqrt(on_eight / on_one)).epsilon(1e-12));
    CHECK(r["factors"].size() == 2);
}

TEST_CASE("a training step's layout, which it does not read, is the cause of nothing") {
    const Json step = pass("ResNet50", {{"phase", "training"}});
    const Json laid_out = pass("ResNet50", {{"phase", "training"}, {"parallel", {{"tensor", 2}, {"expert", 64}}}});
    const Json other = pass("Llama3_8B", {{"hardware", "H200"}});
    CHECK(compared(laid_out, other)["factors"] == compared(step, other)["factors"]);
    CHECK(compared(other, laid_out)["factors"] == compared(other, step)["factors"]);
}

TEST_CASE("conclusions name the links where they take longest") {
    const auto conclusion = [](const Json& a, const Json& b) { return sentence(compared(a, b), "conclusion"); };
    const Json small = pass("Llama3_2_1B"), cut = pass("Llama3_2_1B", cut_over("tensor", 2));
    Json slow = cut_over("tensor", 2), slower = slow;
    slow["link_latency_s"] = 1e-4;
    slower["link_latency_s"] = 2e-4;
    const Json waits = pass("Llama3_2_1B", slow), waits_more = pass("Llama3_2_1B", slower);
    CHECK(sentence(ask("roofline", waits), "regime") == "links");
    CHECK(conclusion(waits, cut) == "from_links");
    CHECK(conclusion(waits_more, waits) == "links_to_links");
    CHECK(conclusion(waits_more, small) == "from_links");
    // 64 all-reduces that wait for 24 us each, 1.5 ms, against an eighth of 4.9 ms of reading.
    const Json of_8b{{"link_latency_s", 8e-6}, {"parallel", {{"tensor", 8}}}};
    CHECK(conclusion(pass("Llama3_8B"), pass("Llama3_8B", of_8b)) == "to_links");
    CHECK(conclusion(small, waits) == "slower");
    const Json r = compared(waits_more, waits);
    CHECK(sentence(r, "alone.name") == "devices");
    CHECK(sentence(r, "text").find("limited by communication between their devices") != std::string::npos);
}

TEST_CASE("the elasticities of a forward pass over several devices have its links among them") {
    Json request = pass("Llama3_70B", cut_over("tensor", 8));
    request["target"] = "latency";
    const Json r = ask("sensitivity", request);
    CHECK(figure(r, "elasticities.link_latency") == Approx(160 * 15e-6 / 8.500437e-3).epsilon(1e-6));
    CHECK(figure(r, "elasticities.device_link") == Approx(-160 * 28672 / 450e9 / 8.500437e-3).epsilon(1e-6));
    CHECK(figure(r, "devices_needed") == 2);
}
