#include "validation.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>

#include "csv.hpp"
#include "files.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "prose/text.hpp"
#include "ridgepoint/measured.hpp"
#include "ridgepoint/request_fields.hpp"

namespace ridgepoint::cli {
namespace {

using Group = std::vector<const MeasuredComparison*>;

Expected<Measurements> read_files(const std::vector<std::string>& files, const Registry& registry) {
    Measurements all;
    if (auto ok = read_shipped_names(all, registry); !ok) return tl::make_unexpected(ok.error());
    for (const std::string& file : files) {
        const auto text = read_file(file, measurements_bytes_limit, Files::regular);
        if (!text)
            return fail(text.error().code, "data", cat({"--data: ", one_line(file), ": ", text.error().message}));
        if (auto ok = read_measurements(*text, all, registry); !ok)
            return fail(ok.error().code, ok.error().field,
                        cat({one_line(file), ": ", about(ok.error(), "the file").message}));
    }
    if (all.points.empty()) return fail(ErrorCode::missing_field, "points", "points is missing: the files hold none");
    return all;
}

Expected<std::optional<Assumptions>> assumed(const Options& options, const Registry& registry) {
    if (options.assumptions.empty()) return std::nullopt;
    Json given = options.assumptions;
    if (options.assumptions[0] == '{') {
        auto parsed = parse_json(options.assumptions);
        if (!parsed) return tl::make_unexpected(parsed.error());
        given = std::move(*parsed);
    }
    ServeRequest request;
    if (auto ok = read_field(fields::assumptions<ServeRequest>, given, &request, registry, "assumptions"); !ok)
        return tl::make_unexpected(ok.error());
    return request.assumptions;
}

/// Fields of `load`, from JSON.
Expected<ServerChoice> server_chosen(const Options& options, const Registry& registry) {
    static constexpr std::array<std::string_view, 4> names{"link_efficiency", "request_overhead_s", "prompt_overhead_s",
                                                           "sequence_overhead_s"};
    if (options.server.empty()) return ServerChoice{};
    const auto given = parse_json(options.server);
    if (!given) return tl::make_unexpected(given.error());
    if (auto ok = check_members(*given, names, 0); !ok) return tl::make_unexpected(ok.error());
    LoadRequest request;
    for (const auto& [name, value] : given->items())
        if (auto ok = read_field(*describe<LoadRequest>().find(name), value, &request, registry, name); !ok)
            return tl::make_unexpected(ok.error());
    return ServerChoice{request.link_efficiency, request.request_overhead, request.prompt_overhead,
                        request.sequence_overhead};
}

const std::string& kind_of(const MeasuredComparison& c) { return c.kind; }
/// Whether it compares a ratio of perplexities, not seconds.
bool is_ratio(const MeasuredComparison& c) { return !c.algorithm.empty(); }

std::string software_of(const MeasuredComparison& c) {
    return std::string(software_names[static_cast<unsigned>(c.software)]);
}

std::string percent(double share) { return cat({decimals(share * 100, 1), " %"}); }

std::map<std::string, Group> grouped(const std::vector<MeasuredComparison>& all, bool predicted,
                                     const std::function<std::string(const MeasuredComparison&)>& key) {
    std::map<std::string, Group> groups;
    for (const MeasuredComparison& c : all)
        if (c.missing.empty() == predicted) groups[key(c)].push_back(&c);
    return groups;
}

const std::array<std::pair<const char*, std::function<std::string(const MeasuredComparison&)>>, 4> views{{
    {"kind", kind_of},
    {"software or algorithm",
     [](const MeasuredComparison& c) { return cat({kind_of(c), ", ", is_ratio(c) ? c.algorithm : software_of(c)}); }},
    {"device or model",
     [](const MeasuredComparison& c) {
         return cat({kind_of(c), ", ", is_ratio(c) ? c.point->model : c.point->hardware});
     }},
    {"document", [](const MeasuredComparison& c) { return cat({kind_of(c), ", ", c.point->document}); }},
}};

std::string why_left_out(const MeasuredComparison& c) { return cat({kind_of(c), ": ", c.missing}); }

/// Names of the points that neither the registry nor the files have, with what each was taken for. A perplexity asks
/// for no software.
std::map<std::string, std::string> names_taken(const std::vector<MeasuredComparison>& all) {
    std::map<std::string, std::string> taken;
    const auto note = [&](const std::string& name, const std::string& id) {
        if (!id.empty() && !name.empty()) taken[name] = id;
    };
    for (const MeasuredComparison& c : all) {
        note(c.point->hardware, c.taken.hardware);
        note(c.point->model, c.taken.model);
        if (c.missing.empty() && !is_ratio(c)) note(c.point->software, c.taken.software);
    }
    return taken;
}

void print_tables(const std::vector<MeasuredComparison>& all) {
    for (const auto& [title, key] : views) {
        std::vector<std::vector<std::string>> rows{
            {cat({"by ", title}), "points", "median |error|", "nine in ten within", "median error", "in the band"}};
        for (const auto& [name, group] : grouped(all, true, key)) {
            const ErrorSummary s = summarize(group);
            rows.push_back({one_line(name), format_number(s.points), percent(s.median_error), percent(s.ninth_decile),
                            percent(s.bias), s.in_band ? percent(*s.in_band) : "—"});
        }
        std::cout << table(rows) << "\n";
    }
    std::vector<std::vector<std::string>> rows{{"left out", "points"}};
    for (const auto& [why, group] : grouped(all, false, why_left_out))
        rows.push_back({one_line(why), format_number(static_cast<double>(group.size()))});
    if (rows.size() > 1) std::cout << table(rows) << "\n";
    rows = {{"name", "taken for"}};
    for (const auto& [name, id] : names_taken(all))
        rows.push_back({one_line(name), id == "unknown" ? "software without a fit of its own" : id});
    if (rows.size() > 1) std::cout << table(rows);
}

Json summary_json(const std::vector<MeasuredComparison>& all) {
    Json out = Json::object();
    for (const auto& [title, key] : views) {
        std::string name = cat({"by_", title});
        std::replace(name.begin(), name.end(), ' ', '_');
        Json& list = out[name] = Json::array();
        for (const auto& [of, group] : grouped(all, true, key)) {
            const ErrorSummary s = summarize(group);
            list.push_back({{"name", of},
                            {"points", s.points},
                            {"median_error", s.median_error},
                            {"ninth_decile", s.ninth_decile},
                            {"bias", s.bias},
                            {"in_band", s.in_band ? Json(*s.in_band) : Json()}});
        }
    }
    Json& left_out = out["left_out"] = Json::array();
    for (const auto& [why, group] : grouped(all, false, why_left_out))
        left_out.push_back({{"name", why}, {"points", group.size()}});
    Json& taken = out["names"] = Json::array();
    for (const auto& [name, id] : names_taken(all)) taken.push_back({{"name", name}, {"taken_for", id}});
    return out;
}

struct Column {
    const char* name;
    std::function<Json(const MeasuredComparison&)> value;
};

std::vector<Column> columns() {
    // What was left out has no figures, but a measured ratio remains one; and a perplexity has no step.
    using Value = std::function<Json(const MeasuredComparison&)>;
    const auto where = [](bool ratio, const Value& value) -> Value {
        return [ratio, value](const MeasuredComparison& c) {
            return c.missing.empty() && is_ratio(c) == ratio ? value(c) : Json();
        };
    };
    const auto of_step = [&](const Value& value) -> Value {
        return
            [value = where(false, value)](const MeasuredComparison& c) { return c.of_one_device ? value(c) : Json(); };
    };
    const auto of_ratio = [](const Value& value) -> Value {
        return [value](const MeasuredComparison& c) { return is_ratio(c) ? value(c) : Json(); };
    };
    const auto figure = [&](double MeasuredComparison::* member, bool ratio) {
        return where(ratio, [member](const MeasuredComparison& c) { return write_number(c.*member); });
    };
    const auto end = [&](double MeasuredComparison::* member) -> Value {
        return [value = figure(member, false)](const MeasuredComparison& c) { return c.banded ? value(c) : Json(); };
    };
    std::vector<Column> list{
        {"id", [](const MeasuredComparison& c) { return Json(c.point->id); }},
        {"kind", [](const MeasuredComparison& c) { return Json(kind_of(c)); }},
        {"software", [](const MeasuredComparison& c) { return Json(software_of(c)); }},
        {"measured_software", [](const MeasuredComparison& c) { return Json(c.point->software); }},
        {"hardware", [](const MeasuredComparison& c) { return Json(c.point->hardware); }},
        {"model", [](const MeasuredComparison& c) { return Json(c.point->model); }},
        {"precision", [](const MeasuredComparison& c) { return Json(c.point->precision); }},
        {"batch", [](const MeasuredComparison& c) { return c.point->batch ? write_number(*c.point->batch) : Json(); }},
        {"weight_bits",
         [](const MeasuredComparison& c) {
             return c.point->weight_bits ? write_number(*c.point->weight_bits) : Json();
         }},
        {"devices", [](const MeasuredComparison& c) { return write_number(c.point->devices); }},
        {"link", [](const MeasuredComparison& c) { return Json(c.link); }},
        {"document", [](const MeasuredComparison& c) { return Json(c.point->document); }},
        {"table", [](const MeasuredComparison& c) { return Json(c.point->source_locator); }},
        {"url", [](const MeasuredComparison& c) { return Json(c.point->source_url); }},
        {"left_out", [](const MeasuredComparison& c) { return Json(c.missing); }},
        {"fitted", [](const MeasuredComparison& c) { return c.missing.empty() ? Json(c.fitted) : Json(); }},
        {"measured_s", figure(&MeasuredComparison::measured, false)},
        {"predicted_s", figure(&MeasuredComparison::predicted, false)},
        {"low_s", end(&MeasuredComparison::low)},
        {"high_s", end(&MeasuredComparison::high)},
        {"measured_ratio", of_ratio([](const MeasuredComparison& c) { return write_number(c.measured); })},
        {"predicted_ratio", figure(&MeasuredComparison::predicted, true)},
        {"low_ratio", figure(&MeasuredComparison::low, true)},
        {"high_ratio", figure(&MeasuredComparison::high, true)},
        {"predicted_over_measured",
         [](const MeasuredComparison& c) { return c.missing.empty() ? write_number(c.multiple()) : Json(); }},
        {"error", [](const MeasuredComparison& c) { return c.missing.empty() ? write_number(c.error()) : Json(); }},
        {"peak_flop_per_s", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.peak)); })},
        {"vector_flop_per_s", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.vector_peak)); })},
        {"bandwidth_bytes_per_s",
         of_step([](const MeasuredComparison& c) { return write_number(in_si(c.bandwidth)); })},
        {"fp16_flop_per_s", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.fp16_peak)); })},
        {"accumulate_flop_per_s",
         of_step([](const MeasuredComparison& c) { return write_number(in_si(c.accumulate_peak)); })},
        {"int8_flop_per_s", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.int8_peak)); })},
        {"tdp_w", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.tdp)); })},
        {"arithmetic_bytes", of_step([](const MeasuredComparison& c) { return write_number(c.arithmetic_bytes); })},
        {"unpacks", of_step([](const MeasuredComparison& c) { return Json(c.unpacks); })},
        {"dispatch_s", of_step([](const MeasuredComparison& c) { return write_number(in_si(c.dispatch)); })},
        {"algorithm", of_ratio([](const MeasuredComparison& c) { return Json(c.algorithm); })},
        {"parameters", of_ratio([](const MeasuredComparison& c) { return write_number(c.parameters); })},
        {"training_tokens", of_ratio([](const MeasuredComparison& c) { return write_number(c.training_tokens); })},
        {"group", of_ratio([](const MeasuredComparison& c) { return write_number(c.group); })},
        {"n_m", of_ratio([](const MeasuredComparison& c) { return Json(c.n_m); })},
    };
    static constexpr std::array terms{
        std::pair{"times", &StepTerms::times},
        std::pair{"work_flop", &StepTerms::work_flop},
        std::pair{"weights_bytes", &StepTerms::weights_bytes},
        std::pair{"weights", &StepTerms::weights},
        std::pair{"cache_bytes", &StepTerms::cache_bytes},
        std::pair{"layers", &StepTerms::layers},
        std::pair{"expert_layers", &StepTerms::expert_layers},
        std::pair{"activation_bytes", &StepTerms::activation_bytes},
        std::pair{"attention_flop", &StepTerms::attention_flop},
        std::pair{"tokens", &StepTerms::tokens},
        std::pair{"micro_batch", &StepTerms::micro_batch},
        std::pair{"hidden_values", &StepTerms::hidden_values},
        std::pair{"scores", &StepTerms::scores},
        std::pair{"routed_bytes", &StepTerms::routed_bytes},
    };
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const char* step : {"first_", "further_"})
            for (const auto& [name, member] : terms) all.push_back(std::string(step) + name);
        return all;
    }();
    std::size_t next = 0;
    for (StepTerms MeasuredComparison::* step : {&MeasuredComparison::first, &MeasuredComparison::further})
        for (const auto& [name, member] : terms)
            list.push_back({names[next++].c_str(), of_step([step, member = member](const MeasuredComparison& c) {
                                return write_number(c.*step.*member);
                            })});
    return list;
}

