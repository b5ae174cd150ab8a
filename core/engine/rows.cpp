#include "rows.hpp"

namespace ridgepoint {

Rows::Rows(const std::vector<Axis>& axes, void* request, std::vector<Output> outputs) : outputs_(std::move(outputs)) {
    for (const Axis& axis : axes) {
        places_.push_back({&axis, axis.path.leaf->at(axis.path.owner(request)), axis.numbers.data()});
        places_.back().put();
    }
}

}  // namespace ridgepoint
