// What scripts/train-model runs: trains one size and writes its weights, its training log and its figures.
//     train_language_model large|small TRAINING-TEXT HELD-OUT-TEXT FOLDER

#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>

#include "language_model/parts.hpp"
#include "language_model/training.hpp"
#include "language_model/weights_file.hpp"

namespace {

using namespace ridgepoint::lm;

struct Size {
    Shape shape;
    TrainingPlan plan;
};

constexpr std::size_t vocabulary = 512, context = 128, steps = 9000;

Size size_of(const std::string& name) {
    if (name == "large") return {{vocabulary, 64, 2, 4, 168, context}, {.steps = steps, .learning_rate = 8e-3}};
    return {{vocabulary, 32, 1, 4, 88, context}, {.steps = steps, .learning_rate = 1.2e-2}};
}

std::string read(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int arguments = 5;
    if (argc != arguments) {
        std::cerr << "usage: train_language_model large|small TRAINING-TEXT HELD-OUT-TEXT FOLDER\n";
        return 2;
    }
    const std::string name = argv[1], training = read(argv[2]), folder = argv[4];
    const std::string held_out_text = read(argv[3]);
    const auto held_out = split(held_out_text);
    if (training.empty() || !held_out) {
        std::cerr << "train_language_model: the training text is empty, or the held-out text lacks a part\n";
        return 2;
    }
    const auto [shape, plan] = size_of(name);
    const Tokenizer tokenizer = Tokenizer::learned(training, shape.vocabulary);
    const std::vector<Token> text = tokenizer.encode(training), choosing = tokenizer.encode(held_out->choosing);
    Model model = random_model(shape, plan.seed), best = model;
    double least = 0, recent = 0;
    std::ofstream log(folder + "/" + name + ".csv");
    log << "step,training_loss,held_out_loss\n";
    constexpr std::size_t every = 250;
    train(model, text, plan, [&](std::size_t step, double loss) {
        recent += loss / every;
        if ((step + 1) % every != 0) return;
        // What is compared is what will be stored.
        Model stored = model;
        round_to_halves(stored);
        const double held_out_loss = mean_loss(stored, choosing);
        log << step + 1 << "," << recent << "," << held_out_loss << std::endl;
        std::cerr << name << " " << step + 1 << "  " << recent << "  " << held_out_loss << "\n";
        recent = 0;
        if (least == 0 || held_out_loss < least) {
            least = held_out_loss;
            best = stored;
        }
    });
    const std::string bytes = weights_file(best, tokenizer);
    std::ofstream(folder + "/" + name + ".bin", std::ios::binary) << bytes;
    std::cout << name << ": " << best.parameters() << " parameters, " << text.size()
              << " training tokens, held-out loss " << least << ", hash " << fingerprint(bytes) << "\n";
    return 0;
}
