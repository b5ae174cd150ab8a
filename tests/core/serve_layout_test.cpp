#include "ask.hpp"
#include "grid.hpp"
#include "model/phrases/layout.hpp"
#include "ridgepoint/serve.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

namespace {

// Llama3_70B: 70,553,706,496 parameters, 80 layers of 8,192, 64 heads of 128, 8 of them with keys and values.
Json serving_70b(const Json& fields) {
    Json request{{"model", "Llama3_70B"}, {"hardware", "H100"}};
    request.update(fields);
    return request;
}
Json served_70b(const Json& fields) { return ask("serve", serving_70b(fields)); }

Json over(const char* degree, double devices) { return {{degree, devices}}; }

Json ignoring_capacity(Json fields) {
    fields["assumptions"] = {{"serving_offload", "ignore"}};
    return fields;
}

}  // namespace

TEST_CASE("70B served by eight H100s, by hand: 8.50 ms a token") {
    // 141,107,412,992 / 8 + 671,088,640 / 8 bytes at 3.35e12 B/s: 5.290242 ms. 80 gaps of 10 us. 160 all-reduces of
    // 16,384 bytes: 160 x 28,672 / 450e9 = 0.010194 ms, and 160 x 15 us of waiting.
    const Json r = served_70b({{"parallel", over("tensor", 8)}});
    CHECK(figure(r, "decode_memory_s") == Approx(5.290242e-3).epsilon(1e-6));
    CHECK(figure(r, "links_s") == Approx(2.410194e-3).epsilon(1e-6));
    CHECK(figure(r, "itl_s") == Approx(8.500436e-3).epsilon(1e-6));
    CHECK(figure(r, "devices") == 8);
    CHECK(figure(r, "device_weights_bytes") == 141107412992.0 / 8);
    CHECK(figure(r, "device_kv_cache_bytes") == 671088640.0 / 8);
    CHECK(r["feasible"] == true);
    // (79e9 - 17.638e9) / 83.9e6 = 731.5
    CHECK(figure(r, "max_batch") == 731);
}

TEST_CASE("what does not fit one device names how many hold it") {
    const Json one = served_70b(Json::object());
    CHECK(one["feasible"] == false);
    CHECK(figure(one, "devices_needed") == 2);
    CHECK(says(one["notes"], "fits on 2 of these devices"));
    // Of "these" before others are named.
    std::string notes;
    for (const Json& note : one["notes"]) notes += note.get<std::string>();
    CHECK(notes.find("fits on 2 of these") < notes.find("smallest single devices"));
    const Json two = served_70b({{"parallel", over("tensor", 2)}});
    CHECK(two["feasible"] == true);
    CHECK(two["devices_needed"].is_null());
}

namespace {

/// The layout that a note of the result names; of no devices where none does.
template <class Result>
Parallel named(const Result& result) {
    for (const Remark& note : result.notes) {
        if (note.phrase != &phrases::smallest_layout) continue;
        const auto degree = [&](std::size_t i) { return std::get<Amount>(note.values[i].held()).number; };
        CHECK(result.devices_needed == degree(0));
        return {.tensor = degree(1), .pipeline = degree(2)};
    }
    CHECK_FALSE(result.devices_needed.has_value());
    return {.data = 0};
}

/// Whether the call takes the layout and all fits.
template <class Request>
bool holds(Request r, const Parallel& layout) {
    r.parallel = layout;
    if (!check_together(r)) return false;
    if constexpr (std::is_same_v<Request, ServeRequest>) return serve_figures(r).feasible;
    else return roofline_figures(r).feasible;
}

/// Asks for what does not fit. Answers whether a layout was named, which then holds it where no smaller one does.
template <class Request>
bool names_the_smallest(const Request& r, const Parallel& layout) {
    if (layout.devices() == 0) return false;
    INFO(r.model->id << " on " << r.hardware->id << ", context " << r.context << ", batch " << r.batch << ": tensor "
                     << layout.tensor << ", pipeline " << layout.pipeline);
    CHECK(holds(r, layout));
    for (double tensor = 1; tensor < layout.devices(); tensor *= 2)
        for (double pipeline = 1; tensor * pipeline < layout.devices(); pipeline *= 2)
            CHECK_FALSE(holds(r, {.tensor = tensor, .pipeline = pipeline}));
    return true;
}

}  // namespace

