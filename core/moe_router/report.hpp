/// From what was measured to what it means.
#pragma once

#include "measurement.hpp"

namespace ridgepoint::router {

/// Everything but the projection. Errors: as route_model, which predicts.
Expected<SystemsAnalysis> report_on(const Measurement& measurement, const Tokens& tokens, std::size_t text_bytes,
                                    std::string_view kernels);

}  // namespace ridgepoint::router
