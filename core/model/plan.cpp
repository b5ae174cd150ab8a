#include "ridgepoint/plan.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

#include "called.hpp"
#include "cost.hpp"
#include "describe/validate.hpp"
#include "elementary.hpp"
#include "load_report.hpp"
#include "model/phrases/layout.hpp"
#include "model/phrases/notes.hpp"
#include "model/phrases/plan.hpp"
#include "model/phrases/train.hpp"
#include "notes.hpp"
#include "plan_layouts.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/workload.hpp"
#include "train_step.hpp"
#include "unread.hpp"

namespace ridgepoint {
namespace {

/// Devices that are listed though they do not meet the demand.
constexpr std::size_t most_failures = 6;

constexpr double most_simulations = 200;

/// A device to choose from, and what one costs in an hour.
struct PricedDevice {
    std::shared_ptr<const Hardware> device;
    double usd_per_hour;
};
using PricedDevices = std::vector<PricedDevice>;
using Layouts = std::list<Layout>;

bool trains(const PlanRequest& r) { return r.demand.tokens.has_value(); }

bool has_limits(const PlanRequest& r) { return r.demand.slo.has_limit(); }

/// Adds one to choose from. None stands there twice: repeated, they would take as long as one likes.
template <class Choices>
Expected<void> choose(Choices& choices, typename Choices::value_type one, const char* field, const std::string& name) {
    if (std::find(choices.begin(), choices.end(), one) != choices.end())
        return fail(ErrorCode::not_applicable, field, {phrases::given_twice, {field, name}});
    choices.push_back(std::move(one));
    return {};
}

/// What the request says that a device costs.
std::optional<double> given_price(const PlanRequest& r, std::string_view id) {
    for (const GivenPrice& price : r.prices)
        if (price.hardware == id) return price.usd_per_hour;
    return {};
}

Expected<void> check_prices(const PlanRequest& r, const Registry& registry) {
    std::vector<std::string> given;
    for (const GivenPrice& price : r.prices) {
        const auto device = registry.find_hardware(price.hardware, "prices");
        if (!device) return tl::make_unexpected(device.error());
        if (auto ok = choose(given, price.hardware, "prices", price.hardware); !ok) return ok;
    }
    return {};
}

Expected<PricedDevices> candidates_of(const PlanRequest& r, const Registry& registry) {
    PricedDevices candidates;
    const auto add = [&](const std::shared_ptr<const Hardware>& device) {
        const auto price = price_of(*device, given_price(r, device->id));
        if (price) candidates.push_back({device, *price});
        return price.has_value();
    };
    if (r.candidates.empty())
        for (const auto& device : registry.hardware) add(device);
    std::vector<std::string> chosen;
    for (const std::string& id : r.candidates) {
        const auto device = registry.find_hardware(id, "candidates");
        if (!device) return tl::make_unexpected(device.error());
        if (!add(*device)) return fail(ErrorCode::not_applicable, "candidates", {phrases::unknown_price, {id}});
        if (auto ok = choose(chosen, id, "candidates", id); !ok) return tl::make_unexpected(ok.error());
    }
    return candidates;
}

Expected<std::vector<Precision>> precisions_of(const PlanRequest& r) {
    std::vector<Precision> precisions;
    for (const std::string& name : r.precisions) {
        const auto found = std::find(precision_names.begin(), precision_names.end(), name);
        if (found == precision_names.end())
            return fail(ErrorCode::unknown_name, "precisions",
                        {phrases::unknown_precision, {name_list(precision_names), name}});
        const auto precision = static_cast<Precision>(found - precision_names.begin());
        if (auto ok = choose(precisions, precision, "precisions", name); !ok) return tl::make_unexpected(ok.error());
    }
    if (precisions.empty()) precisions.push_back(r.load.serving.precision);
    // Gradients need a floating-point format.
    for (const Precision p : precisions)
        if (trains(r) && is_quantized(p) && p != Precision::fp8)
            return fail(ErrorCode::not_applicable, r.precisions.empty() ? "precision" : "precisions",
                        {phrases::integers_do_not_train, {p}});
    return precisions;
}

Expected<void> check_plan(const PlanRequest& r) {
    if (auto ok = check(r); !ok) return ok;
    const Demand& d = r.demand;
    if (d.tokens.has_value() != d.days.has_value())
        return fail(ErrorCode::not_applicable, d.tokens ? "demand.days" : "demand.tokens", phrases::days_with_tokens);
    const Model& m = *r.load.serving.model;
    if (!trains(r)) return check_together(r.load.serving);
    if (!has_attention(m) || !m.hidden_dim) return fail(ErrorCode::not_applicable, "model", phrases::not_a_transformer);
    return {};
}

void judge(const PlanRequest& r, Layout& layout) {
    PlanOption& o = layout.option;
    const auto cut = check_layout(o.parallel, *r.load.serving.model);
    if (!cut) layout.fails(Binding::layout, {phrases::name, {cut.error().message}}, HUGE_VAL);
    else if (trains(r)) judge_training(r, layout);
    else judge_fewest_copies(r, layout);
}

/// From 1 to `most`: the powers of two, and what divides `whole`.
std::vector<double> even_parts(double most, double whole) {
    std::vector<double> parts;
    double power = 1;
    for (double n = 1; n <= most; ++n) {
        const bool doubled = n == power;
        if (doubled) power *= 2;
        if (doubled || divides(n, whole)) parts.push_back(n);
    }
    return parts;
}

Layouts all_layouts(const PlanRequest& r, const PricedDevices& candidates, const std::vector<Precision>& precisions) {
    const std::vector<double> stages = even_parts(r.max_devices, r.load.serving.model->layers.value_or(1));
    const std::vector<double> copies = even_parts(trains(r) ? r.max_devices : 1, global_batch_of(r));
    Layouts all;
    const auto add = [&](const PricedDevice& candidate, const Parallel& parallel) {
        for (const Precision precision : precisions) {
            Layout& layout = all.emplace_back();
            layout.device = candidate.device;
            layout.usd_per_hour = candidate.usd_per_hour;
            layout.option.parallel = parallel;
            layout.option.precision = precision;
            judge(r, layout);
        }
    };
    for (const PricedDevice& candidate : candidates) {
        const double node = links_of(*candidate.device, 1, r.load.link_latency).node;
        for (double tensor = 1; tensor <= std::fmin(node, r.max_devices); tensor *= 2)
            for (const double pipeline : stages)
                for (const double data : copies)
                    if (tensor * pipeline * data <= r.max_devices)
                        add(candidate, {.tensor = tensor, .pipeline = pipeline, .data = data});
    }
    return all;
}

double usd_per_hour(const Layout& layout) { return layout.usd_per_hour * layout.option.parallel.devices(); }

/// Layouts by their price an hour.
using ByPrice = std::multimap<double, const Layout*>;
/// One of each device, by its id.
using OfDevices = std::map<std::string_view, const Layout*>;

/// Cheapest first; of the same cost, the quicker one.
bool cheaper(const Layout& a, const Layout& b) {
    if (a.option.cost != b.option.cost) return a.option.cost < b.option.cost;
    return a.option.latency < b.option.latency;
}

/// Simulates the cheapest until one keeps the limits; one that does not is tried with a copy more.
void simulate_cheapest(const PlanRequest& r, Layouts& meeting, Layouts& failing, PlanResult& result) {
    while (!meeting.empty() && result.simulations < most_simulations) {
        ++result.simulations;
        Layout& first = meeting.front();
        first.option.simulated = simulated_well(r, first);
        if (first.option.simulated) return;
        Layout next = first;
        first.fails(Binding::simulated, {phrases::plan_simulated, {1 - r.demand.slo.share}}, 1);
        failing.splice(failing.end(), meeting, meeting.begin());
        next.option.parallel.data += 1;
        if (next.option.parallel.devices() > r.max_devices) continue;
        judge(r, next);
        if (next.option.meets) meeting.insert(std::upper_bound(meeting.begin(), meeting.end(), next, cheaper), next);
    }
}

/// Each cut with as many copies as are cheaper than the choice, and why those do not meet the demand.
void add_fewer_copies(const PlanRequest& r, const Layouts& all, double below, Layouts& failing) {
    for (Layout layout : all) {
        PlanOption& o = layout.option;
        Parallel& p = o.parallel;
        const double each = layout.usd_per_hour * p.tensor * p.pipeline;
        const double copies = std::fmin(std::ceil(below / each) - 1, p.data - (o.meets ? 1 : 0));
        if (copies < 1 || (!o.meets && o.binds == Binding::layout)) continue;
        p.data = copies;
        judge_serving(r, layout);
        if (!o.meets) failing.push_back(layout);
    }
}

/// Misses the demand by less; where both miss it alike, the cheaper one.
bool nearer(const Layout& a, const Layout& b) {
    if (a.misses_by != b.misses_by) return a.misses_by < b.misses_by;
    return usd_per_hour(a) < usd_per_hour(b);
}

/// For each device the layout below a price an hour, and a cost of the whole training run, that misses the demand by
/// least; the nearest few of these, nearest first, and by price where they miss it alike.
std::vector<const Layout*> nearest_below(const Layouts& failing, double price, double cost) {
    OfDevices of_devices;
    for (const Layout& layout : failing) {
        if (usd_per_hour(layout) >= price || layout.option.cost.value_or(0) >= cost) continue;
        const Layout*& other = of_devices[layout.device->id];
        if (other == nullptr || nearer(layout, *other)) other = &layout;
    }
    ByPrice by_price;
    for (const auto& [device, layout] : of_devices) by_price.emplace(usd_per_hour(*layout), layout);
    std::multimap<double, const Layout*> by_miss;
    for (const auto& [usd, layout] : by_price) by_miss.emplace(layout->misses_by, layout);
    std::vector<const Layout*> nearest;
    for (const auto& [miss, layout] : by_miss)
        if (nearest.size() < most_failures) nearest.push_back(layout);
    return nearest;
}

/// Adds what costs more and takes less, and the first of each device; `meeting` is cheapest first.
std::vector<const Layout*> add_front(const Layouts& meeting, ByPrice& listed) {
    std::vector<const Layout*> front;
    OfDevices first;
    for (const Layout& layout : meeting) {
        const Layout*& known = first[layout.device->id];
        const bool quicker = front.empty() || layout.option.latency < front.back()->option.latency;
        if (quicker) front.push_back(&layout);
        if (quicker || known == nullptr) listed.emplace(usd_per_hour(layout), &layout);
        known = &layout;
    }
    return front;
}

/// What the nearest of those that do not meet the demand falls short of.
Remark reason_of(const std::vector<const Layout*>& nearest, bool some_meet) {
    if (nearest.empty()) return {phrases::plan_none_cheaper};
    const Layout& next = *nearest[0];
    return {some_meet ? phrases::plan_next_cheaper : phrases::plan_nearest,
            {next.option.parallel.devices(), called(*next.device), usd_per_hour(next), next.option.why}};
}

/// What is assumed of a device's price, once for each.
void add_price(const PlanRequest& r, const Layout& layout, std::vector<Price>& prices) {
    const Hardware& device = *layout.device;
    if (std::any_of(prices.begin(), prices.end(), [&](const Price& p) { return p.hardware == device.id; })) return;
    Price& price = prices.emplace_back();
    price.hardware = device.id;
    price.usd_per_hour = layout.usd_per_hour;
    if (given_price(r, device.id)) return;
    if (const Source* source = source_of_price(device)) price.source = source->title, price.date = source->date;
}

/// Names the devices that meet the demand but reach beyond a node, over a network that no source states. Copies of a
/// served model do not communicate.
void note_networks(const PlanRequest& r, const ByPrice& listed, PlanResult& result) {
    OfDevices beyond;
    for (const auto& [price, layout] : listed) {
        const Hardware& device = *layout->device;
        const Parallel& p = layout->option.parallel;
        const double talking = trains(r) ? p.devices() : p.tensor * p.pipeline;
        if (layout->option.meets && !device.network && talking > links_of(device, 1, r.load.link_latency).node)
            beyond[device.id] = layout;
    }
    std::vector<Value> names;
    for (const auto& [id, layout] : beyond) names.push_back(called(*layout->device));
    if (!names.empty()) result.notes.push_back({phrases::network_assumed, {name_list(names), usual_network}});
}

void list_options(const PlanRequest& r, const Layouts& meeting, const Layouts& failing, double price,
                  PlanResult& result) {
    // A run that is cheaper by the hour may cost more in all.
    const double cost = trains(r) && !meeting.empty() ? meeting.front().option.cost.value_or(HUGE_VAL) : HUGE_VAL;
    const std::vector<const Layout*> nearest = nearest_below(failing, price, cost);
    result.reason = reason_of(nearest, !meeting.empty());
    ByPrice listed;
    for (const Layout* layout : nearest) listed.emplace(usd_per_hour(*layout), layout);
    const std::vector<const Layout*> front = add_front(meeting, listed);
    result.front.resize(front.size());
    for (const auto& [usd_per_hour, layout] : listed) {
        const auto at = std::find(front.begin(), front.end(), layout);
        if (at != front.end()) result.front[at - front.begin()] = static_cast<double>(result.options.size());
        PlanOption& o = result.options.emplace_back(layout->option);
        o.hardware = layout->device->id;
        o.devices = o.parallel.devices();
        o.usd_per_hour = usd_per_hour;
        add_price(r, *layout, result.prices);
    }
    if (front.empty()) result.notes.push_back({phrases::plan_nothing, {r.max_devices}});
    else result.cheapest = result.front[0];
    result.notes.push_back({phrases::plan_prices});
    note_networks(r, listed, result);
}

/// How far off such times were. Of a calibrated step `train` says more, with its band.
void note_accuracy(const PlanRequest& r, Remarks& notes) {
    if (trains(r)) note_training_accuracy(r.load.serving.assumptions, notes);
    else note_served_accuracy(r.load, notes);
}

/// That a served model usually has narrower weights than any that were tried, where it has.
void note_weights(const PlanRequest& r, const std::vector<Precision>& tried, Remarks& notes) {
    if (trains(r) || r.load.serving.weight_bits) return;
    const auto narrower = [](Precision a, Precision b) { return bytes_per_value(a) < bytes_per_value(b); };
    note_published(notes, *r.load.serving.model, *std::min_element(tried.begin(), tried.end(), narrower));
}

void add_words(const PlanRequest& r, const Registry& registry, PlanResult& result) {
    result.trace.push_back({phrases::plan_looked, {result.considered, r.max_devices, result.meeting}});
    note_unread(result.notes, describe<PlanRequest>(), &r, result.unread,
                {trains(r) ? phrases::in_plan_of_training : phrases::in_plan_of_serving});
    if (trains(r)) result.notes.push_back({phrases::plan_global_batch, {global_batch_of(r)}});
    if (!result.cheapest) return;
    note_accuracy(r, result.notes);
    const PlanOption& best = result.options[static_cast<std::size_t>(*result.cheapest)];
    if (best.simulated) result.notes.push_back({phrases::plan_estimates});
    else if (result.simulations > 0) result.notes.push_back({phrases::plan_many_simulations, {result.simulations}});
    else if (!trains(r)) result.notes.push_back({phrases::plan_not_simulated});
    const Parallel& p = best.parallel;
    result.trace.push_back(
        {phrases::plan_cheapest,
         {best.devices, called(best.hardware, registry), p.tensor, p.pipeline, p.data, best.usd_per_hour}});
}

}  // namespace

Expected<PlanResult> plan(const PlanRequest& r, const Registry& registry) {
    if (auto ok = check_plan(r); !ok) return tl::make_unexpected(ok.error());
    if (auto ok = check_prices(r, registry); !ok) return tl::make_unexpected(ok.error());
    const auto candidates = candidates_of(r, registry);
    if (!candidates) return tl::make_unexpected(candidates.error());
    const auto precisions = precisions_of(r);
    if (!precisions) return tl::make_unexpected(precisions.error());
    PlanResult result;
    const Layouts all = all_layouts(r, *candidates, *precisions);
    Layouts meeting, failing;
    for (const Layout& layout : all) (layout.option.meets ? meeting : failing).push_back(layout);
    meeting.sort(cheaper);
    result.considered = static_cast<double>(all.size());
    result.meeting = static_cast<double>(meeting.size());
    if (!trains(r) && has_limits(r)) simulate_cheapest(r, meeting, failing, result);
    const double price = meeting.empty() ? HUGE_VAL : usd_per_hour(meeting.front());
    if (!trains(r) && !meeting.empty()) add_fewer_copies(r, all, price, failing);
    list_options(r, meeting, failing, price, result);
    result.unread = unread_fields(r, std::any_of(precisions->begin(), precisions->end(), is_quantized));
    note_weights(r, *precisions, result.notes);
    if (!trains(r)) note_context(result.notes, *r.load.serving.model, r.load.prompt.mean + r.load.output.mean);
    add_words(r, registry, result);
    return result;
}

}  // namespace ridgepoint
