/// Recent decisions by token: least recently used ones make room, and each is good for a limited time.
#pragma once

#include "buffer.hpp"
#include "decision.hpp"

namespace ridgepoint::router {

/// Holds at most `capacity` decisions and never gives out one that is older than `ttl_s`. The time is the caller's: any
/// number of seconds that does not fall. Nothing is allocated after construction.
class DecisionCache {
public:
    struct Counters {
        std::size_t hits = 0, misses = 0, expired = 0, evicted = 0, peak_size = 0;
    };

    DecisionCache(MemoryMeter& meter, std::size_t capacity, double ttl_s);

    void reset();
    /// The state of another of the same size.
    void assign(const DecisionCache& other);
    /// Counts from here on; what is kept stays.
    void restart_counters() { counters_ = {0, 0, 0, 0, size_}; }

    /// The decision kept for the token, which becomes the most recently used; null when there is none or it expired,
    /// and an expired one is dropped.
    const Decision* find(std::uint32_t token, double now_s);

    /// Keeps a decision for the token, in place of an older one, or of the least recently used when there is no room.
    void put(std::uint32_t token, const Decision& decision, double now_s);

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return entries_.size(); }
    const Counters& counters() const { return counters_; }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    struct Entry {
        std::uint32_t token, newer, older;
        double kept_at_s;
        Decision decision;
    };

    std::size_t slot_of(std::uint32_t token) const;
    void link_newest(std::uint32_t entry);
    void unlink(std::uint32_t entry);
    void remove(std::size_t slot);

    double ttl_s_;
    Buffer<Entry> entries_;
    Buffer<std::uint32_t> free_;   ///< a stack of unused entries
    Buffer<std::uint32_t> slots_;  ///< open addressing with linear probing: an entry, or none
    std::uint32_t newest_ = none, oldest_ = none;
    std::size_t size_ = 0;
    Counters counters_;
};

}  // namespace ridgepoint::router
