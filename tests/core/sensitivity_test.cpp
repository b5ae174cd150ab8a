#include "ridgepoint/sensitivity.hpp"

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

constexpr double agreement = 1e-6;

Json asked(const Json& fields) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    request.update(fields);
    return ask("sensitivity", request);
}

/// The textbook's own Llama 3 70B and A100.
const Json textbook_llama_70b{{"family", "transformer"},
                              {"parameters", 70.6e9},
                              {"forward_flops", 141.2e9},
                              {"layers", 80},
                              {"hidden_dim", 8192},
                              {"heads", 64},
                              {"kv_heads", 8}};
const Json textbook_a100{{"peak_flop_per_s", {{"fp16", 312e12}}},
                         {"memory_capacity_bytes", 85899345920},
                         {"memory_bandwidth_bytes_per_s", 2.039e12},
                         {"host_link_bytes_per_s", 32e9},
                         {"dispatch_overhead_s", 1.5e-5}};

Json headline(const Json& assumptions) {
    return ask("sensitivity",
               {{"model", textbook_llama_70b}, {"hardware", textbook_a100}, {"assumptions", assumptions}});
}

double seconds(const SensitivityRequest& r) {
    if (r.target == Target::latency) return in_si(roofline_figures(r.forward).latency);
    const ServeResult served = serve_figures(serve_part(r));
    return in_si(r.target == Target::itl ? served.itl : served.ttft);
}

/// The request with one property of the device, or one assumption, multiplied.
SensitivityRequest turned(SensitivityRequest r, Knob knob, double factor) {
    const auto device = [&](auto change) { r.forward.hardware = changed(r.forward.hardware, change); };
    switch (knob) {
        case Knob::peak_flop_per_s:
            device([&](Hardware& h) { scale_peak(h, factor); });
            break;
        case Knob::memory_bandwidth:
            device([&](Hardware& h) { scale_bandwidth(h, factor); });
            break;
        case Knob::memory_capacity:
            device([&](Hardware& h) {
                // What a program may use of it.
                h.memory_capacity = roofline_machine(r.forward).capacity * factor;
                h.usable_memory = h.memory_capacity;
            });
            break;
        case Knob::host_link:
            device([&](Hardware& h) { scale(h.host_link, factor); });
            scale(r.forward.assumptions.default_host_link, factor);
            break;
        case Knob::dispatch_overhead:
            device([&](Hardware& h) {
                h.dispatch_overhead = h.dispatch_overhead.value_or(assumed_dispatch_overhead) * factor;
            });
            break;
        case Knob::layer_overhead:
            r.forward.assumptions.layer_overhead = r.forward.assumptions.layer_overhead * factor;
            r.forward.assumptions.host_launch = r.forward.assumptions.host_launch * factor;
            break;
        case Knob::efficiency:
            r.forward.assumptions.efficiency *= factor;
            break;
        case Knob::device_link:
            r.serving.link_efficiency *= factor;
            break;
        case Knob::link_latency:
            r.serving.link_latency = r.serving.link_latency * factor;
            break;
    }
    return r;
}

/// d ln T / d ln x by a central difference; nothing at a kink, where the two sides differ.
std::optional<double> central_difference(const SensitivityRequest& r, Knob knob) {
    constexpr double step = 1e-5, kink = 1e-3;
    const double up = std::log(1 + step), down = std::log(1 - step), here = std::log(seconds(r));
    const double above = std::log(seconds(turned(r, knob, 1 + step))) - here;
    const double below = std::log(seconds(turned(r, knob, 1 - step))) - here;
    if (std::fabs(above / up - below / down) > kink) return std::nullopt;
    return (above - below) / (up - down);
}

/// Every pair under every assumption, for each target that applies, a training step and a smaller memory included.
template <class Visit>
void for_each_case(Visit visit) {
    for_each_pair<RooflineRequest>([&](const RooflineRequest& forward) {
        SensitivityRequest r{.forward = forward, .serving = {}};
        for (const Assumptions& a : some_assumptions()) {
            r.forward.assumptions = a;
            r.target = Target::latency;
            r.forward.phase = Phase::inference;
            visit(r);
            r.forward.phase = Phase::training;
            visit(r);
            if (!check_together(serve_part(r))) continue;
            r.target = Target::itl;
            visit(r);
            r.target = Target::ttft;
            visit(r);
        }
    });
}

