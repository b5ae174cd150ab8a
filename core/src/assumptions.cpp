#include "ridgepoint/assumptions.hpp"

namespace ridgepoint {

Assumptions assumptions_of(Preset preset) {
    Assumptions a;
    if (preset == Preset::first_principles) return a;
    a.preset = Preset::textbook;
    a.activation_fraction = 0.1;
    a.offload = Offload::all;
    a.serving_offload = Offload::ignore;
    a.scheme = Scheme::native;
    a.decode_compute = false;
    a.prefill_memory = false;
    a.moe_weights = MoeWeights::all;
    a.default_host_link = BytesPerSecond<>{64e9};  // the reference package's fallback, PCIe Gen5 x16
    a.accounting = Accounting::textbook;
    return a;
}

}  // namespace ridgepoint
