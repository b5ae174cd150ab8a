#include "ridgepoint/assumptions.hpp"

#include "ridgepoint/fits.hpp"

namespace ridgepoint {
namespace {

Assumptions textbook() {
    Assumptions a;
    a.preset = Preset::textbook;
    a.activation_fraction = 0.1;
    a.offload = Offload::all;
    a.serving_offload = Offload::ignore;
    a.kv_precision = CachePrecision::weights;
    a.scheme.chosen = Scheme::native;
    a.decode_compute = false;
    a.prefill_memory = false;
    a.moe_weights = MoeWeights::all;
    a.attention = Attention::eager;
    a.reserve = Bytes<>{0};
    a.default_host_link = BytesPerSecond<>{64e9};  // the reference package's fallback, PCIe Gen5 x16
    a.accounting = Accounting::textbook;
    return a;
}

Assumptions calibrated(Software software) {
    Assumptions a;
    a.preset = Preset::calibrated;
    a.software = software;
    a.embedding_read = EmbeddingRead::rows;
    const auto& fits = Fits::embedded();
    const SoftwareFit* c = fits ? fits->of(software) : nullptr;
    if (c == nullptr) return a;
    a.efficiency = c->efficiency;
    a.bandwidth_efficiency = c->bandwidth_efficiency;
    a.overlap = c->overlap;
    a.layer_overhead = c->layer_overhead;
    a.host_launch = c->host_launch;
    a.vector_flop_per_weight = c->vector_flop_per_weight;
    a.vector_flop_per_cache_byte = c->vector_flop_per_cache_byte;
    a.activation_fraction = c->activation_fraction;
    a.prompts = c->prompts;
    a.fit = c;
    return a;
}

}  // namespace

Assumptions assumptions_of(Preset preset, Software software) {
    switch (preset) {
        case Preset::textbook:
            return textbook();
        case Preset::calibrated:
            return calibrated(software);
        default:
            return {};
    }
}

bool as_fitted(const Assumptions& a) {
    const SoftwareFit* c = a.fit;
    return c != nullptr && a.corrected() && a.efficiency == c->efficiency &&
           a.bandwidth_efficiency == c->bandwidth_efficiency && a.overlap == c->overlap &&
           a.layer_overhead.value == c->layer_overhead.value && a.host_launch.value == c->host_launch.value &&
           a.vector_flop_per_weight == c->vector_flop_per_weight &&
           a.vector_flop_per_cache_byte == c->vector_flop_per_cache_byte &&
           a.activation_fraction == c->activation_fraction;
}

}  // namespace ridgepoint
