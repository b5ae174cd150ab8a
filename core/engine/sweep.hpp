/// A call evaluated over the product of axes.
#pragma once

#include <functional>
#include <vector>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

/// Of a solver that simulates, 2,500.
inline constexpr std::size_t sweep_rows_limit = 1'000'000;
/// Rows times columns, 80 MB of doubles.
inline constexpr std::size_t sweep_cells_limit = 10'000'000;

struct Column {
    std::string name;
    Kind kind;                        ///< of the field; the values of a boolean are 0 and 1
    std::vector<std::string> labels;  ///< names that the column's values index; empty for plain numbers

    bool has_labels() const { return kind == Kind::text || !labels.empty(); }
};

struct Sweep {
    std::size_t rows = 0;
    std::vector<Column> columns;
    std::vector<double> values;  ///< column-major
};

/// One of `of` equal parts of the rows, for a machine of its own; all parts, one after the other, are the whole.
struct Shard {
    std::size_t index = 0, of = 1;

    std::size_t first(std::size_t rows) const { return rows * index / of; }
    std::size_t count(std::size_t rows) const { return rows * (index + 1) / of - first(rows); }
};

/// Errors: as the call; a field that is none; more rows or cells in a shard than the limits; an output asked for twice.
Expected<Sweep> sweep(const Json& request, const Registry& registry, Shard shard = {});

/// The same in parts of so many rows, each given as soon as it is worked out; at least one, which is empty where no row
/// is. An error that a row makes comes after the parts before it.
Expected<void> sweep_in_parts(const Json& request, const Registry& registry, Shard shard, std::size_t rows_at_once,
                              const std::function<void(Sweep&)>& take);

}  // namespace ridgepoint
