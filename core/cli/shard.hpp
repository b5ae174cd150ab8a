/// `--shard I/N`: a part of a sweep or a plan, for a machine of its own.
#pragma once

#include "engine/sweep.hpp"

namespace ridgepoint::cli {

/// "2/8" is the second of eight; "" is the whole. Errors: anything else.
Expected<Shard> read_shard(const std::string& text);

/// The request of a plan with its part of the candidates: of those it names, else of the devices whose price is known.
/// Errors: more parts than candidates.
Expected<Json> with_shard_of_candidates(Json request, Shard shard);

}  // namespace ridgepoint::cli
