#include "names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "prose/text.hpp"

namespace ridgepoint {
namespace {

using WordList = std::vector<std::string>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_number(std::string_view word) { return std::all_of(word.begin(), word.end(), is_digit); }

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// Runs of letters and digits of a text in lower case.
WordList words_of(std::string_view text) {
    WordList words{""};
    for (const char c : text) {
        if (is_letter(c) || is_digit(c)) words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// A word parts where a digit follows a letter: rtx4090 is rtx 4090, and 8b stays.
WordList parted(const WordList& words) {
    WordList parts;
    for (const std::string& word : words) {
        parts.emplace_back();
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (i > 0 && is_letter(word[i - 1]) && is_digit(word[i])) parts.emplace_back();
            parts.back() += word[i];
        }
    }
    return parts;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& some, std::string_view word) {
    return std::find(some.begin(), some.end(), word) != some.end();
}

void append(std::string& core, const std::string& word) { core += (core.empty() ? "" : " ") + word; }

/// The text without what stands in parentheses, and that.
std::pair<std::string, std::string> without_notes(std::string_view text) {
    std::string outside, inside;
    int depth = 0;
    for (const char c : text) {
        if (c == ')') depth = std::max(0, depth - 1);
        (depth > 0 ? inside : outside) += c == '(' || c == ')' ? ' ' : c;
        if (c == '(') ++depth;
    }
    return {outside, inside};
}

/// "8x" and "4 × " say how many.
std::string_view without_count(std::string_view text) {
    static constexpr std::string_view times = "×";
    std::size_t at = 0;
    while (at < text.size() && is_digit(text[at])) ++at;
    if (at == 0) return text;
    while (at < text.size() && text[at] == ' ') ++at;
    if (text.substr(at, 1) == "x" && (at + 1 == text.size() || text[at + 1] == ' ' || is_letter(text[at + 1])))
        return text.substr(at + 1);
    if (text.substr(at, times.size()) == times) return text.substr(at + times.size());
    return text;
}

/// Sorts a device's words into its name and its details.
void take_device_words(const WordList& words, Spelling& to, bool details_alone) {
    static constexpr std::array<std::string_view, 13> families{"nvidia",   "geforce",    "tesla",  "amd",    "radeon",
                                                               "instinct", "apple",      "intel",  "google", "gpu",
                                                               "graphics", "generation", "macbook"};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::string next = i + 1 < words.size() ? words[i + 1] : "";
        const bool memory = word.size() > 2 && word.substr(word.size() - 2) == "gb" &&
                            is_number(std::string_view(word).substr(0, word.size() - 2));
        if (memory) {
            to.details.insert(word);
        } else if (is_number(word) && (next == "gb" || next == "core" || next == "cores")) {
            to.details.insert(word + (next == "gb" ? "gb" : "core"));
            ++i;
        } else if (word == "sxm" || word == "hbm") {
            to.details.insert(word);
            if (next.empty() || next.size() > 2 || !is_digit(next[0])) continue;
            to.details.insert(word + next);
            ++i;
        } else if (!details_alone && !is_one_of(families, word)) {
            append(to.core, word);
        }
    }
}

/// What an entry may be called, and the details that are true of it or that a name must have.
struct Entry {
    std::set<std::string> cores, details, demanded;
};

void call(Entry& entry, const Spelling& spelling) {
    entry.cores.insert(spelling.core);
    entry.details.insert(spelling.details.begin(), spelling.details.end());
}

bool includes(const std::set<std::string>& all, const std::set<std::string>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

using Spell = Spelling (*)(std::string_view name, bool notes);

/// `named`: what files call them beside the registry's own names.
template <class T>
std::shared_ptr<const T> meant(std::string_view name, Spell spell, const std::vector<std::shared_ptr<const T>>& known,
                               const std::map<std::string, std::shared_ptr<const T>>& named,
                               void (*add)(Entry&, const T&)) {
    std::map<std::shared_ptr<const T>, Entry> entries;
    for (const auto& one : known) {
        Entry& entry = entries[one];
        call(entry, spell(one->id, false));
        entry.demanded = entry.details;
        call(entry, spell(one->name, true));
        add(entry, *one);
    }
    for (const auto& [alias, one] : named)
        if (const auto entry = entries.find(one); entry != entries.end()) call(entry->second, spell(alias, true));
    const Spelling asked = spell(name, false);
    std::shared_ptr<const T> found;
    for (const auto& [one, entry] : entries) {
        if (entry.cores.count(asked.core) == 0 || !includes(entry.details, asked.details) ||
            !includes(asked.details, entry.demanded))
            continue;
        if (found) return nullptr;
        found = one;
    }
    return found;
}

/// The entry of exactly that name; null: none.
template <class T>
std::shared_ptr<const T> of_name(const std::map<std::string, std::shared_ptr<const T>>& named, const std::string& name,
                                 const std::vector<std::shared_ptr<const T>>& known) {
    if (const auto found = named.find(name); found != named.end()) return found->second;
    for (const auto& one : known)
        if (one->id == name || one->name == name) return one;
    return nullptr;
}

/// What a name was taken for before, else what it means now.
template <class T, class Meaning>
std::shared_ptr<const T> guessed(std::map<std::string, std::shared_ptr<const T>>& before, const std::string& name,
                                 std::string& taken, Meaning meaning) {
    const auto [place, is_new] = before.try_emplace(name);
    if (is_new) place->second = meaning();
    if (place->second) taken = place->second->id;
    return place->second;
}

/// The first build of llama.cpp that is taken to be of after May 2024: 2707 is of April, 3622 of August of that year.
constexpr unsigned first_of_present_kernels = 3100;

/// The number of a build, as in "b4242", "build 4242" or "build: 93bc3839 (3622)"; a large one where none is told.
unsigned build_of(std::string_view lower) {
    const WordList words = words_of(lower);
    const bool told = std::find(words.begin(), words.end(), "build") != words.end();
    for (std::string_view word : words) {
        if (word.starts_with('b')) word.remove_prefix(1);
        else if (!told) continue;
        unsigned build = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), build);
        if (error == std::errc{} && end == word.data() + word.size() && build >= 1000) return build;
    }
    return std::numeric_limits<unsigned>::max();
}

/// Whether a version is told and below 0.5.10, SGLang's first that captures graphs of prompts.
bool launches_prompts(std::string_view lower) {
    std::vector<unsigned> version;
    for (std::string_view word : words_of(lower)) {
        if (word.starts_with('v')) word.remove_prefix(1);
        unsigned number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc{} && end == word.data() + word.size()) version.push_back(number);
        else if (!version.empty()) break;
    }
    return !version.empty() && version < std::vector<unsigned>{0, 5, 10};
}

