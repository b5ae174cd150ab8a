// Requests drawn by a seed, with their answers, one a line: the call, the request and the answer, with tabs between.
//     answers COUNT SEED [QUANTIZED]     QUANTIZED more of them quantize the small language model, which takes seconds
// tests/fuzz/equal.mjs compares what builds answer.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>

#include "harness.hpp"
#include "ridgepoint/language_model/quantize.hpp"

namespace {

using namespace ridgepoint;

/// A request is made of so many bytes at most; after them it is plain.
constexpr std::size_t bytes_of_request = 1024;

std::vector<std::uint8_t> drawn(std::mt19937& dice) {
    std::vector<std::uint8_t> bytes(bytes_of_request);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice() >> 24);
    return bytes;
}

void print(const std::string& call, const std::string& request, const std::string& answer) {
    std::printf("%s\t%s\t%s\n", call.c_str(), request.c_str(), answer.c_str());
}

std::string file(const char* name) {
    std::ifstream in(std::string("core/data/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Without the speed of writing, the one figure that is measured.
int quantize(long count, std::mt19937& dice) {
    const std::string large = file("language_model/large.bin"), small = file("language_model/small.bin");
    const std::string text = file("texts/moby-dick.txt");
    auto lab = QuantizeLab::open(large, small, text);
    if (!lab) {
        std::fprintf(stderr, "%s\n", lab.error().message.c_str());
        return 1;
    }
    for (; count > 0; --count) {
        const auto bytes = drawn(dice);
        fuzz::Draw draw(bytes);
        Json request = fuzz::object_of(describe<QuantizeRequest>(), draw, fuzz::registry());
        request["size"] = "small";
        request["windows"] = 2;
        const auto result = read_json<QuantizeRequest>(request, fuzz::registry())
                                .and_then([&](const QuantizeRequest& r) { return lab->run(r, QuantizeHost{}); })
                                .map([](const QuantizeResult& r) { return write_json(r, Unset::null); });
        const Json answer = result ? Json{{"result", *result}} : write_error(result.error());
        print("quantize", request.dump(), answer.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "answers COUNT SEED [QUANTIZED]\n");
        return 2;
    }
    std::mt19937 dice(static_cast<std::mt19937::result_type>(std::atol(argv[2])));
    for (long count = std::atol(argv[1]); count > 0; --count) {
        const auto bytes = drawn(dice);
        fuzz::Draw draw(bytes);
        const fuzz::Asked asked = fuzz::asked_of(draw, fuzz::registry());
        const std::string request = asked.request.dump();
        print(asked.call, request, fuzz::answer_to(asked.call, request));
    }
    return argc > 3 ? quantize(std::atol(argv[3]), dice) : 0;
}
