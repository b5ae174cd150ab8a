/// How a model is split across several devices, and how long their communication takes.
///
/// Tensor parallel: each matrix and each layer's heads are split across t devices, which add up their parts twice a
/// layer. Pipeline: the layers are divided into p stages, which a sequence passes through in turn. Expert parallel: the
/// routed experts of a mixture are spread over e of the t·d devices of a stage. Data parallel: d copies of the model,
/// each with a share of the batch.
///
///     all-reduce of n bytes over t:   2·(t − 1)/t · n / BW + α·log2 t
///     all-to-all of n bytes over e:   (e − 1)/e · n / BW + α·log2 e
///
/// Shoeybi et al., Megatron-LM, 2019 (two all-reduces a layer and pass); Narayanan et al., SC 2021 (pipelines); Pope et
/// al., MLSys 2023; Thakur, Rabenseifner & Gropp, IJHPCA 19(1), 2005 (the times). Over several nodes, the devices of
/// each node first add up their parts; then each of them exchanges an equal share of the sum over the network.
///
/// Worked: 8,192 values of 2 bytes over 8 H100s at 450e9 B/s, α 5 us: 2 · 7/8 · 16,384 / 450e9 = 0.0637 us, and 15 us.
#pragma once

#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/step.hpp"

namespace ridgepoint {

struct Hardware;

struct Parallel {
    double tensor = 1, pipeline = 1, expert = 1, data = 1;

    double devices() const { return tensor * pipeline * data; }
    /// Whether devices wait for each other; copies of a model do not.
    bool exchanges() const { return devices() > data || expert > 1; }

    friend constexpr bool operator==(const Parallel&, const Parallel&) = default;
};

namespace detail {
template <auto Member>
constexpr Field degree(std::string_view name, Words text) {
    return field<Member>(name, text).whole(1, 1e6).log_slider(1, 64);
}
}  // namespace detail
inline constexpr std::array parallel_fields{
    detail::degree<&Parallel::tensor>("tensor", "devices that each matrix and each layer's heads are split over"),
    detail::degree<&Parallel::pipeline>("pipeline", "stages that the layers are divided into"),
    detail::degree<&Parallel::expert>("expert", "devices that routed experts are spread over, of tensor × data"),
    detail::degree<&Parallel::data>("data", "copies of the model, each with a share of the batch"),
};
RIDGEPOINT_DESCRIBE(Parallel, parallel_fields, "a layout over several devices")

/// The devices of a layout where there is one.
inline std::optional<double> devices_of(const std::optional<Parallel>& layout) {
    return layout ? std::optional(layout->devices()) : std::nullopt;
}

/// How devices reach each other.
struct Links {
    BytesPerSecond<> device;   ///< within a node, in one direction
    BytesPerSecond<> network;  ///< between nodes, of each device
    Seconds<> latency;         ///< wait for the first byte from another device of the node
    double node = 8;           ///< devices that the fast link joins
};

/// What a server's network carries for each device where a device file does not say: 400 Gb/s in one direction, as in
/// NVIDIA's DGX H100 (one ConnectX-7 a device).
inline constexpr BytesPerSecond<> usual_network{5e10};

/// Those of a device: without a link of their own devices talk over PCIe; nodes are of 8 where the registry does not
/// say, as in the servers that most are sold in. `efficiency`: share of the rates that is reached.
Links links_of(const Hardware& device, double efficiency, Seconds<> latency);

/// What exchanges between devices reach of their links, as a share of what NVLink's reach of its own. Without links of
/// their own, what devices exchange passes the processors and their memory: all-reduces of eight RTX 5090 reach 28, of
/// four 35, of the 64 GB/s of PCIe 5.0 (nccl-tests, github.com/NVIDIA/nccl/issues/1639).
double share_of_links(const Hardware& device);

Seconds<> exchange_time(const Exchange& exchange, const Links& links);

/// The device with those links.
Machine<> linked(Machine<> machine, const Links& links);

/// `node`: devices a node. `devices` of them take part, from as few nodes as hold them.
Exchange all_reduce(Bytes<> bytes, double devices, double node);
Exchange all_to_all(Bytes<> bytes, double devices, double node);

/// The load of the fullest of `ranks` as a multiple of the mean, where tokens fall on them at random:
/// 1 + sqrt(2·ln e / mean), at most e (Raab & Steger, Balls into Bins, RANDOM 1998). Worked: 8 ranks, 256 tokens each:
/// 1.127.
double fullest_rank(double ranks, double tokens_a_rank);

/// Key-value heads are cut no finer than there are, and a latent cache not at all: beyond that each device holds a
/// copy.
double cache_shards(const Model& model, double tensor);

/// Bytes of weights on each device, all stages alike. Worked: Llama3_70B at 2 bytes, tensor 8: 141.2e9 / 8.
Bytes<> weights_each(const Model& model, double bytes_per_weight, const Parallel& parallel);

/// The part of these that belongs to experts spread over more devices than share a layer.
Bytes<> scattered_each(const Model& model, double bytes_per_weight, const Parallel& parallel);

/// Bytes of weights that each device reads for a pass of so many tokens of its copy, through all stages; where experts
/// are spread, on the fullest rank.
Bytes<> weights_read_each(const Model& model, double bytes_per_weight, double tokens, MoeWeights rule,
                          EmbeddingRead embedding, const Parallel& parallel);

/// How many weights those are.
double weights_passed_each(const Model& model, double tokens, MoeWeights rule, EmbeddingRead embedding,
                           const Parallel& parallel);

/// FLOP of rows that are multiplied for nothing: an expert's tokens are padded to whole tiles (vLLM's
/// moe_align_block_size), so that each expert touched has half a tile to spare on average, with the smaller tiles of
/// few tokens as many rows as it has. Worked: GptOss_20B, 1024 tokens: its 32 experts have 128 each and take 159.5
/// rows.
Flop<> padding_work(const Model& model, double tokens, const Parallel& parallel);

/// Rows of a tile: BLOCK_SIZE_M that vLLM's fused_moe takes where no device has its own table.
inline constexpr double expert_rows = 64;

/// FLOP that routed experts add on the device with the most tokens, beyond its share of all work.
Flop<> imbalance_work(const Model& model, double tokens, const Parallel& parallel);

/// What each device sends in a pass of so many tokens of its copy: 16-bit activations, twice a layer.
Exchange pass_exchange(const Model& model, double tokens, const Parallel& parallel, const Links& links);

/// Sequences that pass through a stage together, of so many in all: those of a copy, over its stages.
double micro_batch(const Parallel& parallel, double batch);

/// Sequences of the fullest copy of the model.
double sequences_each(const Parallel& parallel, double batch);

/// The share of the copies that have one of so many sequences.
double copies_at_work(const Parallel& parallel, double batch);

/// The share of the time in which a device works, where each copy sends its sequences through all stages over and over:
/// with fewer than stages some wait. One sequence on 8 stages: an eighth.
double share_at_work(const Parallel& parallel, double batch);

/// Whether the model can be cut so, by the `parallel` of the request at `path`. Errors: heads or experts that do not
/// divide; more stages than layers; experts of a model that has none, or spread over more devices than there are.
Expected<void> check_layout(const Parallel& parallel, const Model& model, const std::string& path = "");

}  // namespace ridgepoint
