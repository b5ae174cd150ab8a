// What JavaScript can call of the language model: bytes go in through `model_room`, texts and numbers come out at an
// address. So the module needs neither embind nor JSON. language-model.ts knows what each number means.

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "page_clock.hpp"
#include "ridgepoint/api.hpp"
#include "ridgepoint/language_model/quantize.hpp"

namespace {

using namespace ridgepoint;

/// Called while a model runs.
extern "C" __attribute__((import_module("env"), import_name("progress"))) void report_progress(double done,
                                                                                               const char* stage,
                                                                                               std::size_t length);

std::optional<QuantizeLab> lab;
PageClock page_clock;

std::string room;     ///< what JavaScript wrote
std::string message;  ///< the last text; JavaScript reads it before anything else runs
std::vector<double> numbers;

/// "code\nfield\nmessage", or nothing where all is well.
const char* tell(const Expected<void>& outcome) {
    message.clear();
    if (!outcome) {
        const Error& error = outcome.error();
        (((message += name_of(error.code)) += '\n') += error.field) += '\n';
        message += error.message;
    }
    return message.c_str();
}

Expected<void> open(std::string_view large, std::string_view small, std::string_view text) {
    auto opened = QuantizeLab::open(large, small, text);
    if (!opened) return tl::make_unexpected(opened.error());
    lab.emplace(std::move(*opened));
    return {};
}

Expected<void> run() {
    QuantizeRequest asked;
    const char* next = room.data();
    for (const Field& field : quantize_request_fields) {
        double value;
        std::memcpy(&value, next, sizeof value);
        next += sizeof value;
        if (!std::isnan(value)) field.set(&asked, value);
    }
    QuantizeHost host;
    host.clock = &page_clock;
    host.progress = [](double done, std::string_view stage) {
        report_progress(done, stage.data(), stage.size());
        return true;
    };
    const auto result = lab->run(asked, host);
    if (!result) return tl::make_unexpected(result.error());
    numbers.clear();
    const auto append = [](const auto& items) {
        numbers.push_back(static_cast<double>(items.size()));
        for (const auto item : items) numbers.push_back(static_cast<double>(item));
    };
    for (const Field& field : quantize_result_fields)
        if (field.is_scalar()) numbers.push_back(field.get(&*result));
        else if (field.kind == Kind::text) append(*static_cast<const std::string*>(field.at(&*result)));
        else append(*static_cast<const std::vector<double>*>(field.at(&*result)));
    return {};
}

}  // namespace

extern "C" {

#define EXPORT(name) __attribute__((export_name(#name))) name

const char* EXPORT(model_version)() { return version.data(); }

/// Where so many bytes can be written for the next call.
char* EXPORT(model_room)(std::size_t bytes) {
    room.resize(bytes);
    return room.data();
}

/// The room has the weights of the large model, those of the small one and the text, one after another.
const char* EXPORT(model_open)(std::size_t large, std::size_t small) {
    const std::string_view all = room;
    return tell(open(all.substr(0, large), all.substr(large, small), all.substr(large + small)));
}

/// The room has a double for each field of the request, choices by their place; NaN leaves a field as it is.
const char* EXPORT(model_run)() { return tell(run()); }

/// Each field of the last result: a number, or how many there are and the numbers, characters by their code.
const double* EXPORT(model_result)() { return numbers.data(); }

/// A line for each field of the request, "name number" or "name choice" and the choices; after an empty line one for
/// each of the result, "name number", "name boolean", "name text" or "name numbers".
const char* EXPORT(model_fields)() {
    message.clear();
    const auto add = [](std::string_view name, std::string_view kind) { (message += name) += kind; };
    for (const Field& field : quantize_request_fields) {
        add(field.name, field.kind == Kind::choice ? " choice" : " number");
        for (const std::string_view name : field.names) add(" ", name);
        message += '\n';
    }
    message += '\n';
    for (const Field& field : quantize_result_fields)
        add(field.name, field.kind == Kind::number    ? " number\n"
                        : field.kind == Kind::boolean ? " boolean\n"
                        : field.kind == Kind::text    ? " text\n"
                                                      : " numbers\n");
    return message.c_str();
}
}
