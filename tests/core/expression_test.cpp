#include <filesystem>

#include "ask.hpp"
#include "course/evaluate.hpp"

namespace {

const Json variables{{"model", "Llama3_8B"},
                     {"hardware", "H100"},
                     {"last", 256},
                     {"decode", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"context", 2048}}}};
const Json definitions{{"itl", "serve(decode, precision=p, batch=b).itl_s"},
                       {"p", "'fp16'"},
                       {"b", "1"},
                       {"gain", "itl / itl(p='int4')"},
                       {"round_and_round", "circle"},
                       {"circle", "round_and_round + 1"}};

ridgepoint::Expected<Json> evaluated(const std::string& formula, const Json& data = Json::object()) {
    ridgepoint::course::Budget budget;
    return ridgepoint::course::evaluate(formula, "formula", {data, variables, definitions},
                                        *ridgepoint::Registry::embedded(), budget);
}

Json value(const std::string& formula, const Json& data = Json::object()) {
    const auto found = evaluated(formula, data);
    INFO(formula << ": " << (found ? "" : found.error().message));
    REQUIRE(found);
    return *found;
}

ridgepoint::Error refusal(const std::string& formula) {
    const auto found = evaluated(formula);
    INFO(formula);
    REQUIRE(!found);
    return found.error();
}

double itl(const char* precision, int batch = 1) {
    Json request = variables["decode"];
    request["precision"] = precision;
    request["batch"] = batch;
    return figure(ask("serve", request), "itl_s");
}

}  // namespace

TEST_CASE("formulas follow the precedence of arithmetic") {
    CHECK(value("1 + 2 * 3") == 7);
    CHECK(value("(1 + 2) * 3") == 9);
    CHECK(value("8 / 4 / 2") == 1);
    CHECK(value("7 - 2 - 1") == 4);
    CHECK(value("-2 * -3") == 6);
    CHECK(value("1e-3 * 1.5E+3") == 1.5);
    CHECK(value("1 + 1 == 2 and not 2 < 1") == true);
    CHECK(value("1 > 2 or 2 >= 2 and 3 != 3") == false);
    CHECK(value("2 >= 2 and 2 <= 2 and not 2 > 2 and not 2 < 2") == true);
    CHECK(value("2 > 1 ? 'yes' : 1 / 0") == "yes");
    CHECK(value("3 > 4 ? 'a' : 3 > 2 ? 'b' : 'c'") == "b");
    CHECK(value("min(3, 1, 2) + max(1, abs(-4)) + round(2.345, 1)") == 7.3);
}

TEST_CASE("a formula's values are those of JSON") {
    CHECK(value("\"it's\"") == "it's");
    CHECK(value("'it\\'s'") == "it's");
    CHECK(value("[1, 'a', null, true]") == Json::array({1, "a", nullptr, true}));
    CHECK(value("{model, batch: 8, 'a b': 1}") == Json({{"model", "Llama3_8B"}, {"batch", 8}, {"a b", 1}}));
    CHECK(value("{...decode, context: 1}.context") == 1);
    CHECK(value("[10, 20, 30][1]") == 20);
    CHECK(value("2..4") == Json::array({2, 3, 4}));
    CHECK(value("3..2") == Json::array());
    CHECK(value("1..10000").size() == 10000);
}

TEST_CASE("a call of the engine takes a request and what is different in it") {
    CHECK(value("serve(decode).itl_s") == itl("fp16"));
    CHECK(value("serve(decode, precision='int4', batch=8).itl_s") == itl("int4", 8));
    CHECK(value("serve(model=model, hardware=hardware, context=2048).itl_s") == itl("fp16"));
    CHECK(value("hardware('H100').memory_bandwidth_bytes_per_s") == 3.35e12);
    CHECK(value("synthesize({model, target_s: 0.05}).devices[0].id").is_string());
    CHECK(refusal("serve(decode, batch=0).itl_s").field == "batch");
}

TEST_CASE("a definition is worked out where its name stands, with the values of that place") {
    CHECK(value("itl") == itl("fp16"));
    CHECK(value("itl(p='int4', b=4)") == itl("int4", 4));
    CHECK(value("let p = 'int4', b = 4 in serve(decode, precision=p, batch=b).itl_s") == itl("int4", 4));
    CHECK(value("let x = 1 in let y = x + 1 in x + y") == 3);
    CHECK(value("gain(b=16)") == itl("fp16", 16) / itl("int4", 16));
}

TEST_CASE("a search gives the first value that satisfies, or the one of the lowest") {
    const int b = value("first b in 1..last where itl > 0.006").get<int>();
    CHECK(itl("fp16", b) > 0.006);
    CHECK(itl("fp16", b - 1) <= 0.006);
    CHECK(value("first b in [3, 4] where b > 4").is_null());
    CHECK(value("lowest p in ['fp16', 'int8', 'int4'] by itl") == "int4");
    CHECK(value("highest p in ['fp16', 'int8', 'int4'] by itl") == "fp16");
    CHECK(value("highest(one=1, two=2, also_two=2)") == "two");
    CHECK(value("lowest(one=1, two=2)") == "one");
}

