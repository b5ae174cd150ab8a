#include "ask.hpp"

namespace {

Json call(const std::string& name, const Json& request, const std::string& field) {
    return {{"call", name}, {"request", request}, {"field", field}};
}

const Json pair{{"model", "$model"}, {"hardware", "$hardware"}};
const Json variables{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"limit", 2}};

Json value(const Json& query) { return member(ask("query", {{"query", query}, {"variables", variables}}), "value"); }

Json refusal(const Json& query) {
    return member(answer("query", {{"query", query}, {"variables", variables}}), "error");
}

/// ITL at a precision, with a batch as a variable of the query.
Json itl(const std::string& precision) { return call("serve", with(pair, "precision", precision), "itl_s"); }

}  // namespace

TEST_CASE("a value is itself, and a variable what it stands for") {
    CHECK(value(3) == 3);
    CHECK(value("text") == "text");
    CHECK(value(true) == true);
    CHECK(value(nullptr).is_null());
    CHECK(value("$model") == "Llama3_8B");
    CHECK(value(Json::array({"$limit", 1})) == Json::array({2, 1}));
    CHECK(sentence(refusal("$nobody"), "code") == "unknown_name");
}

TEST_CASE("a path reaches inside a variable that holds an object") {
    const Json state{{"state", {{"costs_us", {{"learned", 50}}}, {"model", "$other"}}}, {"other", "Llama3_8B"}};
    const auto answer_to = [&](const Json& query) { return answer("query", {{"query", query}, {"variables", state}}); };
    CHECK(member(answer_to("$state.costs_us.learned"), "result")["value"] == 50);
    CHECK(member(answer_to("$state.costs_us"), "result")["value"] == Json({{"learned", 50}}));
    CHECK(member(answer_to("$state.model"), "result")["value"] == "Llama3_8B");
    const Json costs{{"costs_us", "$state.costs_us"}};
    CHECK(member(answer_to(call("route_model", costs, "speedup")), "result") ==
          member(answer_to(call("route_model", Json::object(), "speedup")), "result"));
    for (const char* name :
         {"$state.nothing", "$state.", "$state.model.name", "$.state", "$state.costs_us.learned.x"}) {
        CAPTURE(name);
        CHECK(sentence(member(answer_to(name), "error"), "code") == "unknown_name");
    }
}

TEST_CASE("a variable that holds a query is asked, with the variables of the place") {
    const auto answer_with = [](const Json& query, Json more) {
        more.update(variables);
        return answer("query", {{"query", query}, {"variables", more}});
    };
    const Json named{{"itl", itl("$p")},
                     {"p", "fp16"},
                     {"gain", {{"divide", {"$itl", {{"let", {{"p", "int4"}}}, {"in", "$itl"}}}}}}};
    CHECK(member(answer_with("$itl", named), "result")["value"] == value(itl("fp16")));
    CHECK(member(answer_with({{"let", {{"p", "int4"}}}, {"in", "$itl"}}, named), "result")["value"] ==
          value(itl("int4")));
    CHECK(member(answer_with("$gain", named), "result")["value"] == value({{"divide", {itl("fp16"), itl("int4")}}}));

    // An object of no query's form is data; variables in it are put in.
    CHECK(member(answer_with("$a", {{"a", {{"offload", "$b"}}}, {"b", "ignore"}}), "result")["value"] ==
          Json({{"offload", "ignore"}}));
    const Json request{{"request", {{"model", "$model"}, {"hardware", "$hardware"}, {"precision", "$p"}}}};
    CHECK(member(answer_with({{"let", {{"p", "int4"}}}, {"in", call("serve", "$request", "itl_s")}}, request),
                 "result")["value"] == value(itl("int4")));

    const Json circle{{"a", {{"multiply", {"$b", 2}}}}, {"b", {{"multiply", {"$a", 2}}}}};
    const Json error = member(answer_with("$a", circle), "error");
    CHECK(sentence(error, "code") == "too_large");
    CHECK(sentence(error, "message").find("does one lead back to itself?") != std::string::npos);
    CHECK(sentence(member(answer_with("$a", {{"a", {{"x", "$a"}}}}), "error"), "code") == "too_large");
}

