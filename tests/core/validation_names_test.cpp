// What the names of a stranger's measurements are taken for.

#include "calibration/names.hpp"
#include "measured_file.hpp"

using namespace ridgepoint;
using namespace measured_file;

namespace {

const Measurements& shipped_names() {
    static const Measurements names = [] {
        Measurements all;
        REQUIRE(read_shipped_names(all, registry()));
        return all;
    }();
    return names;
}

std::string meant_device(std::string_view name) {
    const auto found = device_meant(name, shipped_names(), registry());
    return found ? found->id : "";
}

std::string meant_model(std::string_view name) {
    const auto found = model_meant(name, shipped_names(), registry());
    return found ? found->id : "";
}

}  // namespace

TEST_CASE("a device is known by any spelling of its name") {
    for (const char* name :
         {"H100", "NVIDIA H100 80GB HBM3", "h100 sxm", "8x H100 SXM5 (80 GB)", "4 × NVIDIA H100-SXM"})
        CHECK(meant_device(name) == "H100");
    for (const char* name : {"A100 80GB PCIe", "NVIDIA A100-PCIE-80GB", "A100 PCIe"})
        CHECK(meant_device(name) == "A100_PCIe");
    for (const char* name : {"RTX4090", "NVIDIA GeForce RTX 4090", "2x RTX 4090 24GB"})
        CHECK(meant_device(name) == "RTX4090");
    CHECK(meant_device("Tesla T4") == "T4");
    CHECK(meant_device("AMD Instinct MI300X 192GB") == "MI300X");
    CHECK(meant_device("Apple M2 Max") == "M2_Max");
    CHECK(meant_device("M4 Max (40-core GPU)") == "MacBookM4Max");
}

TEST_CASE("a device of other memory, form or size is another device") {
    CHECK(meant_device("A100 (40GB)") == "A100_40GB");
    CHECK(meant_device("A100") == "A100");
    for (const char* name :
         {"RTX 3080", "RTX 3060 8GB", "H100 64GB", "M2 Max (30-core GPU)", "RTX 4090 Laptop GPU", "RTX 4070 Laptop GPU",
          "RTX 4070 Ti SUPER", "A100 PCIe 40GB", "GB200", "8", "", "NVIDIA", "n/a"}) {
        CAPTURE(name);
        CHECK(meant_device(name) == "");
    }
}

TEST_CASE("a model is known by its repository, whatever it was tuned for or stored in") {
    CHECK(meant_model("meta-llama/Meta-Llama-3.1-8B-Instruct") == "Llama3_8B");
    CHECK(meant_model("Llama-2-7b-chat-hf") == "Llama2_7B");
    CHECK(meant_model("Qwen/Qwen2.5-14B-Instruct-AWQ") == "Qwen2_5_14B");
    CHECK(meant_model("google/gemma-3-27b-it") == "Gemma3_27B");
    CHECK(meant_model("nvidia/Llama-3.3-70B-Instruct-FP8") == "Llama3_70B");
    CHECK(meant_model("openai/gpt-oss-120b") == "GptOss_120B");
    CHECK(meant_model("mistralai/Mixtral-8x7B-Instruct-v0.1") == "Mixtral_8x7B");
    CHECK(meant_model("deepseek-ai/DeepSeek-R1") == "DeepSeek_V3");
    CHECK(meant_model("Llama-4-Scout-17B-16E-Instruct") == "Llama4_Scout");
    // Its name in the registry says in parentheses what a repository does not say.
    CHECK(meant_model("Phi-3-mini 3.8B") == "Phi3_mini");
}

TEST_CASE("a model of another generation or size is another model") {
    for (const char* name :
         {"Qwen2-57B", "Llama-3.2-8B", "Mistral-7B-Instruct-v0.3", "DeepSeek-R1-Distill-Llama-8B", "Llama", "8B", ""}) {
        CAPTURE(name);
        CHECK(meant_model(name) == "");
    }
}

