// The spread that the command quotes, worked out again from the published measurements.

#include "ridgepoint/accuracy.hpp"

#include <filesystem>
#include <set>

#include "ask.hpp"
#include "grid.hpp"

using namespace ridgepoint;

namespace {

struct Spread {
    std::vector<double> ratios;
    std::set<std::string> devices, models;
};

const Accuracy* kind_of(const MeasuredPoint& p) {
    switch (p.kind) {
        case MeasuredKind::decode_tokens_per_s:
        case MeasuredKind::decode_itl:
            return p.batch == 1 ? &decoding_accuracy : nullptr;
        case MeasuredKind::prefill:
        case MeasuredKind::ttft:
            return &prompt_accuracy;
        case MeasuredKind::infer_images_per_s:
            return &image_accuracy;
        default:
            return nullptr;
    }
}

template <class Entry>
void add_id(std::set<std::string>& ids, const std::map<std::string, std::shared_ptr<const Entry>>& names,
            const std::string& name, const std::vector<std::shared_ptr<const Entry>>& entries) {
    const auto found = names.find(name);
    for (const auto& entry : entries)
        if (found == names.end() ? entry->id == name || entry->name == name : entry == found->second)
            ids.insert(entry->id);
}

std::map<const Accuracy*, Spread> measured() {
    Measurements all;
    CHECK(read_shipped_names(all, registry()).has_value());
    for (const auto& file : std::filesystem::directory_iterator("core/data/measured")) {
        if (file.path().extension() != ".json") continue;
        CHECK(read_measurements(json_file(file.path().string()).dump(), all, registry()).has_value());
    }
    // Of several devices and servers under load nothing is quoted.
    std::erase_if(all.points, [](const MeasuredPoint& p) { return p.load || p.devices != 1 || !p.batch; });
    const auto compared = compare(all, assumptions_of(Preset::first_principles));
    REQUIRE(compared.has_value());
    std::map<const Accuracy*, Spread> spreads;
    for (const MeasuredComparison& c : *compared) {
        const Accuracy* kind = kind_of(*c.point);
        if (!c.missing.empty() || kind == nullptr) continue;
        // Whatever was measured of a step, the rates that it was worked out with are there to be fitted.
        CHECK(in_si(c.peak) > 0);
        CHECK(in_si(c.bandwidth) > 0);
        Spread& spread = spreads[kind];
        spread.ratios.push_back(c.measured / c.predicted);
        add_id(spread.devices, all.hardware, c.point->hardware, registry().hardware);
        add_id(spread.models, all.models, c.point->model, registry().models);
    }
    for (auto& [kind, spread] : spreads) std::sort(spread.ratios.begin(), spread.ratios.end());
    return spreads;
}

std::set<std::string> listed(const auto& ids) {
    std::set<std::string> list;
    for (const std::string_view id : ids)
        if (!id.empty()) list.insert(std::string(id));
    return list;
}

}  // namespace

TEST_CASE("the spread quoted is that of the published measurements, and so are its devices and models") {
    const auto spreads = measured();
    CHECK(spreads.size() == 3);
    constexpr double rounding = 5e-3;
    for (const auto& [kind, spread] : spreads) {
        INFO(kind->of);
        const auto& x = spread.ratios;
        const double median = (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2;
        CHECK(kind->low == Approx(x.front()).epsilon(rounding));
        CHECK(kind->median == Approx(median).epsilon(rounding));
        CHECK(kind->high == Approx(x.back()).epsilon(rounding));
        CHECK(listed(kind->devices) == spread.devices);
        CHECK(listed(kind->models) == spread.models);
    }
}
