// Measured runs of servers as requests of load, compared with what is predicted.

#include "ridgepoint/measured.hpp"

#include "ask.hpp"
#include "prose/text.hpp"
#include "ridgepoint/serving_fit.hpp"

using namespace ridgepoint;

namespace {

Expected<void> read(const Json& file, Measurements& into) {
    return read_measurements(file.dump(), into, *Registry::embedded());
}

Json run(const Json& fields = Json::object()) {
    Json one{{"id", "own-1"},
             {"source", "own"},
             {"request",
              {{"model", "Llama3_8B"},
               {"hardware", "H100"},
               {"arrival", "closed"},
               {"concurrency", 1},
               {"requests", 2},
               {"prompt_tokens", 64},
               {"output_tokens", 8}}},
             {"measured", {{"itl_s", 0.01}, {"ttft_s", 0.02}}}};
    one.update(fields);
    return {{"sources", {{"own", "https://github.com/me/mine/pull/7"}}}, {"runs", {one}}};
}

}  // namespace

TEST_CASE("a document is named by its address") {
    CHECK(document_of("https://github.com/a/b/pull/12#issue") == "a/b, pull request 12");
    CHECK(document_of("https://github.com/a/b/discussions/3") == "a/b, discussion 3");
    CHECK(document_of("https://github.com/a/b/issues/4") == "a/b, issue 4");
    CHECK(document_of("https://github.com/a/b/blob/release/0.5.0/docs/x.md") == "a/b, docs/x.md");
    CHECK(document_of("https://github.com/a/b/tree/main/docs") == "a/b, docs");
    CHECK(document_of("https://github.com/a/b/blob/8482/README.md") == "a/b");
    CHECK(document_of("https://github.com/a/b/blob/8482/c/README.md") == "a/b, c");
    CHECK(document_of("https://github.com/a/b") == "github.com/a/b");
    CHECK(document_of("https://docs.nvidia.com/nim/performance.md") == "docs.nvidia.com/nim/performance.md");
}

TEST_CASE("a run is a request of load, with a point for each figure that was measured") {
    Measurements all;
    REQUIRE(read(run(), all));
    REQUIRE(all.points.size() == 2);
    CHECK(all.points[0].document == "me/mine, pull request 7");
    const auto found = compare(all, std::nullopt);
    REQUIRE(found);
    Json request = run()["runs"][0]["request"];
    request["assumptions"] = "calibrated";
    const Json told = ask("load", request);
    CHECK((*found)[0].kind == "served_itl");
    CHECK((*found)[0].predicted == figure(told, "itl_s.mean"));
    CHECK((*found)[1].kind == "served_ttft");
    CHECK((*found)[1].predicted == figure(told, "ttft_s.mean"));
    CHECK((*found)[1].high == figure(told, "ttft_s.high"));
    const auto slower = compare(all, std::nullopt, {.request_overhead = Seconds<>{1}});
    const ServingFit& servers = *ServingFits::embedded()->of(Software::unknown);
    const double fitted = servers.request_overhead.value, of_token = servers.prompt_overhead.value;
    const double tokens = 64;
    CHECK((*slower)[1].predicted - (*found)[1].predicted == Approx(1 - fitted - of_token * tokens));
    const auto longer = compare(all, std::nullopt, {.prompt_overhead = Seconds<>{1e-3}});
    CHECK((*longer)[1].predicted - (*found)[1].predicted == Approx((1e-3 - of_token) * tokens));
    CHECK_FALSE((*slower)[1].banded);
    // A run that says what its requests take outside the server, such as nothing, keeps it.
    Json inside = run();
    inside["runs"][0]["request"]["request_overhead_s"] = 0;
    Measurements within;
    REQUIRE(read(inside, within));
    const auto kept = compare(within, std::nullopt, {.request_overhead = Seconds<>{1}});
    CHECK((*found)[1].predicted - (*kept)[1].predicted == Approx(fitted + of_token * tokens));
}

TEST_CASE("several devices and full load are predicted too") {
    const Json point{{"id", "own-1"},
                     {"kind", "decode_tokens_per_s"},
                     {"hardware", "NVIDIA H100-SXM-80GB"},
                     {"devices", 8},
                     {"tp", 8},
                     {"model", "Llama-3-70B"},
                     {"precision", "fp16"},
                     {"weights_bits", 16},
                     {"kv_precision", nullptr},
                     {"batch", 1},
                     {"input_len", 0},
                     {"output_len", 2},
                     {"value", 100},
                     {"unit", "tokens/s"},
                     {"software", "own"},
                     {"source_url", "x"},
                     {"source_locator", "y"}};
    const auto predicted = [](Json p, const Json& more, const ServerChoice& server = {}) {
        p.update(more);
        Measurements all;
        CHECK(read_shipped_names(all, *Registry::embedded()));
        CHECK(read({{"points", {p}}}, all));
        return compare(all, assumptions_of(Preset::first_principles), server)->at(0);
    };
    const auto decode = predicted(point, Json::object());
    CHECK(decode.kind == "devices_decode");
    CHECK_FALSE(decode.banded);
    // layout_test.cpp has it by hand: 8.50 ms with 2,048 cached tokens; with one, their 84 MB a device less (0.02 ms).
    CHECK(decode.predicted == Approx(8.48e-3).epsilon(3e-3));
    CHECK(predicted(point, Json::object(), {.link_efficiency = 0.5}).predicted > decode.predicted);
    CHECK(predicted(point, {{"tp", 1}}).predicted > 5 * decode.predicted);
    const Json most{{"kind", "throughput"}, {"batch", nullptr}, {"input_len", 128}, {"output_len", 128}};
    CHECK(predicted(point, most).kind == "maximum_load");
    CHECK(predicted(point, most).predicted < decode.predicted / 20);
    const Json users{{"kind", "ttft"},   {"unit", "ms"},     {"batch", nullptr},
                     {"concurrency", 2}, {"input_len", 128}, {"output_len", 128}};
    CHECK(predicted(point, users).kind == "served_ttft");
    CHECK(predicted(point, {{"tp", 3}}).missing.find("parallel") != std::string::npos);
}

TEST_CASE("a step of training is compared as a request") {
    Json file = json_file("core/data/training-steps.json");
    file["steps"] = Json::array({file["steps"][0]});
    Measurements all;
    REQUIRE(read(file, all));
    const auto found = compare(all, std::nullopt);
    CHECK(found->at(0).kind == "training_step");
    CHECK(found->at(0).in_band());
}

TEST_CASE("a run that is wrong is refused by the name of what is wrong") {
    const auto refused = [](const Json& fields) {
        Measurements all;
        const auto ok = read(run(fields), all);
        return ok ? "" : ok.error().message;
    };
    CHECK(refused({{"request", 5}}).find("runs[0].request") == 0);
    CHECK(refused({{"request", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"rate_per_s", -1}}}})
              .find("runs[0].request.rate_per_s must be") == 0);
    CHECK(refused({{"request", {{"model", "none"}, {"hardware", "H100"}}}}).find("runs[0].request.model") == 0);
    CHECK(refused({{"measured", {{"itl_s", 0}}}}).find("runs[0].measured.itl_s must be above 0") == 0);
    CHECK_FALSE(refused({{"measured", {{"speed", 1}}}}).empty());
    CHECK_FALSE(refused({{"source", nullptr}, {"id", 4}}).empty());
    Measurements all;
    CHECK_FALSE(read({{"runs", 3}}, all));
}