/// What the laws below say something of.
struct Found {
    PerKnob elasticities;
    bool feasible;
    Knob binding_constraint;
    double devices_needed;
};

/// The same with what sensitivity finds of each case, worked out once.
const std::vector<Found>& all_found() {
    static const auto all = [] {
        std::vector<Found> found;
        for_each_case([&](const SensitivityRequest& r) {
            const auto result = sensitivity(r);
            INFO(label(r.forward) << (result ? "" : result.error().message));
            CHECK(result.has_value());
            const SensitivityResult one = result.value_or(SensitivityResult{});
            found.push_back({one.elasticities, one.feasible, one.binding_constraint, one.devices_needed});
        });
        return found;
    }();
    return all;
}
template <class Visit>
void for_each_found(Visit visit) {
    auto next = all_found().begin();
    for_each_case([&](const SensitivityRequest& r) { visit(r, *next++); });
}

}  // namespace

TEST_CASE("elasticities of a memory-bound token are shares of its time") {
    // T 5.194316 ms: 4.874316 of memory, 0.32 of layers.
    const Json r = asked(Json::object());
    CHECK(figure(r, "baseline_s") == Approx(5.194316e-3).epsilon(1e-6));
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.9383942).epsilon(1e-6));  // -4.874316 / 5.194316
    CHECK(figure(r, "elasticities.layer_overhead") == Approx(0.0616058).epsilon(1e-5));     // 0.32 / 5.194316
    for (const char* knob : {"dispatch_overhead", "peak_flop_per_s", "memory_capacity", "host_link", "efficiency"})
        CHECK(figure(r, std::string("elasticities.") + knob) == 0);
    CHECK(r["binding_constraint"] == "memory_bandwidth");
    CHECK(r["knob"] == "memory_bandwidth");
    CHECK(figure(r, "devices_needed") == 1);
}

TEST_CASE("secants are the textbook's finite differences") {
    const Json up = asked({{"delta", 0.1}}), down = asked({{"delta", -0.1}});
    CHECK(figure(up, "secants.memory_bandwidth") == Approx(-0.8530856).epsilon(1e-6));    // -0.9383942 / 1.1
    CHECK(figure(down, "secants.memory_bandwidth") == Approx(-1.0426602).epsilon(1e-6));  // -0.9383942 / 0.9
    CHECK(figure(up, "secants.layer_overhead") == Approx(0.0616058).epsilon(1e-5));       // linear: no difference
    CHECK(error_of("sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"delta", 0}}) == "out_of_range");
}

TEST_CASE("a compute-bound step answers to peak and efficiency alike") {
    const Json r = asked({{"batch", 512}, {"context", 128}});
    CHECK(r["binding_constraint"] == "peak_flop_per_s");
    CHECK(figure(r, "elasticities.peak_flop_per_s") < -0.9);
    CHECK(figure(r, "elasticities.memory_bandwidth") == 0);
}

TEST_CASE("a spilling model: capacity binds, the host link moves the time") {
    // Llama3_70B on an A100: 79e9 / 2.039e12 = 38.744483 ms, 62.778501632e9 / 32e9 = 1961.828176 ms, 0.8 of overhead.
    const Json r = asked({{"model", "Llama3_70B"}, {"hardware", "A100"}});
    CHECK(figure(r, "baseline_s") == Approx(2.001372659).epsilon(1e-8));
    CHECK(figure(r, "elasticities.host_link") == Approx(-0.9802413).epsilon(1e-6));         // -1961.828176 / T
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.0193590).epsilon(1e-5));  // -38.744483 / T
    // Another byte of memory moves a byte from 32e9 to 2.039e12 bytes/s: 79e9 x (1/2.039e12 - 1/32e9) = -2430.005517
    // ms.
    CHECK(figure(r, "elasticities.memory_capacity") == Approx(-1.2141694).epsilon(1e-6));
    CHECK(r["binding_constraint"] == "memory_capacity");
    CHECK(r["knob"] == "host_link");
    CHECK(r["binding_regime"] == "capacity");
    CHECK(r["knob_regime"] == "capacity");
    // The capacity's own elasticity is the larger one.
    CHECK(sentence(r, "explanation").find("the host link affects the time most") != std::string::npos);
    CHECK(r["feasible"] == false);
    CHECK(figure(r, "devices_needed") == 2);
    CHECK(figure(r, "footprint_bytes") == 141778501632);
    CHECK(figure(r, "capacity_bytes") == 79e9);
}

