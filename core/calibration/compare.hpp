/// Measured points as requests, and what is predicted of them.
#pragma once

#include "ridgepoint/measured.hpp"

namespace ridgepoint {

using SharedModel = std::shared_ptr<const Model>;
using SharedHardware = std::shared_ptr<const Hardware>;

/// The number format the arithmetic and the registry's rates know, whatever the weights are stored in.
Precision arithmetic_of(const MeasuredPoint& point, const Model& model);

/// llama.cpp's llama-bench: a prompt alone, so many of its tokens at once.
bool in_micro_batches(const MeasuredPoint& point);

bool measures_prompt(const MeasuredPoint& point);
bool measures_tokens(const MeasuredPoint& point);

/// A step of the point on each of its devices, at that length of the cache.
ServeRequest serving(const MeasuredPoint& point, const SharedModel& model, const SharedHardware& device, double context,
                     const Assumptions& assumptions);

/// Seconds of what the point measured; of a rate of tokens, a token's.
double measured_seconds(const MeasuredPoint& point);

/// What of a server the point measures, as tables name it; none: no server's.
std::optional<std::string> figure_of_server(const MeasuredPoint& point);

/// Several figures may have been measured in one run, which is simulated once.
using SimulatedRuns = std::map<const LoadRequest*, Expected<LoadResult>>;

/// A point of a server under load: its own request, or the one that its members tell of.
void compare_load(MeasuredComparison& comparison, const SharedModel& model, const SharedHardware& device,
                  const Assumptions& assumptions, const ServerChoice& server, SimulatedRuns& runs);

/// Prompts, tokens and batches that start together on several devices.
void compare_layout(MeasuredComparison& comparison, const SharedModel& model, const SharedHardware& device,
                    const Assumptions& assumptions, const ServerChoice& server);

void compare_training(MeasuredComparison& comparison, const Assumptions& assumptions);

}  // namespace ridgepoint
