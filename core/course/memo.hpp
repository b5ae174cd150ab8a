/// Answers of the engine that formulas asked for before.
#pragma once

#include <map>
#include <string>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::course {

/// The figures of a lab ask for the same few answers again and again, and a simulation takes tenths of a second. The
/// most it keeps is a lab's worth; then it begins anew.
class Memo {
public:
    /// What the engine answers. Of another registry than the embedded one nothing is kept.
    Expected<Json> answer(const std::string& call, const Json& request, const Registry& registry);

    /// The one of this thread.
    static Memo& shared();

private:
    std::map<std::string, Expected<Json>> answers_;
};

}  // namespace ridgepoint::course
