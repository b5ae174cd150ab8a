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

int main(int argc, char** argv) {
    using namespace ridgepoint::cli;
    return finished(grade({argv + 1, argv + argc}));
}
