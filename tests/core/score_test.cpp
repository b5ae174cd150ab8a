#include "ask.hpp"

namespace {

const Json variables{{"model", "Llama3_8B"}, {"hardware", "H100"}};

std::string itl(const std::string& precision) {
    return "serve({model, hardware}, precision='" + precision + "').itl_s";
}

Json score(const Json& exercise, const Json& given) {
    return ask("score", {{"exercise", exercise}, {"answer", given}, {"variables", variables}});
}

std::string refusal(const Json& exercise, const Json& given) {
    const Json error =
        member(answer("score", {{"exercise", exercise}, {"answer", given}, {"variables", variables}}), "error");
    return sentence(error, "code") + " " + sentence(error, "field");
}

const Json choice{
    {"kind", "choice"},
    {"points", 2},
    {"options", {{"faster", {{"text", "Faster"}}}, {"slower", {{"text", "Slower"}, {"hint", "Count bytes."}}}}},
    {"answer", itl("int4") + " < " + itl("fp16") + " ? 'faster' : 'slower'"}};
// INT4 takes 1.59868 ms: 4.01513 GB of weights and 268 MB of cache at 3.35 TB/s, and 0.32 ms of launches.
const Json a_number{{"kind", "number"},
                    {"points", 3},
                    {"scale", 0.001},
                    {"tolerance", 0.05},
                    {"partial", {{"tolerance", 0.2}, {"share", 0.5}}},
                    {"answer", itl("int4")},
                    {"hints", {{{"near", itl("fp16")}, {"text", "That is FP16."}}}}};
const Json setting{{"kind", "setting"},
                   {"widget", "roof"},
                   {"goal", "roofline(state).regime == 'compute'"},
                   {"hints", {{{"when", "roofline(state).regime == 'memory'"}, {"text", "More."}}}}};
const Json table{{"kind", "table"},
                 {"points", 3},
                 {"cells",
                  {{"a", {{"answer", "10"}, {"tolerance", 0.1}}},
                   {"b", {{"answer", itl("int4")}, {"scale", 0.001}}},
                   {"c", {{"answer", "0"}}}}}};

// Each quarter of the bits takes less time: 5.19, 2.80 and 1.60 ms.
const Json order{
    {"kind", "order"},
    {"points", 2},
    {"by", "ascending"},
    {"items",
     {{"fp16", {{"value", itl("fp16")}}}, {"int4", {{"value", itl("int4")}}}, {"int8", {{"value", itl("int8")}}}}}};

Json equals(const Json& values, const char* by) {
    Json exercise{{"kind", "order"}, {"by", by}, {"items", Json::object()}};
    for (const auto& [key, value] : values.items()) exercise["items"][key] = {{"value", value}};
    return exercise;
}

std::string message(const Json& exercise, const Json& given) {
    return sentence(answer("score", {{"exercise", exercise}, {"answer", given}, {"variables", variables}}),
                    "error.message");
}

}  // namespace

TEST_CASE("a choice is right or wrong, and a wrong one shows its own hint") {
    const Json right = score(choice, "faster");
    CHECK(right == Json{{"points", 2}, {"of", 2}, {"correct", true}, {"expected", "faster"}, {"tries_allowed", 1}});
    const Json wrong = score(choice, "slower");
    CHECK(wrong == Json{{"points", 0},
                        {"of", 2},
                        {"correct", false},
                        {"expected", "faster"},
                        {"tries_allowed", 1},
                        {"hint", "Count bytes."}});
    CHECK(refusal(choice, "neither") == "wrong_type answer");
    CHECK(refusal(choice, 1) == "wrong_type answer");
    CHECK(refusal(choice, nullptr) == "wrong_type answer");
}

TEST_CASE("a number within its tolerance, within that of a share, and beyond") {
    const double expected = figure(score(a_number, 1), "expected");
    CHECK(expected == Approx(1.59868).epsilon(1e-4));
    for (const auto& [given, points] : std::vector<std::pair<double, double>>{{expected, 3},
                                                                              {expected * 1.0499, 3},
                                                                              {expected * 0.9501, 3},
                                                                              {expected * 1.0501, 1.5},
                                                                              {expected * 0.8001, 1.5},
                                                                              {expected * 1.2001, 0},
                                                                              {0, 0},
                                                                              {-expected, 0},
                                                                              {1e300, 0}}) {
        INFO(given);
        CHECK(figure(score(a_number, given), "points") == Approx(points));
        CHECK(score(a_number, given)["correct"] == (points == 3));
    }
    // The edge itself counts, whatever rounding made of it.
    CHECK(figure(score({{"kind", "number"}, {"answer", "3"}, {"tolerance", 0.1}}, 3.3), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", "3"}}, 3.15), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", "0"}}, 0), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", "-3"}}, -3.1), "points") == 1);
    CHECK(refusal(a_number, "1.5") == "wrong_type answer");
    CHECK(refusal(a_number, Json::array({1.5})) == "wrong_type answer");
}

