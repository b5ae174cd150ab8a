#include "runner.hpp"

#include <cstring>
#include <new>

namespace ridgepoint::bench {
namespace {

constexpr std::size_t floats_at_once = 128;

/// What is computed must be used, or the compiler leaves it out.
volatile float sink = 0;

std::size_t floats_in(double bytes) {
    const auto count = static_cast<std::size_t>(bytes) / sizeof(float);
    return count / floats_at_once * floats_at_once;
}

/// Leave all products out: what a step takes beside them.
constexpr Kernels no_products{.name = "none",
                              .read = nullptr,
                              .copy = nullptr,
                              .arithmetic = nullptr,
                              .arithmetic_flop = 0,
                              .fp32 = [](const float*, const float*, float*, const Shape&) {},
                              .int8 = [](const std::int8_t*, const std::uint8_t*, std::int32_t*, const Shape&) {},
                              .int4 = [](const std::uint8_t*, const std::uint8_t*, std::int32_t*, const Shape&) {}};

/// Tokens that each sequence has in its cache, the new one among them: half of what the model can hold.
constexpr std::size_t cached_tokens = network_shape.context / 2;

}  // namespace

void Runner::Free::operator()(void* bytes) const { operator delete(bytes, kernel_alignment); }

void Runner::grow(Bytes& bytes, std::size_t& size, std::size_t wanted) {
    if (wanted <= size) return;
    bytes.reset();
    bytes.reset(operator new(wanted, kernel_alignment));
    size = wanted;
    // 0x3c3c3c3c is a small positive float, 0x3c an activation within its range. Each page is touched here, not while
    // it is timed.
    constexpr int pattern = 0x3c;
    std::memset(bytes.get(), pattern, wanted);
}

void Runner::make_network(const Task& task) {
    const Task& made = network_task_;
    if (made.kind == task.kind && made.format == task.format && made.shape.batch == task.shape.batch) return;
    network_ = std::make_unique<Network>(task.kind == Kind::rest ? no_products : kernels_,
                                         untrained_model(network_shape), task.format, task.shape.batch);
    network_task_ = task;
    tokens_.resize(task.shape.batch);
    for (std::size_t b = 0; b < tokens_.size(); ++b) tokens_[b] = static_cast<std::uint16_t>(b);
    for (std::size_t position = 0; position < cached_tokens; ++position) network_->step(tokens_, position);
}

void Runner::make_room(const Task& task) {
    switch (task.kind) {
        case Kind::read:
            grow(weights_, weights_size_, static_cast<std::size_t>(task.bytes));
            break;
        case Kind::copy:
            grow(weights_, weights_size_, static_cast<std::size_t>(task.bytes / 2));
            grow(vectors_, vectors_size_, static_cast<std::size_t>(task.bytes / 2));
            break;
        case Kind::step:
        case Kind::rest:
            make_network(task);
            break;
        default:
            grow(weights_, weights_size_, weight_bytes(task.format, task.shape));
            grow(vectors_, vectors_size_, task.shape.columns * task.shape.batch * activation_bytes(task.format));
            grow(outputs_, outputs_size_, task.shape.rows * task.shape.batch * sizeof(float));
    }
}

void Runner::run(const Task& task, std::size_t passes) {
    make_room(task);
    const auto product = [&] {
        given_ = outputs_.get();
        switch (task.format) {
            case Format::fp32:
                kernels_.fp32(static_cast<const float*>(weights_.get()), static_cast<const float*>(vectors_.get()),
                              static_cast<float*>(outputs_.get()), task.shape);
                break;
            case Format::int8:
                kernels_.int8(static_cast<const std::int8_t*>(weights_.get()),
                              static_cast<const std::uint8_t*>(vectors_.get()),
                              static_cast<std::int32_t*>(outputs_.get()), task.shape);
                break;
            case Format::int4:
                kernels_.int4(static_cast<const std::uint8_t*>(weights_.get()),
                              static_cast<const std::uint8_t*>(vectors_.get()),
                              static_cast<std::int32_t*>(outputs_.get()), task.shape);
        }
    };
    if (task.kind == Kind::arithmetic && task.format == Format::fp32) {
        // As much work a pass as the integer formats have.
        const auto steps = static_cast<std::size_t>(task.work() / kernels_.arithmetic_flop);
        for (; passes > 0; --passes) sink = kernels_.arithmetic(steps);
        return;
    }
    const bool network = task.kind == Kind::step || task.kind == Kind::rest;
    for (; passes > 0; --passes) {
        if (task.kind == Kind::read) {
            sink = kernels_.read(static_cast<const float*>(weights_.get()), floats_in(task.bytes));
        } else if (task.kind == Kind::copy) {
            kernels_.copy(static_cast<float*>(vectors_.get()), static_cast<const float*>(weights_.get()),
                          floats_in(task.bytes / 2));
        } else if (network) {
            given_ = network_->step(tokens_, cached_tokens - 1).data();
        } else {
            product();
        }
    }
}

Timing Runner::time(const Task& task, const Effort& effort) {
    make_room(task);
    return time_of(clock_, resolution_s_, effort, [&](std::size_t passes) { run(task, passes); });
}

}  // namespace ridgepoint::bench
