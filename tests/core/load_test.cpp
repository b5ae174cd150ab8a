#include "ridgepoint/load.hpp"

#include <algorithm>

#include "cases.hpp"
#include "grid.hpp"
#include "model/load_simulation.hpp"

using namespace ridgepoint;

namespace {

Json served_8b(double context, double batch = 1) {
    return ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", context}, {"batch", batch}});
}

}  // namespace

TEST_CASE("without a queue the times are those of serve") {
    // One request at a time: the prompt alone, then 63 tokens whose caches grow by one.
    const Json r = loaded_8b(
        {{"arrival", "closed"}, {"concurrency", 1}, {"requests", 3}, {"prompt_tokens", 2048}, {"output_tokens", 64}});
    CHECK(figure(r, "ttft_s.mean") == Approx(figure(served_8b(2048), "ttft_s")).epsilon(1e-9));
    double answer = 0;
    for (int written = 1; written < 64; ++written) answer += figure(served_8b(2048 + written), "itl_s");
    CHECK(figure(r, "itl_s.mean") == Approx(answer / 63).epsilon(1e-9));
    CHECK(figure(r, "e2e_s.p50") == Approx(figure(served_8b(2048), "ttft_s") + answer).epsilon(1e-9));
    CHECK(figure(r, "mean_in_system") == Approx(1));
    CHECK(figure(r, "busy_share") == Approx(1));
}

TEST_CASE("one slot and fixed lengths make an M/D/1 queue") {
    // Answers of one token: a request takes its prompt's time D, so with rho 0.5 the mean wait is D / 2.
    const double service = figure(served_8b(1024), "ttft_s");
    for (const double load : {0.3, 0.5, 0.7}) {
        const Json r = loaded_8b({{"rate_per_s", load / service},
                                  {"prompt_tokens", 1024},
                                  {"output_tokens", 1},
                                  {"max_batch", 1},
                                  {"requests", 100000}});
        const double wait = load * service / (2 * (1 - load));
        CHECK(figure(r, "ttft_s.mean") == Approx(service + wait).epsilon(0.03));
        CHECK(figure(r, "mean_waiting") == Approx(load / service * wait).epsilon(0.05));
        CHECK(figure(r, "busy_share") == Approx(load).epsilon(0.02));
    }
}

TEST_CASE("Little's law: those in the system are the rate times the time they spend there") {
    for (const char* arrival : {"poisson", "constant", "bursty", "closed"}) {
        for (const Json& scheduler : {Json::object(), Json{{"chunked_prefill", false}}, Json{{"static", true}}}) {
            Json request{{"arrival", arrival},
                         {"rate_per_s", 8},
                         {"prompt_tokens", {{"spread", 0.8}}},
                         {"output_tokens", {{"mean", 100}, {"spread", 0.8}}},
                         {"requests", 300}};
            for (const auto& [field, value] : scheduler.items()) request[field] = value;
            INFO(arrival << " " << scheduler);
            const Json r = loaded_8b(request);
            CHECK(figure(r, "mean_in_system") ==
                  Approx(figure(r, "requests_per_s") * figure(r, "e2e_s.mean")).epsilon(1e-9));
            double shares = 0;
            for (const auto& [part, share] : r["time_share"].items()) shares += share.get<double>();
            CHECK(shares == Approx(1));
        }
    }
}

TEST_CASE("at full load fixed lengths give B·out / (B·t_prefill + out·t_decode)") {
    const double batch = 32, prompt = 512, output = 256;
    const Json r = loaded_8b({{"maximum", true},
                              {"max_batch", batch},
                              {"prompt_tokens", prompt},
                              {"output_tokens", output},
                              {"chunked_prefill", false},
                              {"requests", 320}});
    const double read = figure(served_8b(prompt, batch), "ttft_s"),
                 write = figure(served_8b(prompt + output / 2, batch), "itl_s");
    CHECK(figure(r, "tokens_per_s") == Approx(batch * output / (read + (output - 1) * write)).epsilon(0.02));
}

