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

std::string list_csv(const Type& type, const Json& items) {
    std::string text;
    for (const Field& f : type.fields) text += (text.empty() ? "" : ",") + std::string(f.name);
    for (const Json& item : items) {
        text += "\n";
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const auto found = item.find(type.fields[i].name);
            text += (i == 0 ? "" : ",") + (found == item.end() ? std::string() : csv_cell(*found));
        }
    }
    return text + "\n";
}

}  // namespace ridgepoint::cli
