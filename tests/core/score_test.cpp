#include "ask.hpp"

namespace {

const Json variables{{"model", "Llama3_8B"}, {"hardware", "H100"}};

Json itl(const std::string& precision) {
    return {{"call", "serve"},
            {"request", {{"model", "$model"}, {"hardware", "$hardware"}, {"precision", precision}}},
            {"field", "itl_s"}};
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
    {"answer", {{"compare", itl("int4")}, {"below", itl("fp16")}, {"then", "faster"}, {"else", "slower"}}}};
// INT4 takes 1.53866 ms: 4.01513 GB of weights and 67 MB of cache at 3.35 TB/s, and 0.32 ms of launches.
const Json number{{"kind", "number"},
                  {"points", 3},
                  {"scale", 0.001},
                  {"tolerance", 0.05},
                  {"partial", {{"tolerance", 0.2}, {"share", 0.5}}},
                  {"answer", itl("int4")},
                  {"hints", {{{"near", itl("fp16")}, {"text", "That is FP16."}}}}};
const Json setting{{"kind", "setting"},
                   {"widget", "roof"},
                   {"goal",
                    {{"compare", {{"call", "roofline"}, {"request", "$state"}, {"field", "regime"}}},
                     {"equals", "compute"},
                     {"then", true},
                     {"else", false}}},
                   {"hints",
                    {{{"when",
                       {{"compare", {{"call", "roofline"}, {"request", "$state"}, {"field", "regime"}}},
                        {"equals", "memory"},
                        {"then", true},
                        {"else", false}}},
                      {"text", "More."}}}}};
const Json table{{"kind", "table"},
                 {"points", 3},
                 {"cells",
                  {{"a", {{"answer", 10}, {"tolerance", 0.1}}},
                   {"b", {{"answer", itl("int4")}, {"scale", 0.001}}},
                   {"c", {{"answer", 0}}}}}};

// Each quarter of the bits takes less time: 5.19, 2.75 and 1.54 ms.
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
    CHECK(right == Json{{"points", 2}, {"of", 2}, {"correct", true}, {"expected", "faster"}});
    const Json wrong = score(choice, "slower");
    CHECK(wrong ==
          Json{{"points", 0}, {"of", 2}, {"correct", false}, {"expected", "faster"}, {"hint", "Count bytes."}});
    CHECK(refusal(choice, "neither") == "wrong_type answer");
    CHECK(refusal(choice, 1) == "wrong_type answer");
    CHECK(refusal(choice, nullptr) == "wrong_type answer");
}

TEST_CASE("a number within its tolerance, within that of a share, and beyond") {
    const double expected = figure(score(number, 1), "expected");
    CHECK(expected == Approx(1.53866).epsilon(1e-4));
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
        CHECK(figure(score(number, given), "points") == Approx(points));
        CHECK(score(number, given)["correct"] == (points == 3));
    }
    // The edge itself counts, whatever rounding made of it.
    CHECK(figure(score({{"kind", "number"}, {"answer", 3}, {"tolerance", 0.1}}, 3.3), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", 3}}, 3.15), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", 0}}, 0), "points") == 1);
    CHECK(figure(score({{"kind", "number"}, {"answer", -3}}, -3.1), "points") == 1);
    CHECK(refusal(number, "1.5") == "wrong_type answer");
    CHECK(refusal(number, Json::array({1.5})) == "wrong_type answer");
}

TEST_CASE("the number of a known misconception gets its hint, another wrong one none, a right one none") {
    CHECK(sentence(score(number, 5.19), "hint") == "That is FP16.");
    CHECK(!score(number, 9).contains("hint"));
    CHECK(!score(number, 1.54).contains("hint"));
}

TEST_CASE("a setting is judged by where the widget stands") {
    const Json far{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"batch", 512}};
    CHECK(score(setting, far) == Json{{"points", 1}, {"of", 1}, {"correct", true}, {"expected", true}});
    CHECK(refusal(setting, with(far, "batch", 0)) == "out_of_range batch");
    CHECK(refusal(setting, 7) == "wrong_type answer");
    const Json near = score(setting, with(far, "batch", 1));
    CHECK(figure(near, "points") == 0);
    CHECK(sentence(near, "hint") == "More.");
    CHECK(refusal(with(setting, "hints", Json::array({{{"text", "More."}}})), with(far, "batch", 1)) == " ");
    CHECK(refusal(with(setting, "hints", Json::array({{{"when", "$nobody"}}})), with(far, "batch", 1)) ==
          "unknown_name ");
    // Where the goal is reached no hint is asked for.
    CHECK(refusal(with(setting, "hints", Json::array({{{"when", "$nobody"}}})), far) == " ");
}

TEST_CASE("a table counts by the share of right cells") {
    CHECK(figure(score(table, {{"a", 10.9}, {"b", 1.5}, {"c", 0}}), "points") == 3);
    CHECK(score(table, {{"a", 10.9}, {"b", 1.5}, {"c", 0}})["correct"] == true);
    CHECK(figure(score(table, {{"a", 10.9}, {"b", 5}}), "points") == Approx(1));
    CHECK(figure(score(table, {{"a", nullptr}}), "points") == 0);
    CHECK(figure(score(table, Json::object()), "points") == 0);
    CHECK(member(score(table, Json::object()), "expected.a") == 10);
    CHECK(refusal(table, {{"a", "ten"}}) == "wrong_type answer");
    CHECK(refusal(table, 10) == "wrong_type answer");
}

