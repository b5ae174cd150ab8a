#include "ridgepoint/registry.hpp"

#include <map>
#include <set>

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

/// What identifies an entry rather than measures it.
const std::set<std::string> names{"id",           "name",   "vendor", "class",
                                  "release_year", "family", "unit",   "unsupported_precisions"};
const std::set<std::string> provenance{"sources", "estimated", "notes"};

/// The entries as their files have them; builds for the web embed them without their sources.
Json file_of(const std::string& kind, const std::string& id) {
    return json_file("core/data/" + kind + "/" + id + ".json");
}

template <class Visit>
void for_each_file(Visit visit) {
    for (const auto& h : registry().hardware) visit("hardware", h->id, file_of("hardware", h->id));
    for (const auto& m : registry().models) visit("models", m->id, file_of("models", m->id));
}

/// Each figure by name, the rates of `peak_flop_per_s` one by one.
std::vector<std::string> figures_of(const Json& entry) {
    std::vector<std::string> figures;
    for (const auto& [key, value] : entry.items()) {
        if (names.count(key) + provenance.count(key) > 0) continue;
        if (value.is_object()) {
            for (const auto& [part, rate] : value.items()) figures.push_back(key + "." + part);
        } else {
            figures.push_back(key);
        }
    }
    return figures;
}

/// A source or estimate names a figure, or the group it belongs to.
bool names_figure(const std::string& named, const std::string& figure) {
    return named == figure || figure.rfind(named + ".", 0) == 0;
}

double get(const std::optional<double>& v) { return v.value_or(0); }

#ifndef RIDGEPOINT_COMPACT  // the engine of a page leaves out most of a model's shape
/// Embedding, attention and feed-forward matrices of a transformer; norms and biases are below the tolerance.
double transformer_count(const Model& m, bool active) {
    const double h = get(m.hidden_dim), L = get(m.layers), a = get(m.heads), k = m.kv_heads.value_or(a);
    const double d = m.head_dim.value_or(h / a), g = m.gated_mlp.value_or(false) ? 3 : 2;
    double attention = h * d * (2 * a + 2 * k);
    if (m.kv_lora_rank) {
        const double kv = *m.kv_lora_rank, q = get(m.q_lora_rank), rope = get(m.qk_rope_head_dim);
        const double nope = get(m.qk_nope_head_dim), v = get(m.v_head_dim);
        attention = h * q + q * a * (nope + rope) + h * (kv + rope) + kv * a * (nope + v) + a * v * h;
    }
    const double dense_layers = m.experts ? get(m.dense_layers) : L;
    double total = L * attention + dense_layers * g * h * get(m.intermediate_dim);
    if (m.experts) {
        const double wide = m.moe_intermediate_dim.value_or(get(m.intermediate_dim));
        const double chosen = (active ? get(m.experts_per_token) : *m.experts) + get(m.shared_experts);
        total += (L - dense_layers) * (chosen * g * h * wide + *m.experts * h);
    }
    return total;
}

/// Where a decoder attends to an encoder, each of its layers has the attention matrices twice.
double cross_attention_count(const Model& m) {
    const double h = get(m.hidden_dim), a = get(m.heads), k = m.kv_heads.value_or(a), d = m.head_dim.value_or(h / a);
    return m.encoder_layers ? (get(m.layers) - *m.encoder_layers) * h * d * (2 * a + 2 * k) : 0;
}

double mamba_count(const Model& m) {
    const double V = get(m.vocab_size), h = get(m.hidden_dim), L = get(m.layers), d = get(m.inner_dim);
    const double n = get(m.state_size), c = get(m.conv_kernel), r = get(m.dt_rank);
    return V * h + h + L * (2 * h * d + d * c + d + d * (r + 2 * n) + r * d + d + d * n + d + d * h + h);
}

/// What the layers with a state have beyond the attention matrices that `transformer_count` took them to have: of
/// Qwen3-Next the two gates, the convolution, and keys half as wide as its values. Its attention has an output gate.
double qwen3_next_more(const Model& m) {
    const double h = get(m.hidden_dim), wide = get(m.inner_dim), heads = wide / get(m.state_size);
    const double attention = h * get(m.head_dim) * (2 * get(m.heads) + 2 * get(m.kv_heads));
    const double with_state = h * (wide / 2 * 2 + wide + wide + 2 * heads) + 2 * wide * get(m.conv_kernel) + wide * h;
    const double output_gate = h * get(m.head_dim) * get(m.heads);
    const double states = get(m.linear_layers);
    return states * (with_state - attention) + (get(m.layers) - states) * output_gate;
}

