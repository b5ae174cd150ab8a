#include "words.hpp"

#include "ridgepoint/language.hpp"
#include "ridgepoint/prose.hpp"

namespace ridgepoint::cli {

std::string said(std::string_view english, std::initializer_list<Value> values) {
    const Phrase phrase{translated(english)};
    return sentence({phrase, values});
}

}  // namespace ridgepoint::cli
