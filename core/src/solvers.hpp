/// The solvers behind one interface, so that calls and sweeps need not know their types.
#pragma once

#include <memory>

#include "ridgepoint/api.hpp"

namespace ridgepoint {

/// A request and its result.
class Job {
public:
    virtual ~Job() = default;
    virtual void* request() = 0;
    virtual const void* result() const = 0;
    /// Fills the result, checks and words included.
    virtual Expected<void> solve(const Registry& registry) = 0;
    /// Fills the figures of the result; the request's single fields must be valid.
    virtual Expected<void> figures(const Registry& registry) = 0;
};

struct Solver {
    Call call;
    bool sweepable;
    std::unique_ptr<Job> (*make)();
};

std::span<const Solver> solvers();

}  // namespace ridgepoint
