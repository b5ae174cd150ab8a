/// Files of measurements, made of one point and what is changed of it.
#pragma once

#include "ask.hpp"
#include "calibration/compare.hpp"
#include "grid.hpp"
#include "ridgepoint/measured.hpp"

namespace measured_file {

using namespace ridgepoint;

inline const Json point{{"id", "mine-001"},
                        {"kind", "decode_tokens_per_s"},
                        {"hardware", "H100"},
                        {"devices", 1},
                        {"model", "Llama3_8B"},
                        {"precision", "fp16"},
                        {"weights_bits", 16},
                        {"kv_precision", "fp16"},
                        {"batch", 1},
                        {"input_len", 2048},
                        {"output_len", 0},
                        {"tp", 1},
                        {"value", 100},
                        {"unit", "tokens/s"},
                        {"software", "llama.cpp-cuda"},
                        {"source_url", "https://example.org"},
                        {"source_locator", "table 1"},
                        {"confidence", "high"}};

inline Json file(const std::vector<Json>& points) { return {{"points", points}}; }

inline Json changed_point(const Json& fields) {
    Json copy = point;
    copy.update(fields);
    return copy;
}

inline Measurements read(const Json& json) {
    Measurements all;
    const auto ok = read_measurements(json.dump(), all, registry());
    INFO((ok ? "" : ok.error().message));
    CHECK(ok.has_value());
    return all;
}

inline std::vector<MeasuredComparison> comparisons(const Measurements& all, const std::optional<Assumptions>& assumed) {
    const auto compared = compare(all, assumed);
    REQUIRE(compared.has_value());
    return *compared;
}

}  // namespace measured_file