TEST_CASE("published figures: 4854.57 ms, bound by memory capacity, and the host link to turn") {
    const Json r = headline("textbook");
    CHECK(figure(r, "baseline_s") == Approx(4.854565));  // 141.2e9 x 1.1 / 32e9 = 4.85375, 0.8 and 0.015 ms
    CHECK(r["binding_constraint"] == "memory_capacity");
    CHECK(r["knob"] == "host_link");
    CHECK(figure(r, "elasticities.host_link") == Approx(-0.9998321).epsilon(1e-6));  // -4.85375 / 4.854565
    CHECK(figure(r, "elasticities.memory_bandwidth") == 0);
    CHECK(figure(r, "devices_needed") == 2);
    CHECK(sentence(r, "explanation").find("Memory capacity binds") != std::string::npos);
}

TEST_CASE("published figures: with the weights resident bandwidth is worth fifteen times the arithmetic") {
    const Json r = headline({{"preset", "textbook"}, {"offload", "ignore"}});
    // 141.2e9 x 1.1 / 2.039e12 = 76.174595 ms and 0.815: -0.9894141, over a tenth -0.8994674; the textbook prints
    // -0.88.
    CHECK(figure(r, "elasticities.memory_bandwidth") == Approx(-0.9894141).epsilon(1e-6));
    CHECK(figure(r, "secants.memory_bandwidth") == Approx(-0.8994674).epsilon(1e-6));
    CHECK(std::fabs(figure(r, "secants.peak_flop_per_s")) * 15 <= std::fabs(figure(r, "secants.memory_bandwidth")));
    CHECK(figure(r, "elasticities.host_link") == 0);
    CHECK(r["binding_constraint"] == "memory_capacity");
}

TEST_CASE("a step that waits for the host answers to the time of a launch alone") {
    const Json r = asked({{"model", "Llama3_2_1B"}, {"assumptions", {{"execution", "eager"}}}});
    CHECK(r["binding_constraint"] == "layer_overhead");
    CHECK(figure(r, "elasticities.layer_overhead") == 1);
    for (const char* knob : {"memory_bandwidth", "peak_flop_per_s", "dispatch_overhead"})
        CHECK(figure(r, std::string("elasticities.") + knob) == 0);
}

TEST_CASE("when no property matters none is blamed on the arithmetic") {
    // A step of overhead alone: no FLOP stated, and so small a model that nothing else counts.
    const Json r = ask("sensitivity", {{"model", {{"family", "cnn"}, {"unit", "image"}, {"parameters", 1}}},
                                       {"hardware", "H100"},
                                       {"assumptions", {{"layer_overhead_s", 0}}}});
    CHECK(r["binding_constraint"] == "dispatch_overhead");
    CHECK(figure(r, "elasticities.peak_flop_per_s") == 0);
}

TEST_CASE("the targets are those of serve") {
    const Json served = ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    for (const char* target : {"latency", "itl"})
        CHECK(figure(asked({{"target", target}}), "baseline_s") == figure(served, "itl_s"));
    CHECK(figure(asked({{"target", "ttft"}}), "baseline_s") == figure(served, "ttft_s"));
    CHECK(asked({{"target", "itl"}})["binding_constraint"] == "memory_bandwidth");
    CHECK(asked({{"target", "ttft"}})["binding_constraint"] == "peak_flop_per_s");
}

TEST_CASE("it takes every field of the request inside") {
    for (const Json& more : {Json{{"weight_bits", 4.89}}, Json{{"kv_precision", "int8"}, {"scheme", "native"}}}) {
        const Json serving = ask("serve", with(with(more, "model", "Llama3_8B"), "hardware", "H100"));
        CHECK(figure(asked(with(more, "target", "itl")), "baseline_s") == figure(serving, "itl_s"));
        CHECK(figure(asked(with(more, "target", "ttft")), "baseline_s") == figure(serving, "ttft_s"));
    }
    for (const Field& f : serve_request_fields) CHECK(describe<SensitivityRequest>().find(f.name) != nullptr);
    for (const Field& f : roofline_request_fields) CHECK(describe<SensitivityRequest>().find(f.name) != nullptr);
}

