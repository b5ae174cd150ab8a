// Compiled with the program and not with its tests, which the sanitizers' program shares with the released one.

#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace ridgepoint {

#ifdef __SANITIZE_ADDRESS__
const bool allocations_are_counted = false;
#else
const bool allocations_are_counted = true;
#endif
volatile std::size_t allocations = 0;

}  // namespace ridgepoint

#ifndef __SANITIZE_ADDRESS__
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // where it inlines one of the two
#endif
void* operator new(std::size_t size) {
    ridgepoint::allocations = ridgepoint::allocations + 1;
    return std::malloc(size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
#endif
