#include "print.hpp"

#include <cmath>

#include "prose/text.hpp"
#include "ridgepoint/language.hpp"
#include "words.hpp"

namespace ridgepoint::cli {
namespace {

/// Longer texts, in characters, are sentences and stand below the table.
constexpr std::size_t longest_cell = 60;

/// Counts print whole up to here.
constexpr double largest_whole = 1e15;

/// Columns on a terminal: UTF-8 continuation bytes take none.
std::size_t width(const std::string& text) {
    std::size_t columns = 0;
    for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    return columns;
}

Json member(const Json& object, std::string_view name) {
    const auto found = object.find(name);
    return found == object.end() ? Json(nullptr) : *found;
}

bool looks_numeric(const std::string& text) {
    const std::size_t first = text.rfind("−", 0) == 0 ? std::string_view("−").size() : 0;
    return text.size() > first && (text[first] == '-' || (text[first] >= '0' && text[first] <= '9'));
}

std::string list_table(const Type& type, const Json& items) {
    std::vector<std::vector<std::string>> rows(1);
    for (const Field& f : type.fields) rows[0].emplace_back(f.name);
    for (const Json& item : items) {
        auto& row = rows.emplace_back();
        for (const Field& f : type.fields) row.push_back(value_text(f, member(item, f.name)));
    }
    return table(rows);
}

std::string short_list(const Type& type, const Json& items) {
    std::string text;
    for (const Json& item : items) {
        std::string entry;
        for (const Field& f : type.fields) {
            if (f.name == "required" || f.name == "available") continue;
            entry += (entry.empty() ? "" : " ") + value_text(f, member(item, f.name)) + (f.name == "factor" ? "×" : "");
        }
        text += (text.empty() ? "" : ", ") + entry;
    }
    return text;
}

/// The fields of an object in a table that differ from the defaults: "tensor 8, data 2".
std::string changed_parts(const Type& type, const Json& object) {
    const Json defaults = write_json(type, type.defaults(), Unset::null);
    std::string text;
    for (const Field& f : type.fields)
        if (const Json& value = member(object, f.name); value != member(defaults, f.name))
            text += (text.empty() ? "" : ", ") + std::string(f.name) + " " + value_text(f, value);
    return text.empty() ? "–" : text;
}

/// A table's name after one empty line; what stands before may end its own line or leave it open.
std::string heading(const std::string& before, const std::string& name) {
    return (before.empty() || before.back() == '\n' ? "\n" : "\n\n") + name + ":\n";
}

}  // namespace

std::string value_text(const Field& f, const Json& value) {
    if (value.is_null() || (value.is_array() && value.empty())) return "–";
    if (value.is_boolean()) return said(value.get<bool>() ? "yes" : "no");
    if (value.is_string()) return value.get<std::string>();
    if (f.kind == Kind::list) return short_list(f.nested(), value);
    constexpr std::size_t readable = 8;
    if (f.kind == Kind::numbers && value.size() > readable)
        return said("{0} values; use --json to see them", {static_cast<double>(value.size())});
    if (f.kind == Kind::texts || f.kind == Kind::numbers) {
        std::string text;
        for (const Json& item : value)
            text += (text.empty() ? "" : ", ") +
                    (item.is_string() ? item.get<std::string>() : localized(format_number(item.get<double>())));
        return text;
    }
    if (value.is_object()) return changed_parts(f.nested(), value);
    const double x = value.get<double>();
    const std::string_view unit = f.unit;
    if (unit == "s") return localized(format_si(Seconds<>{x}));
    const bool count = x == std::floor(x) && std::fabs(x) < largest_whole;
    if (unit.starts_with("USD") && 0.1 <= x && x < 999) return localized(cat({decimals(x, 2), " ", unit}));
    return localized(count && unit.empty() ? whole(x) : quantity(x, unit));
}

std::string one_line(const std::string& text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
        const bool late_control = byte(i) == 0xC2 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xA0;  // U+0080 to U+009F
        if (late_control) ++i;
        line += late_control || byte(i) < 0x20 || byte(i) == 0x7F ? ' ' : text[i];
    }
    return line;
}

std::string shortened(const std::string& text) {
    constexpr std::size_t width = 60;
    std::size_t end = 0;
    for (std::size_t columns = 0; end < text.size() && columns < width; ++columns) {
        ++end;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    }
    return end == text.size() ? text : text.substr(0, end) + "…";
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t first_text) {
    std::vector<std::size_t> widths(rows[0].size(), 0);
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            const bool right = i < first_text && looks_numeric(row[i]);
            line += (i == 0 ? "" : "  ") + (right ? padding + row[i] : row[i] + padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string report(const Type& type, const Json& result) {
    std::vector<std::vector<std::string>> rows;
    std::string after;
    for (const Field& f : type.fields) {
        const std::string name(f.name);
        if (!result.contains(name) || f.name == "unread") continue;  // for forms: these controls would do nothing
        const Json& value = result[name];
        if (f.name == "notes" || f.name == "trace") {
            for (const Json& line : value)
                after += "\n" + (f.name == "notes" ? said("Note: ") : "  ") + line.get<std::string>();
        } else if (f.kind == Kind::list) {
            if (!value.empty()) after += heading(after, name) + list_table(f.nested(), value);
        } else if (f.kind == Kind::object) {
            after += heading(after, name) + report(f.nested(), value);
        } else if (f.kind == Kind::text || f.kind == Kind::remark) {
            if (!f.required && value.get<std::string>().size() > longest_cell)
                after += "\n" + value.get<std::string>() + "\n";
            else rows.push_back({name, value.get<std::string>(), std::string(translated(f.text))});
        } else {
            rows.push_back({name, value_text(f, value), std::string(translated(f.text))});
        }
    }
    constexpr std::size_t description = 2;
    std::string text = rows.empty() ? "" : table(rows, description);
    if (!after.empty()) text += after[0] == '\n' && rows.empty() ? after.substr(1) : after;
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

}  // namespace ridgepoint::cli
