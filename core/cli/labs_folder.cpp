#include "labs_folder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "describe/validate.hpp"
#include "files.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

tl::unexpected<Error> broken(const std::string& name, const std::string& reason) {
    return fail(ErrorCode::not_applicable, "lab", cat({"the lab ", name, " itself is wrong: ", reason}));
}

}  // namespace

Expected<course::Lab*> LabsFolder::find(const std::string& name) {
    auto known = labs_.find(name);
    if (known == labs_.end()) known = labs_.emplace(name, read(name)).first;
    if (!known->second) return tl::make_unexpected(known->second.error());
    return &*known->second;
}

std::string LabsFolder::names() const {
    std::set<std::string> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
        if (std::filesystem::exists(entry.path() / "lab.json", ignored)) found.insert(entry.path().filename());
    const std::vector<std::string_view> all(found.begin(), found.end());
    return all.empty() ? cat({"there is no lab in the folder ", folder_, "; --labs names another"})
                       : cat({"the folder ", folder_, " has ", listed(all)});
}

Expected<course::Lab> LabsFolder::read(const std::string& name) const {
    // Also keeps a path, and a NUL byte that would end one, away from the file system.
    const bool plain_name = std::all_of(name.begin(), name.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    });
    const std::string path = cat({folder_, "/", name, "/lab.json"});
    std::error_code ignored;
    if (!plain_name || !std::filesystem::exists(path, ignored))
        return fail(ErrorCode::unknown_name, "lab", cat({"there is no lab ", quoted(Json(name)), "; ", names()}));
    const auto definition = read_json_file(path, Files::regular);
    if (!definition) return broken(name, definition.error().message);
    auto lab = course::read_lab(name, *definition, registry_);
    if (!lab) return broken(name, lab.error().message);
    return lab;
}

}  // namespace ridgepoint::cli
