/// A sweep of rooflines, the one that pages draw curves and maps from.
#pragma once

#include "ridgepoint/roofline.hpp"
#include "rows.hpp"

namespace ridgepoint {

/// Fills the columns; the request's fields must be valid.
Expected<void> roofline_rows(Rows& rows, const RooflineRequest& request, RooflineResult& result);

}  // namespace ridgepoint
