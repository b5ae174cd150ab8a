/// The language model on this machine, as the engine predicts it.
#pragma once

#include "machine.hpp"
#include "ridgepoint/error.hpp"
#include "ridgepoint/hardware.hpp"

namespace ridgepoint::bench {

/// A step by `serve`, asked as `serving_request` says; `thread` is the machine with one thread as a device. Errors:
/// those of `serve`, for a machine beyond its ranges.
Expected<Prediction> predict_step(const Machine& one, const Task& step, const Hardware& thread);

}  // namespace ridgepoint::bench
