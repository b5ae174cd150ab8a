# Turns one file into a C++ source, so that it is part of the program.
#
#   include(core/data/embed_text.cmake)
#   ridgepoint_embed_text(FILE texts/moby-dick.txt VARIABLE shipped_text OUT ${CMAKE_CURRENT_BINARY_DIR}/text.cpp)
#
# The source defines ridgepoint::detail::<VARIABLE>. The build command runs this same file with `cmake -P`.

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(RIDGEPOINT_EMBED_TEXT_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
  cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH RIDGEPOINT_EMBED_TEXT_DATA)

  function(ridgepoint_embed_text)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "" "FILE;VARIABLE;OUT" "")
    set(file "${RIDGEPOINT_EMBED_TEXT_DATA}/${ARG_FILE}")
    add_custom_command(
      OUTPUT "${ARG_OUT}"
      COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" "-DVARIABLE=${ARG_VARIABLE}" "-DOUT=${ARG_OUT}"
              -P "${RIDGEPOINT_EMBED_TEXT_SCRIPT}"
      DEPENDS "${file}" "${RIDGEPOINT_EMBED_TEXT_SCRIPT}"
      COMMENT "Embedding ${ARG_FILE}"
      VERBATIM)
  endfunction()
  return()
endif()

cmake_minimum_required(VERSION 3.22)
file(READ "${FILE}" bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE "${OUT}" "// Generated from core/data.
#include <string_view>

namespace ridgepoint::detail {
static constexpr char bytes[] = {${bytes}};
extern const std::string_view ${VARIABLE};
const std::string_view ${VARIABLE}{bytes, sizeof bytes};
}  // namespace ridgepoint::detail
")
