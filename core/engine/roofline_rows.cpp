#include "roofline_rows.hpp"

namespace ridgepoint {

// All that a row runs is inlined here; WebAssembly, small elsewhere, is optimised for speed in this file.
[[gnu::flatten]] void roofline_rows(Rows& rows, const RooflineRequest& request, RooflineResult& result) {
    do {
        roofline_figures(request, roofline_workload(request), roofline_machine(request), result);
        rows.take();
    } while (rows.next());
}

}  // namespace ridgepoint
