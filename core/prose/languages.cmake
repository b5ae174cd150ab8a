# The phrases of a language, core/prose/LANGUAGE, compiled as one file.
function(ridgepoint_add_phrases target kind language)
  file(GLOB phrases CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/prose/${language}/*.cpp)
  add_library(${target} ${kind} ${phrases})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core ${PROJECT_SOURCE_DIR}/core/include)
  target_link_libraries(${target} PRIVATE ridgepoint_headers)
  ridgepoint_compile_together(${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
  if(EMSCRIPTEN)
    target_compile_definitions(${target} PRIVATE RIDGEPOINT_COMPACT)
    target_compile_options(${target} PRIVATE ${for_pages} -flto)
  endif()
endfunction()

# A language beside English: core/prose/LANGUAGE has the same names as core/prose/english, so it is compiled with a namespace
# of its own, and pair.mjs writes a table of the two; what describes fields, and what the command says, it has under the English
# words, in two files of JSON. Appends what the library takes to OUT.
function(ridgepoint_add_language language out)
  file(GLOB names CONFIGURE_DEPENDS core/model/phrases/*.hpp)
  ridgepoint_add_phrases(ridgepoint_${language} OBJECT ${language})
  get_target_property(phrases ridgepoint_${language} SOURCES)
  target_compile_definitions(ridgepoint_${language} PRIVATE phrases=${language}_phrases)
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
