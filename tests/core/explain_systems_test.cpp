#include "ridgepoint/explain_systems.hpp"

#include <cmath>
#include <regex>
#include <set>

#include "ask.hpp"

using namespace ridgepoint;

namespace {

Json pair_of(const Json& common, const Json& baseline, const Json& proposal) {
    Json request{{"baseline", common}, {"proposal", common}};
    if (baseline.is_object()) request["baseline"].update(baseline);
    if (proposal.is_object()) request["proposal"].update(proposal);
    return request;
}

double factor_of(const Json& result, const char* cause) {
    for (const Json& f : member(result, "factors"))
        if (f["name"] == cause) return figure(f, "ratio");
    return 1;
}

void check_product(const Json& r, double speedup) {
    double product = 1;
    for (const Json& f : member(r, "factors")) product *= figure(f, "ratio");
    INFO(r["factors"].dump());
    CHECK(figure(r, "speedup") == Approx(speedup).epsilon(1e-12));
    CHECK(product == Approx(speedup).epsilon(1e-12));
}

const Json served_on_eight{{"model", "Llama3_70B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 8}}}};
const Json few_requests{
    {"model", "Llama3_8B"}, {"hardware", "H100"}, {"rate_per_s", 8}, {"requests", 60}, {"output_tokens", 50}};
const Json trained_on_many{{"model", "GPT3"},
                           {"hardware", "A100"},
                           {"parallel", {{"tensor", 8}, {"pipeline", 8}, {"data", 16}}},
                           {"global_batch", 1536},
                           {"recomputation", "full"}};

}  // namespace

TEST_CASE("served: context, cache, layout and device multiply to the speedup") {
    const Json other{{"hardware", "A100"},          {"context", 8192},       {"batch", 16},
                     {"parallel", {{"tensor", 4}}}, {"kv_precision", "fp8"}, {"precision", "fp8"}};
    const Json request = pair_of(served_on_eight, {}, other);
    const Json r = ask("explain_serve", request);
    check_product(r, figure(r, "baseline.itl_s") / figure(r, "proposal.itl_s"));
    for (const char* cause : {"context", "cache", "devices", "memory_bandwidth", "bytes_per_value", "work"})
        CHECK(factor_of(r, cause) != 1);
    CHECK(r["changed"] == Json({"hardware", "context", "batch", "precision", "kv_precision", "parallel"}));
    const Json first = ask("explain_serve", with(request, "target", "ttft"));
    check_product(first, figure(first, "baseline.ttft_s") / figure(first, "proposal.ttft_s"));
    const Json all = ask("explain_serve", with(request, "target", "throughput"));
    check_product(all, figure(all, "proposal.tokens_per_s") / figure(all, "baseline.tokens_per_s"));
}

TEST_CASE("served: what alone changed is the whole speedup, and the figures are those of serve") {
    const Json r = ask("explain_serve", pair_of(served_on_eight, {{"parallel", {{"tensor", 4}}}}, {}));
    CHECK(r["baseline"] == ask("serve", with(served_on_eight, "parallel.tensor", 4)));
    CHECK(r["proposal"] == ask("serve", served_on_eight));
    CHECK(r["factors"].size() == 1);
    CHECK(factor_of(r, "devices") == figure(r, "speedup"));
    CHECK(r["factors"].size() == 1);
    // 10.59 ms of memory, 0.8 of gaps and 1.6 of links, against 5.29, 0.8 and 2.41.
    CHECK(figure(r, "speedup") == Approx(13.0 / 8.50).epsilon(2e-3));
    CHECK(sentence(r, "text").find("Changed: parallel\n  Speedup: 1.53× (time between tokens)") != std::string::npos);
    CHECK(sentence(r, "markdown").rfind("### Differential analysis: **1.53×** (time between tokens)", 0) == 0);
    // Of one device each the links do not count.
    const Json single = ask("explain_serve", {{"baseline", {{"model", "Llama3_8B"}, {"hardware", "A100"}}},
                                              {"proposal", {{"model", "Llama3_8B"}, {"hardware", "H100"}}}});
    CHECK(factor_of(single, "devices") == 1);
    CHECK(factor_of(single, "memory_bandwidth") > 1.5);
    CHECK(single["alone"]["name"] == "memory_bandwidth");
    CHECK(member(single, "unused.0").is_null());
    CHECK(single["unused"][0]["name"] == "peak_flop_per_s");
    CHECK(figure(single["unused"][0], "bought") == Approx(989.0 / 312));
}

TEST_CASE("what alone changed between devices is theirs, and no other cause has a part in it") {
    const auto only_devices = [](const Json& r) {
        INFO(r["factors"].dump());
        CHECK(figure(r, "speedup") != 1);
        CHECK(factor_of(r, "devices") == Approx(figure(r, "speedup")).epsilon(1e-12));
        CHECK(r["factors"].size() == 1);
    };
    // 16 devices in nodes of eight, or of the sixteen themselves.
    const Json common{{"model", "Llama3_70B"}, {"parallel", {{"tensor", 16}}}, {"hardware", "H100"}};
    const Json wide = with(ask("hardware", {{"id", "H100"}}), "devices_a_node", 16);
    only_devices(ask("explain_serve", pair_of(common, {}, {{"hardware", wide}})));
    const Json loaded{{"model", "Llama3_70B"}, {"parallel", {{"tensor", 8}}}};
    Json request = few_requests;
    request.update(loaded);
    only_devices(ask("explain_load", pair_of(request, {{"link_efficiency", 0.25}}, {{"link_efficiency", 1}})));
    request.update(common);
    only_devices(ask("explain_load", pair_of(request, {}, {{"hardware", wide}})));
}

TEST_CASE("arithmetic that shows in no digit of the speedup is called idle, and one that does counts") {
    const auto said = [](double overlap) {
        const Json common{{"model", "Llama3_8B"}, {"assumptions", {{"overlap", overlap}}}};
        return sentence(ask("explain", pair_of(common, {{"hardware", "A100"}}, {{"hardware", "H100"}})), "text");
    };
    // 103 us of arithmetic against 33, a part of them beside 8.3 ms: 0.8 % or 0.25 %.
    CHECK(said(0).find("Arithmetic counts too") != std::string::npos);
    CHECK(said(0.7).find("Extra FLOP/s go unused.") != std::string::npos);
}

TEST_CASE("a host link where there was none is no purchase of so many times") {
    const Json alone{
        {"peak_flop_per_s", {{"fp16", 1e14}}}, {"memory_capacity_bytes", 1e11}, {"memory_bandwidth_bytes_per_s", 1e12}};
    const Json r = ask("explain", pair_of({{"model", "Llama3_8B"}}, {{"hardware", alone}},
                                          {{"hardware", with(alone, "host_link_bytes_per_s", 1e10)}}));
    CHECK(r["unused"].empty());
    CHECK(figure(r, "speedup") == 1);
}

TEST_CASE("served: a draft model is a cause of its own") {
    const Json drafted{{"draft_model", "Llama3_8B"}, {"draft_acceptance", 0.8}};
    const Json r = ask("explain_serve", pair_of(served_on_eight, {}, drafted));
    CHECK(r["factors"].size() == 1);
    check_product(r, figure(r, "baseline.itl_s") / figure(r, "proposal.itl_s"));
    CHECK(factor_of(r, "drafting") > 1);
}

TEST_CASE("under load: arrivals, scheduling, lengths and device multiply to the speedup") {
    const Json other{{"hardware", "A100"}, {"rate_per_s", 4},     {"prompt_tokens", 2048},
                     {"max_batch", 4},     {"precision", "int8"}, {"request_overhead_s", 0.1}};
    const Json request = pair_of(few_requests, {}, other);
    for (const auto& [target, field] :
         {std::pair{"latency", "e2e_s.mean"}, {"ttft", "ttft_s.mean"}, {"itl", "itl_s.mean"}}) {
        const Json r = ask("explain_load", with(request, "target", target));
        check_product(r, figure(r, "baseline." + std::string(field)) / figure(r, "proposal." + std::string(field)));
        if (std::string(target) == "latency")
            for (const char* cause : {"arrivals", "scheduling", "context", "memory_bandwidth", "overhead"})
                CHECK(factor_of(r, cause) != 1);
    }
    CHECK(ask("explain_load", request)["speedup"] ==
          ask("explain_load", with(request, "target", "latency"))["speedup"]);
}

TEST_CASE("under load: at the maximum tokens a second are compared") {
    const Json r =
        ask("explain_load", pair_of(with(few_requests, "maximum", true), {{"max_batch", 8}}, {{"max_batch", 16}}));
    check_product(r, figure(r, "proposal.tokens_per_s") / figure(r, "baseline.tokens_per_s"));
    CHECK(factor_of(r, "scheduling") == figure(r, "speedup"));
    // Eight at a time, each step of the run is a token of all or all their prompts: 8 / (ttft_s + 49 itl_s) of serve.
    const Json eight = ask(
        "serve",
        {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"prompt_tokens", 1024}, {"output_tokens", 50}, {"batch", 8}});
    CHECK(figure(r, "baseline.requests_per_s") == Approx(8 / figure(eight, "e2e_s")).epsilon(1e-9));
    CHECK(figure(r, "speedup") > 1.3);
}

TEST_CASE("under load: the host's time for each sequence of a step is a cause") {
    const Json r =
        ask("explain_load", pair_of(few_requests, {{"sequence_overhead_s", 0.002}}, {{"sequence_overhead_s", 0.0001}}));
    CHECK(r["factors"].size() == 1);
    CHECK(factor_of(r, "overhead") == figure(r, "speedup"));
    CHECK(figure(r, "speedup") > 1.01);
    // And it stays one beside another rate of requests.
    const Json both = ask("explain_load", pair_of(few_requests, {{"sequence_overhead_s", 0.002}},
                                                  {{"sequence_overhead_s", 0.0001}, {"rate_per_s", 4}}));
    CHECK(factor_of(both, "overhead") > 1.01);
}

TEST_CASE("under load: a device alone is compared by its rates, devices that share layers as a whole") {
    const Json alone = ask("explain_load", pair_of(few_requests, {}, {{"hardware", "H200"}}));
    CHECK(factor_of(alone, "devices") == 1);
    CHECK(factor_of(alone, "memory_bandwidth") > 1.2);
    // The same device with another link than its own, which a device alone does not use.
    const Json linked = with(ask("hardware", {{"id", "H100"}}), "device_link_bytes_per_s", 1e11);
    CHECK(ask("explain_load", pair_of(few_requests, {}, {{"hardware", linked}}))["factors"].empty());
    const Json shared = with(with(few_requests, "model", "Llama3_70B"), "parallel", {{"tensor", 8}});
    CHECK(factor_of(ask("explain_load", pair_of(shared, {}, {{"hardware", linked}})), "devices") < 1);
}

TEST_CASE("under load: links that are used better are the devices' part, whatever arrives") {
    const Json common =
        with(with(with(few_requests, "model", "Llama3_70B"), "parallel", {{"tensor", 8}}), "link_efficiency", 0.5);
    const Json r = ask("explain_load", pair_of(common, {}, {{"link_efficiency", 1}}));
    CHECK(r["factors"].size() == 1);
    CHECK(factor_of(r, "devices") == figure(r, "speedup"));
    CHECK(figure(r, "speedup") > 1.01);
    const Json both = ask("explain_load", pair_of(common, {{"rate_per_s", 2}}, {{"link_efficiency", 1}}));
    CHECK(factor_of(both, "devices") > 1.01);
    CHECK(factor_of(both, "arrivals") < 1);
}

TEST_CASE("under load: a mixture without room is timed as if it had it, and said to be") {
    const Json large{{"model", "Llama3_70B"}, {"parallel", {{"tensor", 8}}}};
    const Json r = ask("explain_load", pair_of(few_requests, large, {}));
    check_product(r, figure(r, "baseline.e2e_s.mean") / figure(r, "proposal.e2e_s.mean"));
    CHECK(says(r["notes"], "do not fit their memory"));
    CHECK_FALSE(
        says(ask("explain_load", pair_of(few_requests, {{"rate_per_s", 2}}, {}))["notes"], "do not fit their memory"));
}

TEST_CASE("trained: layout, method, device and batch multiply to the speedup of tokens") {
    const Json other{{"hardware", "H100"},
                     {"parallel", {{"tensor", 4}, {"pipeline", 16}, {"data", 16}}},
                     {"global_batch", 768},
                     {"recomputation", "none"},
                     {"sequence", 4096}};
    for (const char* preset : {"first-principles", "calibrated"}) {
        const Json r = ask("explain_train", pair_of(with(trained_on_many, "assumptions", preset), {}, other));
        check_product(r, figure(r, "proposal.tokens_per_s") / figure(r, "baseline.tokens_per_s"));
        for (const char* cause :
             {"devices", "training_method", "peak_flop_per_s", "memory_bandwidth", "work", "context"})
            CHECK(factor_of(r, cause) != 1);
        CHECK(factor_of(r, "memory_capacity") == 1);
    }
    const Json again = ask("explain_train", pair_of(trained_on_many, {}, {{"recomputation", "none"}}));
    CHECK(again["factors"].size() == 1);
    CHECK(factor_of(again, "training_method") == figure(again, "speedup"));
    const Json scores = pair_of(with(trained_on_many, "attention", "eager"), {}, {{"recomputation", "none"}});
    CHECK(sentence(ask("explain_train", scores), "text").find("The proposal does not fit its memory.") !=
          std::string::npos);
}

TEST_CASE("a comparison says which of its sides do not fit") {
    const auto lacking = [](const char* model, const char* before, const char* after) {
        const Json sides = pair_of({{"model", model}}, {{"hardware", before}}, {{"hardware", after}});
        const std::string text = sentence(ask("explain_serve", sides), "text");
        std::smatch found;
        return std::regex_search(text, found, std::regex("(The baseline|The proposal|Neither)[^.]* its memory"))
                   ? found[1].str()
                   : "";
    };
    CHECK(lacking("GPT3", "A100", "H100") == "Neither");
    CHECK(lacking("Llama3_70B", "A100", "MI300X") == "The baseline");
    CHECK(lacking("Llama3_70B", "MI300X", "A100") == "The proposal");
    CHECK(lacking("Llama3_8B", "A100", "H100") == "");
}

TEST_CASE("a model without experts meets the other's experts apart") {
    const Json mixture{{"model", "Mixtral_8x7B"}, {"parallel", {{"tensor", 2}, {"expert", 8}, {"data", 4}}}};
    for (const auto& [call, common] : {std::pair{"explain_serve", Json{{"hardware", "H100"}}},
                                       {"explain_load", Json{{"hardware", "H100"}, {"requests", 20}}},
                                       {"explain_train", Json{{"hardware", "H100"}, {"global_batch", 64}}}}) {
        const Json r = ask(call, pair_of(common, mixture, {{"model", "Llama3_70B"}, {"parallel", {{"tensor", 8}}}}));
        INFO(call);
        CHECK(figure(r, "speedup") > 0);
        CHECK(factor_of(r, "work") != 1);
    }
}

TEST_CASE("under load: how experts are spread is a cause only beside the model that has them, by hand") {
    const Json common{{"hardware", "H100"}, {"requests", 20}, {"maximum", true}};
    const Json spread{{"model", "Mixtral_8x7B"}, {"parallel", {{"tensor", 2}, {"expert", 8}, {"data", 4}}}};
    const Json whole{{"model", "Mixtral_8x7B"}, {"parallel", {{"tensor", 2}, {"data", 4}}}};
    const Json dense{{"model", "Llama3_8B"}, {"parallel", {{"tensor", 2}, {"data", 4}}}};
    const double spreading = factor_of(ask("explain_load", pair_of(common, spread, whole)), "devices");
    REQUIRE(spreading != 1);
    // Two causes of which the layout acts before the model alone: half of it in the logarithm.
    const Json r = ask("explain_load", pair_of(common, spread, dense));
    CHECK(factor_of(r, "devices") == Approx(std::sqrt(spreading)).epsilon(1e-9));
}

TEST_CASE("a step of training is bound by the longer of its arithmetic and of what it waits for") {
    const Json experts{{"tensor", 2}, {"expert", 8}, {"data", 16}};
    const Json stages{{"tensor", 4}, {"pipeline", 8}, {"data", 2}};
    for (const Json& layout : {experts, stages}) {
        std::set<bool> found;
        for (double share = 1; share > 0.01; share *= 0.93) {
            const Json common{
                {"model", "Mixtral_8x7B"}, {"hardware", "H100"},
                {"parallel", layout},      {"global_batch", 64},
                {"recomputation", "full"}, {"rates", {{"link_efficiency", share}, {"network_efficiency", share}}}};
            const Json r = ask("explain_train", pair_of(common, {}, {{"hardware", "H200"}}));
            const auto seconds = [&](const char* part) { return figure(r, std::string("baseline.times.") + part); };
            const double waits = seconds("tensor_s") + seconds("expert_s") + seconds("pipeline_s") + seconds("data_s") +
                                 seconds("bubble_s");
            const bool waiting = waits > seconds("forward_s") + seconds("backward_s") + seconds("recomputation_s");
            INFO(layout.dump() << " at " << share << " of the links");
            CHECK(member(r, "alone.name") == (waiting ? "devices" : "peak_flop_per_s"));
            found.insert(waiting);
        }
        CHECK(found.size() == 2);
    }
}

TEST_CASE("a comparison says how either side is cut over its devices") {
    const Json r = ask("explain_serve", pair_of(served_on_eight, {}, {{"parallel", {{"pipeline", 8}}}}));
    CHECK(sentence(r, "text").find("8 × H100, tensor 8, FP16, batch 1") != std::string::npos);
    CHECK(sentence(r, "text").find("8 × H100, pipeline 8, FP16, batch 1") != std::string::npos);
}

TEST_CASE("nothing changed: no factor, and it is said") {
    for (const auto& [call, common] : {std::pair{"explain_serve", served_on_eight},
                                       {"explain_load", few_requests},
                                       {"explain_train", trained_on_many}}) {
        const Json r = ask(call, {{"baseline", common}, {"proposal", common}});
        CHECK(figure(r, "speedup") == 1);
        CHECK(r["factors"].empty());
        CHECK(r["changed"].empty());
        CHECK(sentence(r, "text").find("Nothing that the step depends on has changed") != std::string::npos);
    }
}

TEST_CASE("a side that is refused is named, and too many mixtures are") {
    const Json refused = answer("explain_load", pair_of(few_requests, {}, {{"model", "Llama3_70B"}}))["error"];
    CHECK(refused["field"] == "proposal.hardware");
    CHECK(sentence(refused, "message").rfind("proposal: the weights do not fit", 0) == 0);
    CHECK(answer("explain_train", pair_of(trained_on_many, {}, {{"global_batch", 7}}))["error"]["field"] ==
          "proposal.global_batch");
    CHECK(answer("explain_serve", pair_of(served_on_eight, {{"batch", 0}}, {}))["error"]["field"] == "baseline.batch");
    const Json many{{"hardware", "A100"},    {"rate_per_s", 4},           {"prompt_tokens", 2048},
                    {"max_batch", 4},        {"precision", "int8"},       {"requests", 3000},
                    {"kv_precision", "fp8"}, {"request_overhead_s", 0.1}, {"model", "Mistral_7B"}};
    const Json too_many = answer("explain_load", pair_of(few_requests, {}, many))["error"];
    CHECK(too_many["code"] == "too_large");
    // The number asked for is the largest whose mixtures are few enough steps together.
    std::smatch said;
    const std::string message = sentence(too_many, "message");
    INFO(message);
    REQUIRE(std::regex_search(
        message, said,
        std::regex(
            R"(so (\d+) mixtures .*, of up to (\d+) steps each; the limit is (\d+) in all\. .* at most (\d+) )")));
    const double mixtures = std::stod(said[1]), steps = std::stod(said[2]), together = std::stod(said[3]);
    CHECK(std::stod(said[4]) == std::floor(together / mixtures / (steps / 3000)));
    // One side reads whole prompts, the other has a large batch: neither takes long, and some mixtures would.
    const Json whole{{"requests", 20000}, {"prompt_tokens", 1},      {"output_tokens", 1},
                     {"max_batch", 1000}, {"max_batched_tokens", 1}, {"chunked_prefill", false}};
    const Json large{{"requests", 20000},
                     {"prompt_tokens", 1},
                     {"output_tokens", 1},
                     {"max_batch", 100000},
                     {"max_batched_tokens", 1}};
    CHECK(error_of("explain_load", pair_of(few_requests, whole, large)) == "too_large");
}
