#include "memo.hpp"

#include "engine/calls.hpp"
#include "prose/text.hpp"

namespace ridgepoint::course {
namespace {

constexpr std::size_t answers_kept = 256;

}  // namespace

Memo& Memo::shared() {
    thread_local Memo memo;
    return memo;
}

Expected<Json> Memo::solve(const std::string& call, const Json& request, const Registry& registry) {
    if (const auto& embedded = Registry::embedded(); !embedded || &registry != &*embedded)
        return solve_json(call, request, registry);
    if (answers_.size() == answers_kept) answers_.clear();
    const auto [entry, is_new] = answers_.try_emplace(cat({call, " ", request.dump()}), Json());
    if (is_new) entry->second = solve_json(call, request, registry);
    return entry->second;
}

}  // namespace ridgepoint::course
