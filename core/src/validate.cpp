#include "validate.hpp"

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"
#include "text.hpp"

namespace ridgepoint {
namespace {

std::string allowed(const Field& f) {
    std::string text = f.integer ? "a whole number" : "a number";
    const bool low = f.minimum != -unbounded, high = f.maximum != unbounded;
    const int digits = f.integer ? 10 : 6;
    if (low && high) text += cat({" from ", plain(f.minimum, digits), " to ", plain(f.maximum, digits)});
    if (low && !high) text += cat({" of at least ", plain(f.minimum)});
    return text;
}

template <class Entry>
Expected<void> check_reference(const Field& f, const void* object, const std::string& path) {
    const auto& entry = *static_cast<const std::shared_ptr<const Entry>*>(f.at(object));
    const std::string here = joined(path, f.name);
    if (!entry) {
        if (!f.required) return {};
        return fail(ErrorCode::missing_field, here,
                    cat({here, " is missing: give an id of the registry or an object"}));
    }
    if (auto ok = check(describe<Entry>(), entry.get(), here); !ok) return ok;
    return check_entry(*entry, here);
}

}  // namespace

std::string joined(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : cat({path, ".", name});
}

std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

bool allows(const Field& f, double value) {
    const bool whole = !f.integer || value == std::floor(value);
    return std::isfinite(value) && value >= f.minimum && value <= f.maximum && whole;
}

tl::unexpected<Error> not_allowed(const Field& f, const std::string& path, const std::string& given) {
    return fail(ErrorCode::out_of_range, path, cat({path, " must be ", allowed(f), ", given ", given}));
}

Expected<void> check(const Type& type, const void* object, const std::string& path) {
    for (const Field& f : type.fields) {
        Expected<void> ok;
        if (f.kind == Kind::number) {
            const double value = f.get(object);
            const bool unset = f.optional && std::isnan(value);
            if (!unset && !allows(f, value)) return not_allowed(f, joined(path, f.name), plain(value));
        } else if (f.kind == Kind::numbers) {
            for (const double value : *static_cast<const std::vector<double>*>(f.at(object)))
                if (!allows(f, value)) return not_allowed(f, joined(path, f.name), plain(value));
        } else if (f.kind == Kind::object || f.kind == Kind::assumptions) {
            ok = check(f.nested(), f.at(object), joined(path, f.name));
        } else if (f.kind == Kind::model) {
            ok = check_reference<Model>(f, object, path);
        } else if (f.kind == Kind::hardware) {
            ok = check_reference<Hardware>(f, object, path);
        }
        if (!ok) return ok;
    }
    return {};
}

Expected<void> check_entry(const Model& m, const std::string& path) {
    if (!m.parameters && !m.model_size)
        return fail(ErrorCode::missing_field, joined(path, "parameters"),
                    cat({joined(path, "parameters"), " is missing: give the number of weights, or model_bytes"}));
    if (m.active_parameters && m.parameters && *m.active_parameters > *m.parameters)
        return fail(ErrorCode::out_of_range, joined(path, "active_parameters"),
                    cat({joined(path, "active_parameters"), " must be at most parameters (", plain(*m.parameters),
                         "), given ", plain(*m.active_parameters)}));
    if (m.experts && m.experts_per_token && *m.experts_per_token > *m.experts)
        return fail(ErrorCode::out_of_range, joined(path, "experts_per_token"),
                    cat({joined(path, "experts_per_token"), " must be at most experts (", plain(*m.experts),
                         "), given ", plain(*m.experts_per_token)}));
    return {};
}

Expected<void> check_entry(const Hardware& h, const std::string& path) {
    for (std::size_t i = 0; i < precision_names.size(); ++i)
        if (h.peak.at(static_cast<Precision>(i))) return {};
    return fail(ErrorCode::missing_field, joined(path, "peak_flop_per_s"),
                cat({joined(path, "peak_flop_per_s"), " must give at least one of ", listed(precision_names)}));
}

}  // namespace ridgepoint