TEST_CASE("software is known by its product, and llama.cpp by the device too") {
    const auto h100 = *registry().find_hardware("H100");
    const auto m2 = *registry().find_hardware("M2_Max");
    CHECK(software_meant("TensorRT-LLM v0.17", h100.get()) == Software::tensorrt_llm);
    CHECK(software_meant("llama.cpp b4242", h100.get()) == Software::llama_cpp_cuda);
    CHECK(software_meant("llama.cpp b4242", m2.get()) == Software::llama_cpp_metal);
    CHECK(software_meant("llama.cpp b2707", m2.get()) == Software::llama_cpp_metal_2024);
    CHECK(software_meant("llama.cpp (build: 22df85ff (2707))", h100.get()) == Software::llama_cpp_cuda_2024);
    CHECK(software_meant("llama.cpp build: 93bc3839 (3622)", h100.get()) == Software::llama_cpp_cuda);
    // A number of fewer than four digits is no build.
    CHECK(software_meant("llama.cpp b1000", h100.get()) == Software::llama_cpp_cuda_2024);
    CHECK(software_meant("llama.cpp b999", h100.get()) == Software::llama_cpp_cuda);
    CHECK(software_meant("llama-bench", m2.get()) == Software::llama_cpp_metal);
    CHECK(software_meant("Ollama 0.12", m2.get()) == Software::llama_cpp_metal);
    CHECK(software_meant("llama.cpp b4242 (Vulkan)", h100.get()) == Software::unknown);
    for (const char* name : {"MLX 0.31", "mlx-lm 0.31.3", "vllm-mlx", "LM Studio (MLX)"}) {
        CHECK(software_meant(name, m2.get()) == Software::llama_cpp_metal);
        CHECK(software_meant(name, h100.get()) == Software::unknown);
    }
    CHECK(software_meant("vLLM v0.6.3", h100.get()) == Software::unknown);
    for (const char* name : {"SGLang", "sglang main", "SGLang v0.5.10", "SGLang 0.5.10.post1", "SGLang 0.6"})
        CHECK(software_meant(name, h100.get()) == Software::sglang);
    for (const char* name : {"SGLang 0.5.9", "sglang[all]==0.5.6.post1", "SGLang v0.4", "SGLang v0.5.9 (ROCm 7.0)"})
        CHECK(software_meant(name, h100.get()) == Software::sglang_0_5_9);
    CHECK(software_meant("transformersish", h100.get()) == Software::unknown);
}

TEST_CASE("a name that the registry or a file has is taken as it stands") {
    Names names(shipped_names(), registry());
    std::string taken;
    CHECK(names.device("NVIDIA A100-SXM4-80GB", taken)->id == "A100");
    CHECK(names.model("Llama-2-7B", taken)->id == "Llama2_7B");
    CHECK(names.software("llama.cpp llama-bench", nullptr, taken) == Software::unknown);
    CHECK(taken == "");
    CHECK(names.device("GeForce RTX 5090", taken)->id == "RTX5090");
    CHECK(taken == "RTX5090");
    CHECK(names.software("SGLang v0.4.1, nightly", nullptr, taken) == Software::sglang_0_5_9);
    CHECK(taken == "sglang-0.5.9");
}

TEST_CASE("the method of a quantized model is read from its name, as documents write it") {
    const std::pair<const char*, const char*> names[]{
        {"GPTQ int4 g128", "gptq"}, {"AWQ int4", "awq"},          {"RTN int4", "rtn"},   {"int4", "rtn"},
        {"FP4 RTN", "rtn"},         {"SmoothQuant W8A8", "w8a8"}, {"MXFP4", "floating"}, {"float8", "floating"}};
    for (const auto& [name, algorithm] : names) {
        const Measurements all = read(file({changed_point({{"id", "a-1"},
                                                           {"kind", "quant_ppl"},
                                                           {"hardware", "n/a"},
                                                           {"model", "Llama2_7B"},
                                                           {"precision", name},
                                                           {"weights_bits", 4},
                                                           {"unit", "ppl"}}),
                                            changed_point({{"id", "a-2"},
                                                           {"kind", "quant_ppl"},
                                                           {"hardware", "n/a"},
                                                           {"model", "Llama2_7B"},
                                                           {"unit", "ppl"},
                                                           {"value", 90}})}));
        CAPTURE(name);
        CHECK(comparisons(all, std::nullopt)[0].algorithm == algorithm);
    }
}

TEST_CASE("the bits of a weight are those that its format begins with, where none are stated") {
    const auto bits = [](const char* format) {
        return read(file({changed_point({{"precision", format}, {"weights_bits", nullptr}})})).points[0].weight_bits;
    };
    CHECK(bits("fp32") == 32);
    CHECK(bits("tf32") == 32);
    CHECK(bits("fp16 AMP") == 16);
    CHECK(bits("bf16") == 16);
    CHECK(bits("fp8 (E4M3)") == 8);
    CHECK(bits("int8") == 8);
    CHECK(bits("int4") == 4);
    CHECK(bits("fp4") == 4);
    CHECK(bits("Q4_K_M") == std::nullopt);
}
