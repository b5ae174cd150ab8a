#include "plain.h"

void plain_rooflines(const struct plain_input *in, const double *batches, struct plain_result *results, int count) {
    for (int i = 0; i < count; i++) {
        const double batch = batches[i];
        struct plain_result r;
        const double pairs = in->layers * in->context * batch;
        r.work = 2 * in->parameters * batch + 4 * pairs * in->heads * in->head_dim;
        r.traffic = in->parameters * in->bytes_per_value + 2 * pairs * in->kv_heads * in->head_dim * in->bytes_per_value;
        r.footprint = r.traffic;
        r.peak = in->peak;
        r.attainable = in->peak * in->efficiency;
        r.compute = r.work / r.attainable;
        r.memory = r.traffic / (in->bandwidth * in->bandwidth_efficiency);
        r.overhead = in->layer_overhead * in->layers;
        const double longer = r.compute <= r.memory ? r.memory : r.compute;
        const double shorter = r.compute <= r.memory ? r.compute : r.memory;
        r.latency = longer + shorter * (1 - in->overlap) + r.overhead;
        r.regime = longer < r.overhead ? 2 : r.compute <= r.memory ? 0 : 1;
        r.throughput = batch / r.latency;
        r.intensity = r.work / r.traffic;
        r.bandwidth = r.traffic / r.memory;
        r.ridge = in->peak / in->bandwidth;
        r.attainable_ridge = r.attainable / r.bandwidth;
        r.mfu = r.work / (in->peak * r.latency);
        r.hfu = r.work / (in->peak * r.latency);
        const double moved = r.traffic / (in->bandwidth * r.latency);
        r.energy = in->tdp * (0.3 + 0.7 * (moved > r.mfu ? moved : r.mfu)) * r.latency;
        r.feasible = r.footprint <= in->capacity;
        r.spill = r.feasible ? 0 : r.footprint - in->capacity;
        results[i] = r;
    }
}
