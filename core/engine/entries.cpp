/// What must hold of a model or a device, from the registry or inline.
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint {

Expected<void> check_entry(const Model& m, const std::string& path) {
    if (!m.parameters && !m.model_size)
        return fail(ErrorCode::missing_field, joined(path, "parameters"),
                    cat({joined(path, "parameters"), " is missing: give the number of weights, or model_bytes"}));
    if (m.active_parameters && m.parameters && *m.active_parameters > *m.parameters)
        return fail(ErrorCode::out_of_range, joined(path, "active_parameters"),
                    cat({joined(path, "active_parameters"), " must be at most parameters (",
                         format_number(*m.parameters), "), given ", format_number(*m.active_parameters)}));
    if (m.experts && m.experts_per_token && *m.experts_per_token > *m.experts)
        return fail(ErrorCode::out_of_range, joined(path, "experts_per_token"),
                    cat({joined(path, "experts_per_token"), " must be at most experts (", format_number(*m.experts),
                         "), given ", format_number(*m.experts_per_token)}));
    if (m.linear_layers && m.layers && *m.linear_layers >= *m.layers)
        return fail(ErrorCode::out_of_range, joined(path, "linear_layers"),
                    cat({joined(path, "linear_layers"), " must be below layers (", format_number(*m.layers),
                         "), given ", format_number(*m.linear_layers)}));
    return {};
}

Expected<void> check_entry(const Hardware& h, const std::string& path) {
    for (std::size_t i = 0; i < precision_names.size(); ++i)
        if (h.peak.at(static_cast<Precision>(i))) return {};
    return fail(ErrorCode::missing_field, joined(path, "peak_flop_per_s"),
                cat({joined(path, "peak_flop_per_s"), " must give at least one of ", listed(precision_names)}));
}

}  // namespace ridgepoint
