// The catalogue of words: how values are put into phrases, and that every remark of a solver fits its phrase.

#include "ridgepoint/prose.hpp"

#include <set>

#include "ask.hpp"
#include "describe/json.hpp"
#include "ridgepoint/compress.hpp"
#include "ridgepoint/explain.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/route.hpp"
#include "ridgepoint/sensitivity.hpp"
#include "ridgepoint/synthesize.hpp"

using namespace ridgepoint;

namespace {

std::string put(std::string_view text, std::initializer_list<Value> values) {
    const Phrase phrase{text};
    return sentence({phrase, values});
}

/// A place for a value in a phrase.
struct Place {
    std::size_t index;
    std::string format;
};

std::vector<Place> places_of(std::string_view text) {
    std::vector<Place> places;
    for (auto open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
        const std::string inside(text.substr(open + 1, text.find('}', open) - open - 1));
        const auto colon = inside.find(':');
        places.push_back({std::stoul(inside), colon == inside.npos ? "" : inside.substr(colon + 1)});
    }
    return places;
}

/// Whether a value can be shown in a format.
bool fits(const Value& value, const std::string& format) {
    if (format.empty()) return true;
    const Amount* amount = std::get_if<Amount>(&value.held());
    const bool of_words = format == "," || format == "or" || format == "^" || format == "|";
    return of_words ? amount == nullptr : amount != nullptr && amount->unit.empty();
}

/// Checks a remark and those within it: every value has a place, every place a value that can be shown there.
void check_remark(const Remark& remark) {
    CHECK(remark.phrase != nullptr);
    if (remark.phrase == nullptr) return;
    INFO(remark.phrase->text);
    std::set<std::size_t> used;
    for (const Place& place : places_of(remark.phrase->text)) {
        CHECK(place.index < remark.values.size());
        if (place.index >= remark.values.size()) continue;
        used.insert(place.index);
        CHECK(fits(remark.values[place.index], place.format));
    }
    CHECK(used.size() == remark.values.size());
    for (const Value& value : remark.values)
        if (const Remarks* within = std::get_if<Remarks>(&value.held()))
            for (const Remark& each : *within) check_remark(each);
}

void check_remarks(const Remarks& remarks) {
    for (const Remark& remark : remarks) check_remark(remark);
}

void look_at(const RooflineResult& r) {
    check_remarks(r.notes);
    check_remarks(r.trace);
}
void look_at(const ServeResult& r) {
    check_remarks(r.notes);
    check_remarks(r.trace);
}
void look_at(const CompressResult& r) { check_remarks(r.notes); }
void look_at(const SensitivityResult& r) {
    check_remarks(r.notes);
    check_remark(r.explanation);
}
void look_at(const SynthesizeResult& r) {
    check_remarks(r.notes);
    check_remark(r.reason);
}
void look_at(const ExplainResult& r) {
    check_remark(r.text);
    check_remark(r.markdown);
}
void look_at(const RouteModelResult& r) {
    check_remarks(r.notes);
    for (const Bottleneck& b : r.bottlenecks) check_remark(b.recommendation);
}
void look_at(const RouteBreakevenResult& r) { check_remark(r.reason); }
void look_at(const RouteProjectResult& r) { check_remarks(r.notes); }

Expected<SynthesizeResult> solve_synthesis(const SynthesizeRequest& r) { return synthesize(r, *Registry::embedded()); }

template <class Request, class Result>
void look_at_all(Expected<Result> (*solve)(const Request&), const Json& base, const std::vector<Json>& changes) {
    for (const Json& change : changes) {
        Json request = base;
        request.update(change);
        INFO(request.dump());
        const auto read = read_json<Request>(request, *Registry::embedded());
        CHECK(read);
        if (!read) continue;
        const auto result = solve(*read);
        CHECK(result);
        if (result) look_at(*result);
    }
}

const std::vector<Json> on_devices{
    Json::object(),
    {{"assumptions", "textbook"}},
    {{"assumptions", "calibrated"}},
    {{"assumptions", {{"preset", "calibrated"}, {"efficiency", 0.5}}}},
    {{"assumptions", {{"preset", "calibrated"}, {"software", "tensorrt-llm"}}}},
    {{"assumptions", {{"execution", "eager"}}}},
    {{"precision", "int4"}},
    {{"precision", "fp4"}, {"scheme", "native"}},
    {{"model", "Llama3_70B"}},
    {{"model", "Llama3_70B"}, {"assumptions", "textbook"}},
    {{"model", "Llama3_70B"}, {"assumptions", {{"offload", "all"}}}},
    {{"model", "Llama3_70B"}, {"assumptions", {{"offload", "ignore"}}}},
    {{"model", "Mixtral_8x7B"}, {"hardware", "T4"}},
    {{"hardware",
      {{"memory_bandwidth_bytes_per_s", 1e12}, {"memory_capacity_bytes", 1e9}, {"peak_flop_per_s", {{"fp16", 1e14}}}}}},
};

}  // namespace

