#include <random>

#include "ask.hpp"
#include "describe/json.hpp"
#include "grid.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/plan.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"

using namespace ridgepoint;

namespace {

std::mt19937 random_bits{20240607};

std::size_t below(std::size_t count) { return random_bits() % count; }
bool one_in(std::size_t count) { return below(count) == 0; }

double share() { return static_cast<double>(random_bits()) / 4294967296.0; }

/// Any value that a field may have, often one near its slider's.
double any_value(const Field& f) {
    if (f.kind == Kind::boolean) return static_cast<double>(below(2));
    if (f.kind == Kind::choice) return static_cast<double>(below(f.names.size()));
    const double low = f.has_slider() ? f.slider_low : f.minimum, high = f.has_slider() ? f.slider_high : f.maximum;
    const double value = low > 0 ? low * std::pow(high / low, share()) : low + (high - low) * share();
    return f.integer ? std::floor(value) : value;
}

void put_any(const Field& f, void* object) {
    if (f.kind == Kind::object) {
        put_any(f.nested().fields[below(f.nested().fields.size())], f.at(object));
    } else if (f.kind == Kind::reference) {
        const bool model = &f.nested() == &describe<Model>();
        if (model) f.access->reference->refer(f.at(object), registry().models[below(registry().models.size())]);
        else f.access->reference->refer(f.at(object), registry().hardware[below(registry().hardware.size())]);
    } else if (f.optional && one_in(3)) {
        f.set(object, std::numeric_limits<double>::quiet_NaN());
    } else {
        f.set(object, any_value(f));
    }
}

/// One of the presets, here and there with values of its own.
Assumptions any_assumptions() {
    Assumptions a = some_assumptions()[below(4)];
    for (const Field& f : assumptions_fields)
        if (!f.starts && one_in(6)) put_any(f, &a);
    return a;
}

/// Few requests of few tokens: a minute of a server tells as much as its hour.
void make_short(LoadRequest& r) {
    r.requests = 20;
    r.prompt.mean = std::fmin(r.prompt.mean, 500);
    r.output.mean = std::fmin(r.output.mean, 50);
    r.shared_prefix_tokens = std::fmin(r.shared_prefix_tokens, r.prompt.mean - 1);
}

template <class R>
R any_request() {
    R request;
    for (const Field& f : describe<R>().fields) {
        if (f.kind == Kind::preset) *static_cast<Assumptions*>(f.at(&request)) = any_assumptions();
        else if (f.kind != Kind::texts && f.kind != Kind::list && (f.required || f.name == "precision" || one_in(3)))
            put_any(f, &request);
    }
    if constexpr (std::is_same_v<R, LoadRequest>) make_short(request);
    if constexpr (std::is_same_v<R, PlanRequest>) request.candidates = {"H100", "A10"};
    return request;
}

template <class R>
auto solved(const R& request) {
    if constexpr (std::is_same_v<R, RooflineRequest>) return roofline(request);
    else if constexpr (std::is_same_v<R, ServeRequest>) return serve(request);
    else if constexpr (std::is_same_v<R, SensitivityRequest>) return sensitivity(request);
    else if constexpr (std::is_same_v<R, CompressRequest>) return compress(request);
    else if constexpr (std::is_same_v<R, RouteProjectRequest>) return route_project(request);
    else if constexpr (std::is_same_v<R, LoadRequest>) return load(request);
    else if constexpr (std::is_same_v<R, TrainRequest>) return train(request);
    else if constexpr (std::is_same_v<R, PlanRequest>) return plan(request, registry());
    else return synthesize(request, registry());
}

/// The figures to the last bit; words name fields that change none.
template <class Result>
std::string figures(const Result& result) {
    Json json = write_json(result, Unset::null);
    for (const char* words : {"notes", "trace", "explanation", "reason", "unread"}) json.erase(words);
    return json.dump();
}

/// The object that a path's last field is of, and that field.
template <class R>
std::pair<void*, const Field*> found(R& request, const std::string& path) {
    void* object = &request;
    const Type* type = &describe<R>();
    for (std::size_t from = 0;;) {
        const std::size_t dot = path.find('.', from);
        const Field* field = type->find(path.substr(from, dot - from));
        REQUIRE(field != nullptr);
        if (dot == std::string::npos) return {object, field};
        object = field->at(object);
        type = &field->nested();
        from = dot + 1;
    }
}

/// How many fields were changed that a result lists, in `requests` random requests.
template <class R>
int changes(int requests) {
    int count = 0;
    for (int i = 0; i < requests; ++i) {
        const R request = any_request<R>();
        const auto result = solved(request);
        if (!result) continue;
        const std::string before = figures(*result);
        for (const std::string& path : result->unread) {
            R other = request;
            const auto [object, field] = found(other, path);
            put_any(*field, object);
            const auto changed = solved(other);
            if (!changed) continue;  // fields that do not go together
            if (figures(*changed) != before) FAIL(path << " of " << write_json(request, Unset::omit).dump());
            ++count;
        }
    }
    return count;
}

bool lists(const Json& result, const std::string& path) {
    const Json& unread = result["unread"];
    return std::find(unread.begin(), unread.end(), path) != unread.end();
}

}  // namespace

