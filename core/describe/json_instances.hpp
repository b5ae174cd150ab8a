/// What of nlohmann_json each file that reads or writes JSON would compile for itself: compiled once, in
/// json_instances.cpp. A test takes some seconds less for it.
#pragma once

#include <nlohmann/json.hpp>

namespace ridgepoint {

using JsonText = nlohmann::detail::iterator_input_adapter<std::string::const_iterator>;

}  // namespace ridgepoint

extern template class nlohmann::detail::serializer<nlohmann::ordered_json>;
extern template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::JsonText>;
extern template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::JsonText>;