TEST_CASE("the number of a known misconception gets its hint, another wrong one none, a right one none") {
    CHECK(sentence(score(a_number, 5.19), "hint") == "That is FP16.");
    // 5.19 lies within the wide tolerance, but a known mistake earns nothing; 5.5 is near none.
    const Json wide = with(a_number, "partial", {{"tolerance", 3}, {"share", 0.5}});
    CHECK(figure(score(wide, 5.19), "points") == 0);
    CHECK(figure(score(wide, 5.5), "points") == 1.5);
    // FP16 takes 5.1942 ms: 16.060522496e9 of weights and 268.435456e6 of cache at 3.35e12, and 0.32 ms.
    const double slip = 5.1942;
    for (const double share : {0.951, 1.049}) CHECK(score(a_number, slip * share).contains("hint"));
    for (const double share : {0.949, 1.051}) CHECK(!score(a_number, slip * share).contains("hint"));
    CHECK(!score(a_number, 9).contains("hint"));
    CHECK(!score(a_number, 1.6).contains("hint"));
}

TEST_CASE("each wrong try costs the same share of the points, until nothing is left") {
    const auto at = [](const Json& exercise, const Json& given, const Json& tries) {
        return answer("score", {{"exercise", exercise}, {"answer", given}, {"variables", variables}, {"tries", tries}});
    };
    const auto points = [&](const Json& exercise, const Json& given, double tries) {
        return figure(at(exercise, given, tries), "result.points");
    };
    CHECK(points(a_number, 1.6, 1) == 3);
    CHECK(points(a_number, 1.6, 2) == Approx(2));
    CHECK(points(a_number, 1.6, 3) == Approx(1));
    CHECK(points(a_number, 1.6, 4) == 0);
    CHECK(points(a_number, 1.6, 1e9) == 0);
    // A share of what is left.
    CHECK(points(a_number, 1.8, 2) == Approx(1));
    // One option fewer than there are: of two, a wrong one leaves no question.
    CHECK(points(choice, "faster", 2) == 0);
    Json four = choice;
    for (const char* name : {"equal", "never"}) four["options"][name] = {{"text", name}};
    CHECK(points(four, "faster", 2) == Approx(2 * 2 / 3.0));
    CHECK(points(four, "faster", 3) == Approx(2 / 3.0));
    CHECK(points(four, "faster", 4) == 0);
    CHECK(figure(at(four, "slower", 1), "result.tries_allowed") == 3);
    for (const Json& tries : {Json(0), Json(-1), Json(1.5), Json("2"), Json()})
        CHECK(sentence(at(a_number, 1.6, tries), "error.field") == "tries");
}