void add_memory(Entry& entry, const Hardware& device) {
    const double gigabytes = std::round(in_si(device.memory_capacity) / 1e9);
    entry.details.insert(cat({format_number(gigabytes, 9), "gb"}));
}

}  // namespace

Spelling spell_device(std::string_view name, bool notes) {
    const std::string lower = in_lower_case(name);
    Spelling spelling;
    if (!notes) {
        take_device_words(parted(words_of(without_count(lower))), spelling, false);
        return spelling;
    }
    const auto [outside, inside] = without_notes(lower);
    take_device_words(parted(words_of(outside)), spelling, false);
    take_device_words(parted(words_of(inside)), spelling, true);
    return spelling;
}

Spelling spell_model(std::string_view name, bool notes) {
    static constexpr std::array<std::string_view, 21> tuned_or_stored{
        "instruct", "chat",  "it",    "hf",   "meta", "base", "gguf",  "awq",  "gptq", "fp16",   "bf16",
        "fp8",      "nvfp4", "mxfp4", "int8", "int4", "w8a8", "w4a16", "8bit", "4bit", "dynamic"};
    std::string lower = in_lower_case(name);
    if (notes) lower = without_notes(lower).first;
    else if (const auto slash = lower.rfind('/'); slash != std::string::npos) lower.erase(0, slash + 1);
    WordList words = words_of(lower);
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](const std::string& word) { return is_one_of(tuned_or_stored, word); }),
                words.end());
    Spelling spelling;
    for (const std::string& word : parted(words)) append(spelling.core, word);
    return spelling;
}

