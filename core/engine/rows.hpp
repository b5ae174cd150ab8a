/// The rows of a sweep: the product of its axes, the last fastest.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "ridgepoint/field.hpp"

namespace ridgepoint {

/// A scalar field, or a text, reached through nested objects, each held inside the last; of a result also in the item
/// of a list at a place that the result says.
struct Path {
    const Field *list = nullptr, *place = nullptr;
    std::vector<const Field*> through;
    const Field* leaf = nullptr;

    /// Null where the result says no place.
    const void* owner(const void* object) const {
        if (place != nullptr) {
            const double index = place->get(object);
            if (std::isnan(index)) return nullptr;
            object = list->access->list->at(list->at(object), static_cast<std::size_t>(index));
        }
        for (const Field* f : through) object = f->at(object);
        return object;
    }
    void* owner(void* object) const {
        for (const Field* f : through) object = f->at(object);
        return object;
    }
};

/// The values one axis takes, read and checked once.
struct Axis {
    std::string name;
    Path path;
    std::vector<std::string> labels;
    std::vector<double> numbers;                       ///< the column: values, or indices into `labels`
    std::vector<std::shared_ptr<const void>> members;  ///< of references and presets

    std::size_t size() const { return numbers.size(); }
};

/// One output: how it is read from the result, and where in its column the next value goes.
struct Output {
    const Path* path;
    const void* result;
    const void* member;                ///< null where each row has it elsewhere
    std::vector<std::string>* labels;  ///< of a text: those that its column's values index, grown as they come
    double* next;

    Output(const Path& output, const void* its_result, std::vector<std::string>& its_labels, double* first)
        : path(&output),
          result(its_result),
          member(output.place != nullptr ? nullptr : output.leaf->at(output.owner(its_result))),
          labels(output.leaf->kind == Kind::text ? &its_labels : nullptr),
          next(first) {}

    void take() { *next++ = member != nullptr && labels == nullptr ? path->leaf->value_of(member) : found(); }

private:
    double found() const;
};

/// Puts the values of one row after the other into a request, and the figures of its result into the columns.
class Rows {
public:
    /// Puts row `first` of them into `request`; there are `count` from it on, at least one.
    Rows(const std::vector<Axis>& axes, std::size_t first, std::size_t count, void* request,
         std::vector<Output> outputs);

    /// Copies the figures of this row.
    void take() {
        for (Output& output : outputs_) output.take();
    }

    /// Whether a column is of this member of the result.
    bool read(const void* member) const {
        return std::any_of(outputs_.begin(), outputs_.end(),
                           [&](const Output& output) { return output.member == member; });
    }

    /// Puts the next row into the request, each axis that moves before those after it: of an object and a field in it,
    /// both axes, the later has the last word. False after the last row.
    bool next() {
        if (--left_ == 0) return false;
        auto place = places_.end();
        do {
            if (place == places_.begin()) return false;
        } while ((--place)->wraps());
        for (; place != places_.end(); ++place) place->put();
        return true;
    }

private:
    /// Where an axis stands.
    struct Place {
        const Axis* axis;
        void* member;
        const double* number;

        bool wraps() {
            if (++number != axis->numbers.data() + axis->numbers.size()) return false;
            number = axis->numbers.data();
            return true;
        }
        void put() const {
            if (axis->path.leaf->is_scalar()) axis->path.leaf->set_value(member, *number);
            else axis->path.leaf->access->assign(member, axis->members[number - axis->numbers.data()].get());
        }
    };

    std::size_t left_;
    std::vector<Place> places_;
    std::vector<Output> outputs_;
};

}  // namespace ridgepoint
