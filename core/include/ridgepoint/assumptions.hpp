/// What the performance model assumes beyond the data sheets. There is one model; presets set its assumptions.
#pragma once

#include <array>

#include "ridgepoint/describe.hpp"
#include "ridgepoint/precision.hpp"
#include "ridgepoint/prompt_kernels.hpp"

namespace ridgepoint {

struct SoftwareFit;

enum class Preset { first_principles, textbook, calibrated };
inline constexpr std::array<std::string_view, 3> preset_names{"first-principles", "textbook", "calibrated"};

/// What runs the model: the files of core/data/software, by name. A year or a version: as it was until then. vLLM and
/// SGLang have no file, and are taken to run the kernels of all software together.
enum class Software {
    unknown,
    exllamav2,
    gpt_fast,
    llama_cpp_cuda,
    llama_cpp_cuda_2024,
    llama_cpp_metal,
    llama_cpp_metal_2024,
    lmdeploy,
    sglang,
    sglang_0_5_9,
    tensorrt_llm,
    tinychat,
    transformers,
    vllm,
    mxnet,
    pytorch,
    tensorflow_xla,
    tensorrt,
};
inline constexpr std::array<std::string_view, 18> software_names{"unknown",
                                                                 "exllamav2",
                                                                 "gpt-fast",
                                                                 "llama.cpp-cuda",
                                                                 "llama.cpp-cuda-2024",
                                                                 "llama.cpp-metal",
                                                                 "llama.cpp-metal-2024",
                                                                 "lmdeploy",
                                                                 "sglang",
                                                                 "sglang-0.5.9",
                                                                 "tensorrt-llm",
                                                                 "tinychat",
                                                                 "transformers",
                                                                 "vllm",
                                                                 "mxnet",
                                                                 "pytorch",
                                                                 "tensorflow-xla",
                                                                 "tensorrt"};

/// SGLang, of any version.
constexpr bool is_sglang(Software software) {
    return software == Software::sglang || software == Software::sglang_0_5_9;
}

/// Software that is calibrated by what was measured of all: what is not named, vLLM and SGLang.
constexpr bool has_fit_of_all(Software software) {
    return software == Software::unknown || software == Software::vllm || is_sglang(software);
}

enum class Execution { compiled, eager };
inline constexpr std::array<std::string_view, 2> execution_names{"compiled", "eager"};

/// What happens when the footprint exceeds the memory.
/// `spill`: only what does not fit crosses the host link. `all`: everything streams at min(memory, host link).
/// `ignore`: timed as if it fitted (the result still says that it does not).
enum class Offload { spill, all, ignore };
inline constexpr std::array<std::string_view, 3> offload_names{"spill", "all", "ignore"};

enum class MoeWeights { touched, all };
inline constexpr std::array<std::string_view, 2> moe_weights_names{"touched", "all"};

/// Which weights a pass reads. `all`: every one, a round upper figure. `rows`: of an input embedding that is not the
/// output head too, only the rows of the tokens passed, which are looked up and not multiplied.
enum class EmbeddingRead { all, rows };
inline constexpr std::array<std::string_view, 2> embedding_read_names{"all", "rows"};

/// What attention keeps for the backward pass. `flash`: no scores, which are computed again (Dao et al., NeurIPS 2022);
/// `eager`: all scores of each pair of tokens.
enum class Attention { flash, eager };
inline constexpr std::array<std::string_view, 2> attention_names{"flash", "eager"};

/// `textbook` reproduces the bookkeeping of the reference package 0.1.0 where it looks wrong (training steps of one
/// token a sample, hfu = 1.1 mfu, draft models without overhead, synthesis that forgets overhead, …).
enum class Accounting { corrected, textbook };
inline constexpr std::array<std::string_view, 2> accounting_names{"corrected", "textbook"};

/// Memory of a discrete GPU that its driver, context and kernels take: what llama.cpp leaves free by default, 1024 MiB
/// (tools/fit-params/README.md), in round figures; PyTorch's context and kernels alone take 0.5 to 1 GB
/// (pytorch#12873).
inline constexpr Bytes<> gpu_context{1e9};

/// Time of one layer beside its bytes and arithmetic, compiled, and time to launch one, eager (modelling values of the
/// textbook's package).
inline constexpr Seconds<> compiled_layer{1e-5}, eager_launch{1e-4};

/// Servers draw three tenths of full power at no load (Barroso & Hölzle, IEEE Computer 40(12), 2007).
inline constexpr double server_at_rest = 0.3;

struct Assumptions {
    Preset preset = Preset::first_principles;
    Software software = Software::unknown;
    double efficiency = 0.5;
    double bandwidth_efficiency = 1.0;
    double overlap = 1.0;
    Execution execution = Execution::compiled;
    Seconds<> layer_overhead = compiled_layer;
    Seconds<> host_launch{0};
    std::optional<double> activation_fraction;
    Offload offload = Offload::spill;
    Offload serving_offload = Offload::spill;
    CachePrecision kv_precision = CachePrecision::fp16;
    Maybe<Scheme> scheme;
    bool decode_compute = true;
    bool prefill_memory = true;
    MoeWeights moe_weights = MoeWeights::touched;
    EmbeddingRead embedding_read = EmbeddingRead::all;
    Attention attention = Attention::flash;
    Bytes<> reserve = gpu_context;
    std::optional<BytesPerSecond<>> default_host_link;
    double idle_power_share = server_at_rest;
    Accounting accounting = Accounting::corrected;
    double vector_flop_per_weight = 0;
    double vector_flop_per_cache_byte = 0;
    PromptKernels prompts;             ///< of the software; nothing to choose
    const SoftwareFit* fit = nullptr;  ///< what `calibrated` was fitted to, with its residuals; lives for ever

