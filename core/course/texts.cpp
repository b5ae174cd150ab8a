#include "texts.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "model/called.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// What the page calls words of the engine (web/ui/palette.ts and web/ui/labels.ts); a test holds all labs to it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> words{{
    {"memory", "memory-bound"},
    {"compute", "compute-bound"},
    {"overhead", "overhead-bound"},
    {"links", "communication-bound"},
    {"capacity", "does not fit"},
    {"weight_only", "weight-only"},
    {"rtn", "round-to-nearest"},
    {"gptq", "GPTQ"},
    {"awq", "AWQ"},
    {"llama.cpp-metal", "llama.cpp with Metal"},
}};

/// A word of the engine: fp16 is FP16, top2_gate "top2 gate".
std::string plain_word(std::string word) {
    for (const auto& [known, said] : words)
        if (word == known) return std::string(said);
    const auto digit = std::find_if(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::string letters(word.begin(), digit);
    if (digit != word.end() && (letters == "fp" || letters == "bf" || letters == "tf" || letters == "int"))
        for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    constexpr std::string_view rate = "_flop_per_s";
    if (const std::size_t at = word.find(rate); at != std::string::npos) word.replace(at, rate.size(), " FLOP/s");
    std::replace(word.begin(), word.end(), '_', ' ');
    return word;
}

/// "Llama 3 / 3.1 8B" is Llama 3 8B in a sentence, as on the lab's page (web/ui/short-name.ts).
std::string first_version(std::string name) {
    if (const std::size_t slash = name.find(" / "); slash != std::string::npos)
        name.erase(slash, name.find(' ', slash + 3) - slash);
    return name;
}

std::string named(const Json& value, const Registry& registry) {
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number()) return number(value.get<double>());
    if (!value.is_string()) return value.dump();
    const std::string word = value;
    if (const auto device = registry.find_hardware(word)) return short_name((*device)->name);
    if (const auto model = registry.find_model(word)) return first_version(short_name((*model)->name));
    return plain_word(word);
}

/// 17364.5 as 17,364.5; `number` sets apart whole numbers only.
std::string thousands_apart(std::string text) {
    constexpr std::size_t apart = 3;
    const std::size_t end = text.find_first_not_of("0123456789");
    for (std::size_t at = std::min(end, text.size()); at > apart;) text.insert(at -= apart, ",");
    return text;
}

/// Long times are counted in hours and days.
std::string lasting(double seconds, int digits) {
    constexpr double long_time = 999.5, hour = 3600, day = 24 * hour;
    const int shown = digits > 0 ? digits : 3;
    if (seconds < long_time) return quantity(seconds, "s", digits);
    if (seconds < hour) return whole(std::round(seconds)) + " s";
    return seconds < 2 * day ? number(seconds / hour, shown) + " hours" : number(seconds / day, shown) + " days";
}

std::string formatted(double value, const std::string& format, int digits) {
    constexpr int usual = 3;
    if (format == "time") return lasting(value, digits);
    if (format == "bytes") return quantity(value, "bytes", digits);
    if (format == "rate") return quantity(value, "bytes/s", digits);
    if (format == "flops") return quantity(value, "flop/s", digits);
    if (format == "ratio") return factor_text(value);
    if (format == "percent") return number(value * 100) + " %";
    if (format == "signed") return decimals(value, 2);
    return thousands_apart(number(value, digits > 0 ? digits : usual));
}

/// One mark of Markdown around some words: **, * or `.
struct Emphasis {
    std::string_view sign, open, close;
};
constexpr std::array marks{Emphasis{"**", "<b>", "</b>"}, Emphasis{"*", "<i>", "</i>"},
                           Emphasis{"`", "<code>", "</code>"}, Emphasis{"$", "<code>", "</code>"}};

enum class Tags { html, none };

/// Markdown within a line, escaped already where it becomes HTML.
std::string marked(const std::string& text, Tags tags = Tags::html) {
    std::string said;
    for (std::size_t at = 0; at < text.size();) {
        const auto mark = std::find_if(marks.begin(), marks.end(), [&](const Emphasis& one) {
            return text.compare(at, one.sign.size(), one.sign) == 0;
        });
        if (mark != marks.end()) {
            const std::size_t from = at + mark->sign.size(), end = text.find(mark->sign, from);
            const bool spaced = from < text.size() && text[from] == ' ';
            if (end != std::string::npos && end > from && !spaced) {
                const std::string inside = text.substr(from, end - from);
                const std::string words = mark->open == "<code>" ? inside : marked(inside, tags);
                said += tags == Tags::none ? words : cat({mark->open, words, mark->close});
                at = end + mark->sign.size();
                continue;
            }
        }
        if (text[at] == '[') {
            const std::size_t middle = text.find("](", at), end = text.find(')', at);
            if (middle != std::string::npos && end != std::string::npos && middle < end) {
                said += marked(text.substr(at + 1, middle - at - 1), tags);
                at = end + 1;
                continue;
            }
        }
        said += text[at++];
    }
    return said;
}

