/// How far published measurements lie from `first-principles`, by kind.
///
/// Measured / predicted time of the points of core/data/measured, from
/// `ridgepoint validate --assumptions first-principles --data core/data/measured/*.json --csv FILE`: its column
/// measured_s divided by predicted_s, over the rows whose `kind` and `batch` the comment of each constant names.
/// tests/core/accuracy_test.cpp works them out again.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "ridgepoint/measured.hpp"

namespace ridgepoint {

struct Accuracy {
    std::string_view of;
    double low, median, high;                  ///< of measured / predicted time
    std::array<std::string_view, 40> devices;  ///< ids of the registry
    std::array<std::string_view, 29> models;

    bool covers_device(std::string_view id) const { return has(devices, id); }
    bool covers_model(std::string_view id) const { return has(models, id); }

private:
    static bool has(const auto& ids, std::string_view id) {
        return !id.empty() && std::find(ids.begin(), ids.end(), id) != ids.end();
    }
};

/// decode_tokens_per_s and decode_itl at batch 1.
inline constexpr Accuracy decoding_accuracy{
    "decoding one sequence",
    1.04,
    1.48,
    46.3,
    {"A100",     "A100_PCIe",     "A10G",         "A40",      "DGX_Spark", "H100",         "H100_PCIe",
     "H200",     "JetsonAGXOrin", "L40S",         "M1_Max",   "M2_Max",    "M2_Pro",       "M2_Ultra",
     "M3_Pro",   "M3_Ultra",      "M4",           "M4_Pro",   "M5_Max",    "MacBookM3Max", "RTX3060",
     "RTX3070",  "RTX3080Ti",     "RTX3080_10GB", "RTX3090",  "RTX3090Ti", "RTX4000Ada",   "RTX4070Ti",
     "RTX4080",  "RTX4090",       "RTX5000Ada",   "RTX5070",  "RTX5080",   "RTX5090",      "RTX6000Ada",
     "RTXA6000", "RTXPRO6000",    "RX7900XT",     "RX7900XTX"},
    {"CodeLlama_34B",   "DeepSeek_V3",   "Falcon_7B",  "Gemma3_12B",   "Gemma3_27B",      "Gemma3_4B",
     "GptOss_20B",      "Llama2_13B",    "Llama2_70B", "Llama2_7B",    "Llama3_2_1B",     "Llama3_2_3B",
     "Llama3_70B",      "Llama3_8B",     "Mistral_7B", "Mistral_Nemo", "Mistral_Small_3", "Mixtral_8x7B",
     "Phi_4",           "Qwen2_5_14B",   "Qwen2_5_7B", "Qwen3_0_6B",   "Qwen3_14B",       "Qwen3_1_7B",
     "Qwen3_235B_A22B", "Qwen3_30B_A3B", "Qwen3_32B",  "Qwen3_4B",     "Qwen3_8B"}};

/// prefill and ttft.
inline constexpr Accuracy prompt_accuracy{
    "prompts",
    0.362,
    1.18,
    33.8,
    {"A100",      "A100_PCIe",    "A40",        "DGX_Spark",  "H100",       "H100_PCIe",    "H200",    "JetsonAGXOrin",
     "L40S",      "M1_Max",       "M2_Max",     "M2_Ultra",   "M4",         "MacBookM3Max", "RTX3060", "RTX3070",
     "RTX3080Ti", "RTX3080_10GB", "RTX3090",    "RTX4000Ada", "RTX4070Ti",  "RTX4080",      "RTX4090", "RTX5000Ada",
     "RTX5080",   "RTX5090",      "RTX6000Ada", "RTXA6000",   "RTXPRO6000", "RX7900XTX"},
    {"CodeLlama_34B", "Falcon_7B", "Gemma3_27B", "Gemma3_4B", "GptOss_20B", "Llama2_13B", "Llama2_7B", "Llama3_2_1B",
     "Llama3_2_3B", "Llama3_70B", "Llama3_8B", "Mistral_7B", "Qwen2_5_14B", "Qwen3_0_6B", "Qwen3_30B_A3B", "Qwen3_8B"}};

/// infer_images_per_s.
inline constexpr Accuracy image_accuracy{
    "passes over images", 0.760, 1.66, 20.0, {"A10", "A100", "A100_40GB", "A30", "H100", "H200", "T4", "V100_16GB"},
    {"ResNet50"}};

}  // namespace ridgepoint
