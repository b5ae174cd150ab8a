#include "ridgepoint/serve.hpp"

#include "cases.hpp"
#include "grid.hpp"

using namespace ridgepoint;

TEST_CASE("everywhere: more of a resource never slows either phase") {
    for_each_served([](ServeRequest r) {
        for (const Assumptions& a : some_assumptions()) {
            r.assumptions = a;
            const auto device = r.hardware;
            const ServeResult before = serve_figures(r);
            const auto holds = [&](const char* what, auto change) {
                r.hardware = changed(device, change);
                const ServeResult after = serve_figures(r);
                const bool no_slower = after.itl <= before.itl * (1 + rounding) &&
                                       after.ttft <= before.ttft * (1 + rounding) &&
                                       after.max_batch >= before.max_batch;
                if (no_slower) return;
                INFO(label(r) << ": twice the " << what);
                CHECK(no_slower);
            };
            holds("bandwidth", [](Hardware& h) { scale_bandwidth(h, 2); });
            holds("arithmetic", [](Hardware& h) { scale_peak(h, 2); });
            holds("capacity", [](Hardware& h) { h.memory_capacity = h.memory_capacity * 2; });
            r.hardware = device;
        }
    });
}

TEST_CASE("everywhere: longer contexts and larger batches take longer") {
    for_each_served([](ServeRequest r) {
        ServeResult before = serve_figures(r);
        for (int i = 0; i < 6; ++i) {
            (i % 2 == 0 ? r.context : r.batch) *= 4;
            const ServeResult now = serve_figures(r);
            const bool longer = now.itl >= before.itl * (1 - rounding) && now.ttft >= before.ttft * (1 - rounding) &&
                                now.total >= before.total;
            if (!longer) {
                INFO(label(r) << " context " << r.context << " batch " << r.batch);
                CHECK(longer);
            }
            before = now;
        }
    });
}

TEST_CASE("everywhere: fewer bytes a weight never slow decode") {
    for_each_served([](ServeRequest r) {
        // Of gpt-oss what lies outside the experts takes 16 bits beside their 4, and 8 where they take 8.
        if (r.model->dense_weight_bits) return;
        double before = HUGE_VAL;
        for (const Precision p : {Precision::fp16, Precision::int8, Precision::int4}) {
            r.precision = p;
            const double now = in_si(serve_figures(r).itl);
            if (now > before * (1 + rounding)) {
                INFO(label(r));
                CHECK(now <= before);
            }
            before = now;
        }
    });
}
