#include "sweep.hpp"

#include <algorithm>
#include <limits>

#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "rows.hpp"
#include "solvers.hpp"

namespace ridgepoint {
namespace {

Expected<Path> resolve(const Type& type, const std::string& name, const std::string& role) {
    Path path;
    const Type* here = &type;
    std::string_view rest = name;
    while (true) {
        const auto dot = rest.find('.');
        const Field* f = here->find(rest.substr(0, dot));
        if (f == nullptr)
            return fail(ErrorCode::unknown_field, role,
                        cat({role, ": ", type.name, " has no field ", quoted(Json(name)), "; ",
                             here == &type ? "it" : here->name, " has ", listed_fields(*here)}));
        if (dot == std::string_view::npos) {
            if (f->is_brief()) path.through.push_back(f);
            path.leaf = f->is_brief() ? &f->nested().fields[0] : f;
            return path;
        }
        if (f->is_place() && here == &type) {
            path.place = f;
            path.list = type.find(f->names[0]);
            here = &path.list->nested();
            rest.remove_prefix(dot + 1);
            continue;
        }
        if (f->kind != Kind::object && f->kind != Kind::preset)
            return fail(ErrorCode::unknown_field, role,
                        cat({role, ": ", quoted(Json(name)), " reaches into a field that has no parts"}));
        path.through.push_back(f);
        here = &f->nested();
        rest.remove_prefix(dot + 1);
    }
}

/// The string that a value is.
const std::string& string_in(const Json& value) { return value.get_ref<const std::string&>(); }

std::string label_of(const Json& value, std::size_t index) {
    if (value.is_string()) return string_in(value);
    for (const char* key : {"id", "name"}) {
        const auto named = value.find(key);
        if (named != value.end() && named->is_string() && !string_in(*named).empty()) return string_in(*named);
    }
    return cat({"#", format_number(static_cast<double>(index), 9)});
}

Expected<Axis> read_axis(const Solver& solver, const std::string& name, const Json& values, const Registry& registry) {
    const std::string role = cat({"axes.", name.substr(0, 40)});
    auto path = resolve(solver.call.request(), name, role);
    if (!path) return tl::make_unexpected(path.error());
    if (!values.is_array() || values.empty())
        return fail(ErrorCode::wrong_type, role,
                    cat({role, " must be an array of values, not empty, given ", quoted(values)}));
    Axis axis{name, *path, {}, {}, {}};
    const Field& leaf = *axis.path.leaf;
    if (leaf.starts)
        return fail(ErrorCode::not_applicable, role,
                    cat({role, " sets other fields too; give an axis assumptions of objects instead"}));
    std::unique_ptr<Job> scratch;
    for (std::size_t i = 0; i < values.size(); ++i) {
        // A scalar is overwritten whole; an object is read over its defaults, so it starts from fresh ones.
        if (!scratch || !leaf.is_scalar()) scratch = solver.make();
        void* owner = axis.path.owner(scratch->request());
        auto ok = read_field(leaf, values[i], owner, registry, role);
        // Asked again for its words: only an error needs the value's place.
        if (!ok)
            ok = read_field(leaf, values[i], owner, registry,
                            cat({role, "[", format_number(static_cast<double>(i), 9), "]"}));
        if (!ok) return tl::make_unexpected(ok.error());
        double column_value = static_cast<double>(i);
        switch (leaf.kind) {
            case Kind::reference:
            case Kind::preset:
                axis.members.push_back(leaf.access->copy(leaf.at(owner)));
                axis.labels.push_back(label_of(values[i], i));
                break;
            case Kind::number:
            case Kind::boolean:
            case Kind::choice:
                column_value = leaf.get(owner);
                break;
            default:
                return fail(ErrorCode::not_applicable, role, cat({role, " cannot be an axis"}));
        }
        axis.numbers.push_back(column_value);
    }
    if (leaf.kind == Kind::choice) axis.labels.assign(leaf.names.begin(), leaf.names.end());
    return axis;
}

Expected<std::vector<Path>> read_outputs(const Type& type, const Json& outputs) {
    std::vector<Path> paths;
    if (!outputs.is_array() || outputs.empty())
        return fail(ErrorCode::wrong_type, "outputs",
                    cat({"outputs must be an array of result fields, not empty, given ", quoted(outputs)}));
    for (const Json& name : outputs) {
        if (!name.is_string())
            return fail(ErrorCode::wrong_type, "outputs",
                        cat({"outputs must be an array of result fields, given ", quoted(name)}));
        const auto is_it = [&](const Json& other) { return string_in(other) == string_in(name); };
        if (std::find_if(outputs.begin(), outputs.end(), is_it) !=
            outputs.begin() + static_cast<std::ptrdiff_t>(paths.size()))
            return fail(ErrorCode::not_applicable, "outputs", cat({"outputs: ", quoted(name), " is given twice"}));
        auto path = resolve(type, string_in(name), "outputs");
        if (!path) return tl::make_unexpected(path.error());
        if (!path->leaf->is_scalar() && path->leaf->kind != Kind::text)
            return fail(ErrorCode::not_applicable, "outputs",
                        cat({"outputs: ", quoted(name), " is not a number or a name"}));
        paths.push_back(*path);
    }
    return paths;
}

/// The axes, checked; the base gets a first value of each that it lacks, so that it is whole.
Expected<std::vector<Axis>> read_axes(const Solver& solver, const Json& json, const Registry& registry, Shard shard,
                                      Json& base) {
    std::vector<Axis> axes;
    const std::size_t most = sweep_rows_limit / solver.cost * shard.of;
    std::size_t rows = 1;
    for (const auto& [name, values] : members_of(json)) {
        auto axis = read_axis(solver, name, values, registry);
        if (!axis) return tl::make_unexpected(axis.error());
        if (axis->size() > most / rows)
            return fail(ErrorCode::too_large, "axes",
                        cat({"axes must span at most ", format_number(static_cast<double>(most), 9), " rows of ",
                             solver.call.name}));
        rows *= axis->size();
        if (axis->path.through.empty() && !base.contains(name)) base[name] = values[0];
        axes.push_back(std::move(*axis));
    }
    return axes;
}

/// Fills the columns of the axes: each value of the last axis in turn, each earlier one for a whole run of the later.
void fill_axes(const std::vector<Axis>& axes, std::size_t whole, std::size_t first, std::size_t rows, double* out) {
    std::size_t run = whole;
    for (const Axis& axis : axes) {
        run /= axis.size();
        for (std::size_t row = first; row < first + rows; ++row) *out++ = axis.numbers[row / run % axis.size()];
    }
}

template <class Take>
Expected<void> run(const Solver& solver, const Json& json, const Registry& registry, Shard shard,
                   std::size_t rows_at_once, const Take& take) {
    Json base = json["base"];
    const auto axes = read_axes(solver, json["axes"], registry, shard, base);
    if (!axes) return tl::make_unexpected(axes.error());
    const auto paths = read_outputs(solver.call.result(), json["outputs"]);
    if (!paths) return tl::make_unexpected(paths.error());
    std::size_t whole = 1;
    for (const Axis& axis : *axes) whole *= axis.size();
    const std::size_t first = shard.first(whole), rows = shard.count(whole);
    const std::size_t columns = axes->size() + paths->size();
    if (rows > sweep_cells_limit / columns)
        return fail(ErrorCode::too_large, "outputs",
                    cat({"rows times columns must be at most ", format_number(sweep_cells_limit, 9), ", given ",
                         format_number(static_cast<double>(rows), 9), " rows of ",
                         format_number(static_cast<double>(axes->size()), 9), " axes and ",
                         format_number(static_cast<double>(paths->size()), 9), " outputs"}));
    const std::unique_ptr<Job> job = solver.make();
    if (auto ok = read_json(solver.call.request(), base, job->request(), registry, "base"); !ok)
        return tl::make_unexpected(ok.error());

    Sweep sweep;
    for (const Axis& axis : *axes) sweep.columns.push_back({axis.name, axis.path.leaf->kind, axis.labels});
    for (std::size_t i = 0; i < paths->size(); ++i) {
        const Field& leaf = *(*paths)[i].leaf;
        Column& column = sweep.columns.emplace_back(Column{string_in(json["outputs"][i]), leaf.kind, {}});
        if (leaf.kind == Kind::choice) column.labels.assign(leaf.names.begin(), leaf.names.end());
    }
    std::size_t done = 0;
    do {
        sweep.rows = std::min(rows_at_once, rows - done);
        sweep.values.resize(sweep.rows * columns);
        fill_axes(*axes, whole, first + done, sweep.rows, sweep.values.data());
        if (sweep.rows > 0) {
            std::vector<Output> outputs;
            double* next = sweep.values.data() + sweep.rows * axes->size();
            for (std::size_t i = 0; i < paths->size(); ++i) {
                outputs.emplace_back((*paths)[i], job->result(), sweep.columns[axes->size() + i].labels, next);
                next += sweep.rows;
            }
            Rows filled(*axes, first + done, sweep.rows, job->request(), std::move(outputs));
            if (auto ok = job->fill(filled, registry); !ok) return ok;
        }
        done += sweep.rows;
        take(sweep);
    } while (done < rows);
    return {};
}

/// A template, so that a page, which only asks for the whole, has no more code for it.
template <class Take>
Expected<void> give(const Json& json, const Registry& registry, Shard shard, std::size_t rows_at_once,
                    const Take& take) {
    static constexpr std::array<std::string_view, 4> known{"call", "axes", "outputs", "base"};
    if (auto ok = check_members(json, known, known.size()); !ok) return tl::make_unexpected(ok.error());
    for (const char* key : {"base", "axes"})
        if (!json[key].is_object())
            return fail(ErrorCode::wrong_type, key, cat({key, " must be an object, given ", quoted(json[key])}));

    const std::string name = json["call"].is_string() ? string_in(json["call"]) : "";
    std::vector<std::string_view> names;
    for (const Solver& solver : solvers()) {
        if (!solver.sweepable) continue;
        if (solver.call.name == name) return run(solver, json, registry, shard, rows_at_once, take);
        names.push_back(solver.call.name);
    }
    return fail(ErrorCode::unknown_call, "call",
                cat({"call must be one of ", listed(names), ", given ", quoted(json["call"])}));
}

}  // namespace

Expected<void> sweep_in_parts(const Json& json, const Registry& registry, Shard shard, std::size_t rows_at_once,
                              const std::function<void(Sweep&)>& take) {
    return give(json, registry, shard, rows_at_once, take);
}

Expected<Sweep> sweep(const Json& json, const Registry& registry, Shard shard) {
    Sweep whole;
    const auto all = std::numeric_limits<std::size_t>::max();
    return give(json, registry, shard, all, [&](Sweep& only) { whole = std::move(only); }).map([&] {
        return std::move(whole);
    });
}

}  // namespace ridgepoint
