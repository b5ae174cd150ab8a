// One analysis of the measured router on the text on standard input, by the kernels named: simd or scalar.

#include <iostream>
#include <iterator>
#include <string>

#include "moe_router/kernels.hpp"
#include "ridgepoint/moe_router/analyze.hpp"

int main(int argc, char** argv) {
    using namespace ridgepoint;
    const bool scalar = argc > 1 && std::string(argv[1]) == "scalar";
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    const router::Kernels& kernels = scalar ? router::scalar_kernels() : router::best_kernels();
    std::cout << route_analyze_json("{}", text, {computer_clock(), kernels}) << "\n";
}