TEST_CASE("elasticities agree with central differences") {
    int compared = 0, kinks = 0;
    for_each_found([&](const SensitivityRequest& r, const Found& found) {
        const PerKnob& exact = found.elasticities;
        for (int k = 0; k < knob_count; ++k) {
            const Knob knob = static_cast<Knob>(k);
            const auto difference = central_difference(r, knob);
            ++(difference ? compared : kinks);
            if (!difference || std::fabs(exact.at(knob) - *difference) <= agreement) continue;
            INFO(label(r.forward) << " " << knob_names[static_cast<unsigned>(k)] << " preset "
                                  << static_cast<int>(r.forward.assumptions.preset) << " target "
                                  << static_cast<int>(r.target));
            CHECK(exact.at(knob) == *difference);
        }
    });
    INFO(compared << " compared, " << kinks << " kinks");
    CHECK(compared > 50000);
    CHECK(kinks < compared / 500);  // where memory and host link are equally fast, for one
}

TEST_CASE("elasticities agree with central differences for drafted and disaggregated serving") {
    SensitivityRequest r;
    r.forward.model = *registry().find_model("Llama3_8B");
    r.forward.hardware = *registry().find_hardware("A100");
    r.serving.draft_model = *registry().find_model("Llama3_2_1B");
    r.forward.batch = 4;
    for (const Target target : {Target::itl, Target::ttft}) {
        for (const bool apart : {false, true}) {
            r.target = target;
            if (apart && target == Target::ttft) r.serving.decode_hardware = *registry().find_hardware("H100");
            const auto result = sensitivity(r);
            CHECK(result.has_value());
            const PerKnob exact = result ? result->elasticities : PerKnob{};
            for (int k = 0; k < knob_count; ++k) {
                const auto difference = central_difference(r, static_cast<Knob>(k));
                CHECK(difference.has_value());
                CHECK(std::fabs(exact.at(static_cast<Knob>(k)) - difference.value_or(0)) <= agreement);
            }
        }
    }
}

TEST_CASE("time between tokens on a second device answers to that device") {
    const Json r = asked({{"target", "itl"}, {"decode_hardware", "A100"}});
    const Json alone = asked({{"target", "itl"}, {"hardware", "A100"}});
    CHECK(r["elasticities"] == alone["elasticities"]);
    CHECK(r["baseline_s"] == alone["baseline_s"]);
}

TEST_CASE("everywhere: peak and efficiency have one elasticity, but for the vector units' work") {
    for_each_found([](const SensitivityRequest& r, const Found& found) {
        const PerKnob& e = found.elasticities;
        if (std::fabs(e.peak_flop_per_s - e.efficiency) <= 1e-12) return;
        INFO(label(r.forward));
        if (r.forward.assumptions.vector_flop_per_weight > 0) {
            // A faster device unpacks faster as well; the efficiency is of its tensor units alone.
            CHECK(e.peak_flop_per_s < e.efficiency);
            return;
        }
        CHECK(e.peak_flop_per_s == e.efficiency);
    });
}

TEST_CASE("everywhere: faster rates and smaller overheads together scale the time") {
    // Twice every rate and half every overhead is half the time (Euler): rates sum to -1 with the overheads taken off.
    for_each_found([](const SensitivityRequest& r, const Found& found) {
        const PerKnob& e = found.elasticities;
        const double sum =
            e.peak_flop_per_s + e.memory_bandwidth + e.host_link - e.dispatch_overhead - e.layer_overhead;
        if (std::fabs(sum + 1) <= 1e-12) return;
        INFO(label(r.forward));
        if (r.target == Target::ttft && r.forward.assumptions.prompts.joules_per_flop > 0) {
            // A FLOP of a prompt takes its energy, whatever the rates.
            CHECK(sum > -1);
            return;
        }
        CHECK(sum == -1);
    });
}