/// Parameters counted again from the shape; 0 where the shape does not tell.
double recounted(const Model& m, bool active) {
    const double h = get(m.hidden_dim), V = get(m.vocab_size);
    if (m.family == Family::ssm) return mamba_count(m);
    if (!m.intermediate_dim || !m.heads) return 0;
    const double body =
        transformer_count(m, active) + cross_attention_count(m) + (m.linear_layers ? qwen3_next_more(m) : 0);
    if (m.family == Family::encoder) return body + V * h + 514 * h + h * h;           // positions, segments, pooler
    if (m.unit == Unit::image) return body + 768 * h + 197 * h + 1000 * h;            // patches, positions, head
    const double positions = m.id.rfind("GPT", 0) == 0 ? get(m.max_context) * h : 0;  // learned in the GPT family
    return body + V * h * (m.tied_embeddings.value_or(false) ? 1 : 2) + positions;
}
#endif

bool between(double value, double low, double high) { return value >= low && value <= high; }

}  // namespace

TEST_CASE("every entry loads, under its own id") {
    CHECK(registry().hardware.size() >= 86);
    CHECK(registry().models.size() >= 63);
    std::set<std::string> ids;
    for_each_file([&](const std::string& kind, const std::string& id, const Json& file) {
        INFO(kind << " " << id);
        CHECK(member(file, "id") == id);
        CHECK(ids.insert(id).second);
        CHECK_FALSE(sentence(file, "name").empty());
    });
}

TEST_CASE("an entry is found by its id alone") {
    CHECK((*registry().find_hardware("H100"))->name == "NVIDIA H100 SXM5 80GB");
    CHECK((*registry().find_model("Llama3_8B"))->parameters == 8030261248);
    for (const char* id : {"", "?", "h100", "H100 ", "H1000", "none"}) {
        const auto missing = registry().find_hardware(id, "decode_hardware");
        CHECK_FALSE(missing.has_value());
        if (missing) continue;
        CHECK(missing.error().code == ErrorCode::unknown_name);
        CHECK(missing.error().field == "decode_hardware");
        const bool spelt_alike = missing.error().message.find("perhaps H100") != std::string::npos;
        CHECK((spelt_alike || missing.error().message.find("A100") != std::string::npos));
    }
}

#ifndef RIDGEPOINT_COMPACT  // hints for a misspelt id are for the command
TEST_CASE("a misspelt id is told those like it") {
    const auto told = [](const char* id) { return registry().find_model(id, "model").error().message; };
    CHECK(told("llama-3-8b") == "model must be an id of the registry, perhaps Llama3_8B, given \"llama-3-8b\"");
    CHECK(told("mixtral").find("Mixtral_8x7B") != std::string::npos);
    CHECK(told("mixtral").find("Llama") == std::string::npos);
    CHECK(told("Lama3_8B").find("perhaps Llama3_8B, given") != std::string::npos);
    CHECK(told("Llama3_8G").find("perhaps Llama3_8B, given") != std::string::npos);
    CHECK(told("a").find("model must be one of ") == 0);  // in too many to be a hint
    for (const char* id : {"h100", "H100 ", "H1000"})
        CHECK(registry().find_hardware(id).error().message.find("perhaps H100") != std::string::npos);
}

TEST_CASE("an object is offered where one is taken in place of an id, and only there") {
    const auto offered = [](const std::string& call, const Json& request) {
        const Json refused = answer(call, request);
        return sentence(refused, "error.message").find(", or an object, given") != std::string::npos;
    };
    for (const char* id : {"H1000", "none"}) {
        CHECK(offered("serve", {{"model", "Llama3_8B"}, {"hardware", id}}));
        CHECK_FALSE(offered("hardware", {{"id", id}}));
        const Json prices = Json::array({{{"hardware", id}, {"usd_per_hour", 1}}});
        CHECK_FALSE(offered("plan", {{"model", "Llama3_8B"}, {"rate_per_s", 1}, {"prices", prices}}));
    }
}
#endif

TEST_CASE("the embedded entries have the figures of their files") {
    for_each_file([](const std::string& kind, const std::string& id, const Json& file) {
        const Json embedded = ask(kind, {{"id", id}});
        for (const auto& [key, value] : file.items()) {
            if (provenance.count(key) > 0 || value.empty()) continue;
#ifdef RIDGEPOINT_COMPACT
            if (embedded.value(key, Json()).is_null()) continue;  // the engine of a page lacks what no solver reads
#endif
            INFO(kind << " " << id << " " << key);
            CHECK(member(embedded, key) == value);
        }
    });
}