TEST_CASE("a setting is judged by where the widget stands") {
    const Json far{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", 512}, {"context", 128}};
    CHECK(score(setting, far) ==
          Json{{"points", 1}, {"of", 1}, {"correct", true}, {"expected", true}, {"tries_allowed", 3}});
    CHECK(refusal(setting, with(far, "batch", 0)) == "out_of_range batch");
    CHECK(refusal(setting, 7) == "wrong_type answer");
    CHECK(message(with(setting, "goal", 7), far).find("must be a formula") != std::string::npos);
    const Json near = score(setting, with(far, "batch", 1));
    CHECK(figure(near, "points") == 0);
    CHECK(sentence(near, "hint") == "More.");
    CHECK(refusal(with(setting, "hints", Json::array({{{"text", "More."}}})), with(far, "batch", 1)) ==
          "missing_field exercise.when");
    CHECK(refusal(with(setting, "hints", Json::array({{{"when", "nobody"}}})), with(far, "batch", 1)) ==
          "unknown_name exercise.when");
    // Where the goal is reached no hint is asked for.
    CHECK(refusal(with(setting, "hints", Json::array({{{"when", "nobody"}}})), far) == " ");
}

TEST_CASE("a student's state is data: no formula in it is evaluated, no name in it looked up") {
    const Json goal{{"kind", "setting"}, {"goal", "state.batch == wanted"}};
    const auto reached = [&](const Json& batch) {
        return ask("score", {{"exercise", goal},
                             {"answer", {{"batch", batch}}},
                             {"variables", {{"secret", 12}, {"state", {{"batch", 144}}}}},
                             {"definitions", {{"wanted", "secret * secret"}}}})["correct"] == true;
    };
    CHECK(reached(144));
    CHECK(!reached(145));
    for (const Json& written : {Json("wanted"), Json("secret * secret"), Json("=wanted"), Json("$wanted"),
                                Json({{"multiply", {"$secret", "$secret"}}}), Json::array({"wanted"})})
        CHECK(!reached(written));
}

TEST_CASE("an exercise's formulas share one budget") {
    const Json cell{{"answer", "(first a in 1..6000 where " + itl("fp16") + " < 0) == null ? 1 : 0"}};
    const auto code = [&](const Json& cells) {
        return error_of("score", {{"exercise", {{"kind", "table"}, {"cells", cells}}},
                                  {"answer", Json::object()},
                                  {"variables", variables}});
    };
    CHECK(code({{"one", cell}}).empty());
    CHECK(code({{"one", cell}, {"two", cell}}) == "too_large");
}

TEST_CASE("a table counts by the share of right cells") {
    CHECK(figure(score(table, {{"a", 10.9}, {"b", 1.6}, {"c", 0}}), "points") == 3);
    CHECK(score(table, {{"a", 10.9}, {"b", 1.6}, {"c", 0}})["correct"] == true);
    CHECK(figure(score(table, {{"a", 10.9}, {"b", 5}}), "points") == Approx(1));
    CHECK(figure(score(table, {{"a", nullptr}}), "points") == 0);
    CHECK(figure(score(table, Json::object()), "points") == 0);
    CHECK(member(score(table, Json::object()), "expected.a") == 10);
    CHECK(refusal(table, {{"a", "ten"}}) == "wrong_type answer.a");
    CHECK(refusal(table, {{"d", 10}}) == "unknown_field answer.d");
    CHECK(refusal(table, 10) == "wrong_type answer");
}

TEST_CASE("a cell of a table has hints of its own, and each wrong cell gets its own") {
    Json hinted = table;
    hinted["cells"]["a"]["hints"] = {{{"near", "100"}, {"text", "In per cent."}}, {{"near", "20"}, {"text", "Twice."}}};
    hinted["cells"]["b"]["hints"] = {{{"near", itl("fp16")}, {"text", "That is FP16."}}};
    CHECK(member(score(hinted, {{"a", 20}, {"b", 5.19}}), "hint") == Json{{"a", "Twice."}, {"b", "That is FP16."}});
    CHECK(member(score(hinted, {{"a", 10}, {"b", 5.19}}), "hint") == Json{{"b", "That is FP16."}});
    CHECK(!score(hinted, {{"a", 10}, {"b", 7}}).contains("hint"));
    CHECK(!score(hinted, {{"a", 10}, {"b", 1.54}, {"c", 0}}).contains("hint"));
    hinted["cells"]["a"]["hints"] = 5;
    CHECK(refusal(hinted, {{"a", 20}}) == "wrong_type exercise.cells.a.hints");
}

TEST_CASE("of two known misconceptions with numbers this close, the nearer one's hint is given") {
    Json hinted = a_number;
    hinted["hints"] = {{{"near", "0.005"}, {"text", "Lower."}}, {{"near", "0.00519"}, {"text", "Higher."}}};
    CHECK(sentence(score(hinted, 5.08), "hint") == "Lower.");
    CHECK(sentence(score(hinted, 5.12), "hint") == "Higher.");
    CHECK(sentence(score(hinted, 5.4), "hint") == "Higher.");
    CHECK(!score(hinted, 5.5).contains("hint"));
}

TEST_CASE("a wrong order gets the hint of the first pair that stands the wrong way round") {
    const Json hinted = with(order, "hints",
                             Json::array({{{"before", {"fp16", "int4"}}, {"text", "Fewer bits, less time."}},
                                          {{"before", {"int8", "int4"}}, {"text", "Count bytes."}}}));
    CHECK(sentence(score(hinted, {"fp16", "int8", "int4"}), "hint") == "Fewer bits, less time.");
    CHECK(sentence(score(hinted, {"int8", "int4", "fp16"}), "hint") == "Count bytes.");
    CHECK(!score(hinted, {"int4", "fp16", "int8"}).contains("hint"));
    CHECK(!score(hinted, {"int4", "int8", "fp16"}).contains("hint"));
    const auto pairs = [&](const Json& pair) {
        return refusal(with(order, "hints", Json::array({{{"before", pair}}})), {"fp16", "int8", "int4"});
    };
    for (const Json& pair : {Json(), Json(5)}) CHECK(pairs(pair) == "wrong_type exercise.hints.before");
    CHECK(pairs(Json::array({"fp16"})) == "wrong_type exercise.hints");
}

TEST_CASE("an order is right or wrong as a whole, and the values of its items say which it is") {
    CHECK(
        score(order, {"int4", "int8", "fp16"}) ==
        Json{
            {"points", 2}, {"of", 2}, {"correct", true}, {"expected", {"int4", "int8", "fp16"}}, {"tries_allowed", 3}});
    for (const Json& given : {Json{"fp16", "int8", "int4"}, Json{"int4", "fp16", "int8"}, Json{"int8", "int4", "fp16"}})
        CHECK(score(order, given) == Json{{"points", 0},
                                          {"of", 2},
                                          {"correct", false},
                                          {"expected", {"int4", "int8", "fp16"}},
                                          {"tries_allowed", 3}});
    const Json descending = with(order, "by", "descending");
    CHECK(score(descending, {"fp16", "int8", "int4"})["correct"] == true);
    CHECK(score(descending, {"int4", "int8", "fp16"})["correct"] == false);
    CHECK(score(descending, {"int4", "int8", "fp16"})["expected"] == Json{"fp16", "int8", "int4"});
}

TEST_CASE("items of equal value stand in either order, and those that rounding alone tells apart too") {
    const Json tie = equals({{"a", "2"}, {"b", "1"}, {"c", "2 / 1"}}, "ascending");
    CHECK(score(tie, {"b", "a", "c"})["correct"] == true);
    CHECK(score(tie, {"b", "c", "a"})["correct"] == true);
    CHECK(score(tie, {"a", "b", "c"})["correct"] == false);
    CHECK(score(tie, {"a", "b", "c"})["expected"] == Json{"b", "a", "c"});
    const Json rounded = equals({{"a", "0.2"}, {"b", "0.3 - 0.1"}, {"c", "1"}}, "descending");
    CHECK(score(rounded, {"c", "a", "b"})["correct"] == true);
    CHECK(score(rounded, {"c", "b", "a"})["correct"] == true);
    CHECK(score(equals({{"a", "1"}, {"b", "1.0001"}}, "ascending"), {"b", "a"})["correct"] == false);
}

TEST_CASE("an order that leaves out, repeats or invents an item is refused, and says which") {
    for (const auto& [given, reason] :
         std::vector<std::pair<Json, std::string>>{{"int4", "given \"int4\""},
                                                   {nullptr, "given null"},
                                                   {Json::object(), "given {}"},
                                                   {Json::array(), "missing: \"fp16\""},
                                                   {{"int4", "fp16"}, "missing: \"int8\""},
                                                   {{"int4", "int8", "fp8"}, "there is no item \"fp8\""},
                                                   {{"int4", "int8", 16}, "there is no item 16"},
                                                   {{"int4", "int8", "int4"}, "given twice: \"int4\""},
                                                   {{"int4", "int8", "fp16", "fp16"}, "given twice: \"fp16\""}}) {
        CHECK(refusal(order, given) == "wrong_type answer");
        CHECK(message(order, given) == "answer must be an array of fp16, int4, int8, each once; " + reason);
    }
}

TEST_CASE("free text is kept and worth nothing") {
    CHECK(score({{"kind", "text"}, {"points", 5}}, "words") ==
          Json{{"points", 0}, {"of", 0}, {"correct", nullptr}, {"expected", nullptr}});
}

TEST_CASE("guesses are kept and worth nothing, and are numbers of their cells") {
    const Json guesses{{"kind", "estimates"},
                       {"points", 3},
                       {"cells", {{"rate", {{"label", "Rate"}, {"unit", "GB/s"}}}, {"gain", {{"label", "Gain"}}}}}};
    const Json kept{{"points", 0}, {"of", 0}, {"correct", nullptr}, {"expected", nullptr}};
    CHECK(score(guesses, {{"rate", 50}, {"gain", 3.5}}) == kept);
    CHECK(refusal(guesses, "fast") == "wrong_type answer");
    CHECK(refusal(guesses, {{"size", 1}}) == "unknown_field answer.size");
    CHECK(refusal(guesses, {{"rate", "50"}}) == "wrong_type answer.rate");
}

TEST_CASE("an exercise that is not as described is refused, not crashed on") {
    for (const Json& kind : {Json(), Json(5), Json("essay"), Json(Json::array())})
        CHECK(refusal(with(choice, "kind", kind), "faster") == "wrong_type exercise.kind");
    CHECK(refusal(5, 1) == "wrong_type exercise.kind");
    for (const char* key : {"points", "scale", "tolerance"})
        CHECK(refusal(with(a_number, key, "much"), 1) == std::string("wrong_type exercise.") + key);
    CHECK(refusal(with(a_number, "partial", 5), 1) == "wrong_type exercise.partial");
    CHECK(refusal(with(a_number, "partial", Json::object()), 1) == "missing_field exercise.partial.tolerance");
    CHECK(refusal(with(a_number, "partial", {{"tolerance", "x"}}), 1) == "wrong_type exercise.partial.tolerance");
    CHECK(refusal(with(a_number, "partial", {{"tolerance", 1}, {"share", "x"}}), 1) ==
          "wrong_type exercise.partial.share");
    CHECK(refusal(with(a_number, "hints", 5), 1) == "wrong_type exercise.hints");
    CHECK(refusal(with(a_number, "hints", Json::array({5})), 1) == "wrong_type exercise.hints");
    CHECK(refusal(with(a_number, "hints", Json::array({Json::object()})), 1) == "missing_field exercise.near");
    CHECK(refusal(with(a_number, "answer", "model"), 1) == "wrong_type exercise.answer");
    CHECK(refusal(with(choice, "options", 5), "faster") == "wrong_type exercise.options");
    CHECK(refusal(with(choice, "options", {{"faster", 5}}), "faster") == "wrong_type exercise.options.faster");
    CHECK(refusal({{"kind", "choice"}, {"options", {{"a", Json::object()}}}}, "a") == "missing_field exercise.answer");
    CHECK(refusal({{"kind", "table"}, {"cells", Json::object()}}, Json::object()) == "missing_field exercise.cells");
    CHECK(refusal({{"kind", "table"}, {"cells", {{"a", Json::object()}}}}, Json::object()) ==
          "missing_field exercise.answer");
    CHECK(refusal(with(order, "items", 5), {"int4"}) == "wrong_type exercise.items");
    CHECK(refusal(with(order, "items", {{"a", 5}}), {"a"}) == "wrong_type exercise.items.a");
    CHECK(refusal(with(order, "items", {{"a", {{"value", "1"}}}}), {"a"}) == "missing_field exercise.items");
    CHECK(refusal({{"kind", "order"}, {"by", "ascending"}}, {"a"}) == "missing_field exercise.items");
    CHECK(refusal(with(order, "by", "size"), {"int4"}) == "wrong_type exercise.by");
    CHECK(refusal(with(order, "by", nullptr), {"int4"}) == "wrong_type exercise.by");
    CHECK(refusal(equals({{"a", "1"}, {"b", "model"}}, "ascending"), {"a", "b"}) == "wrong_type exercise.value");
    CHECK(refusal(with(order, "items", {{"a", Json::object()}, {"b", Json::object()}}), {"a", "b"}) ==
          "missing_field exercise.value");
    CHECK(refusal({{"kind", "setting"}, {"goal", {{"nothing", 1}}}}, Json::object()) == "wrong_type exercise.goal");
    CHECK(error_of("score", {{"exercise", choice}}) == "missing_field");
    CHECK(error_of("score", {{"exercise", choice}, {"answer", "faster"}, {"variables", 5}}) == "wrong_type");
    CHECK(error_of("score", {{"exercise", choice}, {"answer", "faster"}, {"definitions", 5}}) == "wrong_type");
    CHECK(error_of("score", {{"exercise", choice}, {"answer", "faster"}}) == "unknown_name");
    CHECK(refusal(with(a_number, "answer", 3), 3) == "wrong_type exercise.answer");
    CHECK(refusal(with(a_number, "answer", "1 +"), 3) == "malformed_formula exercise.answer");
}
