/// The file a student hands in: read, and checked to be one that a lab's page can have written.
#pragma once

#include <string>

#include "json.hpp"

namespace ridgepoint::cli {

/// Reads a submission. Errors, each naming what was found and what is allowed: a file that is missing, a directory,
/// empty, over the size limit or not JSON; another format or version; members, types, texts and times that no page
/// writes. What a lab has to say of the answers is not looked at.
Expected<Json> read_submission(const std::string& path);

/// Whether an entry of `answers` can be an answer to the exercise of a lab: its kind, its options or cells, and for a
/// prediction that it was recorded once.
Expected<void> check_answer(const Json& exercise, const Json& entry);

/// JSON of at most the size of a request from a file; the error speaks of "the file".
Expected<Json> read_json_file(const std::string& path);

/// The core speaks of "the request"; here it is a file, or a flag's text, that was read.
Error about(Error error, std::string_view subject);

/// A member that is a text, or "".
std::string text_member(const Json& object, const char* key);

/// A text on one line: control characters, which could also steer a terminal, become spaces.
std::string one_line(const std::string& text);

}  // namespace ridgepoint::cli
