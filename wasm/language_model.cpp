// What JavaScript can call of the language model. Requests and results cross as numbers in the order of their
// descriptions, which `fields` lists, so that the module holds no JSON; texts of a result as their characters' codes.

#include <emscripten/bind.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "ridgepoint/api.hpp"
#include "ridgepoint/language_model/quantize.hpp"

namespace {

using namespace ridgepoint;

extern "C" void ridgepoint_progress(double done, const char* stage);  // progress.js

std::optional<QuantizeLab> lab;

/// The last result; JavaScript copies it before anything else runs.
std::vector<double> numbers;

void append(const std::string& text) {
    numbers.push_back(static_cast<double>(text.size()));
    for (const char c : text) numbers.push_back(static_cast<unsigned char>(c));
}

/// "code\nfield\nmessage", or nothing where all is well.
std::string line_of(const Error& error) {
    return std::string(name_of(error.code)) + "\n" + error.field + "\n" + error.message;
}

std::string open(const std::string& large, const std::string& small, const std::string& text) {
    auto opened = QuantizeLab::open(large, small, text);
    if (!opened) return line_of(opened.error());
    lab.emplace(std::move(*opened));
    return {};
}

/// `request` has the bytes of a double for each field, choices by their place; NaN leaves a field as it is.
std::string run(const std::string& request) {
    QuantizeRequest asked;
    const char* next = request.data();
    for (const Field& field : quantize_request_fields) {
        double value;
        std::memcpy(&value, next, sizeof value);
        next += sizeof value;
        if (!std::isnan(value)) field.set(&asked, value);
    }
    QuantizeHost host;
    host.clock = &computer_clock();
    host.progress = [](double done, std::string_view stage) {
        ridgepoint_progress(done, std::string(stage).c_str());
        return true;
    };
    const auto result = lab->run(asked, host);
    if (!result) return line_of(result.error());
    numbers.clear();
    for (const Field& field : quantize_result_fields) {
        if (field.kind == Kind::number) {
            numbers.push_back(field.get(&*result));
        } else if (field.kind == Kind::text) {
            append(*static_cast<const std::string*>(field.at(&*result)));
        } else {
            const auto& list = *static_cast<const std::vector<double>*>(field.at(&*result));
            numbers.push_back(static_cast<double>(list.size()));
            numbers.insert(numbers.end(), list.begin(), list.end());
        }
    }
    return {};
}

emscripten::val result() { return emscripten::val(emscripten::typed_memory_view(numbers.size(), numbers.data())); }

/// A line for each field of the request, "name number" or "name choice" and the choices; after an empty line one for
/// each of the result, "name number", "name text" or "name numbers".
std::string fields() {
    std::string lines;
    const auto add = [&](std::string_view name, std::string_view kind) { (lines += name) += kind; };
    for (const Field& field : quantize_request_fields) {
        add(field.name, field.kind == Kind::choice ? " choice" : " number");
        for (const std::string_view name : field.names) add(" ", name);
        lines += '\n';
    }
    lines += '\n';
    for (const Field& field : quantize_result_fields)
        add(field.name, field.kind == Kind::number ? " number\n" : field.kind == Kind::text ? " text\n" : " numbers\n");
    return lines;
}

}  // namespace

EMSCRIPTEN_BINDINGS(ridgepoint_language_model) {
    emscripten::function("open", &open);
    emscripten::function("run", &run);
    emscripten::function("result", &result);
    emscripten::function("fields", &fields);
    emscripten::constant("version", std::string(version));
}
