#include <set>

#include "ask.hpp"
#include "course/schema.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"

using namespace ridgepoint;

namespace {

Json schema() { return Json::parse(schema_json(), nullptr, false); }

Json property(const std::string& type, const std::string& field) {
    return member(member(member(schema()["$defs"], type), "properties"), field);
}

/// Every type that a call takes or returns, those inside others included.
std::vector<const Type*> all_types() {
    std::vector<const Type*> types;
    const auto add = [&](const Type& type) {
        if (std::find(types.begin(), types.end(), &type) == types.end()) types.push_back(&type);
    };
    for (const std::string_view name : call_names()) {
        const Call* call = find_call(name);
        if (call == nullptr) continue;
        add(call->request());
        add(call->result());
    }
    for (std::size_t i = 0; i < types.size(); ++i)
        for (const Field& f : types[i]->fields)
            if (f.has_parts()) add(f.nested());
    return types;
}

std::vector<std::string> required_of(const std::string& type) {
    std::vector<std::string> list;
    const Json required = member(schema()["$defs"][type], "required");
    for (const Json& name : required) list.push_back(name);
    return list;
}

Json lab_schema() { return Json::parse(course::lab_schema()); }

/// What exercises of a kind have besides what all have.
Json exercise_of(const std::string& kind) {
    const Json whole = lab_schema();
    for (const Json& each : member(whole, "definitions.Exercise.allOf"))
        if (sentence(each, "if.properties.kind.const") == kind) return each["then"];
    return {};
}

/// The bounds of the part at a JSON pointer.
Json bounds(const Json& whole, const std::string& pointer) {
    Json found = Json::object();
    for (const auto& [key, value] : whole.at(Json::json_pointer(pointer)).items())
        if (key.find("min") == 0 || key.find("max") == 0 || key == "exclusiveMinimum") found[key] = value;
    return found;
}

}  // namespace

