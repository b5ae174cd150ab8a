/// Number formats of weights and arithmetic.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace ridgepoint {

enum class Precision { fp32, tf32, fp16, bf16, fp8, int8, int4, fp4 };

inline constexpr std::array<std::string_view, 8> precision_names{"fp32", "tf32", "fp16", "bf16",
                                                                 "fp8",  "int8", "int4", "fp4"};
/// Those of at least 16 bits.
inline constexpr std::span<const std::string_view> wide_precision_names{precision_names.data(), 4};

namespace detail {
// Not inside the function, which GCC would have copy it at each call.
inline constexpr std::array<double, 8> bytes_by_precision{4, 4, 2, 2, 1, 1, 0.5, 0.5};
}  // namespace detail

inline constexpr double bits_per_byte = 8;

/// Bytes one value takes in memory: 4, 4, 2, 2, 1, 1, 0.5, 0.5. TF32 is an arithmetic mode; it is stored as FP32.
/// Worked: bytes_per_value(Precision::int4) == 0.5.
constexpr double bytes_per_value(Precision p) { return detail::bytes_by_precision[static_cast<unsigned>(p)]; }

/// Formats of a KV cache: one of those, or whatever the weights are stored in.
enum class CachePrecision { fp32, tf32, fp16, bf16, fp8, int8, int4, fp4, weights };

inline constexpr std::array<std::string_view, 9> cache_precision_names{"fp32", "tf32", "fp16", "bf16",   "fp8",
                                                                       "int8", "int4", "fp4",  "weights"};

/// The format of a cache beside weights of that format. Worked: format_beside(CachePrecision::fp16, Precision::int4)
/// == Precision::fp16.
constexpr Precision format_beside(CachePrecision cache, Precision weights) {
    return cache == CachePrecision::weights ? weights : static_cast<Precision>(cache);
}

/// Formats that a weight-only scheme stores but does not compute in: the arithmetic then runs at the 16-bit rate.
constexpr bool is_quantized(Precision p) { return p >= Precision::fp8; }

/// Where the arithmetic of quantized weights runs.
/// `weight_only`: weights are expanded to FP16 on the way to the multiplier (GPTQ, AWQ kernels): the FP16 rate.
/// `native`: the device multiplies in the format itself: that precision's own rate, where the device lists one.
/// Where nobody chose, it is as usual, by format and model: see `usual_scheme`.
enum class Scheme { weight_only, native };
inline constexpr std::array<std::string_view, 2> scheme_names{"weight_only", "native"};

}  // namespace ridgepoint
