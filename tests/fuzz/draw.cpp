#include "draw.hpp"

#include <cmath>
#include <cstring>

#include "engine/solvers.hpp"
#include "ridgepoint/api.hpp"

namespace ridgepoint::fuzz {
namespace {

double number_of(const Field& f, Draw& draw) {
    const bool bounded_below = f.minimum != -unbounded, bounded_above = f.maximum != unbounded;
    const double least = bounded_below ? f.minimum : -1e12, most = bounded_above ? f.maximum : 1e12;
    double low = f.has_slider() ? f.slider_low : least, high = f.has_slider() ? f.slider_high : most;
    switch (draw.below(8)) {
        case 6:
            return draw.one_in(2) ? least : most;
        case 7:
            low = least;
            high = most;
            break;
        default:
            break;
    }
    const double at = draw.share();
    double value = low + (high - low) * at;
    if (low >= 0 && high > 1000 * std::fmax(low, 1e-12)) {
        const double from = std::fmax(low, high * 1e-12);
        value = from * std::pow(high / from, at);
    }
    if (f.integer) value = std::round(value);
    return std::fmin(std::fmax(value, least), most);
}

template <class Entry>
Json written_out(const std::vector<std::shared_ptr<const Entry>>& entries, Draw& draw, const Registry& registry) {
    const Type& type = describe<Entry>();
    const auto& entry = draw.one_of(entries);
    if (!draw.one_in(4)) return entry->id;
    Json own = write_json(type, entry.get(), Unset::omit);
    for (int changes = 0; changes < 3; ++changes) {
        const Field& f = draw.one_of(type.fields);
        if (f.is_scalar()) own[std::string(f.name)] = value_of(f, draw, registry);
    }
    return own;
}

Json reference_of(const Field& f, Draw& draw, const Registry& registry) {
    if (&f.nested() == &describe<Hardware>()) return written_out(registry.hardware, draw, registry);
    return written_out(registry.models, draw, registry);
}

std::string word_of(Draw& draw) {
    static constexpr std::string_view letters = "aZ09_ .-\"\\\n\xC3\xA9<>&=,";
    std::string word;
    for (std::size_t length = draw.below(9); length > 0; --length) word += draw.one_of(letters);
    return Json(word).dump(-1, ' ', false, Json::error_handler_t::replace) == "\"" + word + "\"" ? word : "a word";
}

/// A device goes by its id, most of the time.
std::string text_of(const Field& f, Draw& draw, const Registry& registry) {
    const bool device = f.name == "hardware" || f.name == "candidates";
    return device && !draw.one_in(4) ? draw.one_of(registry.hardware)->id : word_of(draw);
}

std::vector<std::string> scalars_of(const Type& type) {
    std::vector<std::string> names;
    for (const Field& f : type.fields)
        if (f.is_scalar()) names.emplace_back(f.name);
    return names;
}

/// A sweep over some of the numbers and choices of a request that is otherwise as drawn.
Asked sweep_of(const Call& call, Json base, Draw& draw, const Registry& registry) {
    Json axes = Json::object(), outputs = Json::array();
    for (std::size_t more = 1 + draw.below(2); more > 0; --more) {
        const Field& f = draw.one_of(call.request().fields);
        if (!f.is_scalar() || f.starts) continue;
        Json values = Json::array();
        for (std::size_t count = 1 + draw.below(3); count > 0; --count) values.push_back(value_of(f, draw, registry));
        base.erase(std::string(f.name));
        axes[std::string(f.name)] = values;
    }
    const auto figures = scalars_of(call.result());
    // In JavaScript a column of one name is one column: an output called like an axis would take its place.
    for (std::size_t at = 0; at < figures.size(); ++at)
        if ((at == 0 || draw.one_in(3)) && !axes.contains(figures[at])) outputs.push_back(figures[at]);
    return {"sweep", {{"call", call.name}, {"base", base}, {"axes", axes}, {"outputs", outputs}}};
}

/// The engine of labs' pages goes without these: no formula there can ask them.
bool is_of_systems(std::string_view call) {
    return call == "load" || call == "train" || call == "layouts" || call == "plan";
}

Asked formula_of(const Call& call, const Json& request, Draw& draw) {
    const auto figures = scalars_of(call.result());
    const std::string figure = figures.empty() ? "x" : draw.one_of(figures);
    return {"evaluate",
            {{"formula", std::string(call.name) + "(asked)." + figure}, {"variables", {{"asked", request}}}}};
}

}  // namespace

std::size_t Draw::below(std::size_t n) {
    if (n <= 1 || bytes_.empty()) return 0;
    std::size_t value = bytes_[0];
    bytes_ = bytes_.subspan(1);
    if (n > 256 && !bytes_.empty()) {
        value = value * 256 + bytes_[0];
        bytes_ = bytes_.subspan(1);
    }
    return value % n;
}

double Draw::share() {
    const std::size_t high = below(65536), low = below(65536);
    return (static_cast<double>(high) * 65536 + static_cast<double>(low)) / 4294967296.0;
}

std::string Draw::rest() {
    std::string text(bytes_.begin(), bytes_.end());
    bytes_ = {};
    return text;
}

Json value_of(const Field& f, Draw& draw, const Registry& registry) {
    const auto several = [&](auto&& one) {
        Json list = Json::array();
        for (std::size_t count = draw.below(4); count > 0; --count) list.push_back(one());
        return list;
    };
    switch (f.kind) {
        case Kind::number:
            return number_of(f, draw);
        case Kind::boolean:
            return draw.one_in(2);
        case Kind::choice:
            return draw.one_of(f.names);
        case Kind::text:
            return text_of(f, draw, registry);
        case Kind::texts:
            return several([&] { return Json(text_of(f, draw, registry)); });
        case Kind::numbers:
            return several([&] { return Json(number_of(f, draw)); });
        case Kind::object:
            return object_of(f.nested(), draw, registry);
        case Kind::list:
            return several([&] { return object_of(f.nested(), draw, registry); });
        case Kind::reference:
            return reference_of(f, draw, registry);
        case Kind::preset:
            if (draw.one_in(2)) return object_of(f.nested(), draw, registry);
            return draw.one_of(f.nested().fields[0].names);
        case Kind::remark:
        case Kind::remarks:
            return nullptr;
    }
    return nullptr;
}

Json object_of(const Type& type, Draw& draw, const Registry& registry) {
    Json object = Json::object();
    for (const Field& f : type.fields)
        if (f.required || draw.one_in(4)) object[std::string(f.name)] = value_of(f, draw, registry);
    return object;
}

Asked asked_of(Draw& draw, const Registry& registry) {
    const Solver& solver = draw.one_of(solvers());
    const Call& call = solver.call;
    const std::size_t how = draw.below(16);
    if (how == 15) {
        const bool devices = draw.one_in(2);
        return {devices ? "hardware" : "models",
                {{"id", devices ? draw.one_of(registry.hardware)->id : draw.one_of(registry.models)->id}}};
    }
    Json request = object_of(call.request(), draw, registry);
    if (how == 14 && !is_of_systems(call.name)) return formula_of(call, request, draw);
    if (how >= 12 && solver.sweepable) return sweep_of(call, std::move(request), draw, registry);
    return {std::string(call.name), std::move(request)};
}

std::string answer_to(const std::string& call, const std::string& request) {
    if (call != "sweep") return call_json(call, request);
    const SweepColumns columns = sweep_columns(request);
    std::string text = columns.header_json;
    for (const double value : columns.values) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        // Which of the many NaNs stands for "no value" is no figure.
        text += " " + (std::isnan(value) ? "none" : std::to_string(bits));
    }
    return text;
}

}  // namespace ridgepoint::fuzz
