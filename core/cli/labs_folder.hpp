/// The labs of a folder, for those who grade.
#pragma once

#include <map>
#include <string>

#include "course/grading.hpp"

namespace ridgepoint::cli {

/// Each lab is read when it is first asked for; thousands of submissions share a few.
class LabsFolder {
public:
    LabsFolder(std::string folder, const Registry& registry) : folder_(std::move(folder)), registry_(registry) {}

    /// Errors: `unknown_name`; `not_applicable` where the lab itself is wrong.
    Expected<course::Lab*> find(const std::string& name);

private:
    std::string names() const;
    Expected<course::Lab> read(const std::string& name) const;

    std::string folder_;
    const Registry& registry_;
    std::map<std::string, Expected<course::Lab>> labs_;
};

}  // namespace ridgepoint::cli
