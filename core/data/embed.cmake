# Files of core/data as C++ sources, so that they are part of a program; embed.mjs writes them.
#
#   ridgepoint_embed_registry(OUT ${CMAKE_CURRENT_BINARY_DIR}/registry.cpp)          # every member
#   ridgepoint_embed_registry(OUT ${CMAKE_CURRENT_BINARY_DIR}/registry.cpp COMPACT)  # without what people read
#   ridgepoint_embed_file(FILE texts/moby-dick.txt VARIABLE shipped_text OUT ${CMAKE_CURRENT_BINARY_DIR}/text.cpp)

find_program(RIDGEPOINT_NODE NAMES node nodejs REQUIRED)
cmake_path(SET RIDGEPOINT_DATA "${CMAKE_CURRENT_LIST_DIR}")

function(ridgepoint_embed_registry)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "COMPACT" "OUT" "")
  set(kind registry)
  if(ARG_COMPACT)
    set(kind compact)
  endif()
  set(entries)
  foreach(folder IN ITEMS hardware models software compression training serving)
    file(GLOB found CONFIGURE_DEPENDS "${RIDGEPOINT_DATA}/${folder}/*.json")
    list(APPEND entries ${found})
  endforeach()
  # A removed file leaves every remaining dependency older than the output; the list of names does change.
  file(CONFIGURE OUTPUT "${ARG_OUT}.list" CONTENT "${entries}\n" @ONLY)
  add_custom_command(OUTPUT "${ARG_OUT}"
    COMMAND "${RIDGEPOINT_NODE}" "${RIDGEPOINT_DATA}/embed.mjs" ${kind} "${ARG_OUT}"
    DEPENDS ${entries} "${ARG_OUT}.list" "${RIDGEPOINT_DATA}/embed.mjs" "${RIDGEPOINT_DATA}/digest.mjs"
    COMMENT "Embedding the registry of devices and models" VERBATIM)
endfunction()

function(ridgepoint_embed_file)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "FILE;VARIABLE;OUT" "")
  add_custom_command(OUTPUT "${ARG_OUT}"
    COMMAND "${RIDGEPOINT_NODE}" "${RIDGEPOINT_DATA}/embed.mjs" file "${ARG_OUT}" ${ARG_FILE} ${ARG_VARIABLE}
    DEPENDS "${RIDGEPOINT_DATA}/${ARG_FILE}" "${RIDGEPOINT_DATA}/embed.mjs"
    COMMENT "Embedding ${ARG_FILE}" VERBATIM)
endfunction()