TEST_CASE("the layout that is named where a model does not fit is accepted, holds it, and is the smallest") {
    int named_of_serve = 0, named_of_roofline = 0;
    for (const char* model : {"Llama3_70B", "Qwen2_5_14B", "Phi_4", "Mixtral_8x7B", "DeepSeek_V3", "Llama2_13B"})
        for (const char* device : {"T4", "RTX4090", "H100", "GB200_NVL72"})
            for (const double context : {2048, 32768})
                for (const double batch : {1, 64}) {
                    ServeRequest served;
                    served.model = *registry().find_model(model);
                    served.hardware = *registry().find_hardware(device);
                    served.context = context;
                    served.batch = batch;
                    named_of_serve += names_the_smallest(served, named(*serve(served))) ? 1 : 0;
                    RooflineRequest forward;
                    forward.model = served.model;
                    forward.hardware = served.hardware;
                    forward.context = context;
                    forward.batch = batch;
                    named_of_roofline += names_the_smallest(forward, named(*roofline(forward))) ? 1 : 0;
                }
    CHECK(named_of_serve > 40);
    CHECK(named_of_roofline > 40);
}

TEST_CASE("more devices than there are KV heads hold a cache in stages") {
    const Json r = ask("serve", {{"model", "Llama3_70B"},
                                 {"hardware", "T4"},
                                 {"batch", 64},
                                 {"context", 8192},
                                 {"parallel", over("tensor", 32)}});
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "devices_needed") == 32);
    CHECK(says(r["notes"], "It fits on 32 of these devices: tensor 8, pipeline 4."));
}

TEST_CASE("a layout of one device is no layout") {
    for_each_pair<ServeRequest>([](ServeRequest r) {
        if (!check_together(r)) return;
        const ServeResult result = serve_figures(r);
        CHECK(in_si(result.total) == in_si(result.device_total));
        CHECK(in_si(result.weights) == in_si(result.device_weights));
        CHECK(in_si(result.links) == 0);
        r.link_latency = Seconds<>{1};
        r.link_efficiency = 1e-3;
        CHECK(in_si(serve_figures(r).itl) == in_si(result.itl));
    });
}

TEST_CASE("a request alone under load takes the times of serve, on one device and on eight") {
    for (const double devices : {1, 8}) {
        Json server{{"model", devices == 1 ? "Llama3_8B" : "Llama3_70B"},
                    {"hardware", "H100"},
                    {"parallel", over("tensor", devices)}};
        Json once = server;
        once.update({{"arrival", "closed"}, {"concurrency", 1}, {"requests", 1}, {"request_overhead_s", 0}});
        once.update({{"prompt_tokens", 2047}, {"output_tokens", 2}});
        server["context"] = 2048;
        CHECK(figure(ask("load", once), "itl_s.mean") == Approx(figure(ask("serve", server), "itl_s")).epsilon(1e-9));
    }
}

TEST_CASE("served by a pipeline, one sequence gains no speed, and full stages write as many more tokens") {
    const Json alone = served_70b(ignoring_capacity({{"batch", 1}}));
    const Json piped = served_70b(ignoring_capacity({{"batch", 1}, {"parallel", over("pipeline", 4)}}));
    CHECK(figure(piped, "itl_s") - figure(piped, "links_s") == Approx(figure(alone, "itl_s")));
    CHECK(figure(piped, "device_weights_bytes") == figure(alone, "weights_bytes") / 4);
    const Json full = served_70b(ignoring_capacity({{"batch", 4}, {"parallel", over("pipeline", 4)}}));
    CHECK(figure(full, "itl_s") == Approx(figure(piped, "itl_s")));
    CHECK(figure(full, "tokens_per_s") == Approx(4 * figure(piped, "tokens_per_s")));
    // The bubble: m prompts through p stages take (m + p - 1) / p times one.
    CHECK(figure(full, "ttft_s") == Approx(figure(piped, "ttft_s") * (4 + 4 - 1) / 4));
}