std::shared_ptr<const Hardware> device_meant(std::string_view name, const Measurements& all, const Registry& registry) {
    return meant(name, spell_device, registry.hardware, all.hardware, add_memory);
}

std::shared_ptr<const Model> model_meant(std::string_view name, const Measurements& all, const Registry& registry) {
    return meant<Model>(name, spell_model, registry.models, all.models, [](Entry&, const Model&) {});
}

Software software_meant(std::string_view name, const Hardware* device) {
    static constexpr std::array<std::pair<std::string_view, Software>, 14> products{
        {{"llama.cpp", Software::llama_cpp_cuda},
         {"llama-bench", Software::llama_cpp_cuda},
         {"ollama", Software::llama_cpp_cuda},
         {"tensorrt-llm", Software::tensorrt_llm},
         {"trt-llm", Software::tensorrt_llm},
         {"nvidia nim", Software::tensorrt_llm},
         {"exllamav2", Software::exllamav2},
         {"gpt-fast", Software::gpt_fast},
         {"lmdeploy", Software::lmdeploy},
         {"sglang", Software::sglang},
         {"tinychat", Software::tinychat},
         {"hugging face transformers", Software::transformers},
         {"hf transformers", Software::transformers},
         {"transformers", Software::transformers}}};
    const std::string lower = in_lower_case(name);
    const auto says = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
    const bool apple = device != nullptr && device->vendor == "Apple";
    // Not fitted by itself. Of five documents, 22 rates of decoding and 26 of prompts under MLX were off by 8 and 12 %
    // in the median as under llama.cpp's kernels there, by 15 and 18 % as under all software.
    if (apple && says("mlx")) return Software::llama_cpp_metal;
    for (const auto& [product, software] : products) {
        if (lower.rfind(product, 0) != 0) continue;
        if (lower.size() > product.size() && (is_letter(lower[product.size()]) || is_digit(lower[product.size()])))
            continue;
        if (software == Software::sglang) return launches_prompts(lower) ? Software::sglang_0_5_9 : software;
        if (software != Software::llama_cpp_cuda) return software;
        if (says("vulkan")) return Software::unknown;
        const bool old = build_of(lower) < first_of_present_kernels;
        if (apple || says("metal")) return old ? Software::llama_cpp_metal_2024 : Software::llama_cpp_metal;
        return old ? Software::llama_cpp_cuda_2024 : software;
    }
    return Software::unknown;
}

std::shared_ptr<const Hardware> Names::device(const std::string& name, std::string& taken) {
    if (auto exact = of_name(all_.hardware, name, registry_.hardware)) return exact;
    return guessed(devices_, name, taken, [&] { return device_meant(name, all_, registry_); });
}

std::shared_ptr<const Model> Names::model(const std::string& name, std::string& taken) {
    if (auto exact = of_name(all_.models, name, registry_.models)) return exact;
    return guessed(models_, name, taken, [&] { return model_meant(name, all_, registry_); });
}

Software Names::software(const std::string& name, const Hardware* device, std::string& taken) const {
    if (const auto named = all_.software.find(name); named != all_.software.end()) return named->second;
    const auto known = std::find(software_names.begin(), software_names.end(), name);
    if (known != software_names.end()) return static_cast<Software>(known - software_names.begin());
    const Software software = software_meant(name, device);
    taken = software_names[static_cast<unsigned>(software)];
    return software;
}

}  // namespace ridgepoint
