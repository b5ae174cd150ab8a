/// The texts of a lab as HTML, for what is read outside its page: Markdown and {{figures}}.
#pragma once

#include <string>

#include "evaluate.hpp"

namespace ridgepoint::course {

/// What a figure "FORMULA | FORMAT" comes to, as people read it: "5.19 ms". Of a model or a device the registry's name.
Expected<std::string> figure_text(const std::string& figure, const Names& names, const Registry& registry);

/// A factor as figures have it: 1.39×, 12.5×, 3,400×.
std::string factor_text(double ratio);

/// What texts refer to.
struct TextContext {
    const Json& figures;  ///< by name
    const Names& names;
    const Registry& registry;
};

/// Paragraphs, lists, **bold**, *italic*, `code` and links; of $mathematics$ its source. A figure that is none, or
/// fails, stays as it is written: the build of the lab has refused it, and here the rest still helps.
std::string html_of(const std::string& markdown, const TextContext& context);

/// The same of a text on one line, without a paragraph around it.
std::string inline_html(const std::string& markdown, const TextContext& context);

/// The same as plain words, for a terminal.
std::string plain_text(const std::string& markdown, const TextContext& context);

std::string escape_html(std::string_view text);

}  // namespace ridgepoint::course
