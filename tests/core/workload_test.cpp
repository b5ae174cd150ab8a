#include "ridgepoint/workload.hpp"

#include <algorithm>

#include "catch.hpp"
#include "entry.hpp"
#include "model/inference.hpp"
#include "ridgepoint/software_fit.hpp"

using namespace ridgepoint;

namespace {

/// Two layers, four heads of eight.
Model small_model() {
    Model m;
    m.parameters = 100;
    m.layers = 2;
    m.hidden_dim = 32;
    m.heads = 4;
    return m;
}

/// Eight experts of ten parameters, two of them used, beside twenty that every token passes.
Model small_moe() {
    Model m = small_model();
    m.family = Family::moe_transformer;
    m.active_parameters = 40;
    m.experts = 8;
    m.experts_per_token = 2;
    return m;
}

double kv(const Model& m) { return in_si(kv_cache_bytes(m, 10, 3, 2)); }

}  // namespace

TEST_CASE("weights are parameters times bytes") {
    CHECK(in_si(weight_bytes(small_model(), 2)) == 200);
    CHECK(in_si(weight_bytes(small_model(), 0.5)) == 50);
    CHECK(in_si(weight_bytes(entry("Llama3_8B"), 2)) == 16060522496);  // 2 x 8,030,261,248
}

TEST_CASE("a model that states only its size keeps it at any precision") {
    Model m;
    m.model_size = Bytes<>{400};
    CHECK(in_si(weight_bytes(m, 0.5)) == 400);
    CHECK(in_si(weights_read(m, 0.5, 1, MoeWeights::touched, EmbeddingRead::rows)) == 400);
    CHECK(parameter_count(m) == 100);  // at four bytes each
    CHECK(active_parameters(m) == 100);
}

TEST_CASE("KV cache: one key and one value for each head, layer, token and sequence") {
    Model m = small_model();
    CHECK(kv(m) == 7680);  // 2 x 2 layers x 4 heads x 8 x 10 tokens x 3 sequences x 2 bytes
    m.kv_heads = 4;
    CHECK(kv(m) == 7680);
    m.head_dim = 16;
    CHECK(kv(m) == 15360);  // a stated head_dim comes before hidden_dim / heads
}

TEST_CASE("KV cache: heads that share keys and values store fewer") {
    Model m = small_model();
    m.kv_heads = 2;
    CHECK(kv(m) == 3840);  // grouped: 7680 x 2/4
    m.kv_heads = 1;
    CHECK(kv(m) == 1920);                                                       // multi-query: 7680 x 1/4
    CHECK(in_si(kv_cache_bytes(entry("Llama3_8B"), 2048, 1, 2)) == 268435456);  // 2 x 32 x 8 x 128 x 2048 x 2
}

TEST_CASE("KV cache: latent attention stores one vector for all heads") {
    Model m = small_model();
    m.kv_lora_rank = 16;
    m.qk_rope_head_dim = 4;
    CHECK(kv(m) == 2400);                                                         // 2 layers x (16 + 4) x 10 x 3 x 2
    CHECK(in_si(kv_cache_bytes(entry("DeepSeek_V3"), 2048, 1, 2)) == 143917056);  // 61 x 576 x 2048 x 2
}

TEST_CASE("a mixture holds all its parameters and computes with the active ones") {
    const Model &mixtral = entry("Mixtral_8x7B"), &qwen = entry("Qwen3_30B_A3B");
    CHECK(in_si(weight_bytes(mixtral, 2)) == 93405585408);  // 2 x 46,702,792,704
    CHECK(active_parameters(mixtral) == 12879925248);
    CHECK(in_si(weight_bytes(qwen, 0.5)) == 15266061312);  // 30,532,122,624 / 2
    CHECK(active_parameters(qwen) == 3353032704);
}

TEST_CASE("KV cache: none without attention") {
    Model m = small_model();
    m.heads.reset();
    CHECK(kv(m) == 0);
    CHECK(kv(entry("ResNet50")) == 0);
}

TEST_CASE("KV cache grows linearly in context, batch and bytes") {
    const Model& m = entry("Llama3_8B");
    const double one = in_si(kv_cache_bytes(m, 1, 1, 1));
    CHECK(one == 65536);  // 2 x 32 x 8 x 128
    CHECK(in_si(kv_cache_bytes(m, 131072, 7, 0.5)) == one * 131072 * 7 * 0.5);
}

