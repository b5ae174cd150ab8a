/// What models and devices are called within sentences.
#pragma once

#include <string>
#include <string_view>

#include "ridgepoint/hardware.hpp"
#include "ridgepoint/model.hpp"
#include "ridgepoint/registry.hpp"
#include "ridgepoint/remark.hpp"

namespace ridgepoint {

/// A device of the registry as people say it: "NVIDIA GeForce RTX 3090" is "RTX 3090". Its vendor and its form factor
/// stand in its entry; the size of its memory stays where a device of that name is sold with two. Tables of web/ have
/// the same (ui/short-name.ts).
std::string short_name(std::string_view name);

/// What an entry of the registry, or one given inline, is called.
Value called(const Model& model);
Value called(const Hardware& device);
/// The device of that id, which the registry has.
Value called(const std::string& id, const Registry& registry);

}  // namespace ridgepoint
