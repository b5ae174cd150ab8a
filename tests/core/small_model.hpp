/// A model small enough to be worked out many times in a test.
#pragma once

#include "language_model/compress.hpp"
#include "language_model/training.hpp"

namespace small_model {

inline ridgepoint::lm::Model random() {
    return ridgepoint::lm::random_model(
        {.vocabulary = 11, .width = 16, .layers = 2, .heads = 2, .hidden = 24, .context = 12}, 5);
}

inline std::vector<ridgepoint::lm::Token> tokens(int from) {
    std::vector<ridgepoint::lm::Token> all;
    for (int i = from; i < from + 12; ++i) all.push_back(static_cast<ridgepoint::lm::Token>(i * i * 5 % 11));
    return all;
}

}  // namespace small_model
