/// What is done to a token's numbers between two linear layers.
#pragma once

#include <cstddef>

namespace ridgepoint::lm {

/// x·gain / root mean square of x, a row a token, and the reciprocal of that root.
void rms_norm(const float* x, const float* gain, float* y, float* scale, std::size_t rows, std::size_t width);

/// silu(gate)·up, of rows of gates followed by ups.
void gate(const float* gated, float* hidden, std::size_t rows, std::size_t width);

}  // namespace ridgepoint::lm
