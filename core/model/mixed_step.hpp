/// A step that reads parts of some prompts and writes a token of some answers, on each device of a layout.
#pragma once

#include <cmath>

#include "ridgepoint/layout.hpp"
#include "ridgepoint/serve.hpp"
#include "ridgepoint/workload.hpp"

namespace ridgepoint {

/// What one iteration of a scheduler works on, of one copy of the model.
struct Mixed {
    double answers = 0;        ///< sequences that get a token
    double context_reach = 0;  ///< tokens of their caches in reach of attention, over all layers
    double prompts = 0;        ///< that are read, in part or to their end
    double prompt_tokens = 0;  ///< of them
    double prompt_pairs = 0;   ///< of query and key, over all layers
    double prompt_reach = 0;   ///< tokens that were cached before and that they look back on, over all layers
    double prompts_ended = 0;  ///< whose first token is written
};

/// Times mixed steps of one model and layout. A step of answers alone is that of `serve`, one of a whole prompt too.
class MixedSteps {
public:
    MixedSteps(const ServeRequest& request, const Parallel& parallel, const Links& links,
               Seconds<> sequence_overhead = {});

    /// As one device has it.
    Step step(const Mixed& pass) const;
    /// The host's part: so much a sequence.
    Seconds<> host_time(const Mixed& pass) const { return sequence_overhead_ * (pass.answers + pass.prompts); }
    /// The device's time to choose tokens, where the vocabulary is sorted for it.
    Seconds<> sampling_time(const Mixed& pass) const;
    /// From the step's begin to the next one's.
    Seconds<> time(const Mixed& pass) const {
        return time_step(step(pass), machine(pass)).latency + sampling_time(pass) + host_time(pass);
    }
    /// Sorts a vocabulary of that size for each token.
    void sort_vocabulary(double size) { sorted_vocabulary_ = size; }
    /// Reads the cache as slowly as one so many times as large.
    void slow_cache(double times) { cache_slowness_ = times; }
    /// Has the host launch each layer of a pass of more tokens, ahead of the device.
    void launch_beyond(double tokens, Seconds<> of_layer) {
        captured_tokens_ = tokens;
        launched_machine_ = prompt_machine_;
        launched_machine_.host_launch = of_layer;
    }
    /// Takes passes of answers alone on one device, those with a prompt in them on another, and on a third if the host
    /// launches them.
    void run_on(const Machine<>& answers, const Machine<>& prompts, const Machine<>& launched) {
        machine_ = answers, prompt_machine_ = prompts, launched_machine_ = launched;
    }

    /// The device as it takes that pass: a step with a prompt in it runs at the rates of prompts, and so do several
    /// answers where the software takes them as a prompt.
    const Machine<>& machine(const Mixed& pass) const {
        const double together = pass.answers * group(pass);
        if (pass.prompt_tokens == 0)
            return as_a_prompt(request_.assumptions.prompts, together) ? prompt_machine_ : machine_;
        return pass.prompt_tokens + pass.answers > captured_tokens_ ? launched_machine_ : prompt_machine_;
    }

    Bytes<> weights() const;  ///< on each device
    Bytes<> memory() const { return machine_.capacity; }
    Bytes<> room() const;  ///< beside them; below 0 where they do not fit

    /// Tokens' worth of cache that fit beside the weights on each device of a copy, counted over all layers; below 0
    /// where the weights do not fit.
    double room_in_reach() const;
    const TokensInReach& in_reach() const { return in_reach_; }

private:
    /// The sequences of a copy that go through a pipeline together: one group for each stage keeps all stages busy.
    double group(const Mixed& pass) const;

    ServeRequest request_;
    Parallel parallel_;
    Links links_;
    Seconds<> sequence_overhead_;
    Machine<> machine_, prompt_machine_, launched_machine_;
    double cache_slowness_ = 1, captured_tokens_ = HUGE_VAL, sorted_vocabulary_ = 0;
    TokensInReach in_reach_;                       ///< of a sequence of the model
    double weight_bytes_each_, cache_bytes_each_;  ///< of a weight; of a token in reach of a layer, on each device
};

}  // namespace ridgepoint