TEST_CASE("variables that multiply one another end in an error, not in all memory") {
    Json laughs{{"a0", std::string(1000, 'x')}};
    for (int i = 1; i < 6; ++i) laughs["a" + std::to_string(i)] = Json(100, "$a" + std::to_string(i - 1));
    const Json error = member(answer("query", {{"query", "$a5"}, {"variables", laughs}}), "error");
    CHECK(sentence(error, "code") == "too_large");
    CHECK(sentence(error, "message").find("grows too large") != std::string::npos);
}

TEST_CASE("a call's field, by a path into lists and objects") {
    const Json serve = ask("serve", {{"model", "Llama3_8B"}, {"hardware", "H100"}});
    CHECK(value(call("serve", pair, "itl_s")) == serve["itl_s"]);
    CHECK(value(call("sensitivity", pair, "elasticities.memory_bandwidth")) ==
          ask("sensitivity", {{"model", "Llama3_8B"}, {"hardware", "H100"}})["elasticities"]["memory_bandwidth"]);
    const Json target{{"model", "$model"}, {"target_s", 0.01}};
    CHECK(value(call("synthesize", target, "devices.0.id")).is_string());
    for (const char* field :
         {"nothing", "itl_s.x", "notes.7", "", ".", "itl_s.", "notes.-1", "notes.99999999999999999999"})
        CHECK(sentence(refusal(call("serve", pair, field)), "code") == "unknown_field");
}

TEST_CASE("a field of the registry") {
    CHECK(value(call("hardware", {{"id", "$hardware"}}, "unit_cost_usd")) ==
          ask("hardware", {{"id", "H100"}})["unit_cost_usd"]);
    CHECK(value(call("hardware", {{"id", "H100"}}, "peak_flop_per_s.fp16")) == 989e12);
    CHECK(value(call("models", {{"id", "$model"}}, "parameters")) == 8030261248);
    CHECK(value(call("hardware", Json::object(), "0.id")) == ask("hardware", Json::object())[0]["id"]);
    CHECK(sentence(refusal(call("hardware", {{"id", "H1000"}}, "unit_cost_usd")), "code") == "unknown_name");
    CHECK(sentence(refusal(call("hardware", {{"name", "H100"}}, "unit_cost_usd")), "code") == "unknown_field");
    CHECK(sentence(refusal(call("hardware", {{"id", 5}}, "unit_cost_usd")), "code") == "wrong_type");
    CHECK(sentence(refusal(call("hardware", {{"id", "L40S"}}, "unit_cost_usd")), "code") == "unknown_field");
}

TEST_CASE("calls that a query cannot make") {
    for (const char* name : {"query", "score", "schema", "sweep", "", "Serve"}) {
        const Json error = refusal(call(name, pair, "itl_s"));
        CHECK(sentence(error, "code") == "unknown_call");
        CHECK(sentence(error, "message").find("call must be one of hardware, models, roofline") != std::string::npos);
    }
    CHECK(sentence(refusal({{"call", 5}, {"request", pair}, {"field", "itl_s"}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"call", "serve"}, {"request", pair}}), "code") == "wrong_type");
    CHECK(sentence(refusal(call("serve", {{"model", "$model"}}, "itl_s")), "code") == "missing_field");
    CHECK(sentence(refusal(call("serve", with(pair, "batch", 0), "itl_s")), "code") == "out_of_range");
}

TEST_CASE("arithmetic on two numbers") {
    CHECK(value({{"divide", {9, 4}}}) == 2.25);
    CHECK(value({{"subtract", {9, 4}}}) == 5);
    CHECK(value({{"multiply", {9, {{"divide", {1, "$limit"}}}}}}) == 4.5);
    CHECK(sentence(refusal({{"divide", {1, 0}}}), "code") == "out_of_range");
    CHECK(sentence(refusal({{"divide", {1, 2, 3}}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"multiply", {"$model", 2}}}), "field") == "multiply.0");
}

TEST_CASE("the name of an extreme, the first of equals") {
    CHECK(value({{"largest", {{"a", itl("int4")}, {"b", itl("fp16")}, {"c", itl("int8")}}}}) == "b");
    CHECK(value({{"smallest", {{"a", itl("int4")}, {"b", itl("fp16")}}}}) == "a");
    CHECK(value({{"largest", {{"one", 1}, {"also", 1}}}}) == "one");
    CHECK(sentence(refusal({{"largest", Json::object()}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"smallest", {{"a", "text"}}}}), "field") == "smallest.a");
}

