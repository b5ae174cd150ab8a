/// Requests that several files of tests ask, and what their figures rest on.
#pragma once

#include "ask.hpp"

// Llama3_8B: 8,030,261,248 parameters, 16.060522496e9 bytes at fp16, 16.060522496e9 FLOP a token, 32 layers; 131,072
// bytes of cache and 524,288 FLOP of attention for each token of context, 268.435456e6 and 1.073741824e9 for 2048.
// H100: 989e12 FLOP/s, 3.35e12 bytes/s, 64e9 bytes/s to the host, 700 W, 10 us. A100: 312e12, 2.039e12, 32e9, 400 W, 15
// us.
inline Json on(const char* hardware, const Json& fields = Json::object()) {
    Json request{{"model", "Llama3_8B"}, {"hardware", hardware}};
    request.update(fields);
    return ask("roofline", request);
}

/// 100,000 parameters, two layers of two heads of four: small enough to follow with a pencil.
inline const Json pencil_model{
    {"family", "transformer"}, {"parameters", 100000}, {"layers", 2}, {"hidden_dim", 8}, {"heads", 2}};
inline const Json pencil_device{{"peak_flop_per_s", {{"fp16", 1e9}}},
                                {"memory_capacity_bytes", 1e9},
                                {"memory_bandwidth_bytes_per_s", 1e6},
                                {"dispatch_overhead_s", 0.5}};

// Llama3_8B: 8,030,261,248 parameters, 32 layers, 32 heads of 128, 8 of them with keys and values.
// Its cache of 2048 tokens at fp16: 2 x 32 x 8 x 128 x 2048 x 2 = 268,435,456 bytes.
inline Json serving(const Json& fields = Json::object()) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", 2048}};
    request.update(fields);
    return request;
}
inline Json served(const Json& fields = Json::object()) { return ask("serve", serving(fields)); }

/// Requests of Llama3_8B to an H100 whose front end takes no time.
inline Json loaded_8b(const Json& fields) {
    Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"request_overhead_s", 0}};
    request.update(fields);
    return ask("load", request);
}