TEST_CASE("an entry given inline is the entry by id") {
    const Json by_id = ask("roofline", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    const Json inline_entries{{"model", ask("models", {{"id", "Llama3_8B"}})},
                              {"hardware", ask("hardware", {{"id", "H100"}})}};
    CHECK(ask("roofline", inline_entries) == by_id);
}

TEST_CASE("every figure names a source or why it is estimated") {
    for_each_file([](const std::string& kind, const std::string& id, const Json& file) {
        std::vector<std::string> named;
        for (const Json& source : file["sources"])
            for (const Json& f : source["fields"]) named.push_back(f);
        for (const Json& estimate : file["estimated"]) named.push_back(estimate["field"]);
        for (const std::string& f : figures_of(file)) {
            bool accounted = false;
            for (const std::string& n : named) accounted |= names_figure(n, f);
            INFO(kind << " " << id << " " << f);
            CHECK(accounted);
        }
        for (const std::string& n : named) {
            bool there = n == "notes" || names.count(n) > 0;
            for (const std::string& f : figures_of(file)) there |= names_figure(n, f);
            INFO(kind << " " << id << " names " << n << ", which it does not have");
            CHECK(there);
        }
    });
}

bool is_day(const std::string& d) {
    return d.size() == 10 && d[4] == '-' && d[7] == '-' && d > "2020-01-01" && d < "2099-12-31";
}

TEST_CASE(
    "every source has a title, an address, a known kind of check and the day it was recorded; every estimate a "
    "reason") {
    const std::set<std::string> checks{"primary_read", "secondary_read",         "config_read_and_recomputed",
                                       "recomputed",   "textbook_registry_read", "not_rechecked"};
    for_each_file([&](const std::string& kind, const std::string& id, const Json& file) {
        INFO(kind << " " << id);
        CHECK_FALSE(file["sources"].empty());
        for (const Json& source : file["sources"]) {
            CHECK_FALSE(sentence(source, "title").empty());
            CHECK(sentence(source, "url").rfind("http", 0) == 0);
            CHECK(checks.count(sentence(source, "check")) == 1);
            CHECK(is_day(source.value("recorded", "")));
        }
        for (const Json& estimate : file["estimated"]) CHECK_FALSE(sentence(estimate, "why").empty());
    });
}

TEST_CASE("every price of renting names the day of its source") {
    int priced = 0;
    for_each_file([&](const std::string& kind, const std::string& id, const Json& file) {
        if (!file.contains("price_usd_per_hour")) return;
        ++priced;
        bool dated = false;
        for (const Json& source : file["sources"])
            for (const Json& f : source["fields"])
                dated |= f == "price_usd_per_hour" && is_day(source.value("date", ""));
        INFO(kind << " " << id);
        CHECK(dated);
    });
    CHECK(priced >= 20);
}

TEST_CASE("figures of devices lie where devices lie") {
    for (const auto& h : registry().hardware) {
        INFO(h->id);
#ifndef RIDGEPOINT_COMPACT
        CHECK(between(h->release_year.value_or(0), 2006, 2030));
        if (h->flash_bandwidth) CHECK(h->flash_capacity.has_value());
        if (h->usable_memory)
            CHECK(between(in_si(*h->usable_memory), in_si(h->memory_capacity) / 2, in_si(h->memory_capacity)));
        if (h->fp16_accumulate)
            CHECK(*h->fp16_accumulate >= compute_rate(h->peak, Precision::fp16, Scheme::native).peak);
        if (h->network) CHECK(between(in_si(*h->network), 1e8, 1e12));
        if (h->network && h->device_link) CHECK(*h->network <= *h->device_link);
        if (h->devices_a_node) CHECK((*h->devices_a_node >= 2) == h->device_link.has_value());
        if (h->price_usd_per_hour) CHECK(between(*h->price_usd_per_hour, 0.01, 100));
#endif
        CHECK(between(in_si(h->memory_capacity), 1e5, 1e14));
        CHECK(between(in_si(h->memory_bandwidth), 1e6, 1e17));
        CHECK(between(in_si(compute_rate(h->peak, Precision::fp16, Scheme::native).peak), 1e6, 1e18));
        CHECK(h->device_class.chosen.has_value());
        if (h->tdp) CHECK(between(in_si(*h->tdp), 1e-3, 2e5));
        if (h->dispatch_overhead) CHECK(between(in_si(*h->dispatch_overhead), 1e-7, 0.1));
        // The lanes of a CPU outrun its own memory; no other device's link does.
        if (h->host_link && h->id != "EPYC_9654") CHECK(*h->host_link <= h->memory_bandwidth);
        if (h->sram_bandwidth) CHECK(*h->sram_bandwidth >= h->memory_bandwidth);
        CHECK(h->sram_bandwidth.has_value() <= h->sram_capacity.has_value());
    }
}

TEST_CASE("narrower formats are never slower, and none is both rated and unsupported") {
    for (const auto& h : registry().hardware) {
        INFO(h->id);
        const auto ordered = [&](Precision wide, Precision narrow) {
            const auto w = h->peak.at(wide), n = h->peak.at(narrow);
            return !w || !n || *w <= *n;
        };
        CHECK(ordered(Precision::fp32, Precision::fp16));
        CHECK(ordered(Precision::tf32, Precision::fp16));
        CHECK(ordered(Precision::fp16, Precision::fp8));
        CHECK(ordered(Precision::fp8, Precision::fp4));
        CHECK(ordered(Precision::int8, Precision::int4));
        for (const std::string& name : h->unsupported_precisions) {
            const auto at = std::find(precision_names.begin(), precision_names.end(), name);
            CHECK(at != precision_names.end());
            if (at != precision_names.end())
                CHECK_FALSE(h->peak.at(static_cast<Precision>(at - precision_names.begin())).has_value());
        }
    }
}

TEST_CASE("ridge points of known devices") {
    const std::map<std::string, double> known{
        {"V100", 139},   // 125e12 / 900e9
        {"T4", 203},     // 65e12 / 320e9
        {"A100", 153},   // 312e12 / 2.039e12
        {"L4", 403},     // 121e12 / 300e9
        {"H100", 295},   // 989e12 / 3.35e12
        {"H200", 206},   // 989e12 / 4.8e12
        {"MI300X", 247}  // 1307.4e12 / 5.3e12
    };
    for (const auto& [id, ridge] : known) {
        const Json r = ask("roofline", {{"model", "Llama3_8B"}, {"hardware", id}});
        INFO(id);
        CHECK(figure(r, "ridge_point_flop_per_byte") == Approx(ridge).epsilon(0.01));
    }
}

#ifndef RIDGEPOINT_COMPACT
TEST_CASE("parameters agree with the architecture within one percent") {
    int counted = 0;
    for (const auto& m : registry().models) {
        const double expected = recounted(*m, false);
        if (expected == 0) continue;
        ++counted;
        INFO(m->id << ": " << *m->parameters << " stated, " << expected << " counted");
        CHECK(*m->parameters == Approx(expected).epsilon(0.01));
    }
    CHECK(counted >= 46);
}

TEST_CASE("active parameters agree with the experts chosen") {
    for (const auto& m : registry().models) {
        CHECK(m->active_parameters.has_value() == m->experts.has_value());
        if (!m->active_parameters) continue;
        const double expected = recounted(*m, true);
        INFO(m->id << ": " << *m->active_parameters << " stated, " << expected << " counted");
        CHECK(*m->active_parameters == Approx(expected).epsilon(0.01));
    }
}

TEST_CASE("a model with a window says how many of its layers keep to it") {
    for (const auto& m : registry().models) {
        INFO(m->id);
        CHECK(m->sliding_window.has_value() == m->local_layers.has_value());
        CHECK(get(m->local_layers) <= get(m->layers));
        CHECK(get(m->encoder_layers) <= get(m->layers));
    }
}

#endif

TEST_CASE("language models count two FLOP an active parameter and token") {
    for (const auto& m : registry().models) {
        if (m->unit != Unit::token || !m->forward_flops) continue;
        INFO(m->id);
        CHECK(in_si(*m->forward_flops) == Approx(2 * m->active_parameters.value_or(*m->parameters)).epsilon(0.01));
    }
}

TEST_CASE("figures of models lie where models lie") {
    for (const auto& m : registry().models) {
        INFO(m->id);
        CHECK((m->parameters || m->model_size));
        if (m->parameters) CHECK(between(*m->parameters, 1e3, 2e12));
        if (m->layers) CHECK(between(*m->layers, 1, 300));
        if (m->heads && m->kv_heads) CHECK(std::fmod(*m->heads, *m->kv_heads) == 0);
        if (m->heads) CHECK((m->head_dim || std::fmod(get(m->hidden_dim), *m->heads) == 0));
        if (m->experts) CHECK(m->experts_per_token.value_or(1e9) < *m->experts);
        if (m->family == Family::transformer && m->unit == Unit::token) CHECK(m->max_context.has_value());
    }
}

TEST_CASE("several devices are told apart from a misspelt one, and the single one is named") {
    for (const char* id : {"8xH100", "8x H100", "8 X h100", "H100x8", "H100 * 8", "2×H100", "H100×2"}) {
        CAPTURE(id);
        const auto found = registry().find_hardware(id, "hardware");
        CHECK(!found.has_value());
        CHECK(found.error().code == ErrorCode::unknown_name);
        CHECK(found.error().message.find("must be one device: H100; how many work together is parallel.tensor, ") !=
              std::string::npos);
    }
    for (const char* id : {"x", "8x", "xH100", "8xNothing", "H100x", "8"}) {
        CAPTURE(id);
        CHECK(registry().find_hardware(id, "hardware").error().message.find("together") == std::string::npos);
    }
}