    bool corrected() const { return accounting == Accounting::corrected; }
};

/// Sets all values to those of the preset, the software and the execution chosen, as far as they are.
Expected<void> start_assumptions(void* assumptions, const Chosen& chosen, const std::string& path);

template <>
inline const Type& describe<Assumptions>();

namespace detail {
template <>
struct Compound<Assumptions> {
    static constexpr Kind kind = Kind::preset;
    static constexpr Access access{.nested = &describe<Assumptions>,
                                   .copy = &copy<Assumptions>,
                                   .assign = &assign<Assumptions>,
                                   .start = &start_assumptions};
};
}  // namespace detail

inline constexpr std::array assumptions_fields{
    field<&Assumptions::preset>("preset", "starting point; every other field can be set alone")
        .choices(preset_names)
        .starting(),
    field<&Assumptions::software>(
        "software",
        "calibrated: the software that runs the model; a name with a year or a version stands for releases up to then")
        .choices(software_names)
        .starting(),
    field<&Assumptions::efficiency>("efficiency", "share of peak FLOP/s that is reached")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&Assumptions::bandwidth_efficiency>("bandwidth_efficiency", "share of peak memory bandwidth that is reached")
        .range(1e-9, 1)
        .slider(0.05, 1),
    field<&Assumptions::overlap>("overlap", "1: compute and memory fully overlap; 0: their times add")
        .range(0, 1)
        .slider(0, 1),
    field<&Assumptions::execution>("execution", "compiled graph, or eager: the host launches each layer in 100 us")
        .choices(execution_names)
        .starting(),
    field<&Assumptions::layer_overhead>("layer_overhead_s", "gap between two layers, on the device")
        .in("s")
        .range(0, 10)
        .log_slider(1e-7, 1e-3),
    field<&Assumptions::host_launch>("host_launch_s", "host time to launch one layer, ahead of the device")
        .in("s")
        .range(0, 10)
        .log_slider(1e-7, 1e-3),
    field<&Assumptions::activation_fraction>(
        "activation_fraction", "activation traffic of one sample as a share of the weight bytes; absent: by family")
        .range(0, 1e3)
        .slider(0, 1),
    field<&Assumptions::offload>("offload", "roofline: what crosses the host link when the memory is too small")
        .choices(offload_names),
    field<&Assumptions::serving_offload>("serving_offload",
                                         "serving: what crosses the host link when the memory is too small")
        .choices(offload_names),
    field<&Assumptions::kv_precision>("kv_precision", "number format of the KV cache, where the request names none")
        .choices(cache_precision_names),
    field<&Assumptions::scheme>(
        "scheme",
        "whether quantized weights are expanded to 16 bits first or multiplied as they are; absent: as is usual")
        .choices(scheme_names),
    field<&Assumptions::decode_compute>("decode_compute", "decode is also limited by compute"),
    field<&Assumptions::prefill_memory>("prefill_memory",
                                        "prefill time also counts reading the weights and launching the layers"),
    field<&Assumptions::moe_weights>("moe_weights", "mixture of experts: read the experts touched, or all weights")
        .choices(moe_weights_names),
    field<&Assumptions::embedding_read>(
        "embedding_read", "how much of the input embedding a pass reads: all of it, or only the rows of its tokens")
        .choices(embedding_read_names),
    field<&Assumptions::attention>(
        "attention",
        "training: whether attention scores are recomputed in the backward pass (flash) or all stored (eager)")
        .choices(attention_names),
    field<&Assumptions::reserve>("reserve_bytes", "memory of a discrete GPU taken up by its driver and kernels")
        .in("bytes")
        .range(0, 1e18)
        .slider(0, 4e9),
    field<&Assumptions::default_host_link>(
        "default_host_link_bytes_per_s",
        "host link assumed for a device that lists none; absent: such a device cannot spill")
        .in("bytes/s")
        .range(1, 1e21),
    field<&Assumptions::idle_power_share>("idle_power_share", "share of its TDP that a device draws when idle")
        .range(0, 1)
        .slider(0, 1),
    field<&Assumptions::accounting>(
        "accounting",
        "corrected, or textbook: the textbook package's results are reproduced even where they look wrong")
        .choices(accounting_names),
    field<&Assumptions::vector_flop_per_weight>("vector_flop_per_weight",
                                                "vector work on each weight read, to unpack it")
        .in("flop")
        .range(0, 1e4)
        .slider(0, 20),
    field<&Assumptions::vector_flop_per_cache_byte>("vector_flop_per_cache_byte",
                                                    "vector work on each byte of one sequence's cache")
        .in("flop/byte")
        .range(0, 1e6)
        .slider(0, 400),
};
RIDGEPOINT_DESCRIBE(Assumptions, assumptions_fields, "what is assumed beyond the data sheets")
/// The preset as a whole. `textbook` equals the reference package's recorded results to 1e-9; `calibrated` has the
/// parameters fitted to published measurements of the software.
Assumptions assumptions_of(Preset preset, Software software = Software::unknown);

/// Whether these are calibrated assumptions as they were fitted, with no parameter changed since, nor the accounting.
bool as_fitted(const Assumptions& a);

/// The same assumptions under another execution mode. The textbook adds eager launches to the time of the device.
constexpr Assumptions with_execution(Assumptions a, Execution execution) {
    const bool eager = execution == Execution::eager;
    a.execution = execution;
    if (a.preset == Preset::textbook) a.layer_overhead = eager ? eager_launch : compiled_layer;
    else a.host_launch = eager ? eager_launch : Seconds<>{0};
    return a;
}

}  // namespace ridgepoint
