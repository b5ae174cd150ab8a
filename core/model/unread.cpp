#include "unread.hpp"

#include <cstdint>

#include "describe/validate.hpp"
#include "inference.hpp"
#include "part.hpp"

namespace ridgepoint {
namespace {

/// A set of fields, a bit each: those of the requests, then the assumptions.
using Fields = std::uint64_t;
constexpr auto request_fields =
    together(sensitivity_request_fields, beyond<compress_request_fields, sensitivity_request_fields>);
static_assert(request_fields.size() + assumptions_fields.size() <= 64);

template <class Table>
consteval Fields places(const Table& table, std::initializer_list<std::string_view> names) {
    Fields found = 0;
    for (const std::string_view name : names) {
        std::size_t i = 0;
        while (table[i].name != name) ++i;  // past the end, and so no constant, where no field has the name
        found |= Fields{1} << i;
    }
    return found;
}
consteval Fields of_request(std::initializer_list<std::string_view> names) { return places(request_fields, names); }
consteval Fields assumptions(std::initializer_list<std::string_view> names) {
    return places(assumptions_fields, names) << request_fields.size();
}

constexpr Fields schemes = of_request({"scheme"}) | assumptions({"scheme"});
constexpr Fields of_drafting = of_request({"draft_acceptance", "draft_tokens"});
constexpr Fields linking = of_request({"link_efficiency", "link_latency_s"});
constexpr Fields layouts = linking | of_request({"parallel"});
constexpr Fields of_serving = of_drafting |
                              of_request({"kv_precision", "weight_bits", "prompt_tokens", "output_tokens",
                                          "cached_prefix", "draft_model", "decode_hardware", "link_bytes_per_s"}) |
                              assumptions({"serving_offload", "decode_compute", "prefill_memory"});
constexpr Fields of_training =
    of_request({"zero_stage", "data_parallel", "lora", "activation_recomputation"}) | assumptions({"attention"});
/// What only a step with a cache reads, beside its traffic.
constexpr Fields of_decoding = assumptions({"kv_precision", "embedding_read"});
constexpr Fields host_link = assumptions({"default_host_link_bytes_per_s"});
/// Read by energies alone.
constexpr Fields of_power = assumptions({"idle_power_share"});
constexpr Fields of_vectors = assumptions({"vector_flop_per_weight", "vector_flop_per_cache_byte"});

/// With any of these changed, calibrated figures lose their bands.
constexpr Fields fitted = of_vectors | assumptions({"efficiency", "bandwidth_efficiency", "overlap", "layer_overhead_s",
                                                    "host_launch_s", "activation_fraction"});

constexpr Fields unless(bool counts, Fields f) { return counts ? 0 : f; }

bool is_transformer(const Model& m) { return has_attention(m) && m.hidden_dim; }

/// Fields that a step on this device does not read; none where the device is left open.
Fields unread_of(const Hardware* h, Offload offload) {
    if (h == nullptr) return 0;
    return unless(!h->host_link && offload != Offload::ignore, host_link) |
           unless(h->peak.fp32.has_value(), of_vectors) | unless(h->tdp.has_value(), of_power);
}

Fields unread_links(const Parallel& p) { return unless(p.exchanges(), linking); }

Fields unread_by_forward(const RooflineRequest& r) {
    const Model& m = *r.model;
    const bool decoding = decodes(m, r.assumptions);
    return of_serving | of_training | unread_links(r.parallel) |
           unless(decoding, of_request({"context"}) | assumptions({"vector_flop_per_cache_byte"}) | of_decoding) |
           unless(!decoding, assumptions({"activation_fraction"})) |
           unless(expert_parameters(m) > 0, assumptions({"moe_weights"})) |
           unread_of(r.hardware.get(), r.assumptions.offload);
}

Fields unread_by_training(const RooflineRequest& r) {
    const Model& m = *r.model;
    const bool corrected = r.assumptions.corrected(), transformer = is_transformer(m);
    const bool own_length = corrected && m.sequence_length;
    return of_serving | layouts | of_vectors | of_decoding | assumptions({"moe_weights"}) |
           unless(transformer, assumptions({"attention"})) |
           unless((corrected && m.unit == Unit::token) || (transformer && !own_length), of_request({"context"})) |
           unless(corrected || transformer, of_request({"zero_stage", "data_parallel"})) |
           unless(!corrected || !(transformer || m.activation_per_sample), assumptions({"activation_fraction"})) |
           unread_of(r.hardware.get(), r.assumptions.offload);
}

/// What only the arithmetic of a step reads, and what only its traffic does; an overlap needs both.
constexpr Fields of_work = schemes | assumptions({"efficiency", "overlap"});
constexpr Fields of_traffic =
    host_link | assumptions({"bandwidth_efficiency", "overlap", "moe_weights", "vector_flop_per_weight"});

/// The length of a prompt is said by one of the two.
Fields unread_length(const ServeRequest& r) { return unless(!r.prompt_tokens, of_request({"context"})); }

Fields unread_by_decode(const ServeRequest& r) {
    const Assumptions& a = r.assumptions;
    const bool sparse = expert_parameters(*r.model) > 0 || (r.draft_model && expert_parameters(*r.draft_model) > 0);
    return of_training | of_request({"cached_prefix", "link_bytes_per_s"}) | unread_length(r) |
           assumptions({"offload", "activation_fraction", "prefill_memory"}) |
           unless(r.draft_model != nullptr, of_drafting) | unless(a.decode_compute, of_work) |
           unread_links(r.parallel) | unless(!r.kv_precision.chosen, assumptions({"kv_precision"})) |
           unless(sparse, assumptions({"moe_weights"})) |
           unless(r.decode_hardware == nullptr, of_request({"hardware"})) |
           unread_of((r.decode_hardware ? r.decode_hardware : r.hardware).get(), a.serving_offload);
}

Fields unread_by_prefill(const ServeRequest& r) {
    const Assumptions& a = r.assumptions;
    // The draft's cache counts for the room beside a prompt.
    return of_training | of_drafting | unread_links(r.parallel) | unread_length(r) |
           unless(r.draft_model != nullptr, of_request({"output_tokens"})) |
           assumptions({"offload", "activation_fraction", "decode_compute", "vector_flop_per_cache_byte"}) |
           unless(r.decode_hardware != nullptr, of_request({"link_bytes_per_s"})) |
           unless(!r.kv_precision.chosen, assumptions({"kv_precision"})) |
           unless(a.prefill_memory || a.fit, of_traffic) |
           unless(a.prefill_memory, assumptions({"layer_overhead_s", "host_launch_s"})) |
           unless(expert_parameters(*r.model) > 0, assumptions({"moe_weights"})) |
           unread_of(r.hardware.get(), a.serving_offload);
}

Fields unread_by_pass(const RooflineRequest& r) {
    return r.phase == Phase::training ? unread_by_training(r) : unread_by_forward(r);
}

/// The step of synthesize.cpp: without offloading, and with both legs to fill.
Fields unread_by_wanted(const SynthesizeRequest& r) {
    Fields unread = of_power | host_link | assumptions({"offload", "serving_offload"});
    ServeRequest part = part_of<ServeRequest>(r);
    if (!r.assumptions.corrected()) {
        // The reference's traffic is the weights whatever else, and a token's work that of a forward pass.
        part.assumptions.decode_compute = part.assumptions.prefill_memory = true;
        unread |= assumptions({"activation_fraction", "decode_compute"});
    }
    if (!generates_tokens(*r.model)) unread |= unread_by_forward(part_of<RooflineRequest>(r));
    else unread |= r.phase == ServingPhase::prefill ? unread_by_prefill(part) : unread_by_decode(part);
    // Copies send nothing, but the layouts that would meet the target in their place do.
    if (r.parallel != Parallel{}) unread &= ~linking;
    return unread & ~assumptions({"overlap"});
}

/// The paths, with what holds whatever the step.
std::vector<std::string> paths(Fields unread, Precision precision, const Maybe<Scheme>& scheme, const Assumptions& a,
                               const Type& type) {
    unread |= unless(is_quantized(precision), schemes) | unless(!scheme.chosen, assumptions({"scheme"}));
    if (a.fit == nullptr) unread |= assumptions({"software"});
    else unread &= ~fitted;
    static constexpr auto names = [] {
        std::array<std::string_view, request_fields.size() + assumptions_fields.size()> all;
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] =
                (i < request_fields.size() ? request_fields[i] : assumptions_fields[i - request_fields.size()]).name;
        return all;
    }();
    std::vector<std::string> list;
    for (std::size_t i = 0; i < names.size(); ++i, unread >>= 1) {
        if ((unread & 1) == 0) continue;
        const bool assumed = i >= request_fields.size();
        const std::string_view name = names[i];
        if (assumed || type.find(name) != nullptr) list.push_back(joined(assumed ? "assumptions" : "", name));
    }
    return list;
}

template <class Request>
std::vector<std::string> paths(Fields unread, const Request& r, const Type& type) {
    return paths(unread, r.precision, r.scheme, r.assumptions, type);
}

}  // namespace

