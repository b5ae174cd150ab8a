#include "replace.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "print.hpp"
#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> could_not_write(const fs::path& path, const std::string& reason) {
    return fail(ErrorCode::not_applicable, "output", cat({one_line(path.string()), " cannot be written: ", reason}));
}

fs::path beside(const fs::path& path) { return path.string() + ".new"; }

/// The text at the path, complete; what could not be written is taken away again.
Expected<void> write(const fs::path& path, const std::string& text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (file) return {};
    const std::string reason = errno == 0 ? "the device is full or broken" : std::strerror(errno);
    std::error_code ignored;
    fs::remove(path, ignored);
    return could_not_write(path, reason);
}

}  // namespace

Expected<OutputFolder> OutputFolder::open(const std::string& path) {
    OutputFolder folder;
    folder.path_ = path;
    std::error_code error;
    folder.created_ = fs::create_directories(path, error);
    if (error) return could_not_write(path, error.message());
    if (!fs::is_directory(path, error)) return could_not_write(path, "it is no folder");
    const fs::path probe = fs::path(path) / ".ridgepoint.new";
    if (auto ok = write(probe, "\n"); !ok) {
        folder.abandon();
        return tl::make_unexpected(ok.error());
    }
    fs::remove(probe, error);
    return folder;
}

Expected<void> OutputFolder::replace(const std::vector<std::pair<std::string, std::string>>& texts) const {
    std::error_code error;
    Expected<void> result;
    for (const auto& [name, text] : texts) {
        const fs::path path = fs::path(path_) / name;
        if (fs::is_directory(path, error)) result = could_not_write(path, "it is a folder");
        else result = write(beside(path), text);
        if (!result) break;
    }
    for (const auto& [name, text] : texts) {
        const fs::path path = fs::path(path_) / name;
        if (result) {
            fs::rename(beside(path), path, error);
            if (error) result = could_not_write(path, error.message());
        }
        if (!result) fs::remove(beside(path), error);
    }
    return result;
}

void OutputFolder::abandon() const {
    std::error_code ignored;
    if (created_) fs::remove(path_, ignored);
}

}  // namespace ridgepoint::cli
