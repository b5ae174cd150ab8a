/// Files of a folder that change together or not at all.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ridgepoint/error.hpp"

namespace ridgepoint::cli {

/// A folder that files will be written to. Nothing in it changes before `replace`.
class OutputFolder {
public:
    /// Creates the folder if need be and tries to write there. The error says what went wrong.
    static Expected<OutputFolder> open(const std::string& path);

    /// Writes each text beside the file it is to replace, and puts them all in place when they are complete.
    Expected<void> replace(const std::vector<std::pair<std::string, std::string>>& texts) const;

    /// Takes the folder away again if `open` made it.
    void abandon() const;

    const std::string& path() const { return path_; }

private:
    std::string path_;
    bool created_ = false;
};

}  // namespace ridgepoint::cli
