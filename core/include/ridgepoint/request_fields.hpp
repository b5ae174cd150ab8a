/// Table rows of the fields that several requests share, so that each is described once.
///
///     inline constexpr std::array roofline_request_fields{
///         fields::model<RooflineRequest>, fields::batch<RooflineRequest>, …};
#pragma once

#include <array>

#include "ridgepoint/assumptions.hpp"

namespace ridgepoint {

enum class Phase { inference, training };
inline constexpr std::array<std::string_view, 2> phase_names{"inference", "training"};

namespace fields {

template <class R>
inline constexpr Field model =
    field<&R::model>("model", "the network: an id of the registry or an inline object").must();
template <class R>
inline constexpr Field hardware =
    field<&R::hardware>("hardware", "the device: an id of the registry or an inline object").must();
template <class R>
inline constexpr Field batch =
    field<&R::batch>("batch", "samples or sequences in one step").whole(1, 1e9).log_slider(1, 1024);
template <class R>
inline constexpr Field precision =
    field<&R::precision>("precision", "number format of the weights").choices(precision_names);
template <class R>
inline constexpr Field scheme =
    field<&R::scheme>(
        "scheme",
        "whether quantized weights are expanded to 16 bits first or multiplied as they are; absent: as assumed")
        .choices(scheme_names);
template <class R>
inline constexpr Field context =
    field<&R::context>("context", "tokens in each sequence").whole(1, 1e9).log_slider(128, 131072);
template <class R>
inline constexpr Field assumptions =
    field<&R::assumptions>("assumptions", "a preset's name, or a preset with some of its fields overridden");

template <class R>
inline constexpr Field phase = field<&R::phase>("phase", "a forward pass or a training step").choices(phase_names);
template <class R>
inline constexpr Field zero_stage =
    field<&R::zero_stage>("zero_stage", "ZeRO sharding of training state: 1 optimizer, 2 + gradients, 3 + weights")
        .whole(0, 3)
        .slider(0, 3);
template <class R>
inline constexpr Field data_parallel =
    field<&R::data_parallel>("data_parallel", "devices the training state is sharded over")
        .whole(1, 1e7)
        .log_slider(1, 1024);
template <class R>
inline constexpr Field lora =
    field<&R::lora>("lora", "train only low-rank adapters (rank 16 on four matrices a layer)");
template <class R>
inline constexpr Field activation_recomputation =
    field<&R::activation_recomputation>("activation_recomputation", "recompute activations in the backward pass");

template <class R>
inline constexpr Field kv_precision =
    field<&R::kv_precision>("kv_precision", "number format of the KV cache; absent: as assumed, 16 bits")
        .choices(cache_precision_names);
template <class R>
inline constexpr Field weight_bits =
    field<&R::weight_bits>("weight_bits",
                           "bits stored per weight, scales included (Q4_K_M: 4.89); absent: those of the precision")
        .range(0.1, 64)
        .slider(1, 32);
template <class R>
inline constexpr Field parallel = field<&R::parallel>("parallel", "devices that the model is split over");
template <class R>
inline constexpr Field link_efficiency =
    field<&R::link_efficiency>("link_efficiency",
                               "share of the rate of links between devices that is reached; absent: as fitted where "
                               "assumptions are calibrated, else all")
        .range(1e-9, 1)
        .slider(0.05, 1);
template <class R>
inline constexpr Field link_latency =
    field<&R::link_latency>("link_latency_s",
                            "latency between two devices in a node; between nodes it is three times as long")
        .in("s")
        .range(0, 10)
        .log_slider(1e-7, 1e-3);
template <class R>
inline constexpr Field cached_prefix =
    field<&R::cached_prefix>("cached_prefix", "prompt tokens whose keys and values are already cached")
        .whole(0, 1e9)
        .slider(0, 131072);
template <class R>
inline constexpr Field draft_model =
    field<&R::draft_model>("draft_model", "a smaller model that drafts tokens for speculative decoding");
template <class R>
inline constexpr Field draft_acceptance =
    field<&R::draft_acceptance>("draft_acceptance", "chance that a drafted token is accepted").range(0, 1).slider(0, 1);
template <class R>
inline constexpr Field draft_tokens =
    field<&R::draft_tokens>("draft_tokens", "tokens drafted before each verification").whole(1, 64).slider(1, 16);
template <class R>
inline constexpr Field decode_hardware =
    field<&R::decode_hardware>("decode_hardware", "a second device that decodes; the first then only prefills");
template <class R>
inline constexpr Field price =
    field<&R::price_usd_per_hour>("price_usd_per_hour",
                                  "price of one device per hour; absent: the price in its device file")
        .in("USD/h")
        .range(0, 1e6)
        .log_slider(0.1, 100);
template <class R>
inline constexpr Field link = field<&R::link>("link_bytes_per_s", "link the KV cache crosses to the second device")
                                  .in("bytes/s")
                                  .range(1, 1e21)
                                  .log_slider(1e9, 1e12);

}  // namespace fields
}  // namespace ridgepoint
