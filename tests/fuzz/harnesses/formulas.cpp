// Formulas of labs: parsed, and where that goes well evaluated with a few names and a small budget.

#include "../harness.hpp"
#include "course/evaluate.hpp"

using namespace ridgepoint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string formula(reinterpret_cast<const char*>(bytes), size);
    static const Json data = {{"state", {{"batch", 8}, {"precision", "fp16"}}}};
    static const Json variables = {{"m", "Llama3_8B"}, {"n", 2.5}, {"list", {1, 2, 3}}};
    static const Json definitions = {{"decode", "{model: m, hardware: 'H100'}"},
                                     {"itl", "serve(decode, precision=p).itl_s"},
                                     {"again", "again + 1"}};
    course::Budget budget{.calls = 50, .steps = 20'000};
    const auto value = course::evaluate(formula, "formula", {data, variables, definitions}, fuzz::registry(), budget);
    if (!value) fuzz::require_told(value.error(), formula);
    return 0;
}
