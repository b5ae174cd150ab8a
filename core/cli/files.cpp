#include "files.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "prose/text.hpp"

namespace ridgepoint::cli {

namespace {

/// A stream's text; of one that is too long, up to a byte more than is allowed.
std::string read_within(std::istream& stream, std::size_t bytes_limit) {
    std::string text(bytes_limit + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

tl::unexpected<Error> too_large(std::string_view what, std::string_view field, std::size_t bytes_limit) {
    return fail(
        ErrorCode::too_large, std::string(field),
        cat({what, " must be at most ", format_number(static_cast<double>(bytes_limit), 9), " bytes, and is larger"}));
}

}  // namespace

Expected<std::string> read_file(const std::string& path, std::size_t bytes_limit, Files files) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (!std::filesystem::exists(status)) return fail(ErrorCode::unknown_name, "", "there is no such file");
    if (std::filesystem::is_directory(status))
        return fail(ErrorCode::unknown_name, "", "this is a folder; name the files in it");
    if (files == Files::regular && !std::filesystem::is_regular_file(status))
        return fail(ErrorCode::unknown_name, "", "this is a pipe or a device, not a file");
    std::ifstream file(path, std::ios::binary);
    std::string text = read_within(file, bytes_limit);
    if (!file.is_open() || file.bad()) return fail(ErrorCode::unknown_name, "", "the file cannot be read");
    if (text.size() > bytes_limit) return too_large("the file", "", bytes_limit);
    return text;
}

Expected<std::string> read_standard_input(std::size_t bytes_limit) {
    std::string text = read_within(std::cin, bytes_limit);
    if (text.size() > bytes_limit) return too_large("standard input", "input", bytes_limit);
    return text;
}

Expected<Json> read_json_file(const std::string& path, Files files) {
    const auto text = read_file(path, request_bytes_limit, files);
    if (!text) return tl::make_unexpected(text.error());
    if (text->empty()) return fail(ErrorCode::malformed_json, "", "the file is empty");
    return parse_json(*text).map_error([](Error error) { return about(std::move(error), "the file"); });
}

Error about(Error error, std::string_view subject) {
    constexpr std::string_view request = "the request";
    if (error.message.rfind(request, 0) == 0) error.message.replace(0, request.size(), subject);
    // What follows quotes the text as it stands, which need not be UTF-8.
    if (const auto quote = error.message.find("; last read: "); quote != std::string::npos) error.message.erase(quote);
    return error;
}

}  // namespace ridgepoint::cli