TEST_CASE("answers that end in waves are counted over whole batches, however many are simulated") {
    // 256 prompts of 100 tokens read in their steps, and 199 more tokens each: 104.2 requests a second by hand.
    for (const double requests : {400, 1024, 1100, 2000}) {
        INFO(requests);
        const Json served{{"max_batch", 256}, {"prompt_tokens", 100}, {"output_tokens", 200}, {"requests", requests}};
        const Json r = loaded_8b(with(served, "maximum", true));
        CHECK(figure(r, "requests_per_s") == Approx(104.2).epsilon(0.08));
        // Requests that wait from the start are answered in waves; beyond which rate the queue grows is another matter.
        CHECK(figure(r, "saturation_per_s") ==
              figure(loaded_8b(with(served, "arrival", "constant")), "saturation_per_s"));
    }
}

TEST_CASE("loads to compare lie on both sides of saturation, or double the users") {
    const Json rated = loaded_8b({{"rate_per_s", 2}, {"parallel", {{"data", 2}}}, {"requests", 200}});
    const Json& rates = rated["loads"];
    REQUIRE(rates.size() == 13);
    CHECK(std::is_sorted(rates.begin(), rates.end()));
    CHECK(rates.front() == 0.05 * figure(rated, "saturation_per_s"));
    CHECK(rates.back() == 1.2 * figure(rated, "saturation_per_s"));
    const auto of_users = [](double users) {
        return loaded_8b({{"arrival", "closed"}, {"concurrency", users}, {"requests", 50}})["loads"];
    };
    CHECK(of_users(1) == Json{1, 2, 4, 8, 16});
    CHECK(of_users(5) == Json{1, 2, 4, 8, 16, 32});
    CHECK(of_users(8) == Json{1, 2, 4, 8, 16, 32});
}

TEST_CASE("a static batch at full load is exactly its prompts and its tokens") {
    const double batch = 8, prompt = 256, output = 32;
    const Json r = loaded_8b({{"maximum", true},
                              {"max_batch", batch},
                              {"prompt_tokens", prompt},
                              {"output_tokens", output},
                              {"static", true},
                              {"requests", 8}});
    double time = figure(served_8b(prompt, batch), "ttft_s");
    for (int written = 1; written < output; ++written) time += figure(served_8b(prompt + written, batch), "itl_s");
    CHECK(figure(r, "duration_s") == Approx(time).epsilon(1e-9));
}

TEST_CASE("a run can be as long as a time instead of a number of requests, and all that came are answered") {
    // Evenly spaced, ten a second: at 0, 0.1 … 4.9 s.
    const Json even = loaded_8b({{"arrival", "constant"}, {"rate_per_s", 10}, {"duration_s", 4.95}});
    CHECK(even["trace"][1].get<std::string>().rfind("50 requests arrived at a rate of 10 per second", 0) == 0);
    Json counted = loaded_8b({{"arrival", "constant"}, {"rate_per_s", 10}, {"requests", 50}});
    for (const char* figure : {"e2e_s", "ttft_s", "duration_s", "good_share"}) CHECK(even[figure] == counted[figure]);
    CHECK(figure(even, "duration_s") > 4.9);
    CHECK(std::find(even["unread"].begin(), even["unread"].end(), "requests") != even["unread"].end());
    // Of copies, each gets its share.
    const Json copies =
        loaded_8b({{"arrival", "constant"}, {"rate_per_s", 20}, {"duration_s", 4.95}, {"parallel", {{"data", 2}}}});
    CHECK(copies["e2e_s"] == even["e2e_s"]);
    // Independent ones: as many as come, by the same dice.
    const auto come = [](double seconds) {
        const std::string said = loaded_8b({{"rate_per_s", 20}, {"duration_s", seconds}})["trace"][1];
        return std::stod(said);
    };
    CHECK(come(10) == Approx(200).epsilon(0.25));
    CHECK(come(5) < come(10));
    // Users ask until the time is over, and none afterwards.
    const Json users = loaded_8b({{"arrival", "closed"}, {"concurrency", 4}, {"duration_s", 10}});
    CHECK(figure(users, "duration_s") > 10);
    CHECK(figure(users, "duration_s") < 10 + 2 * figure(users, "e2e_s.p99"));
    CHECK(figure(users, "mean_in_system") == Approx(4).epsilon(0.1));
    // The maximum has no end.
    CHECK(loaded_8b({{"maximum", true}, {"duration_s", 1}})["e2e_s"] == loaded_8b({{"maximum", true}})["e2e_s"]);
}

