#include "rows.hpp"

namespace ridgepoint {

Rows::Rows(const std::vector<Axis>& axes, std::size_t first, std::size_t count, void* request,
           std::vector<Output> outputs)
    : left_(count), outputs_(std::move(outputs)) {
    std::size_t run = 1;
    for (const Axis& axis : axes) run *= axis.size();
    for (const Axis& axis : axes) {
        run /= axis.size();
        places_.push_back(
            {&axis, axis.path.leaf->at(axis.path.owner(request)), axis.numbers.data() + first / run % axis.size()});
        places_.back().put();
    }
}

}  // namespace ridgepoint
