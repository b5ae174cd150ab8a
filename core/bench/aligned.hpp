/// Memory as the kernels want it: their widest loads take 64 bytes at once.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ridgepoint::bench {

inline constexpr std::align_val_t kernel_alignment{64};

template <class T>
struct AlignedAllocator {
    using value_type = T;
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}
    T* allocate(std::size_t count) { return static_cast<T*>(operator new(count * sizeof(T), kernel_alignment)); }
    void deallocate(T* memory, std::size_t) { operator delete(memory, kernel_alignment); }
    bool operator==(const AlignedAllocator&) const = default;
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace ridgepoint::bench
