#include "explain_parts.hpp"

#include <algorithm>

#include "elementary.hpp"
#include "model/phrases/explain.hpp"
#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"

namespace ridgepoint {
namespace {

/// Decimals at which the factors as shown multiply to the speedup as shown.
int factor_places(const Split& split) {
    constexpr int most = 12;
    for (int places = fewest_places; places < most; ++places) {
        double product = 1;
        for (const Factor& f : split.factors) product *= rounded_times(f.ratio, places);
        if (rounded_times(product, fewest_places) == rounded_times(split.speedup, fewest_places)) return places;
    }
    return most;
}

}  // namespace

bool Split::has(Cause cause) const {
    return std::any_of(factors.begin(), factors.end(), [&](const Factor& f) { return f.name == cause; });
}

Remarks largest_loss(const Split& split) {
    const auto worst = std::min_element(split.factors.begin(), split.factors.end(),
                                        [](const Factor& a, const Factor& b) { return a.ratio < b.ratio; });
    if (worst == split.factors.end() || worst->ratio >= 1) return {};
    return {{phrases::largest_loss, {phrases::title(worst->name), worst->ratio}}};
}

Remarks factors_in(const Phrase& whole, const Phrase& each, const Split& split) {
    if (split.factors.empty()) return {};
    const int places = factor_places(split);
    Remarks list;
    for (const Factor& f : split.factors) list.push_back({each, {Amount{f.ratio, "", places}, phrases::title(f.name)}});
    return {{whole, {list}}};
}

Remarks asides(const Split& split) {
    Remarks list;
    const auto shown = [](double ratio) { return rounded_times(ratio, fewest_places); };
    if (split.has(split.alone.name) && shown(split.alone.speedup) != shown(split.speedup))
        list.push_back({phrases::alone, {phrases::title(split.alone.name), split.alone.speedup}});
    Remarks unused;
    for (const Unused& u : split.unused) unused.push_back({phrases::bought, {u.bought, phrases::title(u.name)}});
    if (!unused.empty()) list.push_back({phrases::bought_unused, {unused}});
    return list;
}

Remarks each_in(const Phrase& phrase, const Remarks& remarks) {
    Remarks list;
    for (const Remark& remark : remarks) list.push_back({phrase, {remark}});
    return list;
}

void add_notes_of_sides(Remarks& notes, const Remarks& baseline, const Remarks& proposal) {
    const auto add = [&notes](const Remarks& own, const Remarks& others, const Phrase& side) {
        for (const Remark& note : own) {
            const bool of_both = std::find(others.begin(), others.end(), note) != others.end();
            notes.push_back(of_both ? note : Remark(side, {note}));
        }
    };
    add(baseline, proposal, phrases::of_baseline);
    add(proposal, baseline, phrases::of_proposal);
}

Remarks cuts_of(const Parallel& p) {
    Remarks cuts;
    for (const auto& [name, parts] :
         {std::pair{"tensor", p.tensor}, std::pair{"pipeline", p.pipeline}, std::pair{"data", p.data}})
        if (parts > 1) cuts.push_back({phrases::cut_in, {name, parts}});
    return cuts;
}

Remarks count_of(double devices) {
    if (devices == 1) return {};
    return {{phrases::several, {devices}}};
}

}  // namespace ridgepoint
