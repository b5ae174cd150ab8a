#include "arithmetic.hpp"

#include <algorithm>
#include <cstring>

namespace ridgepoint::lm {
namespace {

#if defined(__AVX__)
constexpr std::size_t lanes = 8;
#else
constexpr std::size_t lanes = 4;
#endif
using Lanes [[gnu::vector_size(lanes * sizeof(float))]] = float;

/// A tile of results that stays in registers: `Rows` by two vectors.
template <std::size_t Rows>
void tile(const float* a, std::size_t a_row, std::size_t a_column, const float* b, std::size_t b_row, float* c,
          std::size_t c_row, std::size_t inner, bool add) {
    Lanes low[Rows]{}, high[Rows]{};
    if (add)
        for (std::size_t i = 0; i < Rows; ++i) {
            std::memcpy(&low[i], c + i * c_row, sizeof(Lanes));
            std::memcpy(&high[i], c + i * c_row + lanes, sizeof(Lanes));
        }
    for (std::size_t k = 0; k < inner; ++k) {
        Lanes first, second;
        std::memcpy(&first, b + k * b_row, sizeof first);
        std::memcpy(&second, b + k * b_row + lanes, sizeof second);
        for (std::size_t i = 0; i < Rows; ++i) {
            const float x = a[i * a_row + k * a_column];
            low[i] += x * first;
            high[i] += x * second;
        }
    }
    for (std::size_t i = 0; i < Rows; ++i) {
        std::memcpy(c + i * c_row, &low[i], sizeof(Lanes));
        std::memcpy(c + i * c_row + lanes, &high[i], sizeof(Lanes));
    }
}

}  // namespace

void multiply(const float* a, std::size_t a_row, std::size_t a_column, const float* b, std::size_t b_row, float* c,
              std::size_t c_row, std::size_t rows, std::size_t inner, std::size_t columns, bool add) {
    constexpr std::size_t tile_rows = 4, tile_columns = 2 * lanes;
    const std::size_t tiled = columns / tile_columns * tile_columns;
    for (std::size_t j = 0; j < tiled; j += tile_columns) {
        std::size_t i = 0;
        for (; i + tile_rows <= rows; i += tile_rows)
            tile<tile_rows>(a + i * a_row, a_row, a_column, b + j, b_row, c + i * c_row + j, c_row, inner, add);
        for (; i < rows; ++i)
            tile<1>(a + i * a_row, a_row, a_column, b + j, b_row, c + i * c_row + j, c_row, inner, add);
    }
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = tiled; j < columns; ++j) {
            float result = add ? c[i * c_row + j] : 0;
            for (std::size_t k = 0; k < inner; ++k) result += a[i * a_row + k * a_column] * b[k * b_row + j];
            c[i * c_row + j] = result;
        }
}

namespace {

constexpr std::size_t partial = 8;
using Partial [[gnu::vector_size(partial * sizeof(float))]] = float;

/// Up to eight floats; zeros after them.
void load(Partial& to, const float* from, std::size_t count) {
    to = Partial{};
    std::memcpy(&to, from, std::min(count, partial) * sizeof(float));
}

float total(const Partial& sums) {
    float all = 0;
    for (std::size_t lane = 0; lane < partial; ++lane) all += sums[lane];
    return all;
}

}  // namespace

float sum(const float* values, std::size_t count) {
    Partial sums{}, next;
    for (std::size_t i = 0; i < count; i += partial) {
        load(next, values + i, count - i);
        sums += next;
    }
    return total(sums);
}

float dot(const float* a, const float* b, std::size_t count) {
    Partial sums{}, x, y;
    for (std::size_t i = 0; i < count; i += partial) {
        load(x, a + i, count - i);
        load(y, b + i, count - i);
        sums += x * y;
    }
    return total(sums);
}

float softmax(float* scores, std::size_t count) {
    const float most = *std::max_element(scores, scores + count);
    for (std::size_t i = 0; i < count; ++i) scores[i] = float_exponential(scores[i] - most);
    const float total = sum(scores, count), share = 1 / total;
    for (std::size_t i = 0; i < count; ++i) scores[i] *= share;
    return total;
}

}  // namespace ridgepoint::lm
