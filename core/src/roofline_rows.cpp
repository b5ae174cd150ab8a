#include "roofline_rows.hpp"

namespace ridgepoint {

// All that a row runs is inlined here; in WebAssembly this file alone of the solvers is optimised for speed.
[[gnu::flatten]] void roofline_rows(Rows& rows, const RooflineRequest& request, RooflineResult& result) {
    do {
        roofline_figures(request, roofline_workload(request), roofline_machine(request), result);
        rows.take();
    } while (rows.next());
}

}  // namespace ridgepoint
