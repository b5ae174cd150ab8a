#include "quantize.hpp"

#include "csv.hpp"
#include "fields.hpp"
#include "print.hpp"
#include "prose/text.hpp"
#include "ridgepoint/language_model/quantize.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::detail {
extern const std::string_view shipped_text, weights_large, weights_small;
}

namespace ridgepoint::cli {
namespace {

/// What varies from row to row, and the figures of a row.
constexpr std::array<const char*, 3> varied{"granularity", "bits", "method"};
constexpr std::array<const char*, 6> figures{"perplexity", "perplexity_error", "loss_increase", "loss_increase_error",
                                             "bytes",      "bits_per_weight"};

/// Every way to round weights alone: 16 bits, then granularity by bits by method.
std::vector<Json> rows_of(const Json& request) {
    std::vector<Json> rows;
    const auto add = [&](std::string_view granularity, std::string_view bits, std::string_view method) {
        Json row = request;
        row["granularity"] = granularity;
        row["bits"] = bits;
        row["method"] = method;
        rows.push_back(std::move(row));
    };
    add("tensor", "16", "rounding");
    for (const std::string_view granularity : granularity_names)
        for (const std::string_view bits : {"8", "4", "3", "2"})
            for (const std::string_view method : {"rounding", "gptq", "awq"}) add(granularity, bits, method);
    return rows;
}

Expected<Json> run(QuantizeLab& lab, const Json& request, const QuantizeHost& host, const Registry& registry) {
    return read_json<QuantizeRequest>(request, registry)
        .and_then([&](const QuantizeRequest& r) { return lab.run(r, host); })
        .map([](const QuantizeResult& result) { return write_json(result, Unset::null); });
}

Expected<Json> answer_to(const Json& request, const Options& options) {
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    auto lab = QuantizeLab::open(detail::weights_large, detail::weights_small, detail::shipped_text);
    if (!lab) return tl::make_unexpected(lab.error());
    QuantizeHost host;
    if (!options.table) {
        host.clock = &computer_clock();
        return run(*lab, request, host, *registry);
    }
    for (const char* name : varied)
        if (request.contains(name))
            return fail(ErrorCode::not_applicable, name,
                        cat({flag_of(name), " is given by every row of --table in turn; leave it out"}));
    Json table = Json::array();
    for (const Json& asked : rows_of(request)) {
        const auto result = run(*lab, asked, host, *registry);
        if (!result) return tl::make_unexpected(result.error());
        Json row = Json::object();
        for (const char* name : varied) row[name] = asked[name];
        for (const char* name : figures) row[name] = (*result)[name];
        table.push_back(std::move(row));
    }
    return table;
}

std::string cell(const Json& value, int places) {
    return value.is_string() ? value.get<std::string>() : decimals(value.get<double>(), places);
}

std::string table_text(const Json& rows) {
    constexpr int places = 3;
    std::vector<std::vector<std::string>> cells{
        {"a scale for each", "bits", "method", "perplexity", "±", "loss increase", "±", "bytes", "bits a weight"}};
    for (const Json& row : rows) {
        auto& line = cells.emplace_back();
        for (const auto& [name, value] : row.items()) line.push_back(cell(value, name == "bytes" ? 0 : places));
    }
    return table(cells);
}

std::string csv_of(const Json& rows) {
    std::string text;
    for (const Json& row : rows) {
        if (text.empty()) {
            for (const auto& [name, value] : row.items()) text += (text.empty() ? "" : ",") + name;
            text += "\n";
        }
        std::string line;
        for (const auto& [name, value] : row.items()) line += (line.empty() ? "" : ",") + csv_cell(value);
        text += line + "\n";
    }
    return text;
}

}  // namespace

Json quantize(const Json& request, const Options& options) {
    const auto answer = answer_to(request, options);
    return answer ? Json{{"result", *answer}} : write_error(answer.error());
}

std::string quantized_text(const Json& result, const Options& options) {
    if (options.table) return options.csv ? csv_of(result) : table_text(result);
    if (options.csv) return result_csv(describe<QuantizeResult>(), result);
    Json figures_alone = result;
    std::string texts;
    for (const auto& [name, title] :
         {std::pair{"prompt", "Prompt"}, {"text_before", "FP16 writes"}, {"text_after", "Now it writes"}}) {
        texts += cat({"\n", title, ": ", one_line(result[name].get<std::string>()), "\n"});
        figures_alone.erase(name);
    }
    return report(describe<QuantizeResult>(), figures_alone) + texts;
}

}  // namespace ridgepoint::cli
