/// Arrays of a fixed length whose bytes are counted: what the router holds is reported, and nothing grows in a run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace ridgepoint::router {

/// Bytes of all arrays that share the meter, now and at most.
struct MemoryMeter {
    std::size_t in_use = 0;
    std::size_t peak = 0;

    void add(std::size_t bytes) {
        in_use += bytes;
        if (in_use > peak) peak = in_use;
    }
    void remove(std::size_t bytes) { in_use -= bytes; }
};

/// `count` values, zero at first, aligned for vector loads.
template <class T>
class Buffer {
public:
    Buffer(MemoryMeter& meter, std::size_t count)
        : meter_(&meter),
          count_(count),
          values_(static_cast<T*>(operator new(count * sizeof(T), std::align_val_t{alignment}))) {
        std::uninitialized_value_construct_n(values_, count_);
        meter_->add(count_ * sizeof(T));
    }
    ~Buffer() {
        operator delete(values_, std::align_val_t{alignment});
        meter_->remove(count_ * sizeof(T));
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    /// The values of another of the same length.
    void assign(const Buffer& other) { std::copy_n(other.values_, count_, values_); }

    std::size_t size() const { return count_; }
    T* data() { return values_; }
    const T* data() const { return values_; }
    T& operator[](std::size_t i) { return values_[i]; }
    const T& operator[](std::size_t i) const { return values_[i]; }
    std::span<T> part(std::size_t first, std::size_t count) { return {values_ + first, count}; }
    std::span<const T> part(std::size_t first, std::size_t count) const { return {values_ + first, count}; }
    std::span<T> all() { return {values_, count_}; }
    std::span<const T> all() const { return {values_, count_}; }

private:
    static_assert(std::is_trivially_destructible_v<T>);
    static constexpr std::size_t alignment = 64;
    MemoryMeter* meter_;
    std::size_t count_;
    T* values_;
};

}  // namespace ridgepoint::router