TEST_CASE("a run that is too long to be simulated is refused, with how long it may be") {
    const auto refused = [](const Json& fields, const char* words) {
        Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
        request.update(fields);
        const Json json = answer("load", request);
        INFO(json.dump().substr(0, 300));
        CHECK(sentence(json, "error.field") == "duration_s");
        CHECK(sentence(json, "error.message").find(words) != std::string::npos);
    };
    refused({{"rate_per_s", 1000}, {"duration_s", 1000}}, "at most 100000 requests for each copy, given 1000000");
    refused({{"arrival", "closed"}, {"concurrency", 1}, {"duration_s", 1e6}}, "duration_s must be at most");
    refused({{"duration_s", 0}}, "0.001");
}

TEST_CASE("lengths are a number, or a mean with a spread; a number is the mean alone") {
    const auto with_prompts = [](const Json& lengths) {
        Json r = loaded_8b({{"prompt_tokens", lengths}, {"requests", 50}});
        r.erase("unread");
        return r;
    };
    CHECK(with_prompts(512) == with_prompts({{"mean", 512}}));
    CHECK(with_prompts({{"spread", 0.5}}) != with_prompts(1024));
}

TEST_CASE("lengths spread about their mean as asked: lognormal, or evenly between bounds") {
    for (const Distribution distribution : {Distribution::lognormal, Distribution::uniform}) {
        LoadRequest r;
        r.prompt = {1000, 0.4, distribution};
        r.shared_prefix_tokens = 200;
        double sum = 0, squares = 0, least = HUGE_VAL, most = 0;
        constexpr double count = 20000;
        for (const Served& one : arrivals_of(r, count, 1)) {
            sum += one.prompt;
            squares += one.prompt * one.prompt;
            least = std::fmin(least, one.prompt);
            most = std::fmax(most, one.prompt);
        }
        const double mean = sum / count;
        CHECK(mean == Approx(1000).epsilon(0.01));
        // What all share does not spread.
        CHECK(std::sqrt(squares / count - mean * mean) == Approx(0.4 * 800).epsilon(0.03));
        if (distribution == Distribution::lognormal) continue;
        // 800 · (1 ± 0.4·sqrt 3) beside the prefix
        CHECK(least == Approx(200 + 800 * (1 - 0.4 * std::sqrt(3))).epsilon(0.01));
        CHECK(most == Approx(200 + 800 * (1 + 0.4 * std::sqrt(3))).epsilon(0.01));
    }
}

TEST_CASE("where the time of one request goes, by hand: its prompt, its answer, its host and its links") {
    Json request{{"arrival", "closed"},   {"concurrency", 1},     {"requests", 1},
                 {"prompt_tokens", 1000}, {"output_tokens", 101}, {"request_overhead_s", 0.5}};
    const Json one = loaded_8b(request);
    const double whole = figure(one, "e2e_s.mean");
    CHECK(figure(one, "time_share.queue") == 0);
    CHECK(figure(one, "time_share.links") == 0);
    CHECK(figure(one, "time_share.host") == Approx(0.5 / whole));
    CHECK(figure(one, "time_share.prefill") == Approx((figure(one, "ttft_s.mean") - 0.5) / whole));
    CHECK(figure(one, "time_share.decode") == Approx(100 * figure(one, "itl_s.mean") / whole));
    // Each of the 101 steps, whose sequence alone is under way, waits a millisecond for the host.
    const Json slow = loaded_8b(with(request, "sequence_overhead_s", 1e-3));
    CHECK(figure(slow, "time_share.host") == Approx((0.5 + 0.101) / (whole + 0.101)));
    CHECK(figure(slow, "time_share.decode") == Approx(figure(one, "time_share.decode") * whole / (whole + 0.101)));
    // Over two devices 2 x 32 all-reduces a step, each of which waits 1 ms for its first byte, and hardly longer.
    put(request, "parallel.tensor", 2);
    put(request, "link_latency_s", 1e-3);
    const Json two = loaded_8b(request);
    CHECK(figure(two, "time_share.links") == Approx(101 * 64 * 1e-3 / figure(two, "e2e_s.mean")).epsilon(0.01));
}

