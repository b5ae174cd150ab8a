// What cannot be simulated, or is too much to.

#include "ask.hpp"
#include "model/load_simulation.hpp"

using namespace ridgepoint;

namespace {

/// Of prompts and answers of one token, the field that a refusal is about, if it is one of size.
std::string too_large(const Json& fields) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"prompt_tokens", 1}, {"output_tokens", 1}};
    request.update(fields);
    const Json json = answer("load", request);
    if (!json.contains("error")) return "";
    CHECK(json["error"]["code"] == "too_large");
    return json["error"]["field"];
}

}  // namespace

TEST_CASE("what cannot be simulated is refused by name") {
    const auto refused = [](const Json& fields, const char* field, const char* words) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
        request.update(fields);
        const Json json = answer("load", request);
        INFO(json.dump().substr(0, 300));
        CHECK(sentence(json, "error.field") == field);
        CHECK(sentence(json, "error.message").find(words) != std::string::npos);
    };
    refused({{"rate_per_s", 0}}, "rate_per_s", "0.000001 to 1000000");
    refused({{"prompt_tokens", 0}}, "prompt_tokens", "1 to");
    refused({{"prompt_tokens", {{"mean", 0}}}}, "prompt_tokens.mean", "1 to");
    refused({{"prompt_tokens", "long"}}, "prompt_tokens", "a number or an object");
    refused({{"output_tokens", {{"spread", 0.6}, {"distribution", "uniform"}}}}, "output_tokens.spread", "0.577");
    refused({{"requests", 1000000}}, "requests", "1 to 100000");
    refused({{"requests", 100000}, {"output_tokens", 1000}}, "requests", "at most 1999 here");
    refused({{"requests", 1000}, {"prompt_tokens", 100000}, {"max_batched_tokens", 1}}, "requests", "at most 19 here");
    refused({{"shared_prefix_tokens", 1024}}, "shared_prefix_tokens", "less than prompt_tokens");
    refused({{"model", "Llama3_70B"}}, "hardware",
            "each device would hold 141.1 GB and has 79 GB to use; split across 2 devices they would");
    refused({{"prompt_tokens", 1000000}}, "prompt_tokens", "times the room the weights leave");
    refused({{"parallel", {{"tensor", 3}}}}, "parallel.tensor", "must divide");
}

TEST_CASE("requests of too many steps are refused") {
    CHECK(too_large({{"requests", 2001}, {"output_tokens", 1000}}) == "requests");
    CHECK(too_large({{"duration_s", 1e6}}) == "duration_s");
}

TEST_CASE("where prompts are read whole, so are too many answers that wait for them") {
    // Each of 20,000 steps reads one prompt, for which as many wait as a batch holds.
    const auto whole = [](const Json& fields) {
        Json all{{"requests", 20000}, {"max_batch", 5001}, {"max_batched_tokens", 1}, {"chunked_prefill", false}};
        all.update(fields);
        return too_large(all);
    };
    CHECK(whole(Json::object()) == "max_batch");
    CHECK(whole({{"max_batch", 5000}}).empty());
    CHECK(whole({{"max_batched_tokens", 2}}).empty());
    CHECK(whole({{"arrival", "closed"}, {"concurrency", 9}}).empty());
    CHECK(whole({{"chunked_prefill", true}}).empty());
    CHECK(whole({{"static", true}}).empty());
}

TEST_CASE("answers that wait are added up over the steps that read prompts") {
    LoadRequest r;
    r.requests = 1000;
    r.max_batch = 8;
    r.prompt.mean = 100;
    r.max_batched_tokens = 250;
    CHECK(held_up(r) == 0);
    r.chunked_prefill = false;
    CHECK(held_up(r) == 4000);  // 500 steps of two prompts, eight answers each
    r.max_batch = 2000;
    CHECK(held_up(r) == 500000);  // no more wait than there are
    r.prompt.mean = 300;
    CHECK(held_up(r) == 1000000);  // longer than a step takes: one each
    r.arrival.chosen = Arrival::closed;
    r.concurrency = 5;
    CHECK(held_up(r) == 5000);
    r.maximum = true;
    CHECK(held_up(r) == 1000000);
    r.static_batches = true;
    CHECK(held_up(r) == 0);
}

