/// JSON Schema and TypeScript, both read from the descriptions.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "json.hpp"
#include "ridgepoint/call.hpp"

namespace ridgepoint {

using Calls = std::span<const Call>;

/// The JSON Schema of the calls' requests and results.
Json schema_of(Calls calls);

/// Their TypeScript declarations.
std::string typescript_of(Calls calls);

/// Whether a caller writes it: a request, or an object inside one.
bool is_request(Calls calls, const Type& type);

/// Calls `visit(type)` for each type reachable from the calls, nested types first, each once.
template <class Visit>
void for_each_type(Calls calls, Visit visit) {
    std::vector<const Type*> seen;
    const auto walk = [&](auto&& self, const Type& type) -> void {
        if (std::find(seen.begin(), seen.end(), &type) != seen.end()) return;
        seen.push_back(&type);
        for (const Field& f : type.fields)
            if (f.has_parts()) self(self, f.nested());
        visit(type);
    };
    for (const Call& call : calls) {
        walk(walk, call.request());
        walk(walk, call.result());
    }
}

}  // namespace ridgepoint
