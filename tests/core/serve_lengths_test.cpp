// Prompts and answers of their own lengths, where `context` alone says both.
#include "cases.hpp"

namespace {

constexpr double cache_of_token = 131072;  // Llama3_8B: 2 x 8 heads x 128 x 32 layers x 2 bytes

}  // namespace

TEST_CASE("while an answer is written its cache grows, by hand: 1,024 tokens and 512 more") {
    const Json r = served({{"prompt_tokens", 1024}, {"output_tokens", 512}});
    // The prompt is read as if it were all there is.
    CHECK(figure(r, "ttft_s") == figure(served({{"context", 1024}}), "ttft_s"));
    // (16,060,522,496 + 1,280 x 131,072) bytes at 3.35e12 B/s: 4.844270 ms; 32 gaps of 10 us.
    CHECK(figure(r, "itl_s") == Approx(5.164270e-3).epsilon(1e-6));
    CHECK(figure(r, "itl_s") == figure(served({{"context", 1280}}), "itl_s"));
    CHECK(figure(r, "kv_cache_bytes") == 1536 * cache_of_token);
    CHECK(figure(r, "max_batch") == figure(served({{"context", 1536}}), "max_batch"));
    CHECK(figure(r, "e2e_s") == Approx(figure(r, "ttft_s") + 511 * figure(r, "itl_s")));
}

TEST_CASE("a request of these lengths takes what one that comes alone takes under load") {
    const Json lengths{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"prompt_tokens", 2048}, {"output_tokens", 64}};
    Json alone = lengths;
    alone.update({{"arrival", "closed"}, {"concurrency", 1}, {"requests", 1}, {"request_overhead_s", 0}});
    const Json r = ask("serve", lengths), load = ask("load", alone);
    CHECK(figure(r, "itl_s") == Approx(figure(load, "itl_s.mean")).epsilon(1e-9));
    CHECK(figure(r, "e2e_s") == Approx(figure(load, "e2e_s.mean")).epsilon(1e-9));
}

TEST_CASE("context is the prompt's length where only the answer's is given, and unread where the prompt's is") {
    CHECK(figure(served({{"context", 512}, {"output_tokens", 64}}), "e2e_s") ==
          figure(served({{"prompt_tokens", 512}, {"output_tokens", 64}}), "e2e_s"));
    const Json r = served({{"prompt_tokens", 512}});
    CHECK(r["unread"].dump().find("\"context\"") != std::string::npos);
    CHECK(r["e2e_s"].is_null());
    CHECK(served()["unread"].dump().find("\"context\"") == std::string::npos);
}

TEST_CASE("a second device gets the cache of the prompt, not that of the answer to come") {
    const Json lengths{{"decode_hardware", "H200"}, {"prompt_tokens", 1024}, {"output_tokens", 4096}};
    CHECK(figure(served(lengths), "transfer_s") == Approx(1024 * cache_of_token / 1e11));
}

TEST_CASE("a prefix is held against the prompt, and lengths must be whole") {
    const auto refused = [](const Json& fields, const char* field, const char* words) {
        const Json error = answer("serve", serving(fields))["error"];
        CHECK(sentence(error, "field") == field);
        CHECK(sentence(error, "message").find(words) != std::string::npos);
    };
    refused({{"prompt_tokens", 512}, {"cached_prefix", 512}}, "cached_prefix", "less than the prompt (512 tokens)");
    refused({{"prompt_tokens", 0}}, "prompt_tokens", "from 1");
    refused({{"output_tokens", 1.5}}, "output_tokens", "a whole number");
}

TEST_CASE("prompts of a mixture that are read together are padded together") {
    const auto read = [](double batch, double context) {
        return figure(served({{"model", "Mixtral_8x7B"},
                              {"precision", "int4"},
                              {"batch", batch},
                              {"context", context},
                              {"assumptions", {{"preset", "calibrated"}, {"software", "llama.cpp-cuda"}}}}),
                      "prefill_compute_s");
    };
    // Beside the attention, which sees a quarter of the pairs.
    CHECK(read(4, 64) == Approx(read(1, 256)).epsilon(2e-3));
}

TEST_CASE("a decoded token needs no dispatch, and its overhead names none") {
    CHECK(
        says(ask("roofline", {{"model", "Llama3_8B"}, {"hardware", "H100"}})["trace"], "Overhead: 32 layers of 10.0"));
    CHECK(says(ask("roofline", {{"model", "ResNet50"}, {"hardware", "H100"}})["trace"],
               "Overhead: one dispatch of 10.0 µs and 50 layers"));
}
