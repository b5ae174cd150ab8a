#include "ridgepoint/moe_router/config.hpp"

#include "describe/validate.hpp"
#include "prose/text.hpp"

namespace ridgepoint {
namespace {

constexpr std::size_t weights_bytes_limit = std::size_t{1} << 28;
constexpr std::size_t lanes = 4;

struct PresetShape {
    double sequence_length, experts, top_k, width, router_width, expert_width;
    bool gated_experts;
};

/// Mixtral-8x7B: 8 experts, 2 a token, inner dimension 14336, three matrices an expert (arXiv:2401.04088, table 1); its
/// width of 4096 cancels out of the router's share and is made small.
constexpr std::array presets{PresetShape{128, 8, 2, 64, 448, 256, false}, PresetShape{32, 8, 2, 8, 0, 14336, true}};

tl::unexpected<Error> wrong(std::string_view name, std::string_view rest, double given) {
    const std::string path = joined("config", name);
    return fail(ErrorCode::out_of_range, path, cat({path, rest, ", given ", format_number(given, 12)}));
}

}  // namespace

double LayerShape::gate_weights() const {
    return static_cast<double>(router_width == 0 ? width * experts : router_width * (width + experts));
}
double LayerShape::expert_weights() const {
    return static_cast<double>((gated_experts ? 3 : 2) * width * expert_width);
}
double LayerShape::parameters() const {
    return gate_weights() + static_cast<double>(experts) * expert_weights() + static_cast<double>(vocabulary * width);
}
double LayerShape::gate_flop() const { return 2 * gate_weights(); }
double LayerShape::experts_flop() const { return 2 * static_cast<double>(top_k) * expert_weights(); }

RouteConfig resolved(const RouteConfig& config) {
    RouteConfig r = config;
    const PresetShape& preset = presets[static_cast<std::size_t>(config.preset)];
    r.sequence_length = config.sequence_length.value_or(preset.sequence_length);
    r.experts = config.experts.value_or(preset.experts);
    r.top_k = config.top_k.value_or(preset.top_k);
    r.width = config.width.value_or(preset.width);
    r.router_width = config.router_width.value_or(preset.router_width);
    r.expert_width = config.expert_width.value_or(preset.expert_width);
    r.gated_experts = config.gated_experts.value_or(preset.gated_experts);
    return r;
}

Expected<LayerShape> layer_shape(const RouteConfig& config, std::size_t vocabulary) {
    if (auto ok = check(describe<RouteConfig>(), &config, "config"); !ok) return tl::make_unexpected(ok.error());
    const RouteConfig r = resolved(config);
    const auto whole = [](const std::optional<double>& value) { return static_cast<std::size_t>(*value); };
    const LayerShape shape{whole(r.sequence_length), whole(r.experts),      whole(r.top_k),   whole(r.width),
                           whole(r.router_width),    whole(r.expert_width), *r.gated_experts, vocabulary};
    if (shape.top_k > shape.experts)
        return wrong("top_k", cat({" must be at most experts (", format_number(*r.experts), ")"}), *r.top_k);
    const std::array widths{std::pair{"width", shape.width}, std::pair{"router_width", shape.router_width},
                            std::pair{"expert_width", shape.expert_width}};
    for (const auto& [name, width] : widths)
        if (width % lanes != 0) return wrong(name, " must be a multiple of 4", static_cast<double>(width));
    const double bytes = sizeof(float) * shape.parameters();
    if (bytes > weights_bytes_limit)
        return fail(ErrorCode::too_large, "config.expert_width",
                    cat({"config.expert_width × width × experts must give at most ",
                         format_si(Bytes<>{static_cast<double>(weights_bytes_limit)}), " of weights, given ",
                         format_si(Bytes<>{bytes})}));
    return shape;
}

}  // namespace ridgepoint
