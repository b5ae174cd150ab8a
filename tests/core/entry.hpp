/// A model of the registry that has to be there.
#pragma once

#include <string_view>

#include "catch.hpp"
#include "ridgepoint/registry.hpp"

inline const ridgepoint::Model& entry(std::string_view id) {
    static const ridgepoint::Model none;
    const auto& registry = ridgepoint::Registry::embedded();
    CHECK(registry.has_value());
    const auto found = registry->find_model(id);
    CHECK(found.has_value());
    return found ? **found : none;
}