TEST_CASE("the time series of a request alone has each step, and every second of them once 512 would be kept") {
    const auto series = [](double output, const char* name) {
        const Json r = loaded_8b({{"arrival", "closed"},
                                  {"concurrency", 1},
                                  {"requests", 1},
                                  {"prompt_tokens", 1000},
                                  {"output_tokens", output},
                                  {"request_overhead_s", 0}});
        return r["timeline"][name].get<std::vector<double>>();
    };
    const std::vector<double> each = series(511, "time_s"), second = series(512, "time_s");
    REQUIRE(each.size() == 511);
    REQUIRE(second.size() == 256);
    for (std::size_t i = 0; i + 1 < second.size(); ++i) CHECK(second[i] == Approx(each[2 * i + 1]));
    CHECK(series(511, "batch") == std::vector<double>(511, 1));
    CHECK(series(511, "waiting") == std::vector<double>(511, 0));
    // Blocks of 16 tokens, of which the prompt fills 63: 131,072 bytes a token in what the weights leave.
    const std::vector<double> cache = series(511, "cache_share");
    CHECK(std::is_sorted(cache.begin(), cache.end()));
    CHECK(cache.front() == Approx(63 * 16 * 131072 / (80e9 - 16060522496)).epsilon(0.02));
}

TEST_CASE("calibrated, a prompt of one token is read as prompts are: each token more takes as long as the one before") {
    const auto first_token = [](double prompt) {
        return figure(loaded_8b({{"assumptions", "calibrated"},
                                 {"arrival", "closed"},
                                 {"concurrency", 1},
                                 {"requests", 1},
                                 {"prompt_tokens", prompt},
                                 {"output_tokens", 1}}),
                      "ttft_s.mean");
    };
    CHECK(first_token(2) - first_token(1) == Approx(first_token(3) - first_token(2)).epsilon(1e-3));
}

TEST_CASE("a cache that runs out sends the latest back, and all are answered in full") {
    const Json tight = loaded_8b({{"maximum", true},
                                  {"hardware", "RTX3090"},
                                  {"prompt_tokens", 1000},
                                  {"output_tokens", 1000},
                                  {"requests", 100}});
    CHECK(figure(tight, "preemptions") > 0);
    CHECK(figure(tight, "cache_peak") <= 1);
    CHECK(figure(tight, "cache_peak") > 0.9);
    CHECK(figure(tight, "requests_per_s") > 0);
}

TEST_CASE("a request that gives its place back was begun when it was first read") {
    LoadRequest r;
    r.serving.model = *registry().find_model("Llama3_8B");
    // Room for 7,000 tokens beside the weights: seven prompts, which grow until some have to wait again.
    r.serving.hardware = changed(*registry().find_hardware("H100"),
                                 [](Hardware& h) { h.memory_capacity = Bytes<>{16.06e9 + 7000 * 131072. + 1e9}; });
    r.prompt.mean = r.output.mean = 1000;
    const Simulated run = simulate(r, steps_of(r), arrivals_of(r, 12, 1e6), 0, false);
    CHECK(run.preemptions > 0);
    for (const Served& one : run.requests) {
        CHECK(one.begun >= one.arrival);
        CHECK(one.first_token > one.begun);
        CHECK(one.finished > one.first_token);
    }
}

/// Three layers with a state of 4,096 x 128 values, and one that keeps two heads of 256 keys and values of each token.
const Json hybrid{{"family", "transformer"}, {"parameters", 1e9},  {"layers", 4},
                  {"linear_layers", 3},      {"heads", 16},        {"kv_heads", 2},
                  {"head_dim", 256},         {"hidden_dim", 2048}, {"inner_dim", 4096},
                  {"state_size", 128},       {"unit", "token"}};

TEST_CASE("a prompt that is begun reads no state of layers that have none yet") {
    // Sixteen tokens wait for 2 GB at 3.35 TB/s, beside which 3 MB of state would show; four layers and a step take 10
    // us each.
    const Json r = loaded_8b(
        {{"model", hybrid}, {"prompt_tokens", 16}, {"arrival", "closed"}, {"concurrency", 1}, {"requests", 2}});
    CHECK(figure(r, "ttft_s.mean") == Approx(2e9 / 3.35e12 + 50e-6).epsilon(1e-9));
}

