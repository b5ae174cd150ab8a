/// Laws of sensitivity, over every pair of model and device under every assumption.
#include "ridgepoint/sensitivity.hpp"

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

constexpr double agreement = 1e-6;

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
            r.serving.link_efficiency = r.serving.link_efficiency.value_or(1) * factor;
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