TEST_CASE("comparisons choose, and may nest") {
    CHECK(value({{"compare", 1}, {"below", "$limit"}, {"then", "less"}, {"else", "more"}}) == "less");
    CHECK(value({{"compare", 2}, {"below", "$limit"}, {"then", "less"}, {"else", "more"}}) == "more");
    CHECK(value({{"compare", 3}, {"above", "$limit"}, {"then", {{"divide", {6, 3}}}}, {"else", 0}}) == 2);
    CHECK(value({{"compare", "$model"}, {"equals", "Llama3_8B"}, {"then", true}, {"else", false}}) == true);
    // The branch that is not taken is not asked.
    CHECK(value({{"compare", 1}, {"below", 2}, {"then", 5}, {"else", "$nobody"}}) == 5);
    CHECK(sentence(refusal({{"compare", 1}, {"below", 2}, {"then", 5}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"compare", "$model"}, {"below", 2}, {"then", 1}, {"else", 0}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"compare", 1}, {"then", 1}, {"else", 0}}), "code") == "wrong_type");
}

TEST_CASE("the first value that fulfils a condition, or null") {
    const auto first = [](const Json& values, const Json& limit) {
        return Json{
            {"first",
             {{"variable", "b"}, {"values", values}, {"where", {{"multiply", {"$b", "$b"}}}}, {"above", limit}}}};
    };
    CHECK(value(first({1, 2, 3, 4}, 5)) == 3);
    CHECK(value(first({1, 2}, 5)).is_null());
    CHECK(value(first(Json::array(), 5)).is_null());
    CHECK(sentence(refusal({{"first", {{"variable", "b"}, {"values", 3}, {"where", 1}, {"above", 2}}}}), "code") ==
          "wrong_type");
    CHECK(sentence(refusal({{"first", {{"variable", "b"}, {"values", {1}}, {"where", 1}}}}), "code") == "wrong_type");
}

TEST_CASE("a range to find the first value in") {
    const auto first = [](const Json& from, const Json& to, const Json& limit) {
        return Json{{"first",
                     {{"variable", "b"},
                      {"values", {{"from", from}, {"to", to}}},
                      {"where", {{"multiply", {"$b", "$b"}}}},
                      {"above", limit}}}};
    };
    CHECK(value(first(1, 256, 5)) == 3);
    CHECK(value(first(1, "$limit", -1)) == 1);
    CHECK(value(first("$limit", {{"multiply", {"$limit", 5}}}, 30)) == 6);
    CHECK(value(first(1, 3, 9)).is_null());
    CHECK(value(first(2, 1, 0)).is_null());
    CHECK(value(first(1, 10000, 99999999)) == 10000);
    CHECK(value(first(1e17, 1e17, 0)) == 1e17);
    CHECK(sentence(refusal(first(1, 10001, 0)), "code") == "too_large");
    CHECK(sentence(refusal(first(-1e308, 1e308, 0)), "code") == "too_large");
    CHECK(sentence(refusal(first(1, "$model", 0)), "field") == "first.values.to");
    CHECK(sentence(refusal({{"first", {{"variable", "b"}, {"values", {{"from", 1}}}, {"where", 1}, {"above", 2}}}}),
                   "field") == "first.values");
}

TEST_CASE("a variable set for one query, which sees those outside") {
    CHECK(value({{"let", {{"p", "int4"}}}, {"in", call("serve", with(pair, "precision", "$p"), "itl_s")}}) ==
          value(itl("int4")));
    CHECK(value({{"let", {{"limit", 7}}}, {"in", "$limit"}}) == 7);
    CHECK(value({{"let", {{"x", {{"divide", {"$limit", 4}}}}}}, {"in", {{"multiply", {"$x", 8}}}}}) == 4);
    CHECK(sentence(refusal({{"let", {{"x", 1}}}}), "code") == "wrong_type");
    CHECK(sentence(refusal({{"let", 5}, {"in", 1}}), "code") == "wrong_type");
}

TEST_CASE("a query of no known form, and requests around it") {
    CHECK(sentence(refusal({{"cal", "serve"}}), "message").find("call, divide, subtract") != std::string::npos);
    CHECK(sentence(refusal(Json::object()), "code") == "wrong_type");
    CHECK(error_of("query", {{"variables", variables}}) == "missing_field");
    CHECK(error_of("query", {{"query", 1}, {"variables", 5}}) == "wrong_type");
    CHECK(error_of("query", {{"query", 1}, {"more", 5}}) == "unknown_field");
    CHECK(error_of("query", Json::array({1})) == "wrong_type");
}
