# Header-only packages for the WebAssembly build: the target ridgepoint_headers.
#
# They are reached through a directory that holds only links to them: the system's whole include
# directory would shadow Emscripten's own C library.

set(RIDGEPOINT_LINKED_HEADERS "${CMAKE_BINARY_DIR}/linked-headers")
file(MAKE_DIRECTORY "${RIDGEPOINT_LINKED_HEADERS}")

# Catch2 is for the tests alone: without it everything else is built.
foreach(package IN ITEMS nlohmann/json.hpp tl/expected.hpp hwy/highway.h catch2)
  find_path(found_${package} "${package}" PATHS /usr/local/include /usr/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(found_${package})
    string(REGEX MATCH "^[^/]+" folder "${package}")
    file(CREATE_LINK "${found_${package}}/${folder}" "${RIDGEPOINT_LINKED_HEADERS}/${folder}" SYMBOLIC)
  elseif(NOT package STREQUAL "catch2")
    message(FATAL_ERROR "${package} was not found; scripts/install-deps installs what the build needs")
  endif()
endforeach()

add_library(ridgepoint_headers INTERFACE)
target_include_directories(ridgepoint_headers SYSTEM INTERFACE "${RIDGEPOINT_LINKED_HEADERS}")