TEST_CASE("distinct experts: the chosen ones for one token, all of them in the limit") {
    CHECK(distinct_experts(8, 2, 1) == 2);
    CHECK(distinct_experts(8, 2, 2) == 3.5);      // 8 (1 - (3/4)^2) = 8 x 7/16
    CHECK(distinct_experts(8, 2, 4) == 5.46875);  // 8 (1 - 0.31640625)
    CHECK(distinct_experts(256, 8, 1) == Approx(8));
    CHECK(distinct_experts(8, 2, 1e6) == 8);
    CHECK(distinct_experts(4, 4, 1) == 4);
}

TEST_CASE("a mixture of experts reads the experts touched") {
    const Model m = small_moe();
    // (100 - 40) / (8 - 2) = 10 parameters an expert; 100 - 8 x 10 = 20 for every token.
    CHECK(in_si(weights_read(m, 2, 1, MoeWeights::touched)) == Approx(80));       // (20 + 2 x 10) x 2 = active x 2
    CHECK(in_si(weights_read(m, 2, 4, MoeWeights::touched)) == Approx(149.375));  // (20 + 54.6875) x 2
    CHECK(in_si(weights_read(m, 2, 1e6, MoeWeights::touched)) == Approx(200));
    CHECK(in_si(weights_read(m, 2, 1, MoeWeights::all)) == 200);
}

TEST_CASE("weights outside the experts keep the bits that they are published in") {
    // gpt-oss 120B: (116,829,156,672 - 5,711,982,912) / (128 - 4) = 896,106,240 weights an expert, 2,127,557,952 beside
    // 128 of them, of which each embedding is 201,088 x 2,880 = 579,133,440. OpenAI's files hold 65 GB, with scales.
    const Model& m = entry("GptOss_120B");
    CHECK(in_si(weight_bytes(m, 0.5)) == Approx(128 * 896106240.0 / 2 + 2127557952.0 * 2));
    // In other formats, and where a mean is stated, all weights are alike.
    for (const double bytes : {2.0, 1.0, 4.5 / 8}) CHECK(in_si(weight_bytes(m, bytes)) == 116829156672.0 * bytes);
    // llama.cpp's files have the others in Q8_0.
    CHECK(in_si(weight_bytes(m, mxfp4_bytes)) == Approx(128 * 896106240.0 * 4.25 / 8 + 2127557952.0 * 8.5 / 8));
    // A token passes four experts and reads one row of the input embedding.
    CHECK(in_si(weights_read(m, 0.5, 1, MoeWeights::touched, EmbeddingRead::rows)) ==
          Approx(4 * 896106240.0 / 2 + (2127557952.0 - 579133440 + 2880) * 2));
    CHECK(in_si(weights_read(m, 0.5, 1, MoeWeights::all)) == Approx(in_si(weight_bytes(m, 0.5))));
    // Of a prompt, attention and the head.
    CHECK(in_si(dense_prompt_work(m, 0.5, 1000)) ==
          Approx(2 * (1000 * (2127557952.0 - 2 * 579133440) + 579133440.0)).epsilon(1e-9));
    for (const double bytes : {1.0, 2.0}) CHECK(in_si(dense_prompt_work(m, bytes, 1000)) == 0);
    CHECK(in_si(dense_prompt_work(entry("Llama3_8B"), 2, 1000)) == 0);
    CHECK(in_si(dense_prompt_work(entry("Mixtral_8x7B"), 0.5, 1000)) == 0);
    Model none = m;
    none.dense_weight_bits.reset();
    CHECK(in_si(weight_bytes(none, 0.5)) == 116829156672.0 / 2);
    CHECK(in_si(dense_prompt_work(none, 0.5, 1000)) == 0);
}

TEST_CASE("a dense model reads all its weights whatever the rule") {
    CHECK(in_si(weights_read(small_model(), 2, 1, MoeWeights::touched)) == 200);
    Model all_experts = small_moe();
    all_experts.experts_per_token = 8;
    CHECK(in_si(weights_read(all_experts, 2, 1, MoeWeights::touched)) == 200);
}

TEST_CASE("one token of a registered mixture reads its active parameters, many read all") {
    for (const char* id :
         {"Mixtral_8x7B", "Mixtral_8x22B", "DeepSeek_V3", "Qwen3_30B_A3B", "Qwen3_235B_A22B", "GptOss_20B"}) {
        const Model& m = entry(id);
        INFO(id);
        CHECK(in_si(weights_read(m, 1, 1, MoeWeights::touched)) == Approx(*m.active_parameters).epsilon(1e-12));
        CHECK(in_si(weights_read(m, 1, 1e6, MoeWeights::touched)) == Approx(*m.parameters).epsilon(1e-9));
    }
}

