/// Where to go with a model that does not fit.
#pragma once

#include "ridgepoint/serve.hpp"

namespace ridgepoint {

/// Ids of the smallest devices of the registry that hold the whole request alone, smallest first, three at most.
std::vector<std::string> fitting_devices(ServeRequest request);

}  // namespace ridgepoint
