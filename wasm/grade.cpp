// `ridgepoint grade` for Node, as the npm package has it: of the commands this one alone.

#include "cli/grade.hpp"

#include "cli/grade_command.hpp"
#include "cli/outcome.hpp"

namespace ridgepoint::cli {

const std::vector<Command>& commands() {
    static const std::vector<Command> all{grade_command()};
    return all;
}

const Type* request_of(const std::string&, const std::string&) { return nullptr; }

}  // namespace ridgepoint::cli

// Clang 15 calls main by another name, which Emscripten 3.1.6 does not look for (Ubuntu 24.04 has these two).
int run(int argc, char** argv) asm("main");
int run(int argc, char** argv) {
    using namespace ridgepoint::cli;
    return finished(grade({argv + 1, argv + argc}));
}
