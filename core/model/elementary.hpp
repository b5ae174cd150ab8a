/// The few elementary functions the model needs, from additions and multiplications alone.
///
/// The C libraries of the platforms differ in the last bit of exp, log and pow; these give the same bits in every
/// build, so native and WebAssembly results agree exactly. They also spare the download the libraries' tables.
#pragma once

namespace ridgepoint {

/// xⁿ for a whole n ≥ 0, by repeated squaring. Relative error at most about n rounding units.
/// Worked: integer_power(0.75, 4) == 0.31640625.
double integer_power(double x, double n);

/// eˣ for |x| ≤ 700, within 2 units in the last place; beyond that 0 or infinity.
double exponential(double x);

/// ln x for a normal x > 0, within 2 units in the last place near 1 and 1 elsewhere.
double logarithm(double x);

/// The decimal exponent e with 10ᵉ ≤ x < 10ᵉ⁺¹, for a normal x > 0.
int decimal_exponent(double x);

/// Whether a whole number below 2⁵³ is a multiple of another.
/// Worked: divides(8, 96), not divides(8, 100).
bool divides(double divisor, double number);

/// A ratio to so many decimals, as people are shown it; below 0.1 as many digits, wherever they begin.
/// Worked: rounded_times(0.012512, 2) == 0.013.
double rounded_times(double ratio, int places);

}  // namespace ridgepoint
