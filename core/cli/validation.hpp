/// `ridgepoint validate`: predictions against measurements of anyone's.
#pragma once

#include "flags.hpp"
#include "ridgepoint/error.hpp"

namespace ridgepoint::cli {

/// Reads the files of measurements, prints the errors by kind, software, device and document, and writes a CSV of every
/// point when one is asked for. False: the CSV could not be written, and standard error says why.
Expected<bool> validate(const Options& options);

}  // namespace ridgepoint::cli
