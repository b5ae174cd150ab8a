#include "describe/columns.hpp"

namespace ridgepoint {

Json rows_of(const Json& columns) {
    Json rows;
    for (const auto& [field, values] : members_of(columns)) {
        std::size_t row = 0;
        for (const Json& value : values.is_object() ? rows_of(values) : values) {
            if (value.is_null())  // a row of the inner table without any of its fields
                ++row;
            else if (value.is_number_integer() && !value.is_number_unsigned())
                row += static_cast<std::size_t>(-value.get<int>());
            else rows[row++][field] = value;
        }
    }
    return rows;
}

}  // namespace ridgepoint