TEST_CASE("an order is right or wrong as a whole, and the values of its items say which it is") {
    CHECK(score(order, {"int4", "int8", "fp16"}) ==
          Json{{"points", 2}, {"of", 2}, {"correct", true}, {"expected", {"int4", "int8", "fp16"}}});
    for (const Json& given : {Json{"fp16", "int8", "int4"}, Json{"int4", "fp16", "int8"}, Json{"int8", "int4", "fp16"}})
        CHECK(score(order, given) ==
              Json{{"points", 0}, {"of", 2}, {"correct", false}, {"expected", {"int4", "int8", "fp16"}}});
    const Json descending = with(order, "by", "descending");
    CHECK(score(descending, {"fp16", "int8", "int4"})["correct"] == true);
    CHECK(score(descending, {"int4", "int8", "fp16"})["correct"] == false);
    CHECK(score(descending, {"int4", "int8", "fp16"})["expected"] == Json{"fp16", "int8", "int4"});
}

TEST_CASE("items of equal value stand in either order, and those that rounding alone tells apart too") {
    const Json tie = equals({{"a", 2}, {"b", 1}, {"c", {{"divide", {2, 1}}}}}, "ascending");
    CHECK(score(tie, {"b", "a", "c"})["correct"] == true);
    CHECK(score(tie, {"b", "c", "a"})["correct"] == true);
    CHECK(score(tie, {"a", "b", "c"})["correct"] == false);
    CHECK(score(tie, {"a", "b", "c"})["expected"] == Json{"b", "a", "c"});
    const Json rounded = equals({{"a", 0.2}, {"b", {{"subtract", {0.3, 0.1}}}}, {"c", 1}}, "descending");
    CHECK(score(rounded, {"c", "a", "b"})["correct"] == true);
    CHECK(score(rounded, {"c", "b", "a"})["correct"] == true);
    CHECK(score(equals({{"a", 1}, {"b", 1.0001}}, "ascending"), {"b", "a"})["correct"] == false);
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
        CHECK(message(order, given) == "answer must be a list of fp16, int4, int8, each once; " + reason);
    }
}

TEST_CASE("free text is kept and worth nothing") {
    CHECK(score({{"kind", "text"}, {"points", 5}}, "words") ==
          Json{{"points", 0}, {"of", 0}, {"correct", nullptr}, {"expected", nullptr}});
}

TEST_CASE("an exercise that is not as described is refused, not crashed on") {
    for (const Json& kind : {Json(), Json(5), Json("essay"), Json(Json::array())})
        CHECK(refusal(with(choice, "kind", kind), "faster") == "wrong_type exercise.kind");
    CHECK(refusal(5, 1) == "wrong_type exercise.kind");
    for (const char* key : {"points", "scale", "tolerance"})
        CHECK(refusal(with(number, key, "much"), 1) == std::string("wrong_type exercise.") + key);
    for (const Json& partial :
         {Json(5), Json::object(), Json{{"tolerance", "x"}}, Json{{"tolerance", 1}, {"share", "x"}}})
        CHECK(refusal(with(number, "partial", partial), 1) == "wrong_type exercise.partial");
    CHECK(refusal(with(number, "hints", 5), 1) == "wrong_type exercise.hints");
    CHECK(refusal(with(number, "hints", Json::array({5})), 1) == "wrong_type exercise.hints");
    CHECK(refusal(with(number, "hints", Json::array({Json::object()})), 1) == "missing_field exercise.near");
    CHECK(refusal(with(number, "answer", "$model"), 1) == "wrong_type exercise.answer");
    CHECK(refusal(with(choice, "options", 5), "faster") == "wrong_type exercise.options");
    CHECK(refusal(with(choice, "options", {{"faster", 5}}), "faster") == "wrong_type exercise.options");
    CHECK(refusal({{"kind", "choice"}, {"options", {{"a", Json::object()}}}}, "a") == "missing_field exercise.options");
    CHECK(refusal({{"kind", "table"}, {"cells", Json::object()}}, Json::object()) == "missing_field exercise.cells");
    CHECK(refusal({{"kind", "table"}, {"cells", {{"a", Json::object()}}}}, Json::object()) ==
          "missing_field exercise.answer");
    CHECK(refusal(with(order, "items", 5), {"int4"}) == "wrong_type exercise.items");
    CHECK(refusal(with(order, "items", {{"a", 5}}), {"a"}) == "wrong_type exercise.items");
    CHECK(refusal(with(order, "items", {{"a", {{"value", 1}}}}), {"a"}) == "missing_field exercise.items");
    CHECK(refusal({{"kind", "order"}, {"by", "ascending"}}, {"a"}) == "missing_field exercise.items");
    CHECK(refusal(with(order, "by", "size"), {"int4"}) == "wrong_type exercise.by");
    CHECK(refusal(with(order, "by", nullptr), {"int4"}) == "wrong_type exercise.by");
    CHECK(refusal(equals({{"a", 1}, {"b", "$model"}}, "ascending"), {"a", "b"}) == "wrong_type exercise.value");
    CHECK(refusal(with(order, "items", {{"a", Json::object()}, {"b", Json::object()}}), {"a", "b"}) ==
          "missing_field exercise.value");
    CHECK(refusal({{"kind", "setting"}, {"goal", {{"nothing", 1}}}}, Json::object()) == "wrong_type ");
    CHECK(error_of("score", {{"exercise", choice}}) == "missing_field");
    CHECK(error_of("score", {{"exercise", choice}, {"answer", "faster"}, {"variables", 5}}) == "wrong_type");
    CHECK(error_of("score", {{"exercise", choice}, {"answer", "faster"}}) == "unknown_name");
}
