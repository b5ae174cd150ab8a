#include "rows.hpp"

namespace ridgepoint {

Rows::Rows(const std::vector<Axis>& axes, void* request, std::vector<Output> outputs) : outputs_(std::move(outputs)) {
    for (const Axis& axis : axes) {
        places_.push_back({&axis, axis.path.leaf->at(axis.path.owner(request)), axis.numbers.data()});
        places_.back().put();
    }
}

void Rows::Place::put_object(std::size_t i) const {
    switch (axis->path.leaf->kind) {
        case Kind::model:
            *static_cast<std::shared_ptr<const Model>*>(member) = axis->models[i];
            break;
        case Kind::hardware:
            *static_cast<std::shared_ptr<const Hardware>*>(member) = axis->devices[i];
            break;
        default:
            *static_cast<Assumptions*>(member) = axis->assumptions[i];
    }
}

}  // namespace ridgepoint
