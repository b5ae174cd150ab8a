/// What README.md says, whatever its lines.
#pragma once

#include <fstream>
#include <string>

inline std::string readme() {
    std::ifstream file("README.md");
    std::string text;
    for (std::string word; file >> word;) text += word + " ";
    return text;
}
