# Turns hardware/*.json, models/*.json, software/*.json, compression/*.json, training/*.json and serving/*.json into one
# C++ source, so that the registry is part of the program.
#
#   include(core/data/embed.cmake)
#   ridgepoint_embed_registry(OUT ${CMAKE_CURRENT_BINARY_DIR}/registry_data.cpp)            # every member
#   ridgepoint_embed_registry(OUT ${CMAKE_CURRENT_BINARY_DIR}/registry_compact.cpp COMPACT) # without the words
#
# The source defines ridgepoint::detail::hardware_json and models_json, each the text of a JSON array, fits_json, an
# object of three, and serving_fits_json, which only what simulates loads links. The build command runs this same file with `cmake -P`, so no other tool is needed.

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(RIDGEPOINT_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
  cmake_path(GET CMAKE_CURRENT_LIST_FILE PARENT_PATH RIDGEPOINT_EMBED_DATA)

  function(ridgepoint_embed_registry)
    cmake_parse_arguments(PARSE_ARGV 0 ARG "COMPACT" "OUT" "")
    if(NOT ARG_OUT OR ARG_UNPARSED_ARGUMENTS)
      message(FATAL_ERROR "ridgepoint_embed_registry(OUT <file.cpp> [COMPACT])")
    endif()
    file(GLOB entries CONFIGURE_DEPENDS
      "${RIDGEPOINT_EMBED_DATA}/hardware/*.json" "${RIDGEPOINT_EMBED_DATA}/models/*.json"
      "${RIDGEPOINT_EMBED_DATA}/software/*.json" "${RIDGEPOINT_EMBED_DATA}/compression/*.json"
      "${RIDGEPOINT_EMBED_DATA}/training/*.json" "${RIDGEPOINT_EMBED_DATA}/serving/*.json")
    # A removed file leaves every remaining dependency older than the output; the list of names does change.
    file(CONFIGURE OUTPUT "${ARG_OUT}.list" CONTENT "${entries}\n" @ONLY)
    add_custom_command(
      OUTPUT "${ARG_OUT}"
      COMMAND "${CMAKE_COMMAND}" "-DOUT=${ARG_OUT}" "-DCOMPACT=${ARG_COMPACT}" -P "${RIDGEPOINT_EMBED_SCRIPT}"
      DEPENDS ${entries} "${ARG_OUT}.list" "${RIDGEPOINT_EMBED_SCRIPT}"
      COMMENT "Embedding the registry of devices and models"
      VERBATIM)
  endfunction()
  return()
endif()

cmake_minimum_required(VERSION 3.22)

# CMake writes each number of a changed text anew, with 17 digits: 0.96 becomes 0.95999999999999996. This brings the
# file's own digits back, which are the same number to the last bit and a fraction of the bytes.
function(shorten_numbers variable text original)
  string(REGEX MATCHALL "[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?" written "${original}")
  list(REMOVE_DUPLICATES written)
  foreach(short IN LISTS written)
    string(JSON long ERROR_VARIABLE not_a_number GET "[${short}]" 0)  # digits within a text may be none
    string(LENGTH "${long}" length)
    if(length GREATER 16 AND long MATCHES "\\.")
      string(REPLACE "${long}" "${short}" text "${text}")
    endif()
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Every text stays one quoted argument: a `;`, `[` or `]` inside a JSON string must never become a CMake list.
function(append_array variable folder)
  set(source "    \"[\"\n")
  set(comma "")
  file(GLOB files "${CMAKE_CURRENT_LIST_DIR}/${folder}/*.json")
  list(SORT files)
  foreach(file IN LISTS files)
    file(READ "${file}" original)
    set(text "${original}")
    cmake_path(GET file STEM LAST_ONLY stem)
    string(JSON id ERROR_VARIABLE error GET "${text}" id)
    if(error)
      message(FATAL_ERROR "${file}: ${error}")
    elseif(NOT id STREQUAL stem)
      message(FATAL_ERROR "${file}: its id is \"${id}\"; a file is named after its id")
    endif()
    # What people read of a fit: in its file and on the page about trust.
    if(folder STREQUAL "software")
      foreach(residuals IN ITEMS moving computing ratio)
        string(JSON text REMOVE "${text}" ${residuals} documents)
      endforeach()
    endif()
    if(folder STREQUAL "compression")
      string(JSON text REMOVE "${text}" points)
      string(JSON text REMOVE "${text}" documents)
      string(JSON text REMOVE "${text}" median_points_off)
    endif()
    if(folder STREQUAL "training")
      foreach(residuals IN ITEMS step device)
        string(JSON text REMOVE "${text}" ${residuals} documents)
      endforeach()
    endif()
    if(folder STREQUAL "serving")
      foreach(residuals IN ITEMS throughput itl ttft latency)
        string(JSON text REMOVE "${text}" ${residuals} documents)
      endforeach()
    endif()
    if(folder MATCHES "^(software|compression|training|serving)$")
      string(JSON text REMOVE "${text}" name)
      string(JSON text REMOVE "${text}" estimated)
    endif()
    if(COMPACT)
      # What people read, in the zoo page and by the command. Everything else a solver may read: it must be the same there
      # and in the page, as tests/wasm/parity.test.mjs checks. Of sources a solver says where a price is from, and of when.
      string(JSON count ERROR_VARIABLE none LENGTH "${text}" sources)
      set(price "")
      if(none STREQUAL "NOTFOUND" AND count GREATER 0)
        math(EXPR last "${count} - 1")
        foreach(index RANGE ${last})
          string(JSON fields ERROR_VARIABLE none GET "${text}" sources ${index} fields)
          if(fields MATCHES "\"price_usd_per_hour\"")
            string(JSON title GET "${text}" sources ${index} title)
            string(JSON date GET "${text}" sources ${index} date)
            set(price "[{\"fields\": [\"price_usd_per_hour\"], \"title\": \"${title}\", \"date\": \"${date}\"}]")
          endif()
        endforeach()
      endif()
      string(JSON text REMOVE "${text}" sources)
      if(price)
        string(JSON text SET "${text}" sources "${price}")
      endif()
      string(JSON text REMOVE "${text}" notes)
      string(JSON text REMOVE "${text}" estimated)
    endif()
    shorten_numbers(text "${text}" "${original}")
    # A JSON string holds no raw line break, so whatever follows one is layout or starts with a key.
    string(REGEX REPLACE "[ \t\r]*\n[ \t]*(\"[A-Za-z0-9_]+\")[ ]*:[ ]*" "\\1:" text "${text}")
    string(REGEX REPLACE "[ \t\r]*\n[ \t]*" "" text "${text}")
    string(LENGTH "${text}" length)
    string(FIND "${text}" ")json\"" delimiter)
    # Compilers limit one literal to 65 535 characters; adjacent ones are joined.
    if(length GREATER 60000 OR NOT delimiter EQUAL -1)
      message(FATAL_ERROR "${file}: too long to embed, or holds the delimiter of a raw string")
    endif()
    string(APPEND source "    R\"json(${comma}${text})json\"\n")
    set(comma ",")
  endforeach()
  string(APPEND source "    \"]\"")
  set(${variable} "${source}" PARENT_SCOPE)
endfunction()

append_array(hardware_json hardware)
append_array(models_json models)
append_array(software_json software)
append_array(compression_json compression)
append_array(training_json training)
append_array(serving_json serving)
file(WRITE "${OUT}" "// Generated from core/data; edit the JSON files there.
#include <string_view>

#if defined(__clang__)
// The pedantic limit of 65 536 characters is on the joined literal; every compiler used here takes more.
#pragma clang diagnostic ignored \"-Woverlength-strings\"
#endif

namespace ridgepoint::detail {
using namespace std::string_view_literals;
extern const std::string_view hardware_json;
extern const std::string_view models_json;
extern const std::string_view fits_json;
extern const std::string_view serving_fits_json;
const std::string_view hardware_json =
${hardware_json}sv;
const std::string_view models_json =
${models_json}sv;
const std::string_view fits_json =
    \"{\\\"software\\\":\"
${software_json}
    \",\\\"algorithms\\\":\"
${compression_json}
    \",\\\"training\\\":\"
${training_json}
    \"}\"sv;
const std::string_view serving_fits_json =
    \"{\\\"servers\\\":\"
${serving_json}
    \"}\"sv;
}  // namespace ridgepoint::detail
")
