// What the weights and the KV cache of published configurations take, to the byte.

#include <string_view>
#include <vector>

#include "entry.hpp"
#include "ridgepoint/workload.hpp"

using namespace ridgepoint;

TEST_CASE("weights of published configurations, to the byte") {
    // By the shapes of the configuration: embeddings and head, in each layer the attention's four matrices, the three
    // of the gated MLP or of each expert, the router, and the norms.
    struct Published {
        std::string_view model;
        double embeddings, layers, hidden, queries, key_values, mlp, experts, used, norms;

        double count(double mlps) const {
            const double attention = 2 * hidden * queries + 2 * hidden * key_values;
            return embeddings * hidden + hidden +
                   layers * (attention + mlps * 3 * hidden * mlp + experts * hidden + norms * hidden);
        }
    };
    const std::vector<Published> published{
        // Every head has its own keys and values; groups of heads share them.
        {"Llama2_7B", 2 * 32000, 32, 4096, 4096, 4096, 11008, 0, 0, 2},
        {"Llama3_70B", 2 * 128256, 80, 8192, 8192, 1024, 28672, 0, 0, 2},
        // A window in every layer, and in every other; it changes no weight. Of the second the head is the embedding.
        {"Mistral_7B", 2 * 32000, 32, 4096, 4096, 1024, 14336, 0, 0, 2},
        {"Gemma2_9B", 256000, 42, 3584, 4096, 2048, 14336, 0, 0, 4},
        // Two experts of eight.
        {"Mixtral_8x7B", 2 * 32000, 32, 4096, 4096, 1024, 14336, 8, 2, 2},
        {"Mixtral_8x22B", 2 * 32768, 56, 6144, 6144, 1024, 16384, 8, 2, 2},
    };
    for (const Published& one : published) {
        INFO(one.model);
        const bool dense = one.experts == 0;
        CHECK(in_si(weight_bytes(entry(one.model), 2)) == 2 * one.count(dense ? 1 : one.experts));
        CHECK(active_parameters(entry(one.model)) == one.count(dense ? 1 : one.used));
    }
}

TEST_CASE("weights of latent attention, to the byte") {
    // DeepSeek V3: 61 layers of 7168; 128 heads of 128 + 64 query and key values and 128 values, from latents of 1536
    // and 512, each with a norm; 3 layers with an MLP of 18432, 58 with 256 experts of 2048, one more for all, and a
    // router with biases.
    const double queries = 7168 * 1536 + 1536 + 1536 * 128 * (128 + 64);
    const double keys_and_values = 7168 * (512 + 64) + 512 + 512 * 128 * (128 + 128);
    const double attention = queries + keys_and_values + 128 * 128 * 7168;
    const double expert = 3 * 7168 * 2048, router = 7168 * 256 + 256;
    const auto deepseek = [&](double experts) {
        return 2 * 129280.0 * 7168 + 7168 + 61 * (attention + 2 * 7168) + 3 * 3 * 7168.0 * 18432 +
               58 * (router + (experts + 1) * expert);
    };
    CHECK(deepseek(256) == 671026419200);
    CHECK(in_si(weight_bytes(entry("DeepSeek_V3"), 1)) == deepseek(256));
    CHECK(active_parameters(entry("DeepSeek_V3")) == deepseek(8));
}

TEST_CASE("weights of two configurations with shapes of their own, to the byte") {
    // Falcon 7B: one key and one value head of 64 beside 71 queries; one norm a layer and one at the end, with biases.
    const double falcon =
        65024.0 * 4544 + 2 * 4544 + 32.0 * (4544 * (4544 + 2 * 64) + 4544 * 4544 + 2 * 4544 * 18176 + 2 * 4544);
    CHECK(in_si(weight_bytes(entry("Falcon_7B"), 2)) == 2 * falcon);
    // Qwen3-Next: 12 layers attend, with a gate as wide as the queries; 36 keep states of 32 heads of 128 x 128, fed by
    // 16 keys, with a convolution of width 4, two gates a head, and a norm. Each has a router, 512 experts and one
    // shared.
    const double attention = 2048 * (2 * 4096 + 2 * 512) + 4096 * 2048 + 2 * 256;
    const double state = 2048 * (2 * 2048 + 2 * 4096 + 2 * 32) + 4 * 8192 + 2 * 32 + 128 + 4096 * 2048;
    const double expert = 3 * 2048 * 512;
    const auto qwen = [&](double experts) {
        return 2 * 151936.0 * 2048 + 2048 + 12 * attention + 36 * state +
               48 * (2048 * 512 + (experts + 1) * expert + 2048 + 2 * 2048);
    };
    CHECK(in_si(weight_bytes(entry("Qwen3_Next_80B_A3B"), 2)) == 2 * qwen(512));
    CHECK(active_parameters(entry("Qwen3_Next_80B_A3B")) == qwen(10));
}