TEST_CASE("no figure of a result depends on a field that it lists as unread") {
    CHECK(changes<RooflineRequest>(400) > 2000);
    CHECK(changes<ServeRequest>(800) > 1000);
    CHECK(changes<SensitivityRequest>(600) > 2000);
    CHECK(changes<SynthesizeRequest>(60) > 200);
    CHECK(changes<CompressRequest>(600) > 2000);
    CHECK(changes<RouteProjectRequest>(500) > 200);
    CHECK(changes<LoadRequest>(200) > 200);
    CHECK(changes<TrainRequest>(600) > 200);
    CHECK(changes<PlanRequest>(40) > 100);
}

TEST_CASE("what a result lists as unread") {
    struct Case {
        const char* call;
        Json request;
        const char* path;
        bool unread;
    };
    const Json quantized{{"precision", "int4"}}, native{{"precision", "int4"}, {"scheme", "native"}};
    const Json training{{"phase", "training"}}, textbook{{"assumptions", "textbook"}};
    const Json image{{"model", "ResNet50"}}, mixture{{"model", "Mixtral_8x7B"}};
    const Json image_training{{"model", "ResNet50"}, {"phase", "training"}};
    const Json itl{{"target", "itl"}}, itl_textbook{{"target", "itl"}, {"assumptions", "textbook"}};
    const Json ttft{{"target", "ttft"}}, decoding{{"target_s", 0.05}};
    const Json ignoring{{"assumptions", {{"offload", "ignore"}}}};
    // The first device has no link to a host; the kernels of a prompt, which a fit knows, move data beside the weights.
    const auto no_weights_under = [](const char* preset) {
        return Json{{"hardware", "M1_Ultra"},
                    {"decode_hardware", "V100"},
                    {"assumptions", {{"preset", preset}, {"prefill_memory", false}}}};
    };
    const Json no_weights = no_weights_under("first-principles"),
               no_weights_calibrated = no_weights_under("calibrated");
    const Json calibrated{{"assumptions", "calibrated"}}, two_devices{{"parallel", {{"tensor", 2}}}};
    const Json small{{"model", "GPT2_Small"}};
    const Json limit{{"slo", {{"itl_s", 0.05}}}}, run{{"demand", {{"tokens", 1e9}, {"days", 12}}}};
    const std::vector<Case> cases{
        // Formats that arithmetic need not run in have a scheme, and the request's goes before that of the assumptions.
        {"roofline", {}, "scheme", true},
        {"roofline", quantized, "scheme", false},
        {"roofline", quantized, "assumptions.scheme", false},
        {"roofline", native, "assumptions.scheme", true},
        // Of training alone.
        {"roofline", {}, "zero_stage", true},
        {"roofline", training, "zero_stage", false},
        {"roofline", training, "data_parallel", false},
        // A decoded token reads its context, a batch of images has none.
        {"roofline", {}, "context", false},
        {"roofline", textbook, "context", true},
        {"roofline", image, "context", true},
        {"roofline", training, "context", false},
        {"roofline", image_training, "context", true},
        {"roofline", {}, "assumptions.activation_fraction", true},
        {"roofline", image, "assumptions.activation_fraction", false},
        // What has no attention heads is not cut within its layers.
        {"roofline", {}, "parallel.tensor", false},
        {"roofline", image, "parallel.tensor", true},
        {"roofline", image_training, "parallel", true},
        {"sensitivity", image, "parallel.tensor", true},
        // The band goes with any parameter of the fit.
        {"roofline", calibrated, "assumptions.activation_fraction", false},
        {"roofline", calibrated, "assumptions.software", false},
        {"roofline", {}, "assumptions.software", true},
        {"roofline", {}, "assumptions.moe_weights", true},
        {"roofline", mixture, "assumptions.moe_weights", false},
        // An H100 states its link; of a device that states none the assumed one counts where anything may cross it.
        {"roofline", {}, "assumptions.default_host_link_bytes_per_s", true},
        {"roofline", {{"hardware", "DGX_Spark"}}, "assumptions.default_host_link_bytes_per_s", false},
        {"roofline", ignoring, "assumptions.default_host_link_bytes_per_s", true},
        {"roofline", {}, "assumptions.offload", false},
        {"roofline", {}, "assumptions.serving_offload", true},
        {"serve", {}, "assumptions.serving_offload", false},
        {"serve", {}, "assumptions.offload", true},
        {"serve", {}, "draft_tokens", true},
        {"serve", {{"draft_model", "Llama3_8B"}}, "draft_tokens", false},
        {"serve", {}, "link_bytes_per_s", true},
        {"serve", {{"decode_hardware", "A100"}}, "link_bytes_per_s", false},
        {"sensitivity", {}, "kv_precision", true},
        {"sensitivity", itl, "kv_precision", false},
        {"sensitivity", itl, "assumptions.prefill_memory", true},
        {"sensitivity", ttft, "assumptions.prefill_memory", false},
        {"sensitivity", itl, "assumptions.efficiency", false},
        {"sensitivity", itl_textbook, "assumptions.efficiency", true},
        {"synthesize", decoding, "assumptions.decode_compute", false},
        {"synthesize", decoding, "assumptions.offload", true},
        {"synthesize", decoding, "assumptions.moe_weights", true},
        // Users come at no rate, and at the maximum everything is there from the start.
        {"load", {}, "rate_per_s", false},
        {"load", {{"arrival", "poisson"}}, "concurrency", true},
        {"load", {}, "concurrency", false},
        {"load", {{"arrival", "closed"}}, "rate_per_s", true},
        {"load", {{"arrival", "closed"}}, "concurrency", false},
        {"load", {{"maximum", true}}, "arrival", true},
        {"load", {}, "link_efficiency", true},
        {"load", two_devices, "link_efficiency", false},
        {"load", {}, "slo.share", true},
        {"load", limit, "slo.share", false},
        {"load", calibrated, "assumptions.software", false},
        {"train", small, "zero_stage", true},
        {"train", {}, "zero_stage", false},  // it does not fit, and sharded it would
        {"train", {{"parallel", {{"data", 2}}}}, "zero_stage", false},
        {"train", small, "sequence_parallel", true},
        {"train", two_devices, "sequence_parallel", false},
        {"train", {{"tokens", 1e9}}, "device_mtbf_s", false},
        {"train", {{"tokens", 1e9}}, "restart_s", true},
        {"train", {{"tokens", 1e9}, {"device_mtbf_s", 1e8}}, "restart_s", false},
        {"train", {}, "assumptions.efficiency", false},
        {"train", calibrated, "assumptions.efficiency", true},
        {"serve", no_weights, "assumptions.default_host_link_bytes_per_s", true},
        {"serve", no_weights_calibrated, "assumptions.default_host_link_bytes_per_s", false},
        {"plan", {}, "prompt_tokens.spread", true},
        {"plan", {{"demand", limit}}, "prompt_tokens.spread", false},
        {"plan", run, "demand.rate_per_s", true},
        {"plan", run, "optimizer", false},
        {"route_project", mixture, "assumptions.offload", false},
        {"route_project", mixture, "assumptions.decode_compute", true},
    };
    for (const auto& [call, more, path, unread] : cases) {
        Json request{{"model", "Llama3_8B"}};
        if (std::string(call) != "synthesize" && std::string(call) != "plan") request["hardware"] = "H100";
        if (!more.is_null()) request.update(more);
        INFO(call << " " << request.dump() << " " << path);
        CHECK(lists(ask(call, request), path) == unread);
    }
}

TEST_CASE("a result lists no field that its request does not have, and rows of a sweep list nothing") {
    const Json wanted = ask("synthesize", {{"model", "Llama3_8B"}, {"target_s", 0.05}});
    for (const char* path : {"zero_stage", "hardware", "kv_precision"}) CHECK_FALSE(lists(wanted, path));
    const Json project = ask("route_project", {{"model", "Mixtral_8x7B"}, {"hardware", "H100"}});
    CHECK_FALSE(lists(project, "lora"));
    RooflineRequest request;
    request.model = registry().models.front();
    request.hardware = registry().hardware.front();
    CHECK(roofline_figures(request).unread.empty());
}
