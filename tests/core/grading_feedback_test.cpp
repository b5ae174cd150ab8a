// What students read of their graded answers.

#include "course/feedback.hpp"

#include "course/answered.hpp"
#include "graded_sample.hpp"
#include "prose/text.hpp"

using namespace ridgepoint;
using namespace ridgepoint::course;
using namespace sample;

TEST_CASE("feedback reads the marks of a text as the page does: figures in their digits, links as their words") {
    Json whole = definition();
    for (Json& exercise : whole["exercises"])
        if (exercise["id"] == "time")
            exercise["explanation"] =
                "**Four** *bits*, `a*b`: {{=token.itl_s * 1000 | number 4}}, "
                "{{=token.itl_s * 1000 | number}} as [Kim *et al.*](https://example.org/a) say.";
    Lab lab = *read_lab("sample", whole, registry());
    const Graded result = graded(all_right(), lab);
    const std::string page = feedback_page({{&result, &lab}}, day_after_s, registry());
    CHECK(page.find("<b>Four</b> <i>bits</i>, <code>a*b</code>: 5.194, 5.19 as Kim <i>et al.</i> say.") !=
          std::string::npos);
}

TEST_CASE("feedback gives quantities the digits that a figure asks for, and long times in hours and days") {
    Json whole = definition();
    const std::vector<std::pair<std::string, std::string>> said{{"0.005194 | time", "5.19 ms"},
                                                                {"0.005194 | time 2", "5.2 ms"},
                                                                {"0.52 | time 1", "500 ms"},
                                                                {"0.0996 | time 2", "100 ms"},
                                                                {"0.00999 | time 2", "10 ms"},
                                                                {"5.2 | time 4", "5.200 s"},
                                                                {"0.012345 | time 5", "12.345 ms"},
                                                                {"1234.4 | time", "1,234 s"},
                                                                {"9000 | time", "2.5 hours"},
                                                                {"864000 | time", "10 days"},
                                                                {"16.06e9 | bytes 2", "16 GB"},
                                                                {"3.352e12 | rate 2", "3.4 TB/s"},
                                                                {"989.4e12 | flops 2", "990 TFLOP/s"},
                                                                {"17364.4 | number 5", "17,364"},
                                                                {"1234.56 | number 6", "1,234.56"},
                                                                {"1234 | number", "1,234"},
                                                                {"null | time", "—"},
                                                                {"0 | time 2", "0 s"}};
    std::string text, wanted;
    for (const auto& [figure, words] : said) {
        text += cat({"{{=", figure, "}}; "});
        wanted += words + "; ";
    }
    for (Json& exercise : whole["exercises"])
        if (exercise["id"] == "time") exercise["explanation"] = text + "end";
    Lab lab = *read_lab("sample", whole, registry());
    const Graded result = graded(all_right(), lab);
    const std::string page = feedback_page({{&result, &lab}}, day_after_s, registry());
    const std::size_t from = page.find("5.19 ms; ");
    REQUIRE(from != std::string::npos);
    CHECK(page.substr(from, wanted.size()) == wanted);
}

TEST_CASE("feedback writes the names of formats in capitals, and others as plain words") {
    Json whole = definition();
    for (Json& exercise : whole["exercises"])
        if (exercise["id"] == "time")
            exercise["explanation"] =
                "{{='bf16' | name}}, {{='tf32' | name}}, {{='int8' | name}}, {{='fp4' | name}}, {{='weight_only' | "
                "name}}, {{='top2_gate' | name}}; {{=token.decode_regime | name}}, {{='links' | name}}.";
    Lab lab = *read_lab("sample", whole, registry());
    const Graded result = graded(all_right(), lab);
    const std::string page = feedback_page({{&result, &lab}}, day_after_s, registry());
    CHECK(page.find("BF16, TF32, INT8, FP4, weight-only, top2 gate; memory-bound, communication-bound.") !=
          std::string::npos);
}

TEST_CASE("an option is called by its own words, one that is none by nothing") {
    const Lab lab = lab_of();
    CHECK(option_words(lab, "guess", "memory", registry()) == "Reading weights");
    CHECK(option_words(lab, "guess", "compute", registry()) == "Arithmetic");
    CHECK(option_words(lab, "guess", "links", registry()).empty());
    CHECK(option_words(lab, "time", "memory", registry()).empty());
}

