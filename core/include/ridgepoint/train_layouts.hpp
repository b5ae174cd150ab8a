/// A training step on the same devices, in every layout into which the model and its batch can be divided.
#pragma once

#include "ridgepoint/train.hpp"

namespace ridgepoint {

struct TrainLayout {
    double tensor = 1, pipeline = 1, data = 1;
    Seconds<> step;
    double mfu = 0;
    Bytes<> needed;
    bool feasible = true;
};
inline constexpr std::array train_layout_fields{
    figure<&TrainLayout::tensor>("tensor", "devices that share each layer"),
    figure<&TrainLayout::pipeline>("pipeline", "stages that the layers are divided into"),
    figure<&TrainLayout::data>("data", "copies of the model, each with a share of the batch"),
    figure<&TrainLayout::step>("step_s", "time of one step").in("s"),
    figure<&TrainLayout::mfu>("mfu",
                              "model FLOP utilization: useful FLOP / (step time × peak), 0 to 1; attention counts half "
                              "where the kernel skips the causally masked half, else in full"),
    figure<&TrainLayout::needed>("needed_bytes", "memory that the fullest device needs").in("bytes"),
    figure<&TrainLayout::feasible>("feasible", "it fits in the memory of every device"),
};
RIDGEPOINT_DESCRIBE(TrainLayout, train_layout_fields, "a layout of a training step")

struct LayoutsResult {
    std::vector<TrainLayout> layouts;
    Remarks notes;
};
inline constexpr std::array layouts_result_fields{
    figure<&LayoutsResult::layouts>("layouts", "those that fit, the quickest first; then the others"),
    figure<&LayoutsResult::notes>("notes", "what to know before trusting the figures"),
};
RIDGEPOINT_DESCRIBE(LayoutsResult, layouts_result_fields, "the same devices in other layouts")

/// `train` at the same batch in each layout of as many devices that divides them, of at most 64 that share a layer and
/// 256 stages. What else the request says of the layout, such as expert parallelism, is kept.
///
/// Worked: Llama3_8B on 8 H100s takes a step of 32 sequences in 10 layouts, 8 × 1 × 1 to 1 × 1 × 8 among them.
/// Errors: what `train` refuses of every layout; where the batch is left open, what it refuses of the request's own.
Expected<LayoutsResult> train_layouts(const TrainRequest& request);

}  // namespace ridgepoint
