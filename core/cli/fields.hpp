/// Flags that set the fields of a request.
#pragma once

#include <string>
#include <vector>

#include "describe/json.hpp"

namespace ridgepoint::cli {

/// `kv_precision` is the flag --kv-precision, and back.
std::string flag_of(std::string_view field);
std::string field_of(std::string_view flag);

/// The JSON of a file, or of standard input for "-"; an error names the flag.
Expected<Json> read_input(const std::string& name, const std::string& flag = "input");

/// A field a flag can set, and the objects of the request it goes into.
struct Target {
    const Field* field = nullptr;
    std::vector<const Field*> through;  ///< the objects of the request that hold it, each inside the last
    std::vector<std::string> parts;     ///< "" for the request itself, else "baseline", "proposal"
    std::vector<std::string> meant;     ///< where the name can mean several fields: the flags of each

    /// Whether one of two configurations is set.
    bool of_one_side() const { return parts.size() == 1 && !parts[0].empty(); }
};

/// Whether the request holds two configurations, as that of explain does.
bool is_pair(const Type& type);

Target find_target(const Type& type, std::string name);

/// What a flag's text means for a field: a number where one belongs, so that the core can say what is wrong with it.
Expected<Json> value_of_flag(const Field& field, const std::string& text);

/// The object at `path`, made where there is none yet. A value of another type is refused, not replaced.
Expected<Json*> object_at(Json& place, const std::string& path);

/// Sets a field. `path`: where the request lies in what was read, "" or "base".
Expected<void> put(Json& request, const std::string& path, const Target& target, const Json& value);

/// The parts between commas; those inside an inline object stand in it.
std::vector<std::string> split(const std::string& text);

/// `batch=1,2,4` as {"batch": [1, 2, 4]}, on the described type of the swept call. Answers the path of the axis.
Expected<std::string> put_axis(Json& axes, const Type& type, const std::string& text);

/// `itl_s=0.05,0.1` as {"below": {"itl_s": [0.05, 0.1]}}.
Expected<void> put_below(Json& request, const std::string& text);

}  // namespace ridgepoint::cli
