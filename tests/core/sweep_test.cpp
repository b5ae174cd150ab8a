#include "engine/sweep.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

struct Table {
    Json header;
    std::vector<double> values;

    std::size_t rows() const { return member(header, "rows").is_number() ? header["rows"].get<std::size_t>() : 0; }
    std::size_t columns() const { return member(header, "columns").size(); }
    double at(std::size_t row, std::size_t column) const { return values[column * rows() + row]; }
    /// The cell as a call would have it: a label where the column has labels, null for no value.
    Json cell(std::size_t row, std::size_t column) const {
        const double v = at(row, column);
        if (std::isnan(v)) return nullptr;
        const Json& labels = member(header["columns"][column], "labels");
        return labels.is_array() ? labels[static_cast<std::size_t>(v)] : Json(v);
    }
};

Table swept(const Json& request) {
    const SweepColumns columns = sweep_columns(request.dump());
    Table table{Json::parse(columns.header_json), columns.values};
    INFO(request.dump().substr(0, 300) << " -> " << columns.header_json.substr(0, 300));
    CHECK(table.header.contains("rows"));
    CHECK(table.values.size() == table.rows() * table.columns());
    return table;
}

std::string refusal(const Json& request) {
    const SweepColumns columns = sweep_columns(request.dump());
    CHECK(columns.values.empty());
    const Json json = Json::parse(columns.header_json);
    CHECK(member(json, "error.message").is_string());
    return sentence(json, "error.code") + " " + sentence(json, "error.field");
}

/// Every row of the sweep must be what the call alone answers, with the axes' values in place.
void equals_single_calls(const Json& request) {
    const Table table = swept(request);
    const Json& axes = request["axes"];
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Json single = request["base"];
        std::size_t stride = table.rows(), column = 0;
        for (const auto& [path, values] : axes.items()) {
            stride /= values.size();
            single = with(single, path, values[row / stride % values.size()]);
            ++column;
        }
        const Json result = ask(request["call"], single);
        for (const Json& output : request["outputs"]) {
            const Json expected = member(result, output), got = table.cell(row, column++);
            const bool same = expected.is_boolean() ? got == Json(expected == true ? 1.0 : 0.0) : got == expected;
            if (same) continue;
            INFO(single.dump() << " " << output.dump() << ": " << expected.dump() << " alone, " << got.dump());
            CHECK(same);
        }
    }
}

const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}};
const Json inline_device{
    {"peak_flop_per_s", {{"fp16", 1e14}}}, {"memory_capacity_bytes", 1e11}, {"memory_bandwidth_bytes_per_s", 1e12}};

Json simple(const Json& axes, const Json& outputs = Json::array({"latency_s"})) {
    return {{"call", "roofline"}, {"base", base}, {"axes", axes}, {"outputs", outputs}};
}

}  // namespace

TEST_CASE("axes multiply, the first slowest") {
    const Table t = swept(simple({{"batch", {1, 2}}, {"precision", {"fp16", "int8", "int4"}}}));
    CHECK(t.rows() == 6);
    CHECK(t.columns() == 3);
    CHECK(t.header["columns"][0]["name"] == "batch");
    CHECK(t.header["columns"][1]["name"] == "precision");
    CHECK(t.header["columns"][2]["name"] == "latency_s");
    const char* precisions[]{"fp16", "int8", "int4"};
    for (std::size_t row = 0; row < 6 && t.rows() == 6; ++row) {
        CHECK(t.cell(row, 0) == (row < 3 ? 1.0 : 2.0));
        CHECK(t.cell(row, 1) == precisions[row % 3]);
    }
}

TEST_CASE("a sweep equals its single calls: roofline over models, devices, precisions and batches") {
    equals_single_calls({{"call", "roofline"},
                         {"base", {{"context", 512}}},
                         {"axes",
                          {{"model", {"Llama3_8B", "ResNet50", "Mixtral_8x7B", "Mamba_2_8B"}},
                           {"hardware", {"H100", "T4", inline_device, "ESP32_S3"}},
                           {"precision", {"fp16", "int4"}},
                           {"phase", {"inference", "training"}},
                           {"batch", {1, 300}}}},
                         {"outputs",
                          {"latency_s", "regime", "energy_j", "mfu", "feasible", "spill_bytes", "throughput_per_s",
                           "bandwidth_bytes_per_s"}}});
}

TEST_CASE("a sweep equals its single calls: over several devices, and what would hold the model") {
    for (const char* call : {"roofline", "serve"})
        equals_single_calls({{"call", call},
                             {"base", {{"batch", 64}}},
                             {"axes",
                              {{"model", {"Llama3_70B", "Mixtral_8x7B"}},
                               {"hardware", {"H100", "L40S"}},
                               {"parallel.tensor", {1, 4, 8}},
                               {"parallel.pipeline", {1, 2}}}},
                             {"outputs", {"devices", "devices_needed", "feasible"}}});
}

