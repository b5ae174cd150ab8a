#include "fitting_devices.hpp"

#include <algorithm>

#include "ridgepoint/registry.hpp"

namespace ridgepoint {

std::vector<std::string> fitting_devices(ServeRequest request) {
    constexpr std::size_t few = 3;
    std::vector<std::string> ids;
    const auto& registry = Registry::embedded();
    if (!registry) return ids;
    auto devices = registry->hardware;
    std::stable_sort(devices.begin(), devices.end(),
                     [](const auto& a, const auto& b) { return a->memory_capacity < b->memory_capacity; });
    request.decode_hardware = nullptr;
    for (const auto& device : devices) {
        if (ids.size() == few) break;
        request.hardware = device;
        ServeResult result;
        serve_figures(request, result);
        if (result.feasible) ids.push_back(device->id);
    }
    return ids;
}

}  // namespace ridgepoint
