/// Remarks that several solvers attach to a result: what was assumed, what fell back, what does not fit.
#pragma once

#include <string>
#include <vector>

#include "ridgepoint/roofline.hpp"
#include "ridgepoint/software_fit.hpp"

namespace ridgepoint {

using Notes = std::vector<std::string>;

/// Says which rate the arithmetic used when it is not the one the precision names.
void note_compute_rate(Notes& notes, const Hardware& device, Precision precision, Scheme scheme);

/// Says what the device does not state and what was taken instead.
void note_missing_figures(Notes& notes, const Hardware& device);

/// Says what happens to the part that does not fit.
void note_offload(Notes& notes, const Machine<>& machine, Bytes<> footprint, Offload offload, Accounting accounting);

/// Says which of the reference package's faults the textbook accounting reproduces.
void note_textbook(Notes& notes, const Assumptions& assumptions, std::string_view what);

/// Says which of these fields were set although nothing here depends on them.
void note_unused(Notes& notes, const Type& type, const void* request, std::span<const std::string_view> names,
                 std::string_view where);

/// Says what a calibrated prediction rests on, and how far it was off elsewhere; without residuals, that there is no
/// band.
void note_fit(Notes& notes, const Assumptions& assumptions, const Residuals* residuals, const Hardware& device,
              const Model& model, std::string_view what = "times");

/// Says where a model's own figures are rough.
void note_model(Notes& notes, const Model& model);

}  // namespace ridgepoint
