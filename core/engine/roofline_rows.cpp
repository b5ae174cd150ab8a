#include "roofline_rows.hpp"

namespace ridgepoint {
namespace {

// All that a row runs is inlined here; WebAssembly, small elsewhere, is optimised for speed in this file.
[[gnu::flatten]] void fill_row(const RooflineRequest& request, RooflineResult& result) {
    roofline_figures(request, roofline_workload(request), roofline_machine(request), result);
}

}  // namespace

Expected<void> roofline_rows(Rows& rows, const RooflineRequest& request, RooflineResult& result) {
    const bool asks_devices = rows.read(&result.devices_needed);
    do {
        if (auto ok = check_together(request); !ok) return ok;
        fill_row(request, result);
        if (asks_devices) result.devices_needed = devices_of(layout_needed(request, result));
        rows.take();
    } while (rows.next());
    return {};
}

}  // namespace ridgepoint
