/// Does the tasks, in memory of its own.
#pragma once

#include <memory>

#include "aligned.hpp"
#include "task.hpp"
#include "timing.hpp"

namespace ridgepoint::bench {

class Runner {
public:
    Runner(const Kernels& kernels, Clock& clock, double resolution_s)
        : kernels_(kernels), clock_(clock), resolution_s_(resolution_s) {}

    /// Times a task. Memory grows to what the largest one so far needed.
    Timing time(const Task& task, const Effort& effort);

    /// Does a task so many times, for what it computes.
    void run(const Task& task, std::size_t passes);

    /// What the last product gave, floats of fp32 and 32-bit integers of the others; or the last step, floats.
    const void* outputs() const { return given_; }

private:
    struct Free {
        void operator()(void* bytes) const;
    };
    using Bytes = std::unique_ptr<void, Free>;

    void make_room(const Task& task);
    void make_network(const Task& task);
    static void grow(Bytes& bytes, std::size_t& size, std::size_t wanted);

    const Kernels& kernels_;
    Clock& clock_;
    double resolution_s_;
    Bytes weights_, vectors_, outputs_;
    std::size_t weights_size_ = 0, vectors_size_ = 0, outputs_size_ = 0;
    const void* given_ = nullptr;
    std::unique_ptr<Network> network_;
    Task network_task_{Kind::product};  ///< that the network was made for
    std::vector<std::uint16_t> tokens_;
};

}  // namespace ridgepoint::bench
