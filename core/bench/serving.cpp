#include "serving.hpp"

#include "ridgepoint/serve.hpp"

namespace ridgepoint::bench {
namespace {

std::shared_ptr<const Model> served_model() {
    static const auto model = [] {
        Model m;
        m.id = "language-model";
        m.parameters = parameters_of(network_shape);
        m.layers = network_shape.layers;
        m.hidden_dim = network_shape.width;
        m.intermediate_dim = network_shape.hidden;
        m.heads = network_shape.heads;
        m.vocab_size = network_shape.vocabulary;
        m.tied_embeddings = m.gated_mlp = true;
        return std::make_shared<const Model>(std::move(m));
    }();
    return model;
}

}  // namespace

Expected<Prediction> predict_step(const Machine& one, const Task& step, const Hardware& thread) {
    const ServingRates rates = serving_rates(one, step);
    constexpr std::array<Precision, formats> precisions{Precision::fp32, Precision::int8, Precision::int4};
    auto device = std::make_shared<Hardware>(thread);
    device->memory_bandwidth = {rates.bytes_per_s};
    ServeRequest request;
    request.model = served_model();
    request.hardware = device;
    request.context = 1;
    request.batch = static_cast<double>(step.shape.batch);
    request.precision = precisions[static_cast<std::size_t>(step.format)];
    request.scheme = {Scheme::native};
    request.assumptions.efficiency = rates.efficiency;
    request.assumptions.layer_overhead = {rates.layer_overhead_s};
    return serve(request).map([](const ServeResult& r) {
        constexpr std::array<Limit, 3> limits{Limit::memory, Limit::arithmetic, Limit::overhead};
        return Prediction{in_si(r.itl), in_si(r.decode_memory), in_si(r.decode_compute), in_si(r.decode_overhead),
                          limits[static_cast<std::size_t>(r.decode_regime)]};
    });
}

}  // namespace ridgepoint::bench