TEST_CASE("everywhere: rates help, overheads hurt, and capacity matters only to what does not fit") {
    for_each_found([](const SensitivityRequest& r, const Found& found) {
        const PerKnob& e = found.elasticities;
        const bool signs = e.peak_flop_per_s <= 0 && e.memory_bandwidth <= 0 && e.memory_capacity <= 0 &&
                           e.host_link <= 0 && e.dispatch_overhead >= 0 && e.layer_overhead >= 0;
        const bool capacity = !found.feasible || (e.memory_capacity == 0 && e.host_link == 0);
        const bool named = found.feasible || found.binding_constraint == Knob::memory_capacity;
        const bool devices = found.feasible == (found.devices_needed == 1);
        if (signs && capacity && named && devices) return;
        INFO(label(r.forward));
        CHECK(signs);
        CHECK(capacity);
        CHECK(named);
        CHECK(devices);
    });
}

TEST_CASE("everywhere: a secant over a small step is the elasticity") {
    for_each_case([](SensitivityRequest r) {
        r.delta = 1e-6;
        const auto result = sensitivity(r);
        if (!result) return;
        for (int k = 0; k < knob_count; ++k) {
            const Knob knob = static_cast<Knob>(k);
            if (std::fabs(result->elasticities.at(knob) - result->secants.at(knob)) < 1e-4) continue;
            if (!central_difference(r, knob)) continue;
            INFO(label(r.forward) << " " << knob_names[static_cast<unsigned>(k)]);
            CHECK(result->elasticities.at(knob) == result->secants.at(knob));
        }
    });
}

TEST_CASE("what a target does not depend on is noted when it is set, and changes nothing") {
    const auto unused = [](const Json& fields) {
        std::string found;
        const Json notes = asked(fields)["notes"];
        for (const Json& note : notes)
            if (const std::string text = note; text.rfind("Not used", 0) == 0) found += text;
        return found;
    };
    for (const char* target : {"latency", "itl", "ttft"}) CHECK(unused({{"target", target}}).empty());
    CHECK(unused({{"kv_precision", "int8"}, {"draft_model", "Llama3_2_1B"}, {"decode_hardware", "A100"}}) ==
          "Not used in target latency: kv_precision, draft_model, decode_hardware.");
    CHECK(unused({{"target", "itl"}, {"cached_prefix", 64}, {"phase", "training"}, {"lora", true}}) ==
          "Not used in target itl: phase, lora, cached_prefix.");
    CHECK(unused({{"target", "ttft"}, {"draft_tokens", 8}, {"cached_prefix", 64}, {"kv_precision", "int8"}}) ==
          "Not used in target ttft: draft_tokens.");
    // Of what the whole result leaves unread nothing is said twice.
    CHECK(unused({{"zero_stage", 1}, {"kv_precision", "int8"}}) ==
          "Not used in target latency: zero_stage, kv_precision.");
    CHECK(unused({{"target", "itl"}, {"draft_tokens", 8}, {"decode_hardware", "A100"}}) ==
          "Not used in target itl: draft_tokens.");
    const Json itl{{"target", "itl"}, {"precision", "int8"}};
    const Json textbook = with(itl, "assumptions", "textbook"), scheme = with(textbook, "scheme", "weight_only");
    CHECK(unused(with(itl, "scheme", "native")).empty());
    CHECK(unused(scheme) == "Not used in target itl: scheme.");
    CHECK(asked(scheme)["elasticities"] == asked(textbook)["elasticities"]);
}

TEST_CASE("a property is of a leg of the step, or of the room for it") {
    const auto regimes = [](const Json& fields) {
        const Json r = asked(fields);
        CHECK(r["binding_regime"] == r["knob_regime"]);
        return std::pair(sentence(r, "knob"), sentence(r, "knob_regime"));
    };
    CHECK(regimes(Json::object()) == std::pair<std::string, std::string>("memory_bandwidth", "memory"));
    CHECK(regimes({{"target", "ttft"}}) == std::pair<std::string, std::string>("peak_flop_per_s", "compute"));
    CHECK(regimes({{"assumptions", {{"host_launch_s", 1}}}}) ==
          std::pair<std::string, std::string>("layer_overhead", "overhead"));
}

TEST_CASE("where the device waits for its host, the host's launches bind") {
    const auto explanation = [](const Json& assumptions) {
        return sentence(ask("sensitivity", {{"model", "ResNet50"}, {"hardware", "A100"}, {"assumptions", assumptions}}),
                        "explanation");
    };
    CHECK(explanation({{"execution", "eager"}}).rfind("Host launch binds", 0) == 0);
    CHECK(explanation(Json::object()).find("Host launch") == std::string::npos);
}
