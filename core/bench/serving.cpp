#include "serving.hpp"

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/serve.hpp"

namespace ridgepoint::bench {
namespace {

/// `places` with its numbers replaced by those at these places.
void fill(Json& places, std::span<const double> numbers) {
    if (places.is_number()) places = numbers[places.get<std::size_t>()];
    else if (places.is_object())
        for (Json& each : places) fill(each, numbers);
}

}  // namespace

Expected<Prediction> predict_step(const Machine& one, const Task& step, const Hardware& thread) {
    Json request = Json::parse(serving_request);
    fill(request, serving_numbers(one, step));
    Json device = write_json(thread, Unset::omit);
    device.update(request["hardware"]);
    request["hardware"] = std::move(device);
    request["precision"] = format_names[static_cast<std::size_t>(step.format)];
    return read_json<ServeRequest>(request, Registry{}).and_then(serve).map([](const ServeResult& r) {
        constexpr std::array<Limit, 3> limits{Limit::memory, Limit::arithmetic, Limit::overhead};
        return Prediction{in_si(r.itl), in_si(r.decode_memory), in_si(r.decode_compute), in_si(r.decode_overhead),
                          limits[static_cast<std::size_t>(r.decode_regime)]};
    });
}

}  // namespace ridgepoint::bench
