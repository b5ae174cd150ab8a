# A language beside English: core/prose/LANGUAGE has the same names as core/prose/english, so it is compiled with a namespace
# of its own, and pair.mjs writes a table of the two; what describes fields, and what the command says, it has under the English
# words, in two files of JSON. Appends what the library takes to OUT.
function(ridgepoint_add_language language out)
  file(GLOB phrases CONFIGURE_DEPENDS core/prose/${language}/*.cpp)
  file(GLOB names CONFIGURE_DEPENDS core/model/phrases/*.hpp)
  add_library(ridgepoint_${language} OBJECT ${phrases})
  target_include_directories(ridgepoint_${language} PRIVATE core core/include)
  target_compile_definitions(ridgepoint_${language} PRIVATE phrases=${language}_phrases)
  target_link_libraries(ridgepoint_${language} PRIVATE ridgepoint_headers)
  ridgepoint_compile_together(ridgepoint_${language})
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${language}_catalogue.cpp)
  set(pair ${PROJECT_SOURCE_DIR}/core/prose/pair.mjs)
  add_custom_command(OUTPUT ${table}
    COMMAND "${RIDGEPOINT_NODE}" ${pair} ${table} ${language}
    DEPENDS ${phrases} ${names} ${pair}
    COMMENT "The phrases of ${language} beside the English ones" VERBATIM)
  set(words)
  foreach(name IN ITEMS descriptions command)
    list(APPEND words ${CMAKE_CURRENT_BINARY_DIR}/${language}_${name}.cpp)
    ridgepoint_embed_file(FILE ../prose/${language}/${name}.json VARIABLE ${language}_${name}
      OUT ${CMAKE_CURRENT_BINARY_DIR}/${language}_${name}.cpp)
  endforeach()
  set(${out} ${${out}} $<TARGET_OBJECTS:ridgepoint_${language}> ${table} ${words} PARENT_SCOPE)
endfunction()