TEST_CASE("the schema is JSON Schema 2020-12 with a request and a result for each solver") {
    const Json s = schema();
    CHECK(s["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    for (const std::string_view name : call_names()) {
        const Call* call = find_call(name);
        if (call == nullptr) continue;
        const Json& entry = s["calls"][std::string(name)];
        INFO(name);
        CHECK(entry["description"] == call->text);
        CHECK(entry["request"]["$ref"] == "#/$defs/" + std::string(call->request().name));
        CHECK(entry["result"]["$ref"] == "#/$defs/" + std::string(call->result().name));
    }
    CHECK(s["calls"].size() == 20);
}

TEST_CASE("every type and field is there, described, and every reference leads somewhere") {
    const Json definitions = schema()["$defs"];
    for (const Type* type : all_types()) {
        const Json definition = member(definitions, std::string(type->name));
        INFO(type->name);
        CHECK(member(definition, "type") == "object");
        CHECK(member(definition, "additionalProperties") == false);
        CHECK(member(definition, "properties").size() == type->fields.size());
        for (const Field& f : type->fields) {
            const Json p = member(member(definition, "properties"), std::string(f.name));
            INFO(f.name);
#ifndef RIDGEPOINT_COMPACT  // the engine of a page leaves out words and units
            CHECK_FALSE(sentence(p, "description").empty());
#endif
            if (p.contains("$ref")) CHECK(definitions.contains(sentence(p, "$ref").substr(8)));
        }
    }
    CHECK(definitions.size() == all_types().size());
}

TEST_CASE("descriptions have a multiplication sign where they multiply, in Spanish too") {
    std::vector<std::string> texts;
    for (const Type* type : all_types())
        for (const Field& f : type->fields) texts.emplace_back(f.text);
    const Json translations = json_file("core/prose/spanish/descriptions.json");
    for (const auto& [english, spanish] : translations.items()) texts.push_back(spanish);
    for (const std::string& text : texts) {
        INFO(text);
        CHECK(text.find(" x ") == std::string::npos);
    }
}

TEST_CASE("defaults are those of the structs") {
    CHECK(property("RooflineRequest", "batch")["default"] == RooflineRequest{}.batch);
    CHECK(property("RooflineRequest", "context")["default"] == 2048);
    CHECK(property("RooflineRequest", "precision")["default"] == "fp16");
    CHECK(property("RooflineRequest", "phase")["default"] == "inference");
    CHECK(property("RooflineRequest", "lora")["default"] == false);
    CHECK(property("ServeRequest", "draft_acceptance")["default"] == ServeRequest{}.draft_acceptance);
    CHECK(property("ServeRequest", "draft_tokens")["default"] == 4);
    CHECK(property("ServeRequest", "link_bytes_per_s")["default"] == 100000000000);
    CHECK(property("CompressRequest", "bits")["default"] == 8);
    CHECK(property("RouteCosts", "learned")["default"] == 50);
    CHECK(property("RouteDistribution", "cached")["default"] == 55);
    CHECK(property("SensitivityRequest", "delta")["default"] == 0.1);
    CHECK(property("Assumptions", "preset")["default"] == "first-principles");
    CHECK(property("Assumptions", "layer_overhead_s")["default"] == 1e-5);
    CHECK_FALSE(property("RooflineRequest", "scheme").contains("default"));
    CHECK_FALSE(property("Assumptions", "activation_fraction").contains("default"));
}

TEST_CASE("a request that spells out every default is the request without them") {
    const Json definitions = schema()["$defs"];
    for (const char* call :
         {"roofline", "serve", "compress", "sensitivity", "synthesize", "route_model", "route_breakeven"}) {
        Json sparse = Json::object(), full = Json::object();
        const std::string type(find_call(call)->request().name);
        const Json required = member(definitions[type], "required");
        for (const auto& [name, p] : definitions[type]["properties"].items()) {
            const Json kind = member(p, "x-kind");
            if (std::find(required.begin(), required.end(), name) != required.end())
                sparse[name] = kind == "model" ? Json("Llama3_8B") : kind == "hardware" ? Json("H100") : Json(0.01);
            if (p.contains("default")) full[name] = p["default"];
        }
        full.update(sparse);
        INFO(call);
        CHECK(full.size() > sparse.size());
        CHECK(ask(call, full) == ask(call, sparse));
    }
}

TEST_CASE("required fields are those without a default") {
    CHECK(required_of("RooflineRequest") == std::vector<std::string>{"model", "hardware"});
    CHECK(required_of("ServeRequest") == std::vector<std::string>{"model", "hardware"});
    CHECK(required_of("SynthesizeRequest") == std::vector<std::string>{"model", "target_s"});
    CHECK(required_of("ExplainRequest") == std::vector<std::string>{"baseline", "proposal"});
    CHECK(required_of("RouteModelRequest").empty());
    CHECK(required_of("RouteBreakevenRequest") == std::vector<std::string>{"target_speedup"});
    CHECK(required_of("Hardware") ==
          std::vector<std::string>{"peak_flop_per_s", "memory_capacity_bytes", "memory_bandwidth_bytes_per_s"});
    CHECK(required_of("Model").empty());
    CHECK(required_of("Assumptions").empty());
}

TEST_CASE("a number has its bounds, unit, scale and suggested range") {
    const Json batch = property("RooflineRequest", "batch");
    CHECK(batch["type"] == "integer");
    CHECK(batch["minimum"] == 1);
    CHECK(batch["maximum"] == 1e9);
    CHECK(batch["x-scale"] == "log");
    CHECK(batch["x-suggested"] == Json({1.0, 1024.0}));
    const Json bandwidth = property("Hardware", "memory_bandwidth_bytes_per_s");
    CHECK(bandwidth["type"] == "number");
#ifndef RIDGEPOINT_COMPACT
    CHECK(bandwidth["x-unit"] == "bytes/s");
#endif
    CHECK(property("Assumptions", "overlap")["x-scale"] == "linear");
}

TEST_CASE("suggested ranges lie within the bounds, and a logarithmic one above zero") {
    for (const Type* type : all_types()) {
        for (const Field& f : type->fields) {
            if (!f.has_slider()) continue;
            INFO(type->name << "." << f.name);
            CHECK(f.minimum <= f.slider_low);
            CHECK(f.slider_low < f.slider_high);
            CHECK(f.slider_high <= f.maximum);
            if (f.logarithmic) CHECK(f.slider_low > 0);
        }
    }
}

#ifndef RIDGEPOINT_COMPACT
TEST_CASE("a name that ends in a unit is a number of that unit, and the other way round") {
    const std::vector<std::pair<std::string, std::string>> suffixes{{"_bytes_per_s", "bytes/s"},
                                                                    {"joules_per_flop", "J/flop"},
                                                                    {"_usd", "USD"},
                                                                    {"_flop_per_s", "flop/s"},
                                                                    {"_flop_per_byte", "flop/byte"},
                                                                    {"_bytes", "bytes"},
                                                                    {"_flop", "flop"},
                                                                    {"_us", "us"},
                                                                    {"_flop_per_weight", "flop"},
                                                                    {"_flop_per_cache_byte", "flop/byte"},
                                                                    {"_pct", "%"},
                                                                    {"_w", "W"},
                                                                    {"_j", "J"},
                                                                    {"_per_s", "1/s"},
                                                                    {"_s", "s"}};
    // Rates by precision stand under peak_flop_per_s, a router's costs under costs_us, a mean and its quantiles under
    // ttft_s; a knob's or cause's name is not a figure's.
    const std::set<std::string> elsewhere{"PrecisionRates", "PerKnob", "RouteCosts", "RouteDistribution", "Times"};
    for (const Type* type : all_types()) {
        if (elsewhere.count(std::string(type->name)) > 0) continue;
        for (const Field& f : type->fields) {
            if (f.kind != Kind::number) continue;
            const std::string name(f.name);
            std::string expected;
            for (const auto& [suffix, unit] : suffixes) {
                if (name.size() < suffix.size() || name.substr(name.size() - suffix.size()) != suffix) continue;
                expected = unit;
                break;
            }
            if (name == "flop_per_s") expected = "flop/s";
            if (name.rfind("tokens_per_s", 0) == 0) expected = "1/s";  // tokens_per_s_per_request
            if (name == "activation_bytes_per_sample") continue;
            if (name == "forward_flops") expected = "flop";
            if (name == "energy_j_per_token") expected = "J";
            if (name.ends_with("usd_per_hour")) expected = "USD/h";
            if (name == "days") expected = "d";
            INFO(type->name << "." << name);
            CHECK(std::string(f.unit) == expected);
        }
    }
}
#endif

TEST_CASE("models, devices and assumptions are marked, so that a form can offer a list") {
    CHECK(property("ServeRequest", "draft_model")["x-kind"] == "model");
    CHECK(property("ServeRequest", "decode_hardware")["x-kind"] == "hardware");
    CHECK(property("ServeRequest", "assumptions")["x-kind"] == "assumptions");
    CHECK(property("ServeRequest", "model")["anyOf"][1]["$ref"] == "#/$defs/Model");
}

TEST_CASE("results have the fields their descriptions promise") {
    const std::vector<std::pair<const char*, Json>> requests{
        {"roofline", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
        {"serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
        {"compress", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
        {"sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}}},
        {"synthesize", {{"model", "Llama3_8B"}, {"target_s", 1}}},
        {"explain",
         {{"baseline", {{"model", "Llama3_8B"}, {"hardware", "A100"}}},
          {"proposal", {{"model", "Llama3_8B"}, {"hardware", "H100"}}}}},
        {"route_model", Json::object()},
        {"route_breakeven", {{"target_speedup", 1.3}}},
        {"route_project", {{"model", "Mixtral_8x7B"}, {"hardware", "H100"}}}};
    for (const auto& [call, request] : requests) {
        const Json result = ask(call, request);
        const Type& type = find_call(call)->result();
        INFO(call);
        CHECK(result.size() == type.fields.size());
        for (const Field& f : type.fields) {
            INFO(f.name);
            CHECK(result.contains(std::string(f.name)));
        }
    }
}

TEST_CASE("the TypeScript declarations mention every type and field") {
    const std::string text = typescript_declarations();
    for (const Type* type : all_types()) {
        const std::string opening = "export interface " + std::string(type->name) + " {\n";
        const auto begin = text.find(opening);
        INFO(type->name);
        CHECK(begin != std::string::npos);
        if (begin == std::string::npos) continue;
        const std::string body = text.substr(begin, text.find("\n}\n", begin) - begin);
        for (const Field& f : type->fields) {
            const std::string name = "\n  " + std::string(f.name);
            INFO(f.name);
            CHECK((body.find(name + ": ") != std::string::npos || body.find(name + "?: ") != std::string::npos));
        }
    }
    for (const char* part : {"  model: string | Model;\n", "  batch?: number;\n", "  energy_j: number | null;\n",
                             "  costs_us?: RouteCosts;\n", "  costs_us: Required<RouteCosts>;\n",
                             "  assumptions?: \"first-principles\" | \"textbook\" | \"calibrated\" | Assumptions;\n",
                             "  roofline: { request: RooflineRequest; result: RooflineResult };\n"}) {
        INFO(part);
        CHECK(text.find(part) != std::string::npos);
    }
}

TEST_CASE("what a lab says of itself is neither empty nor beyond measure") {
    const Json lab = lab_schema()["properties"];
    CHECK(bounds(lab, "/title") == Json{{"minLength", 1}});
    CHECK(bounds(lab, "/version") == Json{{"minimum", 1}});
    CHECK(bounds(lab, "/minutes") == Json{{"minimum", 1}, {"maximum", 600}});
    CHECK(bounds(lab, "/mastery") == Json{{"exclusiveMinimum", 0}, {"maximum", 100}});
    CHECK(bounds(lab, "/sources/items/properties/title") == Json{{"minLength", 1}});
    for (const char* text : {"/Markdown", "/Formula", "/Figure"})
        CHECK(bounds(lab_schema()["definitions"], text) == Json{{"minLength", 1}});
}

TEST_CASE(
    "a variant is drawn from at least two values, a table has a row and a column, a late takeaway waits for one") {
    const Json whole = lab_schema();
    CHECK(bounds(whole, "/properties/variants") == Json{{"minProperties", 1}});
    CHECK(bounds(whole, "/properties/variants/additionalProperties") == Json{{"minItems", 2}, {"maxItems", 20}});
    const std::string rows = "/definitions/TableSpec/properties/for";
    CHECK(bounds(whole, rows) == Json{{"minProperties", 1}});
    CHECK(bounds(whole, rows + "/additionalProperties/anyOf/0") == Json{{"minItems", 1}});
    CHECK(bounds(whole, "/definitions/TableSpec/properties/columns") == Json{{"minItems", 1}});
    CHECK(bounds(whole, "/definitions/Takeaway/anyOf/1/properties/after") == Json{{"minItems", 1}});
}

TEST_CASE("an exercise has something to choose, to fill in or to put in order, and a share is at most the whole") {
    CHECK(bounds(lab_schema(), "/definitions/Exercise/properties/points") == Json{{"minimum", 0}});
    CHECK(bounds(exercise_of("choice"), "/properties/options") == Json{{"minProperties", 2}});
    CHECK(bounds(exercise_of("table"), "/properties/cells") == Json{{"minProperties", 1}});
    const Json order = exercise_of("order");
    CHECK(bounds(order, "/properties/items") == Json{{"minProperties", 3}, {"maxProperties", 10}});
    CHECK(bounds(order, "/properties/hints/items/properties/before") == Json{{"minItems", 2}, {"maxItems", 2}});
    const Json number = exercise_of("number");
    for (const Json& key : {number, exercise_of("table").at("/properties/cells/additionalProperties"_json_pointer)}) {
        CHECK(bounds(key, "/properties/scale") == Json{{"exclusiveMinimum", 0}});
        CHECK(bounds(key, "/properties/tolerance") == Json{{"minimum", 0}, {"maximum", 1}});
        CHECK(bounds(key, "/properties/from") == Json{{"minLength", 1}});
    }
    const std::string partial = "/properties/partial/properties";
    CHECK(bounds(number, partial + "/tolerance") == Json{{"minimum", 0}});
    CHECK(bounds(number, partial + "/share") == Json{{"minimum", 0}, {"maximum", 1}});
}

TEST_CASE("what all exercises have each kind has, but a setting and a table are no predictions") {
    for (const char* kind : {"choice", "number", "order", "estimates", "text", "setting", "table"}) {
        INFO(kind);
        const Json properties = exercise_of(kind)["properties"];
        for (const char* shared : {"id", "prompt", "points", "explanation"}) CHECK(properties.contains(shared));
        const std::string name = kind;
        CHECK(properties.contains("predict") == (name != "setting" && name != "table"));
    }
}

TEST_CASE("the TypeScript of a lab: each shape in the language's own words") {
    const std::string text = course::lab_typescript();
    for (const char* part :
         {"export type Markdown = string;\n", "export type Identify = \"optional\" | \"required\" | \"none\";\n",
          "export interface TableSpec {\n  caption: Markdown;\n", "  for: Record<string, unknown[] | Formula>;\n",
          "  columns: {\n    title: Markdown;\n    value: Figure;\n  }[];\n",
          "  attributes?: Record<string, string | number | boolean | object>;\n",
          "  by: \"ascending\" | \"descending\";\n", "    before: [string, string];\n",
          "  kind: \"setting\";\n  predict?: never;\n", "  points?: number;\n", "  \"$schema\"?: string;\n",
          "  prerequisites?: Markdown[];\n",
          "export type Exercise = ChoiceExercise | EstimatesExercise | NumberExercise | OrderExercise | "
          "SettingExercise | TableExercise | TextExercise;\n"}) {
        INFO(part);
        CHECK(text.find(part) != std::string::npos);
    }
#ifndef RIDGEPOINT_COMPACT  // the engine of a page has no descriptions
    CHECK(text.find("  /** What a right answer is worth, 1 by default. */\n  points?: number;\n") != std::string::npos);
#endif
    const std::size_t declared = text.find("export type Formula =");
    CHECK(declared != std::string::npos);
    CHECK(text.find("export type Formula =", declared + 1) == std::string::npos);
}