TEST_CASE("a model that is published with narrow weights is said to be, where a request has wider ones") {
    const std::string said = "gpt-oss 20B is published and usually run with 4-bit weights: choose that precision.";
    const Json wide{{"model", "GptOss_20B"}, {"hardware", "H100"}}, narrow = with(wide, "precision", "fp4");
    for (const char* call : {"serve", "load", "roofline"}) {
        INFO(call);
        CHECK(says(ask(call, wide)["notes"], said));
        CHECK_FALSE(says(ask(call, narrow)["notes"], "is published"));
    }
    CHECK_FALSE(says(ask("serve", with(wide, "weight_bits", 5))["notes"], "is published"));
    CHECK_FALSE(says(ask("roofline", with(wide, "phase", "training"))["notes"], "is published"));
    CHECK_FALSE(says(ask("serve", with(wide, "model", "Llama3_8B"))["notes"], "is published"));
    // Where the wide weights do not fit, the error names the remedy.
    const Json error = error_at("load", with(wide, "hardware", "RTX4090"));
    CHECK(sentence(error, "message").find(". " + said) != std::string::npos);
}

TEST_CASE("a request that no memory holds is told with all its tokens") {
    const Json error = error_at(
        "load", {{"model", "Llama3_8B"}, {"hardware", "RTX4090"}, {"prompt_tokens", 60000}, {"output_tokens", 500}});
    CHECK(error["field"] == "prompt_tokens");
    CHECK(sentence(error, "message").find("a request of 60500 tokens in all needs 1.14 times the room") !=
          std::string::npos);
}

TEST_CASE("prompts that are read whole share a step as far as their own tokens allow, beside the prefix they share") {
    const Json two{{"model", "Llama3_8B"},
                   {"hardware", "H100"},
                   {"arrival", "closed"},
                   {"concurrency", 2},
                   {"requests", 2},
                   {"prompt_tokens", 1000},
                   {"output_tokens", 1},
                   {"chunked_prefill", false},
                   {"max_batched_tokens", 250},
                   {"shared_prefix_tokens", 900}};
    CHECK(figure(ask("load", two), "iterations") == 1);
    CHECK(figure(ask("load", with(two, "shared_prefix_tokens", 800)), "iterations") == 2);
}

TEST_CASE("a request that takes just as long as it may is within the limits") {
    Json one{{"model", "Llama3_8B"}, {"hardware", "H100"},  {"arrival", "closed"}, {"concurrency", 1},
             {"requests", 1},        {"prompt_tokens", 64}, {"output_tokens", 8}};
    const Json taken = ask("load", one);
    one["slo"] = {{"ttft_s", figure(taken, "ttft_s.mean")}, {"itl_s", figure(taken, "itl_s.mean")}};
    CHECK(figure(ask("load", one), "good_share") == 1);
    one["slo"]["ttft_s"] = figure(taken, "ttft_s.mean") * (1 - 1e-9);
    CHECK(figure(ask("load", one), "good_share") == 0);
}

TEST_CASE("the largest rate is judged by as many requests as are asked for") {
    // Longer runs see longer queues.
    const auto largest = [](double requests) {
        return figure(ask("load", {{"model", "Llama3_8B"},
                                   {"hardware", "H100"},
                                   {"prompt_tokens", 1024},
                                   {"output_tokens", 32},
                                   {"requests", requests},
                                   {"slo", {{"ttft_s", 0.5}}}}),
                      "largest_rate_per_s");
    };
    CHECK(largest(5000) < largest(1000));
}