TEST_CASE("feedback says what was answered, and from the due time on what is right and why") {
    const auto page = [](const Json& submission, const Json& fields, double now_s) {
        const Lab lab = lab_of(fields);
        Lab used = lab;
        const auto result = grade(used, submission, {now_s, {}}, registry());
        REQUIRE(result.has_value());
        return feedback_page({{&*result, &used}}, now_s, registry());
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    Json submission = right_but("answers.guess.value", "compute");
    submission["student"]["name"] = "<Ada>";
    submission["answers"]["time"].update({{"value", 1.7}, {"tries", 2}});
    submission["answers"].erase("sort");
    const std::string open = page(submission, Json::object(), day_after_s);
    CHECK(has(open, "&lt;Ada&gt; (a1)"));
    CHECK_FALSE(has(open, "<Ada>"));
    CHECK(has(open, "You predicted: Arithmetic <b class=\"wrong\">wrong</b>"));
    CHECK(has(open, "Count the bytes for each operation."));
    CHECK(has(open, "Right answer: Reading weights"));
    CHECK(has(open, "Your answer: 1.7 ms <b class=\"partly\">partly right</b>, try 2"));
    CHECK(has(open, "Every weight is read for one token: 5.19"));
    CHECK(has(open, "Your answer: B200, then H100, then A100") == false);
    CHECK(has(open, "You predicted: B200, then H100, then A100 <b class=\"right\">right</b>"));
    CHECK(has(open, "FP16: 16.06 GB; INT8: 8.03 GB"));
    CHECK(has(open, "Not answered."));
    CHECK(has(open, "not graded"));
    const Json due{{"due", "2026-03-03T00:00:00Z"}};
    const std::string closed = page(submission, due, day_after_s);
    CHECK(has(closed, "Right answers and reasons follow when the lab is due."));
    CHECK_FALSE(has(closed, "Right answer: "));
    CHECK_FALSE(has(closed, "Every weight is read"));
    CHECK_FALSE(has(closed, "Count the bytes"));
    CHECK(has(page(submission, due, day_after_s + 2 * 86400), "Right answer: Reading weights"));
}

TEST_CASE("marks of Markdown with nothing between them stand for themselves") {
    const Json nothing = Json::object();
    const course::Names names{nothing, nothing, nothing};
    const auto html = [&](const char* text) { return inline_html(text, {nothing, names, registry()}); };
    CHECK(html("a **** c") == "a **** c");
    CHECK(html("**b** and `c`, 2 * 3 * 4") == "<b>b</b> and <code>c</code>, 2 * 3 * 4");
}

TEST_CASE("figures and lists in the texts of a lab") {
    const Json nothing = Json::object();
    const course::Names names{nothing, nothing, nothing};
    const course::TextContext context{nothing, names, registry()};
    CHECK(inline_html("{{=1 / 4 | percent}} of {{=8192 | number}} or {{=8192 | text}}", context) ==
          "25 % of 8,192 or 8192");
    CHECK(html_of("Either\n\n- one\n- **two**\n\nor none", context) ==
          "<p>Either</p>\n<ul>\n<li>one</li>\n<li><b>two</b></li>\n</ul>\n<p>or none</p>\n");
}

TEST_CASE("a number of the lab has the digits of a figure in its unit, one of a student all that were typed") {
    const auto html = [](std::string_view typed) { return std::string(typed); };
    const Form plain{nullptr, html};
    const Json nothing = Json::object();
    const course::Names names{nothing, nothing, nothing};
    const auto said = [&](double value, const char* unit, Whose whose) {
        return answer_in(plain, {{"kind", "number"}, {"unit", unit}}, value, whose, {nothing, names, registry()});
    };
    CHECK(said(1.6, "×", Whose::lab) == "1.60×");
    CHECK(said(0.433, "×", Whose::lab) == "0.43×");
    CHECK(said(128.484, "GB", Whose::lab) == "128.5 GB");
    CHECK(said(5.1, "ms", Whose::lab) == "5.10 ms");
    CHECK(said(250.4, "µs", Whose::lab) == "250 µs");
    CHECK(said(2039.4, "GB/s", Whose::lab) == "2,039 GB/s");
    CHECK(said(35.674, "tokens a second", Whose::lab) == "35.7 tokens a second");
    CHECK(said(8030261248, "", Whose::lab) == "8,030,261,248");
    CHECK(said(93.75, "%", Whose::student) == "93.75 %");
    CHECK(said(1.6, "×", Whose::student) == "1.6×");
    CHECK(said(128.4841, "GB", Whose::student) == "128.4841 GB");
}
