/// A trained model as a file: its shape, its tokenizer and its weights as halves.
///
///     "ridgelm1", then little-endian: six 32-bit numbers (the members of Shape in order), the number of pieces, each
///     piece as a byte of length and its bytes, then all low bytes of the weights and all high bytes, in the order of
///     each_tensor
///
/// The bytes of a half apart compress better than together.
#pragma once

#include <span>
#include <string>

#include "model.hpp"
#include "ridgepoint/error.hpp"
#include "tokenizer.hpp"

namespace ridgepoint::lm {

struct Trained {
    Model model;
    Tokenizer tokenizer;
};

std::string weights_file(const Model& model, const Tokenizer& tokenizer);

/// Errors, all of `weights`: malformed_json for what is no such file or ends too soon; out_of_range for a shape that no
/// model here has (more than 4,096 pieces, width 512, 16 layers or a context of 1,024).
Expected<Trained> read_weights(std::string_view bytes);

/// FNV-1a of 64 bits, in hexadecimal: tells files apart. Worked: of "a" it is af63dc4c8601ec8c.
std::string fingerprint(std::string_view bytes);

/// Rounds every weight to the half that the file holds.
void round_to_halves(Model& model);

}  // namespace ridgepoint::lm
