#include "weights_file.hpp"

#include <algorithm>

#include "half.hpp"

namespace ridgepoint::lm {
namespace {

constexpr std::string_view magic = "ridgelm1";
constexpr int byte_bits = 8;

void put_number(std::string& bytes, std::size_t value) {
    for (int shift = 0; shift < 4 * byte_bits; shift += byte_bits) bytes += static_cast<char>((value >> shift) & 255);
}

auto members(auto& shape) {
    return std::array{&shape.vocabulary, &shape.width, &shape.layers, &shape.heads, &shape.hidden, &shape.context};
}

/// Takes from the front of a file; once it was too short, everything is empty.
class Reader {
public:
    explicit Reader(std::string_view bytes) : left_(bytes) {}

    std::string_view take(std::size_t count) {
        is_short_ = is_short_ || left_.size() < count;
        const std::string_view taken = is_short_ ? std::string_view{} : left_.substr(0, count);
        left_.remove_prefix(taken.size());
        return taken;
    }
    std::size_t number() {
        std::size_t value = 0;
        int shift = 0;
        for (const char c : take(4)) {
            value |= static_cast<std::size_t>(static_cast<unsigned char>(c)) << shift;
            shift += byte_bits;
        }
        return value;
    }
    bool is_short() const { return is_short_; }
    bool is_at_end() const { return left_.empty(); }

private:
    std::string_view left_;
    bool is_short_ = false;
};

bool is_possible(const Shape& s) {
    constexpr std::size_t most_pieces = 1024, most_width = 512, most_layers = 16, most_hidden = 1024,
                          most_context = 1024;
    const bool heads = s.heads > 0 && (s.heads & (s.heads - 1)) == 0 && s.width % s.heads == 0;
    return s.vocabulary > 0 && s.vocabulary <= most_pieces && s.width > 0 && s.width <= most_width && s.layers > 0 &&
           s.layers <= most_layers && heads && s.hidden > 0 && s.hidden <= most_hidden && s.context > 0 &&
           s.context <= most_context;
}

}  // namespace

std::string weights_file(const Model& model, const Tokenizer& tokenizer) {
    std::string bytes(magic);
    for (const std::size_t* member : members(model.shape)) put_number(bytes, *member);
    put_number(bytes, tokenizer.pieces().size());
    for (const std::string& piece : tokenizer.pieces()) {
        bytes += static_cast<char>(piece.size());
        bytes += piece;
    }
    std::string low, high;
    each_tensor(model, [&](const std::vector<float>& tensor) {
        for (const float value : tensor) {
            const std::uint16_t half = half_bits(value);
            low += static_cast<char>(half & 255);
            high += static_cast<char>(half >> byte_bits);
        }
    });
    return bytes + low + high;
}

Expected<Trained> read_weights(std::string_view bytes) {
    const auto malformed = [](const char* what) {
        return fail(ErrorCode::malformed_json, "weights",
                    std::string("weights must be a file of scripts/train-model; ") + what);
    };
    Reader reader(bytes);
    if (reader.take(magic.size()) != magic) return malformed("this is none");
    Shape shape;
    for (std::size_t* member : members(shape)) *member = reader.number();
    const std::size_t count = reader.number();
    if (reader.is_short()) return malformed("this one ends too soon");
    if (!is_possible(shape) || count != shape.vocabulary)
        return fail(ErrorCode::out_of_range, "weights",
                    "weights must have a shape that the program knows; this one has another");
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < count && !reader.is_short(); ++i) {
        const std::string_view length = reader.take(1);
        pieces.emplace_back(reader.take(length.empty() ? 0 : static_cast<unsigned char>(length[0])));
    }
    Model model(shape);
    const std::string_view low = reader.take(model.parameters()), high = reader.take(model.parameters());
    if (reader.is_short()) return malformed("this one ends too soon");
    if (!reader.is_at_end()) return malformed("this one goes on after its end");
    std::size_t at = 0;
    each_tensor(model, [&](std::vector<float>& tensor) {
        for (float& value : tensor) {
            value = half_value(static_cast<std::uint16_t>(static_cast<unsigned char>(low[at]) |
                                                          static_cast<unsigned char>(high[at]) << byte_bits));
            ++at;
        }
    });
    return Trained{std::move(model), Tokenizer(std::move(pieces))};
}

std::string fingerprint(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    constexpr std::uint64_t prime = 0x100000001b3u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    std::string text;
    constexpr int nibble = 4;
    for (int shift = 64 - nibble; shift >= 0; shift -= nibble) text += "0123456789abcdef"[(hash >> shift) & 15];
    return text;
}

void round_to_halves(Model& model) {
    each_tensor(model, [](std::vector<float>& tensor) {
        for (float& value : tensor) value = as_half(value);
    });
}

}  // namespace ridgepoint::lm
