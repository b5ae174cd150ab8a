/// The events of a server under load: which requests wait, are read, are answered, and when.
#pragma once

#include <cmath>
#include <vector>

#include "compared.hpp"
#include "mixed_step.hpp"
#include "ridgepoint/load.hpp"

namespace ridgepoint {

/// A request and what became of it. Times in seconds from the first arrival.
struct Served {
    double arrival = 0, prompt = 0, output = 0;
    double begun = -1, first_token = 0, finished = 0;
};

/// What devices wait for, in time summed over the sequences under way.
struct Idle {
    double links = 0, host = 0;
};

struct Simulated {
    std::vector<Served> requests;
    double end = 0, busy = 0, joules = 0;
    Idle before_first, between_tokens;
    double device = 0;                     ///< of the busy time, what the devices compute
    double iterations = 0, sequences = 0;  ///< the latter added up over the iterations
    double preemptions = 0, cache_peak = 0;
    double waiting_time = 0, system_time = 0;  ///< requests in the queue and in all, integrated over time
    double last_begun = 0;                     ///< when the last request was
    std::size_t largest_batch = 0;             ///< sequences under way at a time
    Timeline timeline;
};

/// Users who ask again when answered, each after the last.
inline bool is_closed(const LoadRequest& r) { return arrival_of(r) == Arrival::closed && !r.maximum; }

/// Users of a closed load that share the fullest copy.
inline double users_of_copy(const LoadRequest& r) { return std::ceil(users_of(r) / r.parallel.data); }

/// How many copies like the one that is simulated answer all requests: of a closed load, those that its users fill.
inline double copies_in_use(const LoadRequest& r) {
    return is_closed(r) ? users_of(r) / users_of_copy(r) : r.parallel.data;
}

/// Requests that come whether or not others are answered.
inline bool is_rated(const LoadRequest& r) { return arrival_of(r) != Arrival::closed && !r.maximum; }

/// Runs until all are answered, each of which must fit the memory alone. `arrivals` in their order; `users` > 0: only
/// so many are asked at a time, each further one when an answer ends, until the request's duration is over. `columns`:
/// whether to keep the timeline.
Simulated simulate(const LoadRequest& request, const MixedSteps& steps, std::vector<Served> arrivals, double users,
                   bool columns);

/// What a request leaves open, as fitted where its assumptions are calibrated. Else nothing for a sequence, and for a
/// request the usual 15 ms (core/data/serving has what is fitted).
struct ServerRates {
    Seconds<> request_overhead{0.015}, prompt_overhead{0}, sequence_overhead{0};
    double steps_ahead = 0;

    /// What a request with such a prompt spends outside the devices.
    Seconds<> outside(double prompt_tokens) const { return request_overhead + prompt_overhead * prompt_tokens; }
};
ServerRates server_rates(const LoadRequest& request);

/// The links of the server's devices.
Links links_of(const LoadRequest& request);

/// Whether prompts are read in pieces beside the answers under way. Unless the request says, all servers do but SGLang:
/// its scheduler runs the prompts that wait before any answer goes on (get_next_batch_to_run in managers/scheduler.py,
/// up to 0.5.15 at least), and mixes them only when told to (enable_mixed_chunk, off by default).
bool chunks_prompts(const LoadRequest& request);

/// The errors that runs of such servers had; null where assumptions are not as they were fitted, and of SGLang, whose
/// published runs lie outside vLLM's bands as often as within (core/data/unseen-runs.json).
const ServingFit* serving_fit(const LoadRequest& request);

/// Times and rates of a run alone: no saturation, limits, bands, timeline or notes. Errors: as of `load`, but a run
/// that was measured is simulated to its end.
Expected<LoadResult> load_figures(const LoadRequest& request);

/// The same on these steps, for the figure that is compared: only for answers a second is a server saturated, which
/// tells whether it keeps up. The request must be valid, and have room.
LoadResult load_figures(const LoadRequest& request, const MixedSteps& steps, Compared target);

/// Times the steps of one copy.
MixedSteps steps_of(const LoadRequest& request);

/// Answers that wait for steps of prompts, added up over these, where prompts are read whole: at most as many at each
/// as are under way. A run takes as long.
double held_up(const LoadRequest& request);

/// Requests that fill the batch a few times over, however few were asked for: their rate is the server's, not the
/// run's. Fewer where long answers, written by few at a time, would take more steps than are simulated.
double enough_to_saturate(const LoadRequest& request, const MixedSteps& steps);

/// Requests that a rate is judged by, of those that were asked for; fewer where they would take too many steps.
double enough_to_judge(const LoadRequest& request, const MixedSteps& steps);

/// Errors: weights that do not fit; one sequence, the longest to be simulated, that does not fit beside them.
Expected<void> check_room(const LoadRequest& request, const MixedSteps& steps);

/// The share of the requests that keep the limits, of those after the first so many; 1 without limits.
double good_share(const LoadRequest& request, const Simulated& run, std::size_t after = 0);

/// Whether as large a share of a run's later half keeps them as shall: by then a queue that grows has begun to show.
bool keeps_limits(const LoadRequest& request, const Simulated& run);

/// The most that lengths spread evenly about their mean: from none to twice that, a standard deviation of 1/sqrt(3).
inline constexpr double widest_uniform = 0.577350269189625764;

/// The most requests of a run.
inline constexpr double most_requests = 1e5;

/// The requests of a copy of the model, with gaps and lengths drawn from the seed; the gaps, that after the last among
/// them, have just the mean that the rate asks for.
std::vector<Served> arrivals_of(const LoadRequest& request, double count, double rate);

/// How many come within so long, the first at once.
double arrivals_within(Seconds<> duration, double rate);

/// Where the run is to take so long: the requests of a copy that come meanwhile, or of users the most that may be
/// simulated, as the simulation stops them in time.
void count_requests(LoadRequest& request);

}  // namespace ridgepoint
