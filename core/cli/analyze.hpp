/// `ridgepoint route analyze`: a text through the measured router, and the two files of its analysis.
#pragma once

#include "flags.hpp"

namespace ridgepoint::cli {

struct AnalyzeOutcome {
    Json answer;          ///< {"result": {systems_analysis, profile_report}} or {"error"}
    bool written = true;  ///< false: the output failed, and standard error says why
    std::vector<std::string> files;
};

/// Runs a request of JSON text, with progress on standard error, and writes the files when there is an output folder.
AnalyzeOutcome analyze(const std::string& request, const Options& options);

/// The findings for a person, and where the files are.
std::string summary_of(const AnalyzeOutcome& outcome);

}  // namespace ridgepoint::cli