TEST_CASE("data is never evaluated") {
    const Json state{{"state", {{"batch", "1 + 1"}, {"model", "hardware"}}}};
    CHECK(value("state.batch", state) == "1 + 1");
    CHECK(value("state.model", state) == "hardware");
    CHECK(value("model", {{"model", "itl"}}) == "itl");
}

TEST_CASE("what a formula cannot say is refused with its place") {
    const struct {
        const char *formula, *code, *says;
    } cases[] = {
        {"1 +", "malformed_formula", "expected a value, found the end, at column 4 of \"1 +\""},
        {"(1", "malformed_formula", "expected \")\", found the end"},
        {"1 2", "malformed_formula", "expected the end or an operator, found \"2\""},
        {"'a", "malformed_formula", "a string has no end, at column 1"},
        {"2x", "malformed_formula", "a number runs into a name"},
        {"007", "malformed_formula", "a number is written without leading zeros"},
        {"a # b", "malformed_formula", "a character that means nothing here, at column 3"},
        {"serve(decode precision='fp16')", "malformed_formula", "expected \",\" or \")\", found \"precision\""},
        {"first b in [1] by 2", "malformed_formula", "expected \"where\", found \"by\""},
        {"let x = 1", "malformed_formula", "expected \"in\", found the end"},
        {"", "malformed_formula", "expected a value, found the end"},
        {"nobody + 1", "unknown_name", "there is nothing called nobody, at column 1 of \"nobody + 1\""},
        {"sin(1)", "unknown_name", "there is no function sin"},
        {"nobody(x=1)", "unknown_name", "there is nothing called nobody"},
        {"decode(batch=1)", "wrong_type", "decode is a value, not a function"},
        {"1 + 'a'", "wrong_type", "expected a number, got \"a\", at column 5"},
        {"1 ? 2 : 3", "wrong_type", "expected true or false, got 1"},
        {"decode.nothing", "unknown_field", "there is no nothing in"},
        {"[1][1]", "out_of_range", "the list has 1 elements, counted from 0; there is no 1"},
        {"1 / 0", "out_of_range", "a division by 0, at column 1"},
        {"round(1, 2, 3)", "wrong_type", "round takes a number and how many digits to keep"},
        {"min(1, 2, third=3)", "wrong_type", "min takes two numbers or more"},
        {"circle", "too_large", "does one lead back to itself?"},
        {"1e17..1e17", "out_of_range", "a range begins with a whole number, given 1e17"},
        {"1.5..3", "out_of_range", "a range begins with a whole number, given 1.5"},
        {"1..1e308", "too_large", "a range may have 10000 numbers at most"},
        {"1..10001", "too_large", "a range may have 10000 numbers at most"},
    };
    for (const auto& one : cases) {
        CAPTURE(one.formula);
        const ridgepoint::Error error = refusal(one.formula);
        CHECK(name_of(error.code) == one.code);
        CAPTURE(error.message);
        CHECK(error.message.find(one.says) != std::string::npos);
    }
}

TEST_CASE("nesting, length and cost have an end") {
    const auto within = [](std::size_t parentheses) {
        return std::string(parentheses, '(') + "1" + std::string(parentheses, ')');
    };
    CHECK(value(within(31)) == 1);
    CHECK(name_of(refusal(within(32)).code) == "malformed_formula");
    CHECK(value(std::string(31, '-') + "1") == -1);
    CHECK(name_of(refusal(std::string(32, '-') + "1").code) == "malformed_formula");
    CHECK(value("1" + std::string(3999, ' ')) == 1);
    CHECK(name_of(refusal("1" + std::string(4000, ' ')).code) == "too_large");
    CHECK(name_of(refusal("first x in 1..9999 where (first y in 1..9999 where x + y < 0) != null").code) ==
          "too_large");
    CHECK(name_of(refusal("first b in 1..9999 where (first c in 1..9999 where itl < 0) != null").code) == "too_large");
    const std::string simulated = "load(model='Llama3_8B', hardware='H100', requests=1).e2e_s.mean < 0";
    CHECK(value("first n in 1..25 where " + simulated) == nullptr);
    CHECK(name_of(refusal("first n in 1..26 where " + simulated).code) == "too_large");
    // explain_load counts as 4,000 calls.
    const std::string mixed =
        "explain_load(baseline={...a, seed: n}, proposal={...a, seed: n, precision: 'int8'}).speedup < 0";
    const std::string server = "let a = {model: 'Llama3_8B', hardware: 'H100', requests: 1} in ";
    CHECK(value(server + "first n in 1..2 where " + mixed) == nullptr);
    CHECK(name_of(refusal(server + "first n in 1..3 where " + mixed).code) == "too_large");
}

