#include "task.hpp"

#include <array>
#include <initializer_list>

namespace ridgepoint::bench {

double Task::work() const {
    if (kind == Kind::read || kind == Kind::copy) return bytes;
    const std::size_t weights = kind == Kind::step ? parameters_of(network_shape) : shape.rows * shape.columns;
    return 2.0 * static_cast<double>(weights * shape.batch);
}

double Task::traffic_bytes() const {
    if (kind == Kind::read || kind == Kind::copy) return bytes;
    if (kind == Kind::step) return static_cast<double>(weight_bytes(format, {1, parameters_of(network_shape), 1}));
    constexpr std::size_t output_bytes = 4;
    return static_cast<double>(weight_bytes(format, shape) + shape.columns * shape.batch * activation_bytes(format) +
                               shape.rows * shape.batch * output_bytes);
}

std::vector<double> working_sets(double largest_bytes) {
    constexpr double smallest = 16384;
    std::vector<double> sizes;
    for (double size = smallest; size <= largest_bytes; size *= 2) sizes.push_back(size);
    return sizes;
}

namespace {

constexpr std::array all_formats{Format::fp32, Format::int8, Format::int4};

/// In the nearest cache, where the integer formats reach their most; fp32 reaches it in registers alone.
constexpr Shape nearest{16, 1024, 8};
struct Probed {
    Probe probe;
    Shape shape;
};
/// Matrices in a cache with several vectors and with one; two beyond most caches; and hardly any work at all.
constexpr std::array probes{Probed{Probe::arithmetic, {192, 1024, 16}}, Probed{Probe::arithmetic, {64, 768, 1}},
                            Probed{Probe::memory, {3072, 1792, 1}}, Probed{Probe::memory, {5120, 4096, 1}},
                            Probed{Probe::overhead, {4, 32, 1}}};

}  // namespace

Probe probe_of(const Shape& shape) {
    for (const auto& [probe, probed] : probes)
        if (shape.rows == probed.rows && shape.columns == probed.columns && shape.batch == probed.batch) return probe;
    return Probe::none;
}

std::vector<Task> machine_tasks(double largest_bytes) {
    std::vector<Task> tasks;
    for (const Kind kind : {Kind::read, Kind::copy})
        for (const double size : working_sets(largest_bytes)) tasks.push_back({kind, Format::fp32, size});
    for (const Format format : all_formats) tasks.push_back({Kind::arithmetic, format, 0, nearest});
    for (const Probed& one : probes)
        for (const Format format : all_formats) tasks.push_back({Kind::product, format, 0, one.shape});
    for (const Format format : all_formats) tasks.push_back({Kind::rest, format, 0, {0, 0, 1}});
    return tasks;
}

std::vector<Task> tested_products() {
    std::vector<Task> tasks;
    const auto add = [&](std::size_t rows, std::size_t columns, std::initializer_list<std::size_t> batches) {
        for (const std::size_t batch : batches)
            for (const Format format : all_formats) tasks.push_back({Kind::product, format, 0, {rows, columns, batch}});
    };
    add(1024, 2048, {1, 2, 4, 8, 16});
    add(512, 512, {1, 8});
    return tasks;
}

std::vector<Task> tested_steps() {
    std::vector<Task> tasks;
    for (const std::size_t batch : {1, 4, 8, 16})
        for (const Format format : all_formats) tasks.push_back({Kind::step, format, 0, {0, 0, batch}});
    return tasks;
}

}  // namespace ridgepoint::bench
