#include "outcome.hpp"

#include <algorithm>
#include <iostream>

#include "print.hpp"

namespace ridgepoint::cli {

bool asks_json(const std::vector<std::string>& arguments) {
    const auto last_flag = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), last_flag, "--json") != last_flag;
}

int complain_of(const Json& answer, bool json) {
    if (json) std::cout << text_of(answer) << "\n";
    else std::cerr << "ridgepoint: " << one_line(answer["error"]["message"].get<std::string>()) << "\n";
    return bad_input;
}

int complain(const Error& error, bool json) { return complain_of(write_error(error), json); }

int finished(int status) {
    std::cout.flush();
    if (std::cout) return status;
    std::cerr << "ridgepoint: the output could not be written\n";
    return status == done ? not_written : status;
}

}  // namespace ridgepoint::cli