/// A variable that is a word or a number is a figure of its own name, unless the lab has one.
std::string figure_named(const std::string& key, const TextContext& context) {
    if (const auto figure = context.figures.find(key); figure != context.figures.end() && figure->is_string())
        return *figure;
    const auto variable = context.names.variables.find(key);
    if (variable == context.names.variables.end()) return "";
    return variable->is_string() ? key + " | name" : variable->is_number() ? key + " | number" : "";
}

std::string with_figures(const std::string& text, const TextContext& context) {
    std::string whole;
    std::size_t from = 0;
    for (std::size_t open = text.find("{{"); open != std::string::npos; open = text.find("{{", from)) {
        const std::size_t close = text.find("}}", open);
        if (close == std::string::npos) break;
        whole += text.substr(from, open - from);
        from = close + 2;
        const std::string key = trimmed(text.substr(open + 2, close - open - 2));
        const std::string figure = !key.empty() && key[0] == '=' ? key.substr(1) : figure_named(key, context);
        const auto said = figure_text(figure, context.names, context.registry);
        whole += said ? *said : text.substr(open, from - open);
    }
    return whole + text.substr(from);
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string html;
    for (const char c : text) {
        if (c == '&') html += "&amp;";
        else if (c == '<') html += "&lt;";
        else if (c == '>') html += "&gt;";
        else if (c == '"') html += "&quot;";
        else html += c;
    }
    return html;
}

std::string factor_text(double ratio) {
    const double size = std::fabs(ratio);
    return times(ratio, size < 10 ? 2 : size < 100 ? 1 : 0);
}

Expected<std::string> figure_text(const std::string& figure, const Names& names, const Registry& registry) {
    const std::size_t bar = figure.rfind('|');
    if (bar == std::string::npos) return fail(ErrorCode::malformed_formula, "figure", "a figure is FORMULA | FORMAT");
    std::string format = trimmed(figure.substr(bar + 1));
    int digits = 0;
    if (const auto space = format.find(' '); space != std::string::npos) {
        digits = std::clamp(std::atoi(format.c_str() + space), 0, 15);
        format.resize(space);
    }
    Budget budget;
    return evaluate(figure.substr(0, bar), "figure", names, registry, budget).map([&](const Json& value) {
        if (format == "text" && value.is_string()) return value.get<std::string>();
        if (format == "text" && value.is_number()) return format_number(value.get<double>(), 15);
        if (value.is_null()) return std::string("—");
        if (format == "name" || !value.is_number()) return named(value, registry);
        return formatted(value.get<double>(), format, digits);
    });
}

std::string inline_html(const std::string& markdown, const TextContext& context) {
    return marked(escape_html(with_figures(markdown, context)));
}

std::string plain_text(const std::string& markdown, const TextContext& context) {
    return marked(with_figures(markdown, context), Tags::none);
}

std::string html_of(const std::string& markdown, const TextContext& context) {
    std::string html, paragraph;
    bool in_list = false;
    const auto end_paragraph = [&] {
        if (!paragraph.empty()) html += cat({in_list ? "<li>" : "<p>", paragraph, in_list ? "</li>\n" : "</p>\n"});
        paragraph.clear();
    };
    const auto list = [&](bool begins) {
        end_paragraph();
        if (in_list != begins) html += begins ? "<ul>\n" : "</ul>\n";
        in_list = begins;
    };
    // Figures first: what they come to holds no line of its own.
    const std::string text = with_figures(markdown, context) + "\n";
    std::size_t from = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', from)) {
        const std::string line = trimmed(text.substr(from, end - from));
        from = end + 1;
        if (line.empty()) list(false);
        else if (line.rfind("- ", 0) == 0) {
            list(true);
            paragraph = marked(escape_html(line.substr(2)));
        } else paragraph += cat({paragraph.empty() ? "" : " ", marked(escape_html(line))});
    }
    list(false);
    return html;
}

}  // namespace ridgepoint::course