TEST_CASE("a sweep equals its single calls: serving") {
    equals_single_calls(
        {{"call", "serve"},
         {"base", {{"model", "Llama3_8B"}, {"kv_precision", "fp8"}}},
         {"axes",
          {{"hardware", {"H100", "A100"}},
           {"draft_model", {nullptr, "Llama3_2_1B"}},
           {"decode_hardware", {nullptr, "L40S"}},
           {"context", {128, 8192}},
           {"batch", {1, 64}}}},
         {"outputs",
          {"ttft_s", "itl_s", "max_batch", "feasible", "decode_regime", "prefill_regime", "memory_utilization"}}});
}

TEST_CASE("a sweep equals its single calls: compression") {
    equals_single_calls({{"call", "compress"},
                         {"base", base},
                         {"axes",
                          {{"method", {"quantization", "pruning"}},
                           {"bits", {4, 8}},
                           {"sparsity", {0, 0.5}},
                           {"pattern", {"n_m", "structured"}}}},
                         {"outputs", {"speedup", "accuracy_delta", "compression_ratio", "regime"}}});
}

TEST_CASE("a sweep equals its single calls: sensitivity, outputs inside objects") {
    equals_single_calls(
        {{"call", "sensitivity"},
         {"base", base},
         {"axes", {{"batch", {1, 512}}, {"target", {"latency", "itl", "ttft"}}}},
         {"outputs",
          {"elasticities.memory_bandwidth", "secants.peak_flop_per_s", "binding_constraint", "baseline_s"}}});
}

TEST_CASE("a sweep equals its single calls: bands, where a row has one and where it has none") {
    const Json models{"Llama3_8B", "Llama3_70B", "Llama3_8B"};
    for (const char* call : {"roofline", "serve"})
        equals_single_calls({{"call", call},
                             {"base", {{"hardware", "H100"}, {"assumptions", "calibrated"}}},
                             {"axes", {{"model", models}, {"parallel.tensor", {1, 2}}}},
                             {"outputs", std::string(call) == "serve"
                                             ? Json{"itl_low_s", "itl_high_s", "ttft_low_s", "ttft_high_s"}
                                             : Json{"latency_low_s", "latency_high_s", "achieved_low_flop_per_s"}}});
}

TEST_CASE("a sweep equals its single calls: synthesis, absent figures included") {
    equals_single_calls({{"call", "synthesize"},
                         {"base", {{"model", "Llama3_8B"}}},
                         {"axes", {{"target_s", {1e-4, 0.01, 1}}, {"phase", {"decode", "prefill"}}}},
                         {"outputs", {"bandwidth_bytes_per_s", "flop_per_s", "feasible", "capacity_bytes"}}});
}

TEST_CASE("a sweep equals its single calls: assumptions, whole and by field") {
    equals_single_calls(simple({{"assumptions", {"textbook", "first-principles", {{"execution", "eager"}}}}}));
    equals_single_calls(simple({{"assumptions.efficiency", {0.1, 0.5, 1}},
                                {"assumptions.layer_overhead_s", {0, 1e-4}},
                                {"assumptions.offload", {"spill", "all"}},
                                {"assumptions.activation_fraction", {nullptr, 0.2}}},
                               {"latency_s", "regime"}));
    Json textbook = simple({{"assumptions.overlap", {0, 1}}});
    textbook["base"]["assumptions"] = "textbook";
    const Table t = swept(textbook);
    CHECK(t.at(1, 1) == figure(ask("roofline", with(base, "assumptions", "textbook")), "latency_s"));
}

TEST_CASE("of an object and a field in it, both axes, the later has the last word") {
    const Json presets{{{"preset", "first-principles"}}, {{"preset", "textbook"}}};
    const Json outputs{"compute_s", "mfu", "energy_j"};
    equals_single_calls(simple({{"assumptions", presets}, {"assumptions.efficiency", {0.1, 0.2}}}, outputs));
    const Table t =
        swept(simple({{"assumptions.efficiency", {0.1, 0.2}}, {"assumptions", presets}, {"batch", {1, 2}}}, outputs));
    CHECK(t.rows() == 8);
    for (std::size_t row = 0; row < t.rows(); ++row)
        CHECK(t.at(row, 3) ==
              figure(ask("roofline", with(with(base, "batch", t.at(row, 2)), "assumptions", presets[row / 2 % 2])),
                     "compute_s"));
}

