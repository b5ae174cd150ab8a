/// The measurements that are kept beside the engine (core/data/measured).
#pragma once

#include <filesystem>

#include "ask.hpp"
#include "grid.hpp"
#include "ridgepoint/measured.hpp"

inline ridgepoint::Measurements published_points() {
    std::vector<std::string> files{"core/data/training-steps.json"};
    for (const auto& file : std::filesystem::directory_iterator("core/data/measured"))
        if (file.path().extension() == ".json") files.push_back(file.path().string());
    ridgepoint::Measurements all;
    CHECK(read_shipped_names(all, ridgepoint::registry()).has_value());
    for (const std::string& file : files) {
        INFO(file);
        CHECK(read_measurements(json_file(file).dump(), all, ridgepoint::registry()).has_value());
    }
    // Some runs of servers take a second to simulate.
    std::erase_if(all.points, [](const ridgepoint::MeasuredPoint& one) { return one.load != nullptr; });
    return all;
}
