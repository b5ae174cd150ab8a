#include "ridgepoint/training_fit.hpp"

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view training_fit_json;
}  // namespace detail

const Expected<TrainingFit>& TrainingFit::embedded() {
    static const Expected<TrainingFit> fit = parse_json(detail::training_fit_json).and_then([](const Json& json) {
        return read_json<TrainingFit>(json, Registry{});
    });
    return fit;
}

}  // namespace ridgepoint
