#include <list>
#include <map>

#include "catch.hpp"
#include "moe_router/cache.hpp"
#include "moe_router/random.hpp"

using namespace ridgepoint::router;

namespace {

Decision naming(int expert) {
    Decision d;
    d.expert[0] = static_cast<std::uint8_t>(expert);
    d.weight[0] = 1;
    return d;
}

/// The expert kept for a token, or -1.
int found(DecisionCache& cache, std::uint32_t token, double now_s) {
    const Decision* d = cache.find(token, now_s);
    return d == nullptr ? -1 : d->expert[0];
}

}  // namespace

TEST_CASE("the cache gives back what it was given, the newest for a token") {
    MemoryMeter meter;
    DecisionCache cache(meter, 2, 10);
    CHECK(found(cache, 7, 0) == -1);
    cache.put(7, naming(3), 0);
    CHECK(found(cache, 7, 0) == 3);
    cache.put(7, naming(4), 1);
    CHECK(found(cache, 7, 1) == 4);
    CHECK(cache.size() == 1);
    CHECK(cache.counters().hits == 2);
    CHECK(cache.counters().misses == 1);
}

TEST_CASE("the least recently used makes room") {
    MemoryMeter meter;
    DecisionCache cache(meter, 2, 10);
    cache.put(1, naming(1), 0);
    cache.put(2, naming(2), 0);
    CHECK(found(cache, 1, 0) == 1);  // 2 is now the older
    cache.put(3, naming(3), 0);
    CHECK(found(cache, 2, 0) == -1);
    CHECK(found(cache, 1, 0) == 1);
    CHECK(found(cache, 3, 0) == 3);
    CHECK(cache.counters().evicted == 1);
    CHECK(cache.size() == 2);
}

TEST_CASE("an entry is good for its time to live and no longer, however often it is used") {
    MemoryMeter meter;
    DecisionCache cache(meter, 4, 10);
    cache.put(1, naming(1), 100);
    CHECK(found(cache, 1, 105) == 1);
    CHECK(found(cache, 1, 110) == 1);
    CHECK(found(cache, 1, 110.001) == -1);
    CHECK(cache.counters().expired == 1);
    CHECK(cache.size() == 0);
    CHECK(found(cache, 1, 110.001) == -1);
    CHECK(cache.counters().expired == 1);
    cache.put(1, naming(2), 200);
    CHECK(found(cache, 1, 209) == 2);
}

TEST_CASE("a cache of no size keeps nothing") {
    MemoryMeter meter;
    DecisionCache cache(meter, 0, 10);
    cache.put(1, naming(1), 0);
    CHECK(found(cache, 1, 0) == -1);
    CHECK(cache.size() == 0);
    CHECK(cache.counters().peak_size == 0);
}

TEST_CASE("it does what a list in order of use would do, over many random steps") {
    constexpr std::size_t capacity = 13;
    constexpr double ttl_s = 40;
    MemoryMeter meter;
    DecisionCache cache(meter, capacity, ttl_s);
    struct Kept {
        std::uint32_t token;
        int expert;
        double at_s;
    };
    std::list<Kept> model;  // the newest first
    Random random(11);
    double now_s = 0;
    for (int step = 0; step < 20000; ++step) {
        now_s += static_cast<double>(random.next() % 3);
        const auto token = static_cast<std::uint32_t>(random.next() % 40);
        auto known = std::find_if(model.begin(), model.end(), [&](const Kept& k) { return k.token == token; });
        if (random.next() % 2 == 0) {
            int expected = -1;
            if (known != model.end() && now_s - known->at_s > ttl_s) {
                model.erase(known);
            } else if (known != model.end()) {
                expected = known->expert;
                model.splice(model.begin(), model, known);
            }
            REQUIRE(found(cache, token, now_s) == expected);
        } else {
            const int expert = static_cast<int>(random.next() % 8);
            if (known != model.end()) model.erase(known);
            else if (model.size() == capacity) model.pop_back();
            model.push_front({token, expert, now_s});
            cache.put(token, naming(expert), now_s);
        }
        REQUIRE(cache.size() == model.size());
        REQUIRE(cache.size() <= capacity);
    }
    CHECK(cache.counters().peak_size == capacity);
    CHECK(cache.counters().expired > 0);
    CHECK(cache.counters().evicted > 0);
    DecisionCache copy(meter, capacity, ttl_s);
    copy.assign(cache);
    for (const Kept& k : model)
        if (now_s - k.at_s <= ttl_s) CHECK(found(copy, k.token, now_s) == k.expert);
    cache.reset();
    CHECK(cache.size() == 0);
    CHECK(found(cache, model.front().token, now_s) == -1);
}
