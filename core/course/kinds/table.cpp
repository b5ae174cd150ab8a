/// Several numbers; points by the share of cells that are right.
#include "course/key.hpp"

namespace ridgepoint::course {
namespace of_table {

constexpr Member cell_members[]{
    {"label", markdown, Need::lab}, key_answer, key_unit, key_signed, key_scale, key_tolerance, key_from, key_hints};
constexpr Shape cell{.kind = Shape::Kind::object, .members = cell_members};
constexpr Shape cells{.kind = Shape::Kind::map, .least = 1, .pattern = name_pattern, .part = &cell};
constexpr Member members[]{{"cells", cells, Need::score}};

Expected<Verdict> judge(Exercise& exercise) {
    const Json& cells = exercise.json["cells"];
    if (cells.empty())
        return fail(ErrorCode::missing_field, "exercise.cells", "exercise.cells must name at least one cell");
    Verdict verdict{0, Json(Json::value_t::object), {}};
    for (const auto& [name, cell] : members_of(cells)) {
        const Json typed = exercise.answer.value(name, Json());
        const auto compared = compare(exercise, cell, typed);
        if (!compared) return tl::make_unexpected(compared.error());
        verdict.expected[name] = write_number(compared->typed);
        if (compared->right) {
            verdict.share += 1.0 / static_cast<double>(cells.size());
        } else if (!typed.is_null()) {
            auto hint = near_hint(exercise, cell, compared->given);
            if (!hint) return tl::make_unexpected(hint.error());
            if (!hint->is_null()) verdict.hint[name] = *std::move(hint);
        }
    }
    return verdict;
}

}  // namespace of_table

extern const Kind table_kind{.name = "table",
                             .about = about("Several numbers, each right or wrong by itself."),
                             .members = of_table::members,
                             .accepts = accepts_cells,
                             .judge = of_table::judge,
                             .predictable = false};

}  // namespace ridgepoint::course
