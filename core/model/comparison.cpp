#include "comparison.hpp"

#include "elementary.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {
namespace {

/// A purchase counts as used when it yields at least this share of its logarithm.
constexpr double used_share = 0.1;
/// Differences below this ratio are rounding of data sheets, not purchases.
constexpr double notable_ratio = 1.02;

}  // namespace

std::array<double, cause_count> shapley(const Mixtures& mixtures, Subset causes) {
    std::vector<unsigned> members;
    for (unsigned i = 0; i < cause_count; ++i)
        if ((causes >> i & 1) != 0) members.push_back(i);
    const unsigned count = static_cast<unsigned>(members.size()), subsets = 1u << count;
    std::vector<double> value;
    for (unsigned s = 0; s < subsets; ++s) {
        Subset taken = 0;
        for (unsigned i = 0; i < count; ++i) taken |= (s >> i & 1) << members[i];
        value.push_back(-logarithm(mixtures.amount(taken)));
    }
    std::array<double, cause_count + 1> factorial{1};
    for (unsigned i = 1; i <= count; ++i) factorial[i] = factorial[i - 1] * i;
    std::array<double, cause_count> phi{};
    for (unsigned i = 0; i < count; ++i) {
        for (unsigned s = 0; s < subsets; ++s) {
            if ((s >> i & 1) != 0) continue;
            const unsigned size = static_cast<unsigned>(__builtin_popcount(s));
            phi[members[i]] +=
                factorial[size] * factorial[count - 1 - size] / factorial[count] * (value[s | 1u << i] - value[s]);
        }
    }
    return phi;
}

Machine<> mixed(const Machine<>& before, const Machine<>& after, Subset taken) {
    const auto from = [&](Cause c) -> const Machine<>& { return (taken & bit(c)) != 0 ? after : before; };
    Machine<> m = from(Cause::memory_bandwidth);
    m.peak = from(Cause::peak_flop_per_s).peak;
    m.vector_peak = from(Cause::peak_flop_per_s).vector_peak;
    m.efficiency = from(Cause::peak_flop_per_s).efficiency;
    m.capacity = from(Cause::memory_capacity).capacity;
    m.host_link = from(Cause::host_link).host_link;
    m.dispatch = from(Cause::overhead).dispatch;
    m.layer_overhead = from(Cause::overhead).layer_overhead;
    m.host_launch = from(Cause::overhead).host_launch;
    m.overlap = from(Cause::overhead).overlap;
    m.device_link = from(Cause::devices).device_link;
    m.network = from(Cause::devices).network;
    m.link_latency = from(Cause::devices).link_latency;
    return m;
}

void keep_possible(Parallel& layout, const Model& model) {
    if (expert_parameters(model) == 0) layout.expert = 1;
}

double bought(Cause cause, const Machine<>& before, const Machine<>& after, double devices) {
    switch (cause) {
        case Cause::memory_bandwidth:
            return after.bandwidth / before.bandwidth;
        case Cause::peak_flop_per_s:
            return after.peak / before.peak;
        case Cause::memory_capacity:
            return after.capacity / before.capacity;
        case Cause::host_link:
            return in_si(before.host_link) > 0 ? after.host_link / before.host_link : 1;
        case Cause::devices:
            return devices;
        default:
            return 1;
    }
}

void add_unused(Cause cause, double bought, double used, std::vector<Unused>& unused) {
    if (bought > notable_ratio && logarithm(used) < used_share * logarithm(bought))
        unused.push_back({cause, bought, used});
}

Cause binding(bool fits, Regime regime) {
    if (!fits) return Cause::memory_capacity;
    if (regime == Regime::overhead) return Cause::overhead;
    if (regime == Regime::links) return Cause::devices;
    return regime == Regime::compute ? Cause::peak_flop_per_s : Cause::memory_bandwidth;
}

}  // namespace ridgepoint
