/// The assumptions that a request starts from: a preset, the software it is calibrated to, and how that executes.
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "ridgepoint/assumptions.hpp"
#include "ridgepoint/fits.hpp"

namespace ridgepoint {

Expected<void> start_assumptions(void* object, const Chosen& chosen, const std::string& path) {
    Assumptions& assumptions = *static_cast<Assumptions*>(object);
    const Type& type = describe<Assumptions>();
    const auto preset = chosen.of(*type.find("preset"));
    if (!preset) return tl::make_unexpected(preset.error());
    if (*preset) assumptions = assumptions_of(static_cast<Preset>(static_cast<int>(**preset)));
    if (assumptions.preset == Preset::calibrated && !Fits::embedded())
        return tl::make_unexpected(Fits::embedded().error());

    const auto software = chosen.of(*type.find("software"));
    if (!software) return tl::make_unexpected(software.error());
    if (*software) {
        const std::string field = joined(path, "software");
        if (assumptions.preset != Preset::calibrated)
            return fail(ErrorCode::not_applicable, field,
                        cat({field, " needs the preset \"calibrated\", given ",
                             preset_names[static_cast<unsigned>(assumptions.preset)]}));
        assumptions = assumptions_of(Preset::calibrated, static_cast<Software>(static_cast<int>(**software)));
    }

    const auto execution = chosen.of(*type.find("execution"));
    if (!execution) return tl::make_unexpected(execution.error());
    if (*execution) assumptions = with_execution(assumptions, static_cast<Execution>(static_cast<int>(**execution)));
    return {};
}

}  // namespace ridgepoint
