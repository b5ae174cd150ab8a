/// A device: its rates, memories and links, as its data sheet gives them. Rates are dense peak rates.
#pragma once

#include <array>

#include "ridgepoint/precision.hpp"
#include "ridgepoint/source.hpp"

namespace ridgepoint {

/// Peak arithmetic rate by precision, FLOP/s, dense (no structured sparsity). Absent: the device lists none.
struct PrecisionRates {
    std::optional<FlopPerSecond<>> fp32, tf32, fp16, bf16, fp8, int8, int4, fp4;

    const std::optional<FlopPerSecond<>>& at(Precision p) const {
        static constexpr std::array members{&PrecisionRates::fp32, &PrecisionRates::tf32, &PrecisionRates::fp16,
                                            &PrecisionRates::bf16, &PrecisionRates::fp8,  &PrecisionRates::int8,
                                            &PrecisionRates::int4, &PrecisionRates::fp4};
        return this->*members[static_cast<unsigned>(p)];
    }
};

namespace detail {
template <auto Member>
constexpr Field rate(std::string_view name) {
    return field<Member>(name, "dense peak rate at this precision").in("flop/s").range(1, 1e24).log_slider(1e9, 1e16);
}
}  // namespace detail

inline constexpr std::array precision_rates_fields{
    detail::rate<&PrecisionRates::fp32>("fp32"), detail::rate<&PrecisionRates::tf32>("tf32"),
    detail::rate<&PrecisionRates::fp16>("fp16"), detail::rate<&PrecisionRates::bf16>("bf16"),
    detail::rate<&PrecisionRates::fp8>("fp8"),   detail::rate<&PrecisionRates::int8>("int8"),
    detail::rate<&PrecisionRates::int4>("int4"), detail::rate<&PrecisionRates::fp4>("fp4"),
};
RIDGEPOINT_DESCRIBE(PrecisionRates, precision_rates_fields, "dense peak arithmetic rate by precision")

enum class DeviceClass { cloud, workstation, edge, mobile, tiny };
inline constexpr std::array<std::string_view, 5> device_class_names{"cloud", "workstation", "edge", "mobile", "tiny"};

/// Worked: the registry's A100 has fp16 312e12 FLOP/s and 2.039e12 B/s, a ridge point of 153 FLOP/byte.
struct Hardware {
    std::string id;
    std::string name;
    std::string vendor;
    Maybe<DeviceClass> device_class;
    std::optional<double> release_year;
    PrecisionRates peak;
    std::optional<FlopPerSecond<>> fp16_accumulate;
    std::vector<std::string> unsupported_precisions;
    Bytes<> memory_capacity;
    std::optional<Bytes<>> usable_memory;
    BytesPerSecond<> memory_bandwidth;
    std::optional<Bytes<>> sram_capacity;
    std::optional<BytesPerSecond<>> sram_bandwidth;
    std::optional<Bytes<>> flash_capacity;
    std::optional<BytesPerSecond<>> flash_bandwidth;
    std::optional<BytesPerSecond<>> host_link;
    std::optional<BytesPerSecond<>> device_link;
    std::optional<double> devices_a_node;
    std::optional<double> counted_as_one;
    std::optional<BytesPerSecond<>> network;
    std::optional<Watts<>> tdp;
    std::optional<double> unit_cost_usd;
    std::optional<double> price_usd_per_hour;
    std::optional<Seconds<>> dispatch_overhead;
    std::vector<Estimate> estimated;
    std::vector<Source> sources;
    std::vector<std::string> notes;
};

inline constexpr std::array hardware_fields{
    field<&Hardware::id>("id", "name in the registry"),
    field<&Hardware::name>("name", "full name"),
    field<&Hardware::vendor>("vendor", "maker"),
    field<&Hardware::device_class>("class", "kind of device").choices(device_class_names),
    field<&Hardware::release_year>("release_year", "year of release").whole(1940, 2100),
    field<&Hardware::peak>("peak_flop_per_s", "dense peak arithmetic rate by precision; at least one").must(),
    field<&Hardware::fp16_accumulate>("fp16_accumulate_flop_per_s",
                                      "dense FP16 tensor rate with sums kept in FP16, where it differs")
        .in("flop/s")
        .range(1, 1e24)
        .log_slider(1e9, 1e16),
    field<&Hardware::unsupported_precisions>("unsupported_precisions", "precisions the device cannot compute in"),
    field<&Hardware::memory_capacity>("memory_capacity_bytes", "capacity of the main memory")
        .in("bytes")
        .range(1, 1e18)
        .log_slider(1e6, 1e13)
        .must(),
    field<&Hardware::usable_memory>("usable_memory_bytes",
                                    "memory that one program can use, if less than the full capacity")
        .in("bytes")
        .range(1, 1e18)
        .log_slider(1e6, 1e13),
    field<&Hardware::memory_bandwidth>("memory_bandwidth_bytes_per_s", "bandwidth of the main memory")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e7, 1e14)
        .must(),
    field<&Hardware::sram_capacity>("sram_capacity_bytes", "on-chip memory that can hold all weights")
        .in("bytes")
        .range(1, 1e18)
        .log_slider(1e4, 1e11),
    field<&Hardware::sram_bandwidth>("sram_bandwidth_bytes_per_s", "bandwidth of the on-chip memory")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e7, 1e17),
    field<&Hardware::flash_capacity>("flash_capacity_bytes", "flash memory that holds the weights")
        .in("bytes")
        .range(1, 1e18)
        .log_slider(1e4, 1e10),
    field<&Hardware::flash_bandwidth>("flash_bandwidth_bytes_per_s", "rate at which weights stream from flash")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e6, 1e10),
    field<&Hardware::host_link>("host_link_bytes_per_s", "bandwidth of the link to the host's memory, one direction")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e8, 1e13),
    field<&Hardware::device_link>("device_link_bytes_per_s", "bandwidth of the link to other devices, one direction")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e8, 1e14),
    field<&Hardware::devices_a_node>("devices_a_node",
                                     "devices per node, joined by the device link: a server, rack or pod")
        .whole(1, 1e6),
    field<&Hardware::counted_as_one>("counted_as_one",
                                     "number of devices that this entry describes as one, such as those of a rack")
        .whole(2, 1e6),
    field<&Hardware::network>("network_bytes_per_s", "network bandwidth between nodes per device, one direction")
        .in("bytes/s")
        .range(1, 1e21)
        .log_slider(1e8, 1e12),
    field<&Hardware::tdp>("tdp_w", "thermal design power").in("W").range(1e-6, 1e9).log_slider(1e-3, 1e5),
    field<&Hardware::unit_cost_usd>("unit_cost_usd", "price of one device").in("USD").range(0, 1e12),
    field<&Hardware::price_usd_per_hour>("price_usd_per_hour", "price of renting one device on demand")
        .in("USD/h")
        .range(0, 1e6),
    field<&Hardware::dispatch_overhead>("dispatch_overhead_s", "fixed time to start one invocation")
        .in("s")
        .range(0, 1e3)
        .log_slider(1e-7, 1e-2),
    figure<&Hardware::estimated>("estimated", "figures that no document states"),
    figure<&Hardware::sources>("sources", "documents that the figures come from"),
    figure<&Hardware::notes>("notes", "remarks on the figures"),
};
/// Used where a device states no dispatch overhead: the textbook registry's value for current accelerators
/// (H100, H200, Gaudi 3). The result carries a note when it is used.
inline constexpr Seconds<> assumed_dispatch_overhead{1e-5};

struct Rate {
    FlopPerSecond<> peak;
    Precision at;  ///< the precision whose rate this is; differs from the one asked for after a fallback
};

/// The rate at which the device computes on values stored as `p`: under `weight_only` a quantized format computes
/// at the 16-bit rate; a precision the device lists no rate for computes at fp16, else bf16, else the widest rate
/// there is. `Rate::at` tells which. Worked: H100, int4, native -> {989e12, fp16}, as Hopper lists no INT4 rate.
Rate compute_rate(const PrecisionRates& peak, Precision p, Scheme scheme);

RIDGEPOINT_DESCRIBE(Hardware, hardware_fields, "a device")

/// Rules beyond single fields: a device has at least one arithmetic rate.
Expected<void> check_entry(const Hardware& entry, const std::string& path);

}  // namespace ridgepoint
