/// What of nlohmann_json each file that touches JSON would compile for itself: compiled once, in json_instances.cpp.
/// Half of the time that a test takes to compile.
#pragma once

#include <nlohmann/json.hpp>

namespace ridgepoint::json_instances {

using Text = nlohmann::detail::iterator_input_adapter<std::string::const_iterator>;
using View = nlohmann::detail::iterator_input_adapter<std::string_view::const_iterator>;

}  // namespace ridgepoint::json_instances

extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::detail::serializer<nlohmann::ordered_json>;
extern template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::json_instances::Text>;
extern template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::json_instances::Text>;
extern template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::json_instances::View>;
extern template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::json_instances::View>;
