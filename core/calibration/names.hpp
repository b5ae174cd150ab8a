/// What the names of a stranger's measurements stand for, where neither the registry nor the file has them as they are
/// written. A name is taken for an entry only where every word of it is accounted for and no second entry would do.
#pragma once

#include <set>

#include "ridgepoint/measured.hpp"

namespace ridgepoint {

/// A name in a form in which spellings of one thing agree. "4x NVIDIA A100-SXM4 (80 GB)" and "A100 SXM4 80GB" are both
/// "a 100" with the details sxm, sxm4 and 80gb; "RTX4090" and "GeForce RTX 4090" are "rtx 4090".
struct Spelling {
    std::string core;               ///< what the thing is called, vendors and families left out
    std::set<std::string> details;  ///< of a device: memory, form of module, number of cores
};

/// `notes`: what stands in parentheses is a note, of which only details count; else it is part of the name.
Spelling spell_device(std::string_view name, bool notes = false);
/// The last part of a path, without what only says how it was tuned or stored: "meta-llama/Llama-2-7b-chat-hf" is
/// "llama 2 7b".
Spelling spell_model(std::string_view name, bool notes = false);

/// The one device or network that a name may mean, among the registry's and those that files name; null: none, or
/// several. "A100 40GB" is A100_40GB, "A100" is A100, and "RTX 3080" is nothing, as the registry has one of its two.
std::shared_ptr<const Hardware> device_meant(std::string_view name, const Measurements& all, const Registry& registry);
std::shared_ptr<const Model> model_meant(std::string_view name, const Measurements& all, const Registry& registry);

/// The software whose product stands at the beginning: "TensorRT-LLM v0.17" is tensorrt-llm. Of llama.cpp it depends on
/// the device, and with Vulkan none was fitted; of SGLang on the version, and without one it is the present.
Software software_meant(std::string_view name, const Hardware* device);

/// Looks names up: as files and the registry have them, else as they may be meant.
class Names {
public:
    Names(const Measurements& all, const Registry& registry) : all_(all), registry_(registry) {}

    /// Where the name is not theirs, `taken` becomes the id that it is taken for.
    std::shared_ptr<const Hardware> device(const std::string& name, std::string& taken);
    std::shared_ptr<const Model> model(const std::string& name, std::string& taken);
    Software software(const std::string& name, const Hardware* device, std::string& taken) const;

private:
    const Measurements& all_;
    const Registry& registry_;
    std::map<std::string, std::shared_ptr<const Hardware>> devices_;  ///< meant by names that are not theirs
    std::map<std::string, std::shared_ptr<const Model>> models_;
};

}  // namespace ridgepoint
