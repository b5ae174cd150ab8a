/// The solvers behind one interface, so that calls and sweeps need not know their types.
#pragma once

#include <memory>

#include "describe/json.hpp"
#include "ridgepoint/api.hpp"
#include "rows.hpp"

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
    /// Fills the columns of a sweep whose rows go through the request.
    virtual Expected<void> fill(Rows& rows, const Registry& registry) {
        do {
            if (auto ok = figures(registry); !ok) return ok;
            rows.take();
        } while (rows.next());
        return {};
    }
};

/// What an answer may take: as much as so many of a solver's that neither simulates nor searches. A simulation takes
/// tenths of a second; simulating all mixtures of two servers takes ten times as long.
inline constexpr std::size_t simulation_cost = 400, mixtures_cost = 4000;

struct Solver {
    Call call;
    bool sweepable;
    std::size_t cost;
    std::unique_ptr<Job> (*make)();
};

/// A call that is no solver.
struct JsonCall {
    std::string_view name;
    Expected<Json> (*run)(const Json& request, const Registry& registry);
};

/// What a program answers to is decided where it is linked, with engine/sets/all.cpp or engine/sets/solvers.cpp.
std::span<const Solver> solvers();
std::span<const JsonCall> other_calls();

}  // namespace ridgepoint
