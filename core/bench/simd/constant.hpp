/// Constants of the loops that are timed.
#pragma once

namespace ridgepoint::bench {

/// `value`, which the compiler does not know. One that it knows Clang repeats at each use in WebAssembly, and V8 builds
/// it there from two 64-bit words: arithmetic then takes four times as long.
template <class T>
inline T in_a_register(T value) {
    const volatile T memory = value;
    return memory;
}

}  // namespace ridgepoint::bench