std::string csv(const std::vector<MeasuredComparison>& all) {
    const auto list = columns();
    std::string text;
    const auto line = [&](const std::function<std::string(const Column&)>& cell) {
        for (std::size_t i = 0; i < list.size(); ++i) text += (i == 0 ? "" : ",") + cell(list[i]);
        text += "\n";
    };
    line([](const Column& c) { return std::string(c.name); });
    for (const MeasuredComparison& comparison : all)
        line([&](const Column& c) { return csv_cell(c.value(comparison)); });
    return text;
}

}  // namespace

Expected<bool> validate(const Options& options) {
    if (options.words.empty())
        return fail(ErrorCode::missing_field, "data", "validate needs --data FILE: a file of measurements, or several");
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    const auto assumptions = assumed(options, *registry);
    if (!assumptions) return tl::make_unexpected(assumptions.error());
    const auto all = read_files(options.words, *registry);
    if (!all) return tl::make_unexpected(all.error());
    const auto server = server_chosen(options, *registry);
    if (!server) return tl::make_unexpected(server.error());
    Progress progress;
    const auto compared =
        compare(*all, *assumptions, *server, [&](double done) { progress(done, "points predicted"); });
    if (!compared) return tl::make_unexpected(compared.error());
    const std::vector<MeasuredComparison>& comparisons = *compared;
    if (!options.output.empty()) {
        std::ofstream file(options.output, std::ios::binary);
        file << csv(comparisons);
        file.close();
        if (!file) {
            std::cerr << "ridgepoint: --csv: " << options.output << " could not be written\n";
            return false;
        }
    }
    if (options.json) std::cout << text_of(summary_json(comparisons), 2) << "\n";
    else print_tables(comparisons);
    return true;
}

}  // namespace ridgepoint::cli
