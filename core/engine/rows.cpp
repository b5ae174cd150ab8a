#include "rows.hpp"

namespace ridgepoint {

double Output::found() const {
    const void* owner = path->owner(result);
    if (owner == nullptr) return std::numeric_limits<double>::quiet_NaN();
    const void* at = path->leaf->at(owner);
    if (labels == nullptr) return path->leaf->value_of(at);
    const auto& text = *static_cast<const std::string*>(at);
    const auto label = std::find(labels->begin(), labels->end(), text);
    const auto index = static_cast<double>(label - labels->begin());
    if (label == labels->end()) labels->push_back(text);
    return index;
}

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
