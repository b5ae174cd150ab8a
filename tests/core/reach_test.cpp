// No band reaches beyond the batches and contexts that were measured.

#include <map>

#include "calibrated.hpp"
#include "calibration/compare.hpp"
#include "model/fit_reach.hpp"
#include "prose/text.hpp"
#include "published.hpp"

using namespace ridgepoint;

namespace {

const Hardware& device_of(const Measurements& all, const MeasuredComparison& c) {
    const auto named = all.hardware.find(c.point->hardware);
    if (named != all.hardware.end()) return *named->second;
    const auto found = registry().find_hardware(c.taken.hardware.empty() ? c.point->hardware : c.taken.hardware, "");
    REQUIRE(found.has_value());
    return **found;
}

/// Why `call` gives no band, and nothing where it gives one.
std::string why_none(const char* call, const Json& request) {
    const Json r = ask(call, with(request, "assumptions", "calibrated"));
    const std::string notes = r["notes"].dump();
    const auto at = notes.find("No band: ");
    const auto band = std::string(call) == "serve" ? "itl" : std::string(call) == "roofline" ? "latency" : "speedup";
    const auto unit = std::string(call) == "compress" ? "" : "_s";
    CHECK(r[cat({band, "_low", unit})].is_null() == (at != std::string::npos));
    return at == std::string::npos ? "" : notes.substr(at, notes.find('"', at) - at);
}

}  // namespace

TEST_CASE("how far bands reach is what the measurements of the fits say") {
    const Measurements all = published_points();
    const auto compared = compare(all, std::nullopt);
    REQUIRE(compared.has_value());
    std::map<std::string, double> batches;
    double images = 0, context = 0;
    for (const MeasuredComparison& c : *compared) {
        // As scripts/lib/fit_model.py reads them: steps of one device that were predicted, for which a fit is meant.
        const bool step = c.first.times > 0 || c.further.times > 0;
        if (!c.missing.empty() || !c.of_one_device || !c.algorithm.empty() || !c.fitted || !step) continue;
        const MeasuredPoint& p = *c.point;
        const double batch = in_micro_batches(p) ? 1 : p.batch.value_or(1);
        if (c.first.activation_bytes > 0) {
            images = std::max(images, batch);
            continue;
        }
        double& most = batches[device_of(all, c).vendor];
        most = std::max(most, batch);
        context = std::max(context, p.cached_tokens.value_or(0) + p.input_tokens.value_or(0));
        if (measures_tokens(p)) context = std::max(context, p.input_tokens.value_or(0) + p.output_tokens.value_or(0));
    }
    CHECK(batches.size() == 3);
    Hardware device;
    const SoftwareFit &tokens = *embedded_fits().of(Software::unknown), &passes = *embedded_fits().of(Software::mxnet);
    double most = 0;
    for (const auto& [vendor, batch] : batches) {
        INFO(vendor);
        device.vendor = vendor;
        CHECK(largest_measured_batch(tokens, device) == batch);
        most = std::max(most, batch);
    }
    device.vendor = "";
    CHECK(largest_measured_batch(tokens, device) == most);
    CHECK(largest_measured_batch(passes, device) == images);
    CHECK(longest_measured_context == context);
}

TEST_CASE("a batch above all that were measured on such devices has no band, and a note says so") {
    for (const char* call : {"serve", "roofline", "compress"}) {
        INFO(call);
        const auto why = [&](const char* device, double batch) {
            return why_none(call, {{"model", "Llama3_8B"}, {"hardware", device}, {"batch", batch}});
        };
        CHECK(why("M3_Ultra", 4).empty());
        CHECK(why("M3_Ultra", 512) == "No band: no measured run on Apple devices had a batch above 4.");
        CHECK(why("MI300X", 1).empty());
        CHECK(why("MI300X", 2) == "No band: no measured run on AMD devices had a batch above 1.");
        CHECK(why("H100", 64).empty());
        CHECK(why("H100", 65) == "No band: no measured run on NVIDIA devices had a batch above 64.");
    }
    const auto pass = [](double batch) {
        return says(ask("roofline", {{"model", "ResNet50"},
                                     {"hardware", "A100"},
                                     {"batch", batch},
                                     {"assumptions", calibrated_with({{"software", "mxnet"}})}})["notes"],
                    "No band: no measured run had a batch above 512.");
    };
    CHECK_FALSE(pass(512));
    CHECK(pass(513));
}

TEST_CASE("a context above all that were measured has no band, however it is reached") {
    const std::string note = "No band: no measured run had a context above 33,280 tokens.";
    for (const char* call : {"serve", "roofline"}) {
        const auto why = [&](double context) {
            return why_none(call, {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", context}});
        };
        CHECK(why(33280).empty());
        CHECK(why(33281) == note);
    }
    CHECK(why_none("serve",
                   {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"prompt_tokens", 33000}, {"output_tokens", 281}}) ==
          note);
}
