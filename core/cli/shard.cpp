#include "shard.hpp"

#include <charconv>
#include <set>

#include "prose/text.hpp"

namespace ridgepoint::cli {
namespace {

constexpr std::size_t most_shards = 1'000'000;

/// A whole number, and nothing after it.
std::size_t number_in(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// Those with a price: in their file, or in the request.
Json priced_devices(const Json& request, const Registry& registry) {
    std::set<std::string> given;
    if (const auto prices = request.find("prices"); prices != request.end() && prices->is_array())
        for (const Json& price : *prices)
            if (price.is_object() && price.contains("hardware") && price["hardware"].is_string())
                given.insert(price["hardware"].get<std::string>());
    Json ids = Json::array();
    for (const auto& device : registry.hardware)
        if (device->price_usd_per_hour || given.count(device->id) > 0) ids.push_back(device->id);
    return ids;
}

}  // namespace

Expected<Shard> read_shard(const std::string& text) {
    if (text.empty()) return Shard{};
    const auto slash = text.find('/');
    const std::size_t part = number_in(text.substr(0, slash));
    const std::size_t of = slash == std::string::npos ? 0 : number_in(std::string_view(text).substr(slash + 1));
    if (part < 1 || part > of || of > most_shards)
        return fail(ErrorCode::out_of_range, "shard",
                    cat({"--shard must be I/N, the I-th of N parts, such as 2/8, given ", quoted(Json(text))}));
    return Shard{part - 1, of};
}

Expected<Json> with_shard_of_candidates(Json request, Shard shard) {
    const auto& registry = Registry::embedded();
    if (!registry) return tl::make_unexpected(registry.error());
    const Json all = request.contains("candidates") && request["candidates"].is_array()
                         ? request["candidates"]
                         : priced_devices(request, *registry);
    const std::size_t first = shard.first(all.size()), count = shard.count(all.size());
    if (count == 0)
        return fail(ErrorCode::out_of_range, "shard",
                    cat({"--shard: ", format_number(static_cast<double>(all.size()), 9),
                         " candidates are fewer than its parts"}));
    request["candidates"] = Json::array();
    for (std::size_t i = first; i < first + count; ++i) request["candidates"].push_back(all[i]);
    return request;
}

}  // namespace ridgepoint::cli
