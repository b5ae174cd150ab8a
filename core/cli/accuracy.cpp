#include "accuracy.hpp"

#include <algorithm>
#include <vector>

#include "prose/text.hpp"
#include "ridgepoint/accuracy.hpp"
#include "ridgepoint/workload.hpp"
#include "words.hpp"

namespace ridgepoint::cli {
namespace {

const Json& member(const Json& object, const char* name) {
    static const Json none;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() ? *found : none;
}

std::string id_of(const Json& name) { return name.is_string() ? name.get<std::string>() : std::string(); }

/// What a device or a model is called in a sentence.
std::string called(const Json& name, std::string_view inlined) {
    return name.is_string() ? name.get<std::string>() : said(inlined);
}

std::string spread(const Accuracy& a) {
    return said("measured times for {0} are {1:#} to {2:#} times such estimates, with a median of {3:#}",
                {said(a.of), a.low, a.high, a.median});
}

/// The one side, or both, that a request times.
std::vector<const Json*> sides_of(const std::string& command, const Json& request) {
    if (command.rfind("explain", 0) != 0) return {&request};
    return {&member(request, "baseline"), &member(request, "proposal")};
}

bool has_band(const Json& result) {
    for (const char* low : {"latency_low_s", "itl_low_s", "baseline_low_s", "speedup_low"})
        if (result.contains(low) && !result[low].is_null()) return true;
    return false;
}

/// Such results say themselves why they have no band.
bool is_calibrated(const Json& side) {
    const Json& assumptions = member(side, "assumptions");
    return id_of(assumptions.is_object() ? member(assumptions, "preset") : assumptions) == "calibrated";
}

bool is_trained(const Json& side) { return id_of(member(side, "phase")) == "training"; }

/// Which kinds of measurement say something of a request: none of training, nor of a model that is neither.
std::vector<const Accuracy*> kinds_of(const std::string& command, const std::string& target, const Json& side,
                                      const Model& model) {
    if (is_trained(side)) return {};
    if (!generates_tokens(model))
        return model.family == Family::cnn ? std::vector<const Accuracy*>{&image_accuracy}
                                           : std::vector<const Accuracy*>{};
    const std::string phase = id_of(member(side, "phase"));
    if (command == "serve") return {&decoding_accuracy, &prompt_accuracy};
    if (target == "ttft" || phase == "prefill") return {&prompt_accuracy};
    return {&decoding_accuracy};
}

}  // namespace

std::string accuracy_line(const std::string& command, const Json& request, const Json& result) {
    static constexpr std::array<std::string_view, 8> timed{"roofline",    "serve",      "explain",  "explain serve",
                                                           "sensitivity", "synthesize", "compress", "route project"};
    if (std::find(timed.begin(), timed.end(), command) == timed.end() || has_band(result)) return "";
    if (command == "explain serve" && has_band(result["baseline"]) && has_band(result["proposal"])) return "";
    const std::vector<const Json*> sides = sides_of(command, request);
    if (std::all_of(sides.begin(), sides.end(), [](const Json* side) { return is_calibrated(*side); })) return "";
    const auto& registry = Registry::embedded();
    if (!registry) return "";
    std::string text = cat({"\n", said("Accuracy: an idealised estimate from data sheets")});
    std::vector<std::string> missing;
    bool any = false;
    for (const Json* side : sides) {
        const Json& model_name = member(*side, "model");
        const Json& device_name = member(*side, "hardware");
        const auto found = registry->find_model(id_of(model_name));
        const auto kinds = found ? kinds_of(command, id_of(member(request, "target")), *side, **found)
                                 : std::vector<const Accuracy*>{};
        for (const Accuracy* kind : kinds) {
            if (const std::string words = spread(*kind); text.find(words) == std::string::npos)
                text += cat({any ? "; " : said(". Published: "), words});
            any = true;
        }
        const auto note = [&](const std::string& what) {
            if (std::find(missing.begin(), missing.end(), what) == missing.end()) missing.push_back(what);
        };
        const auto covered = [&](auto covers, const std::string& id) {
            return std::any_of(kinds.begin(), kinds.end(), [&](const Accuracy* a) { return (a->*covers)(id); });
        };
        if (command != "synthesize" && !covered(&Accuracy::covers_device, id_of(device_name)))
            note(called(device_name, "this device"));
        if (!covered(&Accuracy::covers_model, id_of(model_name))) note(called(model_name, "this model"));
    }
    text += ".";
    for (const std::string& what : missing) text += cat({" ", said("None of these measurements covers {0}.", {what})});
    return cat({text, " ", said("--assumptions calibrated gives a measured range where one is available."), "\n"});
}

}  // namespace ridgepoint::cli
