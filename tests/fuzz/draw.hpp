/// Requests made of bytes by the descriptions: what a fuzzer turns into ever other ones, and a seed into a series.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "describe/json.hpp"
#include "ridgepoint/registry.hpp"

namespace ridgepoint::fuzz {

/// Choices read from bytes. Where these have run out each choice is the first there is, which is always the plainest.
class Draw {
public:
    explicit Draw(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool is_spent() const { return bytes_.empty(); }
    std::size_t below(std::size_t n);
    /// From 0 to below 1.
    double share();
    bool one_in(std::size_t n) { return below(n) == n - 1; }
    template <class List>
    auto& one_of(const List& list) {
        return list[below(std::size(list))];
    }
    /// What is left, as text.
    std::string rest();

private:
    std::span<const std::uint8_t> bytes_;
};

/// A value that the field's own description allows.
Json value_of(const Field& field, Draw& draw, const Registry& registry);

/// An object with its required members, and some of the others.
Json object_of(const Type& type, Draw& draw, const Registry& registry);

struct Asked {
    std::string call;
    Json request;
};

/// A request to a solver, a sweep of one, a formula that asks one, or an entry of the registry.
Asked asked_of(Draw& draw, const Registry& registry);

/// The answer as one text: of a sweep its header, and every double of its columns as it is stored.
std::string answer_to(const std::string& call, const std::string& request);

}  // namespace ridgepoint::fuzz
