#include "cache.hpp"

#include <algorithm>
#include <bit>

namespace ridgepoint::router {
namespace {

std::uint32_t scattered(std::uint32_t token) { return token * 2654435769u; }  // 2³²/φ: Knuth, TAOCP 3, section 6.4

}  // namespace

DecisionCache::DecisionCache(MemoryMeter& meter, std::size_t capacity, double ttl_s)
    : ttl_s_(ttl_s), entries_(meter, capacity), free_(meter, capacity), slots_(meter, std::bit_ceil(2 * capacity + 1)) {
    reset();
}

void DecisionCache::reset() {
    for (std::size_t i = 0; i < free_.size(); ++i) free_[i] = static_cast<std::uint32_t>(free_.size() - 1 - i);
    std::fill_n(slots_.data(), slots_.size(), none);
    newest_ = oldest_ = none;
    size_ = 0;
    counters_ = {};
}

void DecisionCache::assign(const DecisionCache& other) {
    entries_.assign(other.entries_);
    free_.assign(other.free_);
    slots_.assign(other.slots_);
    newest_ = other.newest_;
    oldest_ = other.oldest_;
    size_ = other.size_;
    counters_ = other.counters_;
}

std::size_t DecisionCache::slot_of(std::uint32_t token) const {
    const std::size_t mask = slots_.size() - 1;
    const int bits = std::bit_width(mask);
    std::size_t slot = bits == 0 ? 0 : scattered(token) >> (32 - bits);
    while (slots_[slot] != none && entries_[slots_[slot]].token != token) slot = (slot + 1) & mask;
    return slot;
}

void DecisionCache::link_newest(std::uint32_t entry) {
    entries_[entry].older = newest_;
    entries_[entry].newer = none;
    (newest_ == none ? oldest_ : entries_[newest_].newer) = entry;
    newest_ = entry;
}

void DecisionCache::unlink(std::uint32_t entry) {
    const std::uint32_t newer = entries_[entry].newer, older = entries_[entry].older;
    (newer == none ? newest_ : entries_[newer].older) = older;
    (older == none ? oldest_ : entries_[older].newer) = newer;
}

void DecisionCache::remove(std::size_t slot) {
    const std::size_t mask = slots_.size() - 1;
    unlink(slots_[slot]);
    --size_;
    free_[free_.size() - 1 - size_] = slots_[slot];
    slots_[slot] = none;
    // What follows without a gap is put again, so that probing still finds it.
    for (std::size_t next = (slot + 1) & mask; slots_[next] != none; next = (next + 1) & mask) {
        const std::uint32_t entry = slots_[next];
        slots_[next] = none;
        slots_[slot_of(entries_[entry].token)] = entry;
    }
}

const Decision* DecisionCache::find(std::uint32_t token, double now_s) {
    const std::size_t slot = slot_of(token);
    const std::uint32_t entry = slots_[slot];
    if (entry == none) {
        ++counters_.misses;
        return nullptr;
    }
    if (now_s - entries_[entry].kept_at_s > ttl_s_) {
        remove(slot);
        ++counters_.expired;
        ++counters_.misses;
        return nullptr;
    }
    ++counters_.hits;
    if (entry != newest_) {
        unlink(entry);
        link_newest(entry);
    }
    return &entries_[entry].decision;
}

void DecisionCache::put(std::uint32_t token, const Decision& decision, double now_s) {
    if (capacity() == 0) return;
    std::size_t slot = slot_of(token);
    if (slots_[slot] != none) {
        remove(slot);
    } else if (size_ == capacity()) {
        remove(slot_of(entries_[oldest_].token));
        ++counters_.evicted;
    }
    const std::uint32_t entry = free_[free_.size() - 1 - size_];
    ++size_;
    counters_.peak_size = std::max(counters_.peak_size, size_);
    entries_[entry] = {token, none, none, now_s, decision};
    slots_[slot_of(token)] = entry;
    link_newest(entry);
}

}  // namespace ridgepoint::router
