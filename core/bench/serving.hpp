/// The language model on this machine, as the engine predicts it.
#pragma once

#include "machine.hpp"
#include "ridgepoint/error.hpp"
#include "ridgepoint/hardware.hpp"

namespace ridgepoint::bench {

/// A step by `serve`: the model's true shape on `thread`, the machine with one thread as a device. Attention over
/// earlier tokens is no product and in the overhead, so to the engine the context is one token. Errors: those of
/// `serve`, for a machine beyond its ranges.
Expected<Prediction> predict_step(const Machine& one, const Task& step, const Hardware& thread);

}  // namespace ridgepoint::bench
