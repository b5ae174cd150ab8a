#include "json_instances.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;
template class nlohmann::detail::serializer<nlohmann::ordered_json>;
template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::json_instances::Text>;
template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::json_instances::Text>;
template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::json_instances::View>;
template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::json_instances::View>;
