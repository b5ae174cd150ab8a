// Files of measurements as points and names.

#include <algorithm>
#include <cmath>

#include "json.hpp"
#include "ridgepoint/measured.hpp"
#include "ridgepoint/request_rows.hpp"
#include "text.hpp"
#include "validate.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view measured_hardware;
extern const std::string_view measured_models;
extern const std::string_view measured_software;
}  // namespace detail

namespace {

/// A point's members one after the other; the first that is wrong is kept, the rest then reads as nothing.
class Reader {
public:
    Reader(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

    std::string text(const char* name) {
        const Json* found = member(name);
        if (found == nullptr || found->is_null()) return "";
        if (found->is_string()) return found->get<std::string>();
        complain(ErrorCode::wrong_type, name, cat({"must be a text, given ", quoted(*found)}));
        return "";
    }
    std::optional<double> number(const char* name) {
        const auto found = json_.find(name);
        if (found == json_.end() || found->is_null()) return std::nullopt;
        if (found->is_number() && std::isfinite(found->get<double>()) && found->get<double>() >= 0)
            return found->get<double>();
        complain(ErrorCode::out_of_range, name,
                 cat({"must be a number of at least 0, or null, given ", quoted(*found)}));
        return std::nullopt;
    }
    double positive(const char* name) {
        const auto given = member(name) != nullptr ? number(name) : std::nullopt;
        if (!error_ && (!given || *given <= 0))
            complain(ErrorCode::out_of_range, name, cat({"must be above 0, given ", quoted(json_[name])}));
        return given.value_or(1);
    }
    MeasuredKind kind() {
        const std::string name = text("kind");
        for (std::size_t i = 0; i < measured_kind_names.size(); ++i)
            if (measured_kind_names[i] == name) return static_cast<MeasuredKind>(i);
        complain(ErrorCode::unknown_name, "kind",
                 cat({"must be one of ", listed(measured_kind_names), ", given ", quoted(Json(name))}));
        return {};
    }
    Expected<void> verdict() const {
        if (error_) return tl::make_unexpected(*error_);
        return {};
    }

private:
    const Json* member(const char* name) {
        const auto found = json_.find(name);
        if (found != json_.end()) return &*found;
        complain(ErrorCode::missing_field, name, "is missing");
        return nullptr;
    }
    void complain(ErrorCode code, const char* name, const std::string& what) {
        if (error_) return;
        const std::string at = joined(path_, name);
        error_ = Error{code, at, cat({at, " ", what})};
    }

    const Json& json_;
    std::string path_;
    std::optional<Error> error_;
};

Expected<MeasuredPoint> read_point(const Json& json, const std::string& path) {
    if (!json.is_object())
        return fail(ErrorCode::wrong_type, path, cat({path, " must be an object, given ", quoted(json)}));
    Reader reader(json, path);
    MeasuredPoint p;
    p.id = reader.text("id");
    p.kind = reader.kind();
    p.hardware = reader.text("hardware");
    p.model = reader.text("model");
    p.precision = reader.text("precision");
    p.kv_precision = reader.text("kv_precision");
    p.software = reader.text("software");
    p.unit = reader.text("unit");
    p.source_url = reader.text("source_url");
    p.source_locator = reader.text("source_locator");
    p.value = reader.positive("value");
    p.devices = reader.number("devices").value_or(1);
    p.weight_bits = reader.number("weights_bits");
    p.batch = reader.number("batch");
    p.input_tokens = reader.number("input_len");
    p.output_tokens = reader.number("output_len");
    if (const auto gigabytes = reader.number("weights_gb")) p.weights_bytes = *gigabytes * 1e9;
    if (auto ok = reader.verdict(); !ok) return tl::make_unexpected(ok.error());
    return p;
}

using NameReader = Expected<void> (*)(Measurements& to, const std::string& name, const Json& value,
                                      const Registry& registry, const std::string& path);

/// What a name stands for: an id of the registry or an inline object, as in a request.
Expected<void> read_device(Measurements& to, const std::string& name, const Json& value, const Registry& registry,
                           const std::string& path) {
    ServeRequest request;
    return read_field(rows::hardware<ServeRequest>, value, &request, registry, path).map([&] {
        to.hardware[name] = request.hardware;
    });
}

Expected<void> read_model(Measurements& to, const std::string& name, const Json& value, const Registry& registry,
                          const std::string& path) {
    ServeRequest request;
    return read_field(rows::model<ServeRequest>, value, &request, registry, path).map([&] {
        to.models[name] = request.model;
    });
}

std::optional<Software> software_named(std::string_view name) {
    const auto known = std::find(software_names.begin(), software_names.end(), name);
    if (known == software_names.end()) return std::nullopt;
    return static_cast<Software>(known - software_names.begin());
}

Expected<void> read_software(Measurements& to, const std::string& name, const Json& value, const Registry&,
                             const std::string& path) {
    const auto known = software_named(value.is_string() ? value.get_ref<const std::string&>() : "");
    if (!known)
        return fail(ErrorCode::unknown_name, path,
                    cat({path, " must be one of ", listed(software_names), ", given ", quoted(value)}));
    to.software[name] = *known;
    return {};
}

constexpr std::array<std::pair<const char*, NameReader>, 3> name_readers{
    {{"hardware", read_device}, {"models", read_model}, {"software", read_software}}};

}  // namespace

Expected<void> read_measurements(std::string_view text, Measurements& all, const Registry& registry) {
    static constexpr std::array<std::string_view, 5> members{"points", "hardware", "models", "software", "notes"};
    const auto file = parse_json(text);
    if (!file) return tl::make_unexpected(file.error());
    if (auto ok = check_members(*file, members, 0); !ok) return ok;
    for (const auto& [member, read] : name_readers) {
        if (!file->contains(member)) continue;
        const Json& names = (*file)[member];
        if (!names.is_object())
            return fail(ErrorCode::wrong_type, member,
                        cat({member, " must be an object of names, given ", quoted(names)}));
        for (const auto& [name, value] : names.items())
            if (auto ok = read(all, name, value, registry, joined(member, name)); !ok) return ok;
    }
    if (!file->contains("points")) return {};
    if (!(*file)["points"].is_array())
        return fail(ErrorCode::wrong_type, "points", cat({"points must be a list, given ", quoted((*file)["points"])}));
    for (std::size_t i = 0; i < (*file)["points"].size(); ++i) {
        auto point = read_point((*file)["points"][i], cat({"points[", plain(static_cast<double>(i), 9), "]"}));
        if (!point) return tl::make_unexpected(point.error());
        all.points.push_back(std::move(*point));
    }
    return {};
}

Expected<void> read_shipped_names(Measurements& all, const Registry& registry) {
    for (const std::string_view names : {detail::measured_hardware, detail::measured_models, detail::measured_software})
        if (auto ok = read_measurements(names, all, registry); !ok) return ok;
    return {};
}

Software software_of(const Measurements& all, const MeasuredPoint& point) {
    if (const auto named = all.software.find(point.software); named != all.software.end()) return named->second;
    return software_named(point.software).value_or(Software::unknown);
}

}  // namespace ridgepoint
