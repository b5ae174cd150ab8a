/// What is measured, piece by piece.
#pragma once

#include <vector>

#include "network.hpp"

namespace ridgepoint::bench {

/// read, copy: memory of a size, over and over. arithmetic: without memory, or with as little as the nearest cache
/// holds. product: weights times vectors. step: a token of the language model for each of some sequences. rest: the
/// same without its products.
enum class Kind { read, copy, arithmetic, product, step, rest };

struct Task {
    Kind kind;
    Format format = Format::fp32;
    double bytes = 0;      ///< of read and copy: all that is touched, what is written too
    Shape shape{0, 0, 0};  ///< of a product; of a step the batch alone

    /// Whether it measures a rate, of memory or of arithmetic.
    bool is_rate() const { return kind == Kind::read || kind == Kind::copy || kind == Kind::arithmetic; }

    /// What one pass does: bytes moved, or operations, a multiplication and an addition being two.
    double work() const;

    /// Bytes that a pass of a product needs: weights once, vectors, and outputs. Of a step the weights. Of read and
    /// copy their size.
    double traffic_bytes() const;
};

/// Sizes of working sets, each twice the one before: 16 KiB to the largest. Worked: up to 64 KiB they are three.
std::vector<double> working_sets(double largest_bytes);

/// Products of the machine's description, by what each tells of it.
enum class Probe { none, arithmetic, memory, overhead };
Probe probe_of(const Shape& shape);

/// What describes a machine, in the order in which it is measured.
std::vector<Task> machine_tasks(double largest_bytes);

/// Products whose times are predicted before they run; none is one that `machine_tasks` has run.
std::vector<Task> tested_products();

/// Steps of the language model whose times are predicted before they run, in each format with four batches.
std::vector<Task> tested_steps();

}  // namespace ridgepoint::bench
