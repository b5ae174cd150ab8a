// Files of measurements as points and names.

#include <algorithm>
#include <cmath>

#include "describe/json.hpp"
#include "describe/validate.hpp"
#include "prose/text.hpp"
#include "ridgepoint/measured.hpp"
#include "ridgepoint/request_fields.hpp"

namespace ridgepoint {
namespace detail {
extern const std::string_view measured_hardware;
extern const std::string_view measured_models;
extern const std::string_view measured_software;
extern const std::string_view measured_spellings;
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
        complain(ErrorCode::wrong_type, name, cat({"must be a string, given ", quoted(*found)}));
        return "";
    }
    /// From 0 on; null is not stated.
    std::optional<double> number(const char* name) {
        return number_from(name, "must be a number from 0 to 1e18, or null, given ",
                           [](double value) { return value >= 0; });
    }
    /// Above 0, if by little; null is not stated.
    std::optional<double> positive(const char* name) {
        return number_from(name, "must be a number from 1e-9 to 1e18, or null, given ",
                           [](double value) { return value >= 1e-9; });
    }
    /// From 1 on; null is not stated.
    std::optional<double> count(const char* name) {
        return number_from(name, "must be a number from 1 to 1e18, or null, given ",
                           [](double value) { return value >= 1; });
    }
    /// Of a weight, the widest of which has 64; null is not stated.
    std::optional<double> bits(const char* name) {
        return number_from(name, "must be a number from 1 to 64, or null, given ",
                           [](double value) { return value >= 1 && value <= 64; });
    }
    double required_positive(const char* name) {
        const auto given = member(name) != nullptr ? number(name) : std::nullopt;
        if (!error_ && (!given || *given <= 0))
            complain(ErrorCode::out_of_range, name, cat({"must be above 0, given ", quoted(json_[name])}));
        return given.value_or(1);
    }
    Expected<void> verdict() const {
        if (error_) return tl::make_unexpected(*error_);
        return {};
    }

private:
    std::optional<double> number_from(const char* name, const char* wanted, bool (*allowed)(double)) {
        const auto found = json_.find(name);
        if (found == json_.end() || found->is_null()) return std::nullopt;
        // Products of larger numbers would overflow.
        if (found->is_number() && found->get<double>() <= 1e18 && allowed(found->get<double>()))
            return found->get<double>();
        complain(ErrorCode::out_of_range, name, cat({wanted, quoted(*found)}));
        return std::nullopt;
    }
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

MeasuredKind kind_named(std::string_view name) {
    const auto known = std::find(measured_kind_names.begin(), measured_kind_names.end(), name);
    return static_cast<MeasuredKind>(known - measured_kind_names.begin());
}

/// Bits a weight where the format's name begins with them: "fp16 AMP". Formats of files, Q4_K_M say, do not tell.
std::optional<double> bits_named(std::string_view precision) {
    static constexpr std::array<std::pair<std::string_view, double>, 8> formats{
        {{"fp32", 32}, {"tf32", 32}, {"fp16", 16}, {"bf16", 16}, {"fp8", 8}, {"int8", 8}, {"int4", 4}, {"fp4", 4}}};
    for (const auto& [name, bits] : formats)
        if (precision.substr(0, name.size()) == name) return bits;
    return std::nullopt;
}

/// Tables of a NIM, which is a server, call the users that each ask again when answered its batch.
bool is_of_server(const MeasuredPoint& p) { return p.software.starts_with("NVIDIA NIM") && p.batch && !p.rate; }

Expected<MeasuredPoint> read_point(const Json& json, const std::string& path) {
    if (!json.is_object())
        return fail(ErrorCode::wrong_type, path, cat({path, " must be an object, given ", quoted(json)}));
    Reader reader(json, path);
    MeasuredPoint p;
    p.id = reader.text("id");
    p.kind_name = reader.text("kind");
    p.kind = kind_named(p.kind_name);
    // What another kind has for members is not known either.
    if (p.kind == MeasuredKind::unknown && reader.verdict()) return p;
    p.hardware = reader.text("hardware");
    p.model = reader.text("model");
    p.precision = reader.text("precision");
    p.kv_precision = reader.text("kv_precision");
    p.software = reader.text("software");
    p.unit = reader.text("unit");
    p.source_url = reader.text("source_url");
    p.document = document_of(p.source_url);
    p.source_locator = reader.text("source_locator");
    p.value = reader.required_positive("value");
    p.devices = reader.count("devices").value_or(1);
    if (json.contains("tp")) p.tensor = reader.count("tp").value_or(1);
    p.weight_bits = reader.bits("weights_bits");
    if (!p.weight_bits) p.weight_bits = bits_named(p.precision);
    p.batch = reader.count("batch");
    p.input_tokens = reader.number("input_len");
    p.output_tokens = reader.number("output_len");
    if (json.contains("concurrency")) p.concurrency = reader.count("concurrency");
    if (json.contains("qps")) p.rate = reader.positive("qps");
    if (json.contains("cached_len")) p.cached_tokens = reader.number("cached_len");
    if (!p.concurrency && is_of_server(p)) std::swap(p.concurrency, p.batch);
    if (const auto gigabytes = reader.positive("weights_gb")) p.weights_bytes = *gigabytes * 1e9;
    if (auto ok = reader.verdict(); !ok) return tl::make_unexpected(ok.error());
    return p;
}

/// The shared members of a run and a step: what it is, who says so, and the request that it was.
template <class Request>
Expected<MeasuredPoint> read_requested(const Json& json, const std::string& path, const Json& file,
                                       const Registry& registry, std::shared_ptr<const Request> MeasuredPoint::* to) {
    if (!json.is_object())
        return fail(ErrorCode::wrong_type, path, cat({path, " must be an object, given ", quoted(json)}));
    Reader reader(json, path);
    MeasuredPoint p;
    p.id = reader.text("id");
    const std::string source = reader.text("source");
    if (json.contains("software")) p.software = reader.text("software");
    if (json.contains("source_url")) p.source_url = reader.text("source_url");
    if (json.contains("source_locator")) p.source_locator = reader.text("source_locator");
    if (json.contains("left_out")) p.left_out = reader.text("left_out");
    if (auto ok = reader.verdict(); !ok) return tl::make_unexpected(ok.error());
    std::string address = source;
    if (file.contains("sources") && file["sources"].is_object() && file["sources"].contains(source) &&
        file["sources"][source].is_string())
        address = file["sources"][source].get<std::string>();
    p.document = document_of(address);
    if (p.source_url.empty()) p.source_url = address;
    const std::string at = joined(path, "request");
    if (!json.contains("request")) return fail(ErrorCode::missing_field, at, cat({at, " is missing"}));
    Json request = json["request"];
    const auto name = [&](const char* member) {
        return request.is_object() && request.contains(member) && request[member].is_string()
                   ? request[member].get<std::string>()
                   : std::string();
    };
    p.hardware = name("hardware");
    p.model = name("model");
    p.precision = name("precision");
    // A model of the file's own.
    if (file.contains("models") && file["models"].is_object() && file["models"].contains(p.model))
        request["model"] = file["models"][p.model];
    Request read;
    if (auto ok = read_json(describe<Request>(), request, &read, registry, at); !ok)
        return tl::make_unexpected(ok.error());
    p.devices = read.parallel.devices();
    p.*to = std::make_shared<const Request>(std::move(read));
    return p;
}

/// A point for each figure that was measured.
Expected<void> read_run(const Json& json, const std::string& path, const Json& file, Measurements& to,
                        const Registry& registry) {
    static constexpr std::array<std::pair<const char*, MeasuredKind>, 4> figures{
        {{"tokens_per_s", MeasuredKind::run_tokens_per_s},
         {"itl_s", MeasuredKind::run_itl},
         {"ttft_s", MeasuredKind::run_ttft},
         {"latency_s", MeasuredKind::run_latency}}};
    static constexpr std::array<std::string_view, 4> names{"tokens_per_s", "itl_s", "ttft_s", "latency_s"};
    auto run = read_requested(json, path, file, registry, &MeasuredPoint::load);
    if (!run) return tl::make_unexpected(run.error());
    const std::string at = joined(path, "measured");
    if (!json.contains("measured")) return fail(ErrorCode::missing_field, at, cat({at, " is missing"}));
    if (auto ok = check_members(json["measured"], names, 0); !ok) return ok;
    Reader reader(json["measured"], at);
    for (const auto& [name, kind] : figures) {
        if (!json["measured"].contains(name)) continue;
        MeasuredPoint& point = to.points.emplace_back(*run);
        point.kind = kind;
        point.kind_name = name;
        point.value = reader.required_positive(name);
    }
    return reader.verdict();
}

Expected<void> read_step(const Json& json, const std::string& path, const Json& file, Measurements& to,
                         const Registry& registry) {
    auto step = read_requested(json, path, file, registry, &MeasuredPoint::train);
    if (!step) return tl::make_unexpected(step.error());
    Reader reader(json, path);
    step->kind = MeasuredKind::step;
    step->kind_name = "step";
    step->value = reader.required_positive("step_s");
    if (auto ok = reader.verdict(); !ok) return ok;
    to.points.push_back(std::move(*step));
    return {};
}

Expected<void> read_one_point(const Json& json, const std::string& path, const Json&, Measurements& to,
                              const Registry&) {
    auto point = read_point(json, path);
    if (!point) return tl::make_unexpected(point.error());
    to.points.push_back(std::move(*point));
    return {};
}

using ListReader = Expected<void> (*)(const Json& json, const std::string& path, const Json& file, Measurements& to,
                                      const Registry& registry);
constexpr std::array<std::pair<const char*, ListReader>, 3> list_readers{
    {{"points", read_one_point}, {"runs", read_run}, {"steps", read_step}}};

using NameReader = Expected<void> (*)(Measurements& to, const std::string& name, const Json& value,
                                      const Registry& registry, const std::string& path);

/// What a name stands for: an id of the registry or an inline object, as in a request.
Expected<void> read_device(Measurements& to, const std::string& name, const Json& value, const Registry& registry,
                           const std::string& path) {
    ServeRequest request;
    return read_field(fields::hardware<ServeRequest>, value, &request, registry, path).map([&] {
        to.hardware[name] = request.hardware;
    });
}

Expected<void> read_model(Measurements& to, const std::string& name, const Json& value, const Registry& registry,
                          const std::string& path) {
    ServeRequest request;
    return read_field(fields::model<ServeRequest>, value, &request, registry, path).map([&] {
        to.models[name] = request.model;
    });
}

Expected<void> read_software(Measurements& to, const std::string& name, const Json& value, const Registry&,
                             const std::string& path) {
    const auto known = std::find(software_names.begin(), software_names.end(),
                                 value.is_string() ? value.get_ref<const std::string&>() : "");
    if (known == software_names.end())
        return fail(ErrorCode::unknown_name, path,
                    cat({path, " must be one of ", listed(software_names), ", given ", quoted(value)}));
    to.software[name] = static_cast<Software>(known - software_names.begin());
    return {};
}

/// Members that begin with an underscore say something to readers, as in the collections that are about.
void erase_remarks(Json& file) {
    if (!file.is_object()) return;
    for (auto at = file.begin(); at != file.end();) {
        if (at.key().rfind('_', 0) == 0) at = file.erase(at);
        else ++at;
    }
}

constexpr std::array<std::pair<const char*, NameReader>, 3> name_readers{
    {{"hardware", read_device}, {"models", read_model}, {"software", read_software}}};

}  // namespace

Expected<void> read_measurements(std::string_view text, Measurements& all, const Registry& registry) {
    static constexpr std::array<std::string_view, 8> members{"points",   "runs",   "steps",    "sources",
                                                             "hardware", "models", "software", "notes"};
    auto file = parse_json_within(text, measurements_bytes_limit);
    if (!file) return tl::make_unexpected(file.error());
    erase_remarks(*file);
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
    for (const auto& [member, read] : list_readers) {
        if (!file->contains(member)) continue;
        const Json& list = (*file)[member];
        if (!list.is_array())
            return fail(ErrorCode::wrong_type, member, cat({member, " must be an array, given ", quoted(list)}));
        for (std::size_t i = 0; i < list.size(); ++i)
            if (auto ok = read(list[i], cat({member, "[", format_number(static_cast<double>(i), 9), "]"}), *file, all,
                               registry);
                !ok)
                return ok;
    }
    return {};
}

Expected<void> read_shipped_names(Measurements& all, const Registry& registry) {
    for (const std::string_view names :
         {detail::measured_hardware, detail::measured_models, detail::measured_software, detail::measured_spellings})
        if (auto ok = read_measurements(names, all, registry); !ok) return ok;
    return {};
}

}  // namespace ridgepoint
