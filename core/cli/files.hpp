/// Files that a person names: read within a limit, refused with a reason.
#pragma once

#include <string>

#include "describe/json.hpp"

namespace ridgepoint::cli {

/// A pipe or a device may keep the reader waiting for ever, so a batch of files takes regular ones alone; a request may
/// come from `<(another command)`.
enum class Files { any, regular };

/// The bytes of a file, no more of which are read than the limit. Errors, each speaking of "the file": there is none; a
/// folder; no regular file; one that cannot be read, or is larger.
Expected<std::string> read_file(const std::string& path, std::size_t bytes_limit, Files files);

/// Standard input to its end, and no more of an endless one than the limit.
Expected<std::string> read_standard_input(std::size_t bytes_limit);

/// JSON of at most the size of a request from a file. Errors: also a file that is empty, or not JSON.
Expected<Json> read_json_file(const std::string& path, Files files);

/// The core speaks of "the request"; here it is a file, or a flag's text, that was read.
Error about(Error error, std::string_view subject);

}  // namespace ridgepoint::cli