TEST_CASE("whatever the text, a formula is answered or refused") {
    const std::string pieces[] = {"1",     "'a'", "model", "decode", "itl",   "(",  ")",    "[",      "]",
                                  "{",     "}",   ",",     ":",      ".",     "..", "...",  "+",      "-",
                                  "*",     "/",   "<",     "==",     "?",     "=",  "in",   "not",    "and",
                                  "first", "by",  " ",     "\\",     "where", "\"", "\xff", "lowest", "let"};
    std::uint32_t state = 1;
    const auto random = [&](std::size_t n) { return (state = state * 1664525 + 1013904223) / 65536 % n; };
    for (int i = 0; i < 3000; ++i) {
        std::string formula;
        for (std::size_t length = random(12); length > 0; --length) formula += pieces[random(std::size(pieces))] + " ";
        const auto found = evaluated(formula);
        if (!found) CHECK(!found.error().message.empty());
    }
}

TEST_CASE("bytes that are no UTF-8 are refused where a text of the engine belongs") {
    CHECK(refusal("serve(decode, precision='fp\x97\xC2\xD8').itl_s").code == ridgepoint::ErrorCode::unknown_name);
    CHECK(value("'\x97' == '\x98'") == false);
}

TEST_CASE("variables that multiply one another end in an error, not in all memory") {
    const Json long_text{{"a", std::string(1000, 'x')}};
    Json laughs;
    std::string name = "a";
    for (int i = 1; i < 6; ++i) {
        std::string list = "[";
        for (int j = 0; j < 100; ++j) list += name + ", ";
        laughs[name = "a" + std::to_string(i)] = list + "]";
    }
    const Json request{{"formula", "a5"}, {"variables", long_text}, {"definitions", laughs}};
    CHECK(error_of("evaluate", request) == "too_large");
}

TEST_CASE("the call evaluate") {
    const Json request{{"formula", "x * y"}, {"variables", {{"x", 6}}}, {"definitions", {{"y", "x + 1"}}}};
    CHECK(ask("evaluate", request) == Json{{"value", 42}});
    CHECK(error_of("evaluate", Json::object()) == "missing_field");
    CHECK(error_of("evaluate", {{"formula", 5}}) == "wrong_type");
    CHECK(error_of("evaluate", {{"formula", "1"}, {"variables", 5}}) == "wrong_type");
    CHECK(error_of("evaluate", {{"formula", "1"}, {"definitions", 5}}) == "wrong_type");
    CHECK(error_of("evaluate", {{"formula", "y"}, {"definitions", {{"y", 5}}}}) == "wrong_type");
    CHECK(error_of("evaluate", {{"formula", "1"}, {"more", 5}}) == "unknown_field");
    CHECK(error_of("evaluate", Json::array({1})) == "wrong_type");
}

TEST_CASE("a value's own formula evaluates to it") {
    for (const Json& one : {Json(0.1), Json(-1.5e-300), Json(12), Json(true), Json(nullptr), Json("it's a \\ \"x\"")}) {
        CAPTURE(one.dump());
        CHECK(value(ridgepoint::course::formula_of(one)) == one);
    }
}

TEST_CASE("each part of a formula takes one step of the budget") {
    ridgepoint::course::Budget left;
    const auto sum = ridgepoint::course::evaluate("1 + 2 * 3", "sum", {Json::object(), variables, definitions},
                                                  *ridgepoint::Registry::embedded(), left);
    REQUIRE(sum);
    CHECK(*sum == 7);
    // Three numbers, a product and a sum.
    CHECK(ridgepoint::course::Budget{}.steps - left.steps == 5);
    CHECK(ridgepoint::course::Budget{}.calls == left.calls);

    // A name, and a copy of its value: a list, a number, a text of two characters, and an object with one value.
    const Json named{{"x", Json::array({1, "ab", Json{{"k", true}}})}};
    const std::size_t before = left.steps;
    REQUIRE(ridgepoint::course::evaluate("x", "copy", {Json::object(), named, definitions},
                                         *ridgepoint::Registry::embedded(), left));
    CHECK(before - left.steps == 1 + 1 + 1 + 3 + 2);
}

TEST_CASE("the labs' formulas stay far within the budget") {
    using ridgepoint::course::Budget;
    std::size_t asked = 0, calls = 0, steps = 0;
    for (const auto& folder : std::filesystem::directory_iterator("labs")) {
        if (!folder.is_directory()) continue;
        const Json lab = json_file((folder.path() / "lab.json").string());
        const Json nothing = Json::object(), named = lab.value("definitions", nothing);
        for (const auto& [name, formula] : named.items()) {
            Budget left;
            const auto found =
                ridgepoint::course::evaluate(formula.get<std::string>(), name, {nothing, lab["variables"], named},
                                             *ridgepoint::Registry::embedded(), left);
            asked += found ? 1 : 0;
            calls = std::max(calls, Budget{}.calls - left.calls);
            steps = std::max(steps, Budget{}.steps - left.steps);
        }
    }
    CAPTURE(asked, calls, steps);
    CHECK(asked > 50);
    CHECK(calls < Budget{}.calls / 10);
    CHECK(steps < Budget{}.steps / 10);
}