TEST_CASE("KV cache of published configurations, to the byte") {
    // In 16 bits, one sequence: 2 x layers x key-value heads x head size x tokens x 2.
    struct Published {
        std::string_view model;
        double context, bytes;
    };
    const std::vector<Published> published{
        // Every head has keys and values of its own.
        {"GPT2_XL", 1024, 314572800},  // 2 x 48 x 25 x 64
        {"Llama2_7B", 262144,
         137438953472},                  // 2 x 32 x 32 x 128: the 128 GB of Jamba's paper (arXiv 2403.19887, table 1)
        {"Phi3_mini", 2047, 804913152},  // 2 x 32 x 32 x 96, within its window
        // Groups of heads share them.
        {"Llama3_70B", 8192, 2684354560},       // 2 x 80 x 8 x 128
        {"Llama3_405B", 131072, 67645734912},   // 2 x 126 x 8 x 128
        {"Qwen2_5_7B", 32768, 1879048192},      // 2 x 28 x 4 x 128
        {"Phi_4", 16384, 3355443200},           // 2 x 40 x 10 x 128
        {"Mixtral_8x7B", 262144, 34359738368},  // 2 x 32 x 8 x 128, whatever its experts: 32 GB in the same table
        // All heads share one key and one value.
        {"Falcon_7B", 2048, 16777216},  // 2 x 32 x 1 x 64
        // One vector for all heads.
        {"DeepSeek_V3", 131072, 9210691584},  // 61 x (512 + 64)
        // Windows: all layers, every other, or five of six, with the tokens of the window at most.
        {"Mistral_7B", 32768, 536870912},      // 2 x 32 x 8 x 128 x 4096
        {"Gemma2_9B", 8192, 2113929216},       // 2 x 8 x 256 x (21 x 8192 + 21 x 4096)
        {"Gemma3_27B", 32768, 3120562176},     // 2 x 16 x 128 x (10 x 32768 + 52 x 1024)
        {"GptOss_20B", 131072, 3224371200},    // 2 x 8 x 64 x (12 x 131072 + 12 x 128)
        {"Llama4_Scout", 131072, 7650410496},  // 2 x 8 x 128 x (12 x 131072 + 36 x 8192)
        // One layer of four attends, the others keep 32 heads' states and what a convolution of width 4 looks back on:
        // 2 x 12 x 2 x 256, and once 36 x (32 x 128 x 128 + 3 x (2 x 16 + 32) x 128).
        {"Qwen3_Next_80B_A3B", 262144, 6481969152},
        // No layer attends: 64 x 5120 x (16 + 3) and 24 x 1536 x (16 + 3).
        {"Mamba_2_8B", 2048, 12451840},
        {"Mamba_130M", 2048, 1400832},
    };
    for (const auto& [model, context, bytes] : published) {
        INFO(model);
        CHECK(in_si(kv_cache_bytes(entry(model), context, 1, 2)) == bytes);
    }
}

TEST_CASE("KV cache of a published configuration that the registry has not") {
    Model jamba;  // one layer of eight attends, the others keep a state of 8192 x 16 and 3 inputs of 8192 channels
    jamba.layers = 32;
    jamba.linear_layers = 28;
    jamba.heads = 32;
    jamba.kv_heads = 8;
    jamba.head_dim = 128;
    jamba.inner_dim = 8192;
    jamba.state_size = 16;
    jamba.conv_kernel = 4;
    const double state = 28.0 * 8192 * (16 + 3) * 2;
    CHECK(in_si(kv_cache_bytes(jamba, 262144, 1, 2)) == 4294967296 + state);  // the 4 GB of its paper's table 1
}
