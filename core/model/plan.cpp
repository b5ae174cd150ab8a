#include "ridgepoint/plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "describe/validate.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/notes.hpp"
#include "model/phrases/plan.hpp"
#include "model/phrases/train.hpp"
#include "notes.hpp"
#include "plan_layouts.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/workload.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// Devices of the cheaper ones that fail.
constexpr std::size_t most_failures = 6;

constexpr double most_simulations = 200;

using Devices = std::vector<std::shared_ptr<const Hardware>>;

bool trains(const PlanRequest& r) { return r.tokens.has_value(); }

bool has_limits(const PlanRequest& r) { return r.load.slo_ttft || r.load.slo_itl; }

Expected<Devices> candidates_of(const PlanRequest& r, const Registry& registry) {
    Devices devices;
    if (r.candidates.empty()) {
        std::copy_if(registry.hardware.begin(), registry.hardware.end(), std::back_inserter(devices),
                     [](const auto& device) { return device->price_usd_per_hour.has_value(); });
        return devices;
    }
    for (const std::string& id : r.candidates) {
        const auto device = registry.find_hardware(id, "candidates");
        if (!device) return tl::make_unexpected(device.error());
        if (!(*device)->price_usd_per_hour)
            return fail(ErrorCode::not_applicable, "candidates", {phrases::unknown_price, {id}});
        devices.push_back(*device);
    }
    return devices;
}

Expected<void> check_plan(const PlanRequest& r) {
    if (auto ok = check(r); !ok) return ok;
    if (r.tokens.has_value() != r.deadline.has_value())
        return fail(ErrorCode::not_applicable, r.tokens ? "deadline_s" : "tokens", phrases::deadline_with_tokens);
    const Model& m = *r.load.serving.model;
    if (trains(r)) {
        if (!has_attention(m) || !m.hidden_dim)
            return fail(ErrorCode::not_applicable, "model", phrases::not_a_transformer);
        const Precision p = r.load.serving.precision;
        if (is_quantized(p) && p != Precision::fp8)
            return fail(ErrorCode::not_applicable, "precision", {phrases::integers_do_not_train, {p}});
        return {};
    }
    return check_together(r.load.serving);
}

/// Room for the option's and failure's columns that do not depend on the demand.
template <class Row>
void describe_layout(const Layout& layout, Row& row) {
    const Parallel& p = layout.parallel;
    row.device = layout.device->id;
    row.devices = p.devices();
    row.tensor = p.tensor;
    row.pipeline = p.pipeline;
    row.data = p.data;
    row.usd_per_hour = *layout.device->price_usd_per_hour * p.devices();
}

void judge(const PlanRequest& r, Layout& layout) {
    const auto cut = check_layout(layout.parallel, *r.load.serving.model);
    if (!cut) {
        layout.failure = PlanFailure{};
        layout.failure->why = {phrases::name, {cut.error().message}};
    } else if (trains(r)) {
        judge_training(r, layout);
    } else {
        judge_fewest_copies(r, layout);
    }
    describe_layout(layout, layout.option);
    if (layout.failure) describe_layout(layout, *layout.failure);
}

std::vector<Layout> all_layouts(const PlanRequest& r, const Devices& devices) {
    std::vector<Layout> all;
    for (const auto& device : devices) {
        const double node = links_of(*device, 1, r.load.link_latency).node;
        for (double tensor = 1; tensor <= std::fmin(node, r.max_devices); tensor *= 2)
            for (double pipeline = 1; tensor * pipeline <= r.max_devices; pipeline *= 2) {
                const double copies = trains(r) ? std::floor(r.max_devices / (tensor * pipeline)) : 1;
                for (double data = 1; data <= copies; data *= 2)
                    all.push_back({device, {.tensor = tensor, .pipeline = pipeline, .data = data}, {}, {}});
            }
    }
    for (Layout& layout : all) judge(r, layout);
    return all;
}

/// Cheapest first; of the same cost, the quicker one.
bool cheaper(const Layout& a, const Layout& b) {
    if (a.option.cost != b.option.cost) return a.option.cost < b.option.cost;
    return a.option.latency < b.option.latency;
}

/// Simulates the cheapest until one keeps the limits; one that does not is tried with a copy more.
void simulate_cheapest(const PlanRequest& r, std::vector<Layout>& meeting, std::vector<Layout>& failing,
                       PlanResult& result) {
    while (!meeting.empty() && result.simulations < most_simulations) {
        ++result.simulations;
        Layout& first = meeting.front();
        if (simulated_well(r, first)) {
            first.option.simulated = true;
            return;
        }
        Layout next = first;
        PlanFailure failure;
        failure.fails = Failing::simulated;
        failure.why = {phrases::plan_simulated, {1 - r.load.slo_share}};
        first.failure = failure;
        describe_layout(first, *first.failure);
        failing.push_back(first);
        meeting.erase(meeting.begin());
        next.parallel.data += 1;
        if (next.parallel.devices() > r.max_devices) continue;
        judge(r, next);
        if (!next.failure) meeting.insert(std::upper_bound(meeting.begin(), meeting.end(), next, cheaper), next);
    }
}

/// What costs more and takes less.
std::vector<PlanOption> front_of(const std::vector<Layout>& meeting) {
    std::vector<PlanOption> front;
    for (const Layout& layout : meeting)
        if (front.empty() || layout.option.latency < front.back().latency) front.push_back(layout.option);
    return front;
}

