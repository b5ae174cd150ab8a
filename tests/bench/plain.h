/* The roofline of a token decoded by a dense model that fits its device, its cache in the precision of its weights, as one
   would write it by hand in C: every figure the core returns, no checks, no other case. The yardstick of scripts/bench. */
#ifndef RIDGEPOINT_BENCH_PLAIN_H
#define RIDGEPOINT_BENCH_PLAIN_H

#ifdef __cplusplus
extern "C" {
#endif

struct plain_input {
    double parameters, layers, heads, kv_heads, head_dim, context, bytes_per_value;
    double peak, bandwidth, capacity, tdp, layer_overhead;
    double efficiency, bandwidth_efficiency, overlap;
};

struct plain_result {
    double latency, compute, memory, overhead, throughput;
    double intensity, ridge, attainable_ridge, work, traffic, mfu, hfu, energy, footprint, spill;
    double bandwidth, peak, attainable;
    int regime, feasible;
};

/* results[i] is the roofline of batches[i]. */
void plain_rooflines(const struct plain_input *in, const double *batches, struct plain_result *results, int count);

#ifdef __cplusplus
}
#endif
#endif