TEST_CASE("a value takes its place in a phrase, in the format that stands there") {
    CHECK(put("{1} before {0}", {"a", "b"}) == "b before a");
    CHECK(put("{0}, {1}, {2}", {Bytes<>{16.06e9}, Seconds<>{0.00519}, FlopPerSecond<>{989e12}}) ==
          "16.06 GB, 5.19 ms, 989 TFLOP/s");
    CHECK(put("{0} {0:9} {0:.2} {0:#}", {1234567.0}) == "1234570 1234567 1234567.00 1,234,567");
    CHECK(put("{0:.1%} {0:4%} {0:.0%}", {0.42567}) == "42.6 % 42.57 % 43 %");
    CHECK(put("{0:x} {0:x4} {1:x}", {1.38951, Amount{1.38951, "", 3}}) == "1.39× 1.3895× 1.390×");
    CHECK(put("{0}", {Precision::bf16}) == "BF16");
}

TEST_CASE("words that differ for one and for several are chosen by the number") {
    const std::string_view fit = "{0:9} {0:?sequence fits|sequences fit}{0:?| each}";
    CHECK(put(fit, {1.0}) == "1 sequence fits");
    CHECK(put(fit, {2.0}) == "2 sequences fit each");
    CHECK(put(fit, {0.0}) == "0 sequences fit each");
}

TEST_CASE("remarks within a remark follow one another, or make a list") {
    const Phrase item{"<{0}>"};
    const Remarks two{{item, {1.0}}, {item, {2.0}}}, three{{item, {1.0}}, {item, {2.0}}, {item, {3.0}}};
    CHECK(put("{0}", {two}) == "<1><2>");
    CHECK(put("{0:,}", {three}) == "<1>, <2>, <3>");
    CHECK(put("{0:or}", {three}) == "<1>, <2> or <3>");
    CHECK(put("a{0}b", {Remarks{}}) == "ab");
    const Remarks twice{{item, {1.0}}, {item, {2.0}}, {item, {1.0000001}}};
    CHECK(sentences(twice) == std::vector<std::string>{"<1>", "<2>"});
}

TEST_CASE("a name may begin a sentence and be a cell of a table") {
    CHECK(put("{0:^}", {"memory"}) == "Memory");
    CHECK(put("{0:^}", {"ärger"}) == "ärger");
    CHECK(put("{0:|}", {"a|b\nc"}) == "a\\|b c");
}

TEST_CASE("a remark that says nothing is empty, and a place without a value stays empty") {
    CHECK(sentence(Remark()).empty());
    CHECK(put("a{3}b", {1.0}) == "ab");
}

TEST_CASE("every remark of a solver has the values that its phrase has places for") {
    const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}};
    const auto also = [&](std::vector<Json> more) {
        std::vector<Json> all = on_devices;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    look_at_all(roofline, base,
                also({{{"phase", "training"}},
                      {{"phase", "training"}, {"assumptions", "textbook"}},
                      {{"lora", true}, {"zero_stage", 1}},
                      {{"model", "ResNet50"}},
                      {{"model", "DLRM"}},
                      {{"model", "ResNet50"}, {"assumptions", "calibrated"}}}));
    look_at_all(serve, base,
                also({{{"context", 1000000}},
                      {{"draft_model", "Llama3_2_1B"}},
                      {{"draft_model", "Llama3_2_1B"}, {"assumptions", "textbook"}},
                      {{"decode_hardware", "T4"}},
                      {{"model", "Llama3_70B"}, {"decode_hardware", "H200"}},
                      {{"batch", 1000000}}}));
    look_at_all(sensitivity, base, also({{{"target", "itl"}, {"phase", "training"}}, {{"target", "ttft"}}}));
    look_at_all(solve_synthesis, {{"model", "Llama3_8B"}},
                {{{"target_s", 0.05}},
                 {{"target_s", 1e-6}},
                 {{"target_s", 0.05}, {"assumptions", "textbook"}},
                 {{"target_s", 0.05}, {"assumptions", "calibrated"}}});
    look_at_all(compress, base,
                {{{"bits", 4}},
                 {{"bits", 5}},
                 {{"bits", 2}, {"assumptions", "calibrated"}},
                 {{"bits", 4}, {"assumptions", "calibrated"}},
                 {{"bits", 4}, {"batch", 2}, {"assumptions", "textbook"}},
                 {{"method", "pruning"}, {"sparsity", 1}, {"bits", 4}},
                 {{"method", "pruning"}, {"sparsity", 0.5}, {"pattern", "structured"}},
                 {{"method", "pruning"}, {"sparsity", 0.5}, {"pattern", "n_m"}, {"model", "ResNet50"}},
                 {{"method", "pruning"}, {"sparsity", 0.5}, {"assumptions", "textbook"}}});
    look_at_all(route_model, Json::object(),
                {Json::object(), {{"distribution_pct", {{"fast", 0.2}, {"cached", 0}, {"learned", 100}}}}});
    look_at_all(
        route_breakeven, Json::object(),
        {{{"target_speedup", 1.3}}, {{"target_speedup", 1.6}}, {{"target_speedup", 1.01}, {"max_learned_pct", 5}}});
    look_at_all(route_project, {{"model", "Mixtral_8x7B"}, {"hardware", "H100"}},
                {Json::object(), {{"precision", "int8"}}});
    for (const Json& before : on_devices) {
        std::vector<Json> pairs;
        for (const Json& after : on_devices) {
            Json baseline = base, proposal = base;
            baseline.update(before);
            proposal.update(after);
            proposal["batch"] = 4;
            pairs.push_back({{"baseline", baseline}, {"proposal", proposal}});
        }
        look_at_all(explain, Json::object(), pairs);
    }
}