TEST_CASE("inline entries of an axis are labelled by id, else by name, else by position") {
    const Json named = with(inline_device, "name", "My device");
    const Table t = swept(simple({{"hardware",
                                   {"H100", inline_device, with(inline_device, "id", "mine"), named,
                                    with(named, "id", ""), with(named, "id", "mine")}}}));
    CHECK(member(t.header["columns"][0], "labels") == Json({"H100", "#1", "mine", "My device", "My device", "mine"}));
}

TEST_CASE("an axis may give what the base leaves out, and overrides what it has") {
    Json request = simple({{"hardware", {"A100"}}, {"model", {"Llama3_8B"}}});
    request["base"] = Json::object();
    const double alone = figure(ask("roofline", {{"model", "Llama3_8B"}, {"hardware", "A100"}}), "latency_s");
    CHECK(swept(request).at(0, 2) == alone);
    CHECK(swept(simple({{"hardware", {"A100"}}})).at(0, 1) == alone);
}

TEST_CASE("no value is NaN in the column") {
    Json request = simple({{"hardware", {"H100", inline_device}}}, {"energy_j"});
    const Table t = swept(request);
    CHECK_FALSE(std::isnan(t.at(0, 1)));
    CHECK(std::isnan(t.at(1, 1)));  // the inline device states no power
}

TEST_CASE("no axes: one row") { CHECK(swept(simple(Json::object())).rows() == 1); }

TEST_CASE("at most a million rows") {
    Json thousand = Json::array(), batches = Json::array();
    for (int i = 1; i <= 1001; ++i) batches.push_back(i);
    for (int i = 1; i <= 1000; ++i) thousand.push_back(i);
    CHECK(refusal(simple({{"batch", batches}, {"context", thousand}})) == "too_large axes");
    CHECK(swept(simple({{"batch", thousand}, {"context", {1, 2}}})).rows() == 2000);
}

TEST_CASE("errors of a sweep name the part at fault") {
    CHECK(refusal(Json::array()) == "wrong_type ");
    CHECK(refusal(simple({{"parallel.tensor", {1, 2, 3}}})) == "out_of_range parallel.tensor");
    CHECK(refusal(with(simple({{"batch", {1}}}), "call", "explain")) == "unknown_call call");
    CHECK(refusal(with(simple({{"batch", {1}}}), "call", 5)) == "unknown_call call");
    CHECK(refusal(with(simple({{"batch", {1}}}), "more", 5)) == "unknown_field more");
    CHECK(refusal(with(simple({{"batch", {1}}}), "axes", 5)) == "wrong_type axes");
    CHECK(refusal(with(simple({{"batch", {1}}}), "base", nullptr)) == "wrong_type base");
    CHECK(refusal(with(simple({{"batch", {1}}}), "outputs", Json::array())) == "wrong_type outputs");
    CHECK(refusal(with(simple({{"batch", {1}}}), "outputs", "latency_s")) == "wrong_type outputs");
    CHECK(refusal(simple({{"batch", {1}}}, {1})) == "wrong_type outputs");
    CHECK(refusal(simple({{"batch", {1}}}, {"latency"})) == "unknown_field outputs");
    CHECK(refusal(simple({{"batch", {1}}}, {"notes"})) == "not_applicable outputs");
    CHECK(refusal(simple({{"batch", {1}}}, {"regime.more"})) == "unknown_field outputs");
    CHECK(refusal(simple({{"batsch", {1}}})) == "unknown_field axes.batsch");
    CHECK(refusal(simple({{"batch", Json::array()}})) == "wrong_type axes.batch");
    CHECK(refusal(simple({{"batch", 1}})) == "wrong_type axes.batch");
    CHECK(refusal(simple({{"batch", {1, 0}}})) == "out_of_range axes.batch[1]");
    CHECK(refusal(simple({{"hardware", {"H100", "H1000"}}})) == "unknown_name axes.hardware[1]");
    CHECK(refusal(simple({{"assumptions.efficiency", {0.5, 2}}})) == "out_of_range axes.assumptions.efficiency[1]");
    CHECK(refusal(simple({{"assumptions.preset", {"textbook"}}})) == "not_applicable axes.assumptions.preset");
    CHECK(refusal(simple({{"hardware.tdp_w", {1}}})) == "unknown_field axes.hardware.tdp_w");
    Json request = simple({{"batch", {1}}});
    request["base"].erase("model");
    CHECK(refusal(request) == "missing_field base.model");
    request["base"]["model"] = "none";
    CHECK(refusal(request) == "unknown_name base.model");
    request.erase("outputs");
    CHECK(refusal(request) == "missing_field outputs");
}

TEST_CASE("a row whose fields do not go together is an error, not a hole") {
    CHECK(refusal(
              {{"call", "serve"}, {"base", base}, {"axes", {{"cached_prefix", {0, 4096}}}}, {"outputs", {"itl_s"}}}) ==
          "out_of_range cached_prefix");
    CHECK(
        refusal(
            {{"call", "sensitivity"}, {"base", base}, {"axes", {{"delta", {0.1, 0}}}}, {"outputs", {"baseline_s"}}}) ==
        "out_of_range delta");
}

