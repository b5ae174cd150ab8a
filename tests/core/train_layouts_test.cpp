#include "ridgepoint/train_layouts.hpp"

#include "ask.hpp"

using namespace ridgepoint;

namespace {

const Json base{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"parallel", {{"tensor", 2}, {"data", 4}}},
                {"global_batch", 32},   {"zero_stage", 3},    {"recomputation", "full"}};

std::string named(const Json& layout) {
    const auto part = [&](const char* name) { return std::to_string(static_cast<int>(figure(layout, name))); };
    return part("tensor") + " x " + part("pipeline") + " x " + part("data");
}

std::vector<std::string> names(const Json& found) {
    std::vector<std::string> all;
    for (const Json& layout : found) all.push_back(named(layout));
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

TEST_CASE("layouts: each is a training step of its own on as many devices") {
    const Json found = ask("layouts", base)["layouts"];
    CHECK(names(found) == std::vector<std::string>{"1 x 1 x 8", "1 x 2 x 4", "1 x 4 x 2", "1 x 8 x 1", "2 x 1 x 4",
                                                   "2 x 2 x 2", "2 x 4 x 1", "4 x 1 x 2", "4 x 2 x 1", "8 x 1 x 1"});
    for (const Json& layout : found) {
        Json request = base;
        for (const char* name : {"tensor", "pipeline", "data"}) request["parallel"][name] = layout[name];
        const Json run = ask("train", request);
        INFO(named(layout));
        CHECK(layout["step_s"] == run["step_s"]);
        CHECK(layout["mfu"] == run["mfu"]);
        CHECK(layout["needed_bytes"] == run["memory"]["total_bytes"]);
        CHECK(layout["feasible"] == run["feasible"]);
    }
}

TEST_CASE("layouts: what there is room for comes first, and of it the quickest") {
    // Without sharded state some layouts of these do not fit.
    const Json found = ask("layouts", with(base, "zero_stage", 0))["layouts"];
    REQUIRE(found.size() == 10);
    CHECK(found.front()["feasible"] == true);
    CHECK(found.back()["feasible"] == false);
    for (std::size_t i = 1; i < found.size(); ++i) {
        const Json &before = found[i - 1], &after = found[i];
        INFO(named(before) << " before " << named(after));
        if (before["feasible"] == after["feasible"]) CHECK(figure(before, "step_s") <= figure(after, "step_s"));
        else CHECK(before["feasible"] == true);
    }
}

TEST_CASE("layouts: the batch stays as it is, and what it cannot be cut to is left out") {
    // By itself this layout takes four micro-batches of each of two stages; others would take fewer.
    Json request = base;
    request.erase("global_batch");
    request["parallel"] = {{"pipeline", 2}, {"data", 4}};
    CHECK(ask("layouts", request) == ask("layouts", with(request, "global_batch", 32)));
    // Three sequences are one for each of three copies, but not for two.
    request = with(with(base, "global_batch", 3), "parallel", {{"tensor", 2}, {"data", 3}});
    CHECK(names(ask("layouts", request)["layouts"]) ==
          std::vector<std::string>{"1 x 2 x 3", "1 x 6 x 1", "2 x 1 x 3", "2 x 3 x 1"});
}

TEST_CASE("layouts: devices in all say the same as their product, and a whole run changes nothing") {
    Json request = base;
    request["parallel"] = {{"tensor", 2}};
    request["devices"] = 8;
    CHECK(ask("layouts", request) == ask("layouts", base));
    CHECK(ask("layouts", with(base, "tokens", 1e12)) == ask("layouts", base));
}

TEST_CASE("layouts: devices alone are enough, though as copies they would not divide the batch") {
    Json request = with(base, "global_batch", 4);
    request["parallel"] = Json::object();
    request["devices"] = 8;
    CHECK(sentence(error_at("train", request), "field") == "global_batch");
    CHECK(names(ask("layouts", request)["layouts"]) == std::vector<std::string>{"1 x 2 x 4", "1 x 4 x 2", "1 x 8 x 1",
                                                                                "2 x 1 x 4", "2 x 2 x 2", "2 x 4 x 1",
                                                                                "4 x 1 x 2", "4 x 2 x 1", "8 x 1 x 1"});
    // Without a batch there is none to keep.
    request.erase("global_batch");
    request["interleaving"] = 4;
    CHECK(error_at("layouts", request) == error_at("train", request));
    CHECK(sentence(error_at("layouts", request), "field") == "interleaving");
}

TEST_CASE("layouts: a million devices are shared in as many ways as the model allows") {
    const Json request = with(with(base, "parallel.tensor", 8), "parallel.data", 131072);
    const Json found = ask("layouts", with(request, "global_batch", 1048576))["layouts"];
    for (const Json& layout : found)
        CHECK(figure(layout, "tensor") * figure(layout, "pipeline") * figure(layout, "data") == 1048576);
    // Six powers of two share the 32 heads and six divide the 32 layers; more than a million copies are refused.
    CHECK(found.size() == 35);
}

TEST_CASE("layouts: what train refuses of every layout is refused alike") {
    for (const auto& [field, value] : {std::pair<const char*, Json>{"precision", "int8"},
                                       {"model", "ResNet50"},
                                       {"micro_batch", 0},
                                       {"tokens", 0}}) {
        const Json wrong = with(base, field, value);
        CHECK(error_at("layouts", wrong) == error_at("train", wrong));
        CHECK(error_of("layouts", wrong) != "");
    }
}

TEST_CASE("training: no more of the peak is of use than kernels reach, however long the sequences") {
    for (const double sequence : {2048, 131072, 1000000}) {
        const Json r = ask("train", {{"model", "Llama3_8B"}, {"hardware", "H100"}, {"sequence", sequence}});
        INFO(sequence);
        CHECK(figure(r, "mfu") <= 0.5);
        CHECK(figure(r, "mfu") > 0.28);
    }
}

TEST_CASE("training: a format that the device has no rate for is said to be timed at another") {
    const auto notes = [](const char* hardware, const char* precision) {
        return ask("train", {{"model", "GPT2_XL"}, {"hardware", hardware}, {"precision", precision}})["notes"];
    };
    CHECK(says(notes("V100", "bf16"), "lists no BF16 rate"));
    CHECK(says(notes("A100", "fp8"), "lists no FP8 rate"));
    CHECK_FALSE(says(notes("H100", "bf16"), "lists no"));
}

TEST_CASE("training: where no layout holds a step, the means that are left are named, and no others") {
    const auto note = [](const Json& fields) {
        Json request{{"model", "Llama3_405B"}, {"hardware", "T4"}, {"sequence", 1e6}, {"parallel", {{"tensor", 8}}}};
        request.update(fields);
        const Json notes = ask("train", request)["notes"];
        for (const std::string said : notes)
            if (const auto at = said.find("No layout"); at != std::string::npos) return said.substr(at);
        return std::string();
    };
    CHECK(note({{"micro_batch", 2}, {"global_batch", 2}}) ==
          "No layout of up to 4,096 devices holds it; smaller micro-batches, sequence parallelism, recomputation or a "
          "higher ZeRO stage might help.");
    CHECK(note({{"recomputation", "full"}, {"sequence_parallel", true}}) ==
          "No layout of up to 4,096 devices holds it; a higher ZeRO stage might help.");
    CHECK(note({{"recomputation", "full"}, {"sequence_parallel", true}, {"zero_stage", 3}}) ==
          "No layout of up to 4,096 devices holds it.");
}

TEST_CASE("layouts: that another ZeRO stage might be quicker is said where memory leaves some out") {
    const Json request{{"model", "Llama3_8B"}, {"hardware", "H100"}, {"devices", 8}, {"global_batch", 64}};
    const auto first = [&](double stage) { return ask("layouts", with(request, "zero_stage", stage))["layouts"][0]; };
    CHECK(says(ask("layouts", request)["notes"], "All are at ZeRO stage 0."));
    CHECK(figure(first(1), "step_s") < figure(first(0), "step_s"));
    CHECK_FALSE(says(ask("layouts", with(request, "zero_stage", 3))["notes"], "ZeRO stage"));
}