TEST_CASE("forward work is two FLOP an active parameter unless stated") {
    CHECK(in_si(forward_work(small_model())) == 200);
    CHECK(in_si(forward_work(small_moe())) == 80);
    Model m = small_model();
    m.forward_flops = Flop<>{7};
    CHECK(in_si(forward_work(m)) == 7);
    m.denoising_steps = 50;
    CHECK(in_si(forward_work(m)) == 350);
}

TEST_CASE("forward work of an image model without a published count is zero") {
    Model m = small_model();
    m.unit = Unit::image;
    CHECK(in_si(forward_work(m)) == 0);
}

TEST_CASE("of the embeddings a prompt multiplies the head, and that for its last token") {
    Model m = small_model();
    m.vocab_size = 2;  // one matrix of 64
    CHECK(input_embedding(m) == 0);
    CHECK(in_si(prompt_work(m, 10)) == 848);  // 2 x (100 - 64) x 10 + 2 x 64
    m.parameters = 200;
    m.tied_embeddings = false;
    CHECK(input_embedding(m) == 64);
    Model contradictory = m;
    contradictory.parameters = 100;  // fewer than its two embeddings of 64
    CHECK(input_embedding(contradictory) == 50);
    CHECK(in_si(prompt_work(m, 10)) == 1568);              // 2 x (200 - 128) x 10 + 2 x 64
    CHECK(in_si(prompt_work(small_model(), 10)) == 2000);  // no vocabulary is stated
    CHECK(in_si(prompt_work(entry("Llama3_8B"), 2048)) == 28589443514368);
    // One row of 32 for each token, as long as there are rows.
    CHECK(in_si(weights_read(m, 2, 1, MoeWeights::touched, EmbeddingRead::rows)) == 336);
    CHECK(in_si(weights_read(m, 2, 5, MoeWeights::touched, EmbeddingRead::rows)) == 400);
}

TEST_CASE("latent attention: FLOP a pair, absorbed and expanded") {
    CHECK(flop_per_pair(small_model(), AttentionForm::absorbed) == 128);  // 4 x 4 heads x 8
    CHECK(flop_per_pair(small_model(), AttentionForm::expanded) == 128);
    const Model& m = entry("DeepSeek_V3");
    CHECK(flop_per_pair(m, AttentionForm::absorbed) == 278528);  // 2 x 128 x (2 x 512 + 64)
    CHECK(flop_per_pair(m, AttentionForm::expanded) == 81920);   // 2 x 128 x (128 + 64 + 128)
    CHECK(in_si(attention_work(m, 1, 10)) == 61 * 278528.0 * 10);
    CHECK(in_si(attention_work(m, 1, 10, AttentionForm::absorbed, Accounting::textbook)) == 61 * 65536.0 * 10);
}

TEST_CASE("layers of linear attention keep a state, whatever the context") {
    // As Qwen3-Next: of 4 layers 3 are linear, with 32 heads of a 128 x 128 state and the last 3 inputs of a
    // convolution of 8192 channels; the last has 16 heads and 2 caches of 256.
    Model m;
    m.parameters = 1e9;
    m.layers = 4;
    m.linear_layers = 3;
    m.heads = 16;
    m.kv_heads = 2;
    m.head_dim = 256;
    m.inner_dim = 4096;
    m.state_size = 128;
    m.conv_kernel = 4;
    m.conv_dim = 8192;
    const double state = 3 * 4096 * 128, inputs = 3 * 3 * 8192, token = 2 * 2 * 256;
    for (const double context : {1, 2048, 131072}) {
        CHECK(in_si(kv_cache_bytes(m, context, 2, 2)) == Approx(2 * 2 * (context * token + state + inputs)));
        // A narrower cache leaves them in 16 bits.
        CHECK(in_si(kv_cache_bytes(m, context, 2, 1)) == Approx(2 * (context * token + 2 * (state + inputs))));
        // Two multiply-adds for each value of a state, and 4 x 16 x 256 for each token before.
        CHECK(in_si(attention_work(m, 1, context)) == Approx(16384 * context + 4 * state));
    }
    CHECK(causal_pairs(m, 4, 3) == 22);  // one layer: 4 x 3 + 4 x 5 / 2
    CHECK(in_si(state_work(m, 10)) == 40 * state);
    CHECK(in_si(kv_cache_bytes(m, 10, 1, 2, Accounting::textbook)) == 2 * 4 * 10 * token);
    m.linear_layers.reset();
    CHECK(in_si(kv_cache_bytes(m, 10, 1, 2)) == 2 * 4 * 10 * token);
    CHECK(in_si(state_work(m, 10)) == 0);
    CHECK(in_si(state_bytes(m)) == 0);
}

