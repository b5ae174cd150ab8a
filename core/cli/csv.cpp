#include "csv.hpp"

#include "print.hpp"

namespace ridgepoint::cli {

std::string csv_cell(const std::string& text) {
    std::string line = one_line(text);
    const auto start = line.find_first_not_of(' ');
    if (start != std::string::npos && std::string_view("=+-@").find(line[start]) != std::string_view::npos)
        line.insert(0, "'");
    if (line.find_first_of(",;\"") == std::string::npos) return line;
    std::string cell = "\"";
    for (const char c : line) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + "\"";
}

std::string csv_cell(const Json& value) {
    if (value.is_null()) return "";
    return value.is_string() ? csv_cell(value.get_ref<const std::string&>()) : value.dump();
}

namespace {

bool is_list(Kind kind) {
    return kind == Kind::texts || kind == Kind::remarks || kind == Kind::numbers || kind == Kind::list;
}

/// Calls `visit(name, value)` for each column of an item; those of an object inside are named after both. A list is no
/// column.
template <class Visit>
void for_each_column(const Type& type, const Json& item, const std::string& within, Visit visit) {
    for (const Field& f : type.fields) {
        const auto found = item.find(f.name);
        const Json& value = found == item.end() ? Json() : *found;
        if (is_list(f.kind)) continue;
        if (f.kind == Kind::object) for_each_column(f.nested(), value, within + std::string(f.name) + ".", visit);
        else visit(within + std::string(f.name), value);
    }
}

/// The line of an item, or of the columns' names.
std::string csv_line(const Type& type, const Json& item, bool names) {
    std::string line;
    for_each_column(type, item, "", [&](const std::string& name, const Json& value) {
        line += (names ? name : csv_cell(value)) + ",";
    });
    line.back() = '\n';
    return line;
}

}  // namespace

std::string result_csv(const Type& type, const Json& result) {
    for (const char* rows : {"options", "layouts"})
        if (const Field* list = type.find(rows)) {
            std::string text = csv_line(list->nested(), Json::object(), true);
            for (const Json& item : result[rows]) text += csv_line(list->nested(), item, false);
            return text;
        }
    return csv_line(type, Json::object(), true) + csv_line(type, result, false);
}

}  // namespace ridgepoint::cli