TEST_CASE("each answer under way holds the states of its linear layers, whatever prompts share") {
    const double states = 3. * 4096 * 128 * 2, token = 2. * 2 * 256 * 2, blocks = 80;
    const auto peak_bytes = [](double shared) {
        const Json r = loaded_8b({{"model", hybrid},
                                  {"prompt_tokens", 64},
                                  {"output_tokens", 2},
                                  {"shared_prefix_tokens", shared},
                                  {"arrival", "closed"},
                                  {"concurrency", 10},
                                  {"requests", 10}});
        return figure(r, "cache_peak") * figure(r, "device_cache_bytes");
    };
    CHECK(peak_bytes(0) == Approx(10 * (states + blocks * token)).epsilon(1e-9));
    CHECK(peak_bytes(32) == Approx(10 * (states + (blocks - 32) * token) + 32 * token).epsilon(1e-9));
}

TEST_CASE("the same seed gives the same events, another seed others") {
    const Json request{{"rate_per_s", 10}, {"prompt_tokens", {{"spread", 1}}}, {"requests", 200}};
    CHECK(loaded_8b(request) == loaded_8b(request));
    CHECK(loaded_8b(request)["ttft_s"] != loaded_8b(with(request, "seed", 2))["ttft_s"]);
}

TEST_CASE("cost is the price of the devices by the hour over the tokens they write") {
    // 3.99 USD an hour.
    const Json r = loaded_8b({{"rate_per_s", 10}, {"requests", 200}});
    CHECK(figure(r, "usd_per_million_tokens") == Approx(3.99 / 3600 / figure(r, "tokens_per_s") * 1e6));
    CHECK(says(r["notes"], "3.99 USD an hour for each H100"));
    CHECK(loaded_8b({{"hardware", "MacBookM3Max"}, {"requests", 50}})["usd_per_million_tokens"].is_null());
}

TEST_CASE("what energy rests on is said, that a rack is one, and that single tokens have no time between them") {
    const Json single = loaded_8b({{"requests", 50}, {"output_tokens", 1}});
    CHECK(says(single["notes"], "700 W (the TDP) for each H100 in full use and 30 % of that when idle"));
    CHECK(says(single["notes"], "there is no time between tokens"));
    CHECK(figure(single, "itl_s.p99") == 0);
    const Json rack = loaded_8b({{"requests", 50}, {"hardware", "GB200_NVL72"}});
    CHECK(says(rack["notes"], "72 devices counted as one"));
    CHECK_FALSE(says(rack["notes"], "no time between tokens"));
}

TEST_CASE("users who are named without an arrival wait for their answers; without either, requests come at random") {
    const Json users{{"concurrency", 4}, {"requests", 50}}, few{{"requests", 50}};
    CHECK(loaded_8b(users) == loaded_8b(with(users, "arrival", "closed")));
    // Nothing was said of users, so nothing is unread.
    Json at_random = loaded_8b(with(few, "arrival", "poisson"));
    std::erase(at_random["unread"].get_ref<Json::array_t&>(), "concurrency");
    CHECK(loaded_8b(few) == at_random);
    CHECK(loaded_8b(with(few, "arrival", "closed")) == loaded_8b(with(users, "concurrency", 16)));
}

TEST_CASE("a setting that no figure depends on is said to be unused") {
    const Json few{{"requests", 50}, {"arrival", "poisson"}};
    CHECK(says(loaded_8b(with(few, "concurrency", 4))["notes"],
               "Not used in a load at a given request rate: concurrency."));
    CHECK(says(loaded_8b({{"arrival", "closed"}, {"rate_per_s", 7}, {"requests", 50}})["notes"],
               "Not used in a closed loop: rate_per_s."));
    CHECK(says(loaded_8b({{"maximum", true}, {"rate_per_s", 7}, {"requests", 50}})["notes"],
               "Not used in a load of all requests at once: rate_per_s."));
    CHECK(!says(loaded_8b(few)["notes"], "Not used"));
}