std::vector<std::string> unread_fields(const RooflineRequest& r, const Type& type) {
    const Fields unread = unread_by_pass(r) | unless(&type == &describe<RooflineRequest>(), of_power);
    std::vector<std::string> list = paths(unread, r, type);
    // Layers without heads are not split: no other number of devices is taken.
    if (!r.model->heads && !(unread & of_request({"parallel"})) && type.find("parallel"))
        list.push_back("parallel.tensor");
    return list;
}

std::vector<std::string> unread_fields(const ServeRequest& r) {
    return paths(unread_by_decode(r) & unread_by_prefill(r), r, describe<ServeRequest>());
}

std::vector<std::string> unread_fields(const SensitivityRequest& r) {
    if (r.target == Target::latency) return unread_fields(r.forward, describe<SensitivityRequest>());
    const ServeRequest part = serve_part(r);
    const Fields unread = r.target == Target::itl ? unread_by_decode(part) : unread_by_prefill(part);
    return paths(unread | of_power | of_request({"phase"}), r.forward, describe<SensitivityRequest>());
}

std::vector<std::string> unread_fields(const SynthesizeRequest& r) {
    std::vector<std::string> list = paths(unread_by_wanted(r), r, describe<SynthesizeRequest>());
    if (!r.parallel.exchanges())
        for (const char* link : {"device_link_bytes_per_s", "devices_a_node", "network_bytes_per_s"})
            list.emplace_back(link);
    return list;
}

std::vector<std::string> unread_fields(const CompressRequest& r, const RooflineRequest& baseline, Precision timed) {
    const bool quantizes = r.method == Method::quantization;
    const bool has_tables = r.assumptions.fit != nullptr && generates_tokens(*r.model);
    const Fields unread = unread_by_forward(baseline) | of_power |
                          (quantizes ? of_request({"sparsity", "pattern"}) : of_request({"bits", "group_size"})) |
                          unless(has_tables, of_request({"algorithm", "group_size"}));
    return paths(unread, timed, r.scheme, r.assumptions, describe<CompressRequest>());
}

}  // namespace ridgepoint
