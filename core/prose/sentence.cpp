// A phrase's places for values are written {0} or {0:format}: the number of the value, and how it is to be shown.
//
//     {0}     a quantity with its unit, a pure number in up to 6 digits, a name, remarks one after the other
//     {0:9}   a pure number in up to 9 significant digits        {0:.2}   with 2 decimals
//     {0:4%}  a share in per cent, up to 4 significant digits     {0:.1%}  with 1 decimal
//     {0:x}   a ratio with its decimals: "1.39×"                  {0:x4}   with 4 decimals
//     {0:#}   a pure number as headlines show it: "1,024"          {0:#%}  a share in per cent as they do: "0.473 %"
//     {0:,}   remarks as a list: "a, b, c"                        {0:or}   "a, b or c"
//     {0:?sequence fits|sequences fit}   no number, but the words for one or for several
//     {0:^}   with a capital first letter                         {0:|}    as one cell of a Markdown table

#include "ridgepoint/prose.hpp"

#include <algorithm>

#include "model/phrases/notes.hpp"
#include "ridgepoint/language.hpp"
#include "text.hpp"

namespace ridgepoint {
namespace {

int digit(std::string_view format, std::size_t at, int otherwise) {
    return at < format.size() && format[at] >= '0' && format[at] <= '9' ? format[at] - '0' : otherwise;
}

std::string english_number_in(const Amount& a, std::string_view format) {
    if (a.unit == "s") return format_si(Seconds<>{a.number});
    if (!a.unit.empty()) return quantity(a.number, a.unit);
    if (format.empty()) return format_number(a.number);
    if (format[0] == '?') {
        const std::size_t bar = format.find('|');
        return std::string(a.number == 1 ? format.substr(1, bar - 1) : format.substr(bar + 1));
    }
    if (format[0] == 'x') return times(a.number, digit(format, 1, a.places));
    const bool share = format.back() == '%';
    const double shown = share ? a.number * 100 : a.number;
    const std::string text = format[0] == '#'   ? number(shown)
                             : format[0] == '.' ? decimals(shown, digit(format, 1, 0))
                                                : format_number(shown, digit(format, 0, 6));
    return share ? cat({text, " %"}) : text;
}

/// An inline model or device may have any name.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c == '\n' || c == '\r' ? ' ' : c;
    }
    return escaped;
}

std::string list_in(const Remarks& remarks, std::string_view format) {
    const std::vector<std::string> items = sentences(remarks);
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool last = i + 1 == items.size();
        if (i > 0 && !format.empty()) text += words_of(last && format == "or" ? phrases::or_else : phrases::comma);
        text += items[i];
    }
    return text;
}

std::string value_in(const Value& value, std::string_view format) {
    if (const Amount* amount = std::get_if<Amount>(&value.held())) {
        std::string number = english_number_in(*amount, format);
        localize(number);
        return number;
    }
    const std::string* name = std::get_if<std::string>(&value.held());
    std::string text = name != nullptr ? *name : list_in(*std::get_if<Remarks>(&value.held()), format);
    if (format == "|") return cell(text);
    if (format == "^" && !text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

}  // namespace

std::string sentence(const Remark& remark) {
    std::string text;
    std::string_view rest = remark.phrase == nullptr ? "" : words_of(*remark.phrase);
    for (std::size_t open = rest.find('{'); open != rest.npos; open = rest.find('{')) {
        text += rest.substr(0, open);
        const std::size_t close = rest.find('}', open);
        std::size_t index = 0, at = open + 1;
        for (; rest[at] >= '0' && rest[at] <= '9'; ++at) index = 10 * index + static_cast<std::size_t>(rest[at] - '0');
        const std::string_view format = at < close ? rest.substr(at + 1, close - at - 1) : "";
        if (index < remark.values.size()) text += value_in(remark.values[index], format);
        rest.remove_prefix(close + 1);
    }
    return text += rest;
}

std::vector<std::string> sentences(const Remarks& remarks) {
    std::vector<std::string> texts;
    for (const Remark& remark : remarks) {
        std::string text = sentence(remark);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
    }
    return texts;
}

}  // namespace ridgepoint