TEST_CASE("the parts of a sweep, one after the other, are the whole") {
    const Json request{{"call", "train"},
                       {"base", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
                       {"axes", {{"parallel.data", {1, 2, 4, 8, 16, 32, 64}}, {"micro_batch", {1, 2, 4}}}},
                       {"outputs", {"step_s", "mfu"}}};
    const Sweep whole = sweep(request, *Registry::embedded()).value();
    for (const std::size_t parts : {1, 2, 4, 5, 21, 30}) {
        std::vector<std::vector<double>> columns(whole.columns.size());
        for (std::size_t part = 0; part < parts; ++part) {
            const Sweep some = sweep(request, *Registry::embedded(), {part, parts}).value();
            CHECK(some.columns.size() == whole.columns.size());
            for (std::size_t c = 0; c < columns.size(); ++c)
                columns[c].insert(columns[c].end(), some.values.begin() + c * some.rows,
                                  some.values.begin() + (c + 1) * some.rows);
        }
        std::vector<double> joined;
        for (const auto& column : columns) joined.insert(joined.end(), column.begin(), column.end());
        INFO(parts);
        CHECK(joined == whole.values);
    }
}

TEST_CASE("a sweep says where an output first falls below a threshold along the last axis") {
    Json request{{"call", "serve"},
                 {"base", base},
                 {"axes", {{"precision", {"fp16", "int4"}}, {"batch", {1, 2, 64, 65, 256}}}},
                 {"outputs", {"feasible", "speedup_over_fp16"}},
                 {"below", {{"speedup_over_fp16", {2, 1.5, 0.1}}, {"feasible", {1}}}}};
    const Table table = swept(request);
    const Json& found = table.header["below"]["speedup_over_fp16"];
    REQUIRE(found.size() == 3);
    for (std::size_t t = 0; t < 3; ++t) {
        const double threshold = request["below"]["speedup_over_fp16"][t];
        for (std::size_t run = 0; run < 2; ++run) {
            Json first;
            for (std::size_t row = 5 * run + 5; row-- > 5 * run;)
                if (table.at(row, 3) < threshold) first = table.at(row, 1);
            INFO("below " << threshold << " in run " << run);
            CHECK(found[t][run] == first);
        }
    }
    CHECK(found[0][0] == 1);
    CHECK(found[0][1].get<double>() > 1);
    CHECK(found[2][1].is_null());
    CHECK(table.header["below"]["feasible"][0].size() == 2);

    CHECK(refusal(with(request, "below", 2)) == "wrong_type below");
    CHECK(refusal(with(request, "below", {{"speedup_over_fp16", 2}})) == "wrong_type below");
    CHECK(refusal(with(request, "below", {{"speedup_over_fp16", {"2"}}})) == "wrong_type below");
    CHECK(refusal(with(request, "below", {{"itl_s", {2}}})) == "wrong_type below");
    CHECK(refusal(with(request, "below", {{"batch", {2}}})) == "wrong_type below");
    request["axes"] = {{"batch", {1, 2}}, {"precision", {"fp16", "int4"}}};
    CHECK(refusal(request) == "wrong_type below");
}

TEST_CASE("a sweep in parts gives the rows of the whole, each part as it is worked out, and an error after them") {
    Json request{{"call", "roofline"},
                 {"base", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
                 {"axes", {{"parallel.tensor", {1, 2, 4, 8, 32}}, {"batch", {1, 8}}}},
                 {"outputs", {"latency_s"}}};
    const auto latencies = [&](std::size_t rows_at_once, std::vector<std::size_t>& parts) {
        std::vector<double> rows;
        const auto ended = sweep_in_parts(request, *Registry::embedded(), {}, rows_at_once, [&](const Sweep& part) {
            parts.push_back(part.rows);
            rows.insert(rows.end(), part.values.end() - part.rows, part.values.end());
        });
        return std::pair{rows, ended ? std::string() : ended.error().field};
    };
    const Sweep whole = sweep(request, *Registry::embedded()).value();
    std::vector<std::size_t> parts;
    CHECK(latencies(4, parts).first == std::vector(whole.values.end() - 10, whole.values.end()));
    CHECK(parts == std::vector<std::size_t>{4, 4, 2});
    request["axes"]["parallel.tensor"] = {1, 2, 4, 8, 7};
    parts.clear();
    const auto [rows, field] = latencies(4, parts);
    CHECK(rows == std::vector(whole.values.end() - 10, whole.values.end() - 2));
    CHECK(field == "parallel.tensor");
}
