#include "describe/columns.hpp"

#include "catch.hpp"

using namespace ridgepoint;

namespace {

Json rows(const char* columns) { return rows_of(Json::parse(columns)); }

}  // namespace

TEST_CASE("columns: a row has the fields that its columns have at its place") {
    CHECK(rows(R"({"id": ["a", "b"], "watts": [7, 8.5]})") ==
          Json::parse(R"([{"id": "a", "watts": 7}, {"id": "b", "watts": 8.5}])"));
    CHECK(rows(R"({"id": ["a"], "formats": [["fp8", "fp4"]]})") ==
          Json::parse(R"([{"id": "a", "formats": ["fp8", "fp4"]}])"));
    CHECK(rows("{}").empty());
}

TEST_CASE("columns: a negative integer stands for so many rows without the field") {
    CHECK(rows(R"({"id": ["a", "b", "c", "d"], "watts": [-2, 0, -1]})") ==
          Json::parse(R"([{"id": "a"}, {"id": "b"}, {"id": "c", "watts": 0}, {"id": "d"}])"));
    CHECK(rows(R"({"id": ["a", "b"], "offset": [-1, -0.5]})") ==
          Json::parse(R"([{"id": "a"}, {"id": "b", "offset": -0.5}])"));
}

TEST_CASE("columns: a field that is an object has a table of its own") {
    CHECK(rows(R"({"id": ["a", "b", "c"], "peak": {"fp16": [1e15, -1, 2e15], "sparse": {"fp16": [-2, 4e15]}}})") ==
          Json::parse(R"([{"id": "a", "peak": {"fp16": 1e15}}, {"id": "b"},
                          {"id": "c", "peak": {"fp16": 2e15, "sparse": {"fp16": 4e15}}}])"));
}
