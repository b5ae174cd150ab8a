#include "json_instances.hpp"

template class nlohmann::detail::serializer<nlohmann::ordered_json>;
template class nlohmann::detail::lexer<nlohmann::ordered_json, ridgepoint::JsonText>;
template class nlohmann::detail::parser<nlohmann::ordered_json, ridgepoint::JsonText>;
