#include "fitting_devices.hpp"

#include <algorithm>

#include "ridgepoint/registry.hpp"

namespace ridgepoint {

std::vector<std::string> fitting_devices(ServeRequest request) {
    constexpr std::size_t few = 3;
    std::vector<std::string> ids;
    const auto& registry = Registry::embedded();
    if (!registry) return ids;
    auto left = registry->hardware;
    request.decode_hardware = nullptr;
    request.parallel = {};
    while (!left.empty() && ids.size() < few) {
        const auto smallest = std::min_element(left.begin(), left.end(), [](const auto& a, const auto& b) {
            return a->memory_capacity < b->memory_capacity;
        });
        request.hardware = *smallest;
        left.erase(smallest);
        if (serve_figures(request).feasible) ids.push_back(request.hardware->id);
    }
    return ids;
}

}  // namespace ridgepoint