TEST_CASE("parts of a first token are those of one prompt where prompts pass stages in turn, and say so") {
    const Json request{
        {"model", "Llama3_70B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 8}, {"pipeline", 2}}}, {"batch", 64}};
    CHECK(says(ask("serve", request)["trace"], "First token of each of 64 prompts: "));
    CHECK(says(ask("serve", request)["trace"], "; one after the other through 2 stages, "));
    Json alone = request;
    alone["batch"] = 1;
    CHECK_FALSE(says(ask("serve", alone)["trace"], "stages"));
}

TEST_CASE("one prompt of a batch, read alone on eight devices, waits for its own exchanges") {
    const auto eight = [](double batch) {
        return ask("serve",
                   {{"model", "Llama3_70B"}, {"hardware", "H100"}, {"batch", batch}, {"parallel", {{"tensor", 8}}}});
    };
    const Json alone = eight(1), batch = eight(8);
    CHECK(figure(alone, "prefill_links_s") > 0);
    CHECK(figure(batch, "ttft_one_prompt_s") == Approx(figure(alone, "ttft_s")).epsilon(1e-12));
}

TEST_CASE("copies of the model share a batch and wait for nobody") {
    const Json one = served_70b(ignoring_capacity({{"batch", 8}}));
    const Json two = served_70b(ignoring_capacity({{"batch", 16}, {"parallel", over("data", 2)}}));
    CHECK(figure(two, "itl_s") == figure(one, "itl_s"));
    CHECK(figure(two, "tokens_per_s") == Approx(2 * figure(one, "tokens_per_s")));
    CHECK(figure(two, "links_s") == 0);
    CHECK(figure(two, "device_weights_bytes") == figure(one, "weights_bytes"));
    CHECK(figure(two, "total_bytes") == 2 * figure(one, "total_bytes"));
}

TEST_CASE("serving over 16 devices copies a cache of eight heads, and says so") {
    const Json r = served_70b({{"parallel", over("tensor", 16)}});
    CHECK(figure(r, "device_kv_cache_bytes") == 671088640.0 / 8);
    CHECK(says(r["notes"], "each part is kept on 2 of the 16 devices"));
    CHECK(says(r["notes"], "beyond a node of 8"));
}

TEST_CASE("slow links are named as what limits, and what a better one is worth") {
    const Json slow{{"parallel", over("tensor", 8)}, {"link_latency_s", 1e-4}};
    const Json r = served_70b(slow);
    CHECK(r["decode_regime"] == "links");
    CHECK(figure(r, "links_s") > figure(r, "decode_memory_s"));
    Json asked = serving_70b(slow);
    asked["target"] = "itl";
    const Json s = ask("sensitivity", asked);
    CHECK(s["binding_constraint"] == "link_latency");
    // 160 waits of log2(8) x 100 us, of the whole.
    CHECK(figure(s, "elasticities.link_latency") == Approx(160 * 3e-4 / figure(r, "itl_s")).epsilon(1e-9));
    CHECK(figure(s, "elasticities.device_link") < 0);
}

TEST_CASE("elasticities of a step on several devices add up to what they are of its time") {
    // Without arithmetic, whose time is hidden: bandwidth and link rate shorten, gaps and waits lengthen.
    Json asked = serving_70b({{"parallel", over("tensor", 8)}, {"target", "itl"}});
    const Json e = ask("sensitivity", asked)["elasticities"];
    const double shares = -figure(e, "memory_bandwidth") - figure(e, "device_link") + figure(e, "layer_overhead") +
                          figure(e, "link_latency");
    CHECK(shares == Approx(1));
}

TEST_CASE("calibrated, links run as fast as those of measured servers, and tokens have the band of several devices") {
    const Json calibrated{{"parallel", over("tensor", 8)}, {"assumptions", "calibrated"}, {"prompt_tokens", 4096}};
    const Json r = served_70b(calibrated), told = served_70b(with(calibrated, "link_efficiency", 0.8));
    const Json all = served_70b(with(calibrated, "link_efficiency", 1));
    for (const char* name : {"ttft_s", "itl_s"}) CHECK(figure(r, name) == figure(told, name));
    // 4,096 x 8,192 values of 2 bytes, in 160 all-reduces of 2 x 7/8 of them over 450 GB/s; waits are the same.
    const double sent = 160 * 1.75 * 4096 * 8192 * 2 / 450e9;
    CHECK(figure(r, "prefill_links_s") - figure(all, "prefill_links_s") == Approx(sent * (1 / 0.8 - 1)));
    const Residuals& errors = assumptions_of(Preset::calibrated).fit->devices;
    CHECK(figure(r, "itl_low_s") == Approx(errors.low * figure(r, "itl_s")));
    CHECK(figure(r, "itl_high_s") == Approx(errors.high * figure(r, "itl_s")));
    CHECK(r["ttft_low_s"].is_null());
    CHECK(r["speedup_over_fp16_low"].is_null());
    CHECK(says(r["notes"], "100 published measurements of all software on 2 to 8 devices"));
    CHECK(says(r["notes"], "only one source measured any on several devices"));
    // A rate of one's own was not fitted.
    CHECK(told["itl_low_s"].is_null());
    CHECK(says(told["notes"], "another assumption was not fitted"));
}

TEST_CASE("calibrated, a pass on several devices says why it has no band") {
    const Json pass{{"model", "BERT_Large"},
                    {"hardware", "A100"},
                    {"parallel", over("tensor", 2)},
                    {"assumptions", {{"preset", "calibrated"}, {"software", "tensorrt"}}}};
    for (const auto& [fields, why] : {std::pair{Json::object(), "only one source measured any on several devices"},
                                      {Json{{"link_efficiency", 0.5}}, "another assumption was not fitted"}}) {
        Json request = pass;
        request.update(fields);
        const Json r = ask("roofline", request);
        CHECK(r["latency_low_s"].is_null());
        CHECK(says(r["notes"], why));
    }
    // Layouts are train's; a training step here has the band of one device.
    Json training{{"model", "ResNet50"},
                  {"hardware", "A100"},
                  {"phase", "training"},
                  {"batch", 256},
                  {"assumptions", {{"preset", "calibrated"}, {"software", "pytorch"}}}};
    const Json one = ask("roofline", training);
    training["parallel"] = over("pipeline", 16);
    CHECK(ask("roofline", training)["latency_low_s"] == one["latency_low_s"]);
    CHECK(figure(one, "latency_low_s") > 0);
}

TEST_CASE("what is first principles knows nothing of fitted links") {
    const Json layout{{"parallel", over("tensor", 8)}};
    CHECK(served_70b(layout)["ttft_s"] == served_70b(with(layout, "link_efficiency", 1))["ttft_s"]);
}

TEST_CASE("copies of a model have the band of one device; layouts that nobody measured have none") {
    const auto band = [](const Json& parallel, const char* device, double batch) {
        const Json r = ask("serve", {{"model", "Llama3_8B"},
                                     {"hardware", device},
                                     {"parallel", parallel},
                                     {"batch", batch},
                                     {"assumptions", "calibrated"}});
        return r["itl_low_s"].is_null() ? 0 : figure(r, "itl_low_s") / figure(r, "itl_s");
    };
    const double alone = band(over("tensor", 1), "H100", 1), together = band(over("tensor", 1), "H100", 16);
    CHECK(alone > 0);
    CHECK(band(over("data", 4), "H100", 4) == Approx(alone));
    CHECK(band(over("data", 4), "H100", 64) == Approx(together));
    const double split = band(over("tensor", 8), "H100", 1);
    CHECK(split > 0);
    CHECK(band({{"tensor", 2}, {"pipeline", 4}}, "H100", 1) == Approx(split));
    CHECK(band({{"tensor", 2}, {"pipeline", 8}}, "H100", 1) == 0);
    CHECK(band(over("tensor", 8), "MI300X", 1) == 0);
}

TEST_CASE("a draft that is split across devices waits for its exchanges too") {
    // Four drafted tokens, two all-reduces in each of 32 layers, and one verified pass of 80: 416 exchanges a round,
    // each of which waits log2 4 latencies; 2.7731 tokens a round.
    const auto itl = [](double latency) {
        return figure(
            served_70b({{"parallel", over("tensor", 4)}, {"draft_model", "Llama3_8B"}, {"link_latency_s", latency}}),
            "itl_s");
    };
    CHECK(itl(1e-4) - itl(0) == Approx(416 * 2 * 1e-4 / 2.7731));
}

TEST_CASE("a dense draft beside spread experts stands whole on each device") {
    const Json spread{{"model", "DeepSeek_V3"},
                      {"hardware", "H200"},
                      {"precision", "fp8"},
                      {"parallel", {{"data", 8}, {"expert", 8}}}};
    const Json alone = ask("serve", spread), drafted = ask("serve", with(spread, "draft_model", "Llama3_8B"));
    // 8,030,261,248 bytes of weights, and 2,048 tokens of 131,072 bytes.
    CHECK(figure(drafted, "device_total_bytes") - figure(alone, "device_total_bytes") ==
          Approx(8030261248.0 + 2048 * 131072.0));
}