TEST_CASE("a model of states alone reads those of each sequence, and has room for them") {
    const Model& mamba = entry("Mamba_2_8B");
    const double states = 64 * (5120 * 16 + 5120 * 3) * 2.0;
    CHECK(in_si(state_bytes(mamba)) == states);
    CHECK(in_si(kv_cache_bytes(mamba, 4096, 3, 1)) == 3 * states);
    CHECK(in_si(kv_cache_bytes(mamba, 4096, 3, 1, Accounting::textbook)) == 0);
    Model without = mamba;
    without.state_size.reset();
    without.conv_kernel.reset();
    CHECK(in_si(state_bytes(without)) == 0);
    const auto step = [](const Model& m, double batch, Parallel p) {
        return forward_step(m, assumptions_of(Preset::first_principles), {2, 2, 2}, batch, 1, p);
    };
    const auto more = [&](double batch, Parallel p, auto of) {
        return in_si(of(step(mamba, batch, p))) - in_si(of(step(without, batch, p)));
    };
    const auto traffic = [](const Step& s) { return s.traffic; };
    const auto footprint = [](const Step& s) { return s.footprint; };
    CHECK(more(8, {}, traffic) == Approx(8 * states));
    CHECK(more(8, {}, footprint) == Approx(8 * states));
    // Two stages hold half of each sequence's, and pass half of the sequences at a time.
    CHECK(more(8, {.tensor = 2, .pipeline = 2}, traffic) == Approx(4 * states / 2));
    CHECK(more(8, {.tensor = 2, .pipeline = 2}, footprint) == Approx(8 * states / 4));
}

TEST_CASE("windows: pairs of tokens, counted one by one") {
    Model m = small_model();
    m.layers = 5;
    m.sliding_window = 6;
    for (const double local : {0, 3, 5}) {
        m.local_layers = local;
        for (const int cached : {0, 4, 6, 9}) {
            for (const int tokens : {1, 2, 7, 20}) {
                double pairs = 0;
                for (int i = 1; i <= tokens; ++i) pairs += (5 - local) * (cached + i) + local * std::min(cached + i, 6);
                INFO(local << " local layers, " << cached << " cached, " << tokens << " new");
                CHECK(causal_pairs(m, tokens, cached) == pairs);
            }
        }
    }
    m.local_layers.reset();
    CHECK(tokens_in_reach(m, 10) == 30);
    CHECK(tokens_in_reach(entry("Gemma3_4B"), 8192) == 70656);  // 29 x 1024 + 5 x 8192
    CHECK(causal_pairs(small_model(), 4, 3) == 44);             // 2 x (4 x 3 + 4 x 5 / 2)
}

TEST_CASE("attention scores and values: 4 L a d n S") {
    CHECK(in_si(attention_work(small_model(), 5, 10)) == 12800);  // 4 x 2 x 4 x 8 x 5 x 10
    CHECK(in_si(attention_work(entry("Mamba_2_8B"), 5, 10)) == 0);
}

TEST_CASE("activation traffic by family, unless assumed") {
    Model m = small_model();
    const Assumptions first;
    for (const Family f : {Family::transformer, Family::moe_transformer, Family::encoder, Family::ssm}) {
        m.family = f;
        CHECK(activation_fraction(m, first) == 0);
    }
    for (const Family f : {Family::cnn, Family::diffusion, Family::recommendation, Family::tiny}) {
        m.family = f;
        CHECK(activation_fraction(m, first) == 0.1);
    }
    m.family = Family::transformer;
    CHECK(activation_fraction(m, assumptions_of(Preset::textbook)) == 0.1);
    Assumptions own;
    own.activation_fraction = 0.3;
    CHECK(activation_fraction(m, own) == 0.3);
}

TEST_CASE("a model that states no layers launches one") {
    CHECK(launched_layers(small_model()) == 2);
    CHECK(launched_layers(Model{}) == 1);
}

TEST_CASE("a layer that routes launches as much more as the fit says, in tokens and in prompts") {
    SoftwareFit fit;
    fit.expert_launches = 1.85;
    Assumptions a;
    CHECK(launches(entry("GptOss_20B"), a) == 24);
    a.fit = &fit;
    CHECK(launches(entry("Llama3_8B"), a) == 32);
    CHECK(launches(entry("GptOss_20B"), a) == Approx(24 + 1.85 * 24));   // 68.4
    CHECK(launches(entry("DeepSeek_V3"), a) == Approx(61 + 1.85 * 58));  // the first three are dense
}