/// Each cut with as many copies as are cheaper than the choice, and why those do not meet the demand.
void add_fewer_copies(const PlanRequest& r, const std::vector<Layout>& all, double below,
                      std::vector<Layout>& failing) {
    for (Layout layout : all) {
        const double each = *layout.device->price_usd_per_hour * layout.parallel.tensor * layout.parallel.pipeline;
        const double copies = std::fmin(std::ceil(below / each) - 1, layout.parallel.data - (layout.failure ? 0 : 1));
        if (copies < 1 || (layout.failure && layout.failure->fails == Failing::layout)) continue;
        layout.parallel.data = copies;
        judge_serving(r, layout);
        if (!layout.failure) continue;
        describe_layout(layout, *layout.failure);
        failing.push_back(layout);
    }
}

/// Of each device, the one below a price that comes nearest; the dearest of those first.
std::vector<PlanFailure> failures_below(const std::vector<Layout>& failing, double price) {
    const auto nearer = [](const PlanFailure& a, const PlanFailure& b) {
        return a.fails != b.fails ? a.fails > b.fails : a.usd_per_hour > b.usd_per_hour;
    };
    std::map<std::string, PlanFailure> nearest;
    for (const Layout& layout : failing) {
        const PlanFailure& f = *layout.failure;
        if (f.usd_per_hour >= price) continue;
        const auto [place, first] = nearest.try_emplace(f.device, f);
        if (!first && nearer(f, place->second)) place->second = f;
    }
    std::multimap<double, PlanFailure, std::greater<>> dearest_first;
    for (const auto& [device, failure] : nearest) dearest_first.emplace(failure.usd_per_hour, failure);
    std::vector<PlanFailure> list;
    for (const auto& [cost, failure] : dearest_first)
        if (list.size() < most_failures) list.push_back(failure);
    return list;
}

void add_price(const Devices& devices, const std::string& id, std::vector<Price>& prices) {
    if (std::any_of(prices.begin(), prices.end(), [&](const Price& p) { return p.device == id; })) return;
    for (const auto& device : devices) {
        if (device->id != id) continue;
        Price price{id, *device->price_usd_per_hour, {}, {}};
        for (const Source& source : device->sources)
            if (std::count(source.fields.begin(), source.fields.end(), "price_usd_per_hour") > 0)
                price.source = source.title, price.date = source.date;
        prices.push_back(price);
    }
}

/// Of the front, the devices that reach beyond a node over a network that no source states. Served copies do not talk.
void note_networks(const PlanRequest& r, const Devices& devices, PlanResult& result) {
    std::vector<std::string_view> names;
    for (const auto& device : devices) {
        const double node = links_of(*device, 1, r.load.link_latency).node;
        const bool beyond = std::any_of(result.front.begin(), result.front.end(), [&](const PlanOption& o) {
            return o.device == device->id && (trains(r) ? o.devices : o.tensor * o.pipeline) > node;
        });
        if (beyond && !device->network) names.push_back(device->id);
    }
    if (!names.empty()) result.notes.push_back({phrases::network_assumed, {name_list(names), usual_network}});
}

void add_words(const PlanRequest& r, const Devices& devices, PlanResult& result) {
    for (const PlanOption& o : result.front) add_price(devices, o.device, result.prices);
    for (const PlanFailure& f : result.cheaper) add_price(devices, f.device, result.prices);
    if (!result.feasible) result.notes.push_back({phrases::plan_nothing, {r.max_devices}});
    result.notes.push_back({phrases::plan_prices});
    note_networks(r, devices, result);
    result.trace.push_back({phrases::plan_looked, {result.considered, r.max_devices, result.meeting}});
    if (!result.feasible) return;
    const PlanOption& best = result.front[0];
    if (best.simulated) result.notes.push_back({phrases::plan_estimates});
    else if (result.simulations > 0) result.notes.push_back({phrases::plan_many_simulations, {result.simulations}});
    result.trace.push_back({phrases::plan_cheapest,
                            {best.devices, best.device, best.tensor, best.pipeline, best.data, best.usd_per_hour}});
    if (result.cheaper.empty()) return;
    const PlanFailure& next = result.cheaper[0];
    result.trace.push_back({phrases::plan_next_cheaper, {next.devices, next.device, next.usd_per_hour, next.why}});
}

}  // namespace

Expected<PlanResult> plan(const PlanRequest& request, const Registry& registry) {
    PlanRequest r = request;
    if (auto ok = check_plan(r); !ok) return tl::make_unexpected(ok.error());
    const auto devices = candidates_of(r, registry);
    if (!devices) return tl::make_unexpected(devices.error());
    // As many as load would simulate, or as its limit on steps allows.
    constexpr double most_steps = 9e5;
    r.load.requests = std::fmax(std::fmin(r.load.requests, std::floor(most_steps / r.load.output_tokens)), 1);

    PlanResult result;
    const std::vector<Layout> all = all_layouts(r, *devices);
    std::vector<Layout> meeting, failing;
    for (const Layout& layout : all) (layout.failure ? failing : meeting).push_back(layout);
    std::stable_sort(meeting.begin(), meeting.end(), cheaper);
    result.considered = static_cast<double>(all.size());
    result.meeting = static_cast<double>(meeting.size());
    if (!trains(r) && has_limits(r)) simulate_cheapest(r, meeting, failing, result);
    result.front = front_of(meeting);
    result.feasible = !result.front.empty();
    const double price = result.feasible ? result.front[0].usd_per_hour : HUGE_VAL;
    if (!trains(r) && result.feasible) add_fewer_copies(r, all, price, failing);
    result.cheaper = failures_below(failing, price);
    result.unread = unread_fields(r);
    add_words(r, *devices, result);
    return result;
}

}  // namespace ridgepoint
