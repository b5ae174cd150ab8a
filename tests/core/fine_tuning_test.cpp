// What fine-tuning must hold in memory, against the least that practice needs.

#include "ask.hpp"

namespace {

double footprint(const Json& model, const char* precision) {
    return figure(ask("roofline", {{"model", model},
                                   {"hardware", "H200"},
                                   {"phase", "training"},
                                   {"lora", true},
                                   {"activation_recomputation", true},
                                   {"context", 512},  // the table states no length
                                   {"precision", precision}}),
                  "footprint_bytes");
}

}  // namespace

TEST_CASE("the memory of fine-tuning is a lower bound of what people need, and more than half of it") {
    int compared = 0;
    const Json published = json_file("tests/golden/fine_tuning_memory.json");
    for (const Json& row : published["rows"])
        for (const Json& model : row["models"])
            for (const auto& [precision, column] : {std::pair{"int4", "qlora_gb"}, {"bf16", "lora_gb"}}) {
                INFO(model << " at " << precision);
                const double share = footprint(model, precision) / (figure(row, column) * 1e9);
                CHECK(share > 0.5);
                CHECK(share < 1);
                ++compared;
            }
    CHECK(compared == 18);
}
