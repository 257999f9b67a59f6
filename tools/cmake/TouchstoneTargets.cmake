# The few functions every room uses to declare its targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# Numbers must be the same bytes on every machine: no contraction of a*b+c, anywhere.
add_compile_options(-Wall -Wextra -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of an overlapping copy inside std::string's operator+ that cannot happen (GCC bug 105651).
  add_compile_options(-Wno-restrict)
endif()
if(TOUCHSTONE_WERROR)
  add_compile_options(-Werror)
endif()
if(TOUCHSTONE_FUZZ)
  # Every reader is instrumented; only the fuzzers themselves link libFuzzer's main function.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(TOUCHSTONE_SANITIZE)
  # Whatever is found ends the program, so that no test passes beside it.
  add_compile_options(-fsanitize=${TOUCHSTONE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TOUCHSTONE_SANITIZE})
endif()

# touchstone_library(NAME SOURCES a.cpp ... DEPS target ... [PRIVATE_DEPS target ...])
# A static library touchstone_NAME with the alias touchstone::NAME. Headers are included by their
# path from the project's root, e.g. "framework/tensor/dtype.h".
function(touchstone_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(touchstone_${name} STATIC ${ARG_SOURCES})
  add_library(touchstone::${name} ALIAS touchstone_${name})
  target_include_directories(touchstone_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(touchstone_${name} PUBLIC ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
endfunction()

# touchstone_test(NAME SOURCES x_test.cpp ... DEPS target ... [LABEL full] [TIMEOUT seconds])
# One GoogleTest program of a room's tests, run by ctest. LABEL full: only in tools/test.sh --full.
function(touchstone_test name)
  if(NOT TOUCHSTONE_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;DEPS" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL default)
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name}_test ${ARG_SOURCES})
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_test PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name}_test PRIVATE TOUCHSTONE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Optimising a test costs more than running it as it is.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O0>)
  set_target_properties(${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name}_test)
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()

# touchstone_benchmark(NAME SOURCES x_benchmark.cpp ... DEPS target ...)
function(touchstone_benchmark name)
  if(NOT TOUCHSTONE_BENCHMARKS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name}_benchmark ${ARG_SOURCES})
  target_include_directories(${name}_benchmark PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_benchmark PRIVATE ${ARG_DEPS} benchmark::benchmark_main)
  if(NOT TARGET benchmarks)
    add_custom_target(benchmarks)
  endif()
  add_dependencies(benchmarks ${name}_benchmark)
endfunction()

# touchstone_fuzzer(NAME SOURCES x_fuzz.cpp DEPS target ... SEEDS file ... [SECONDS n])
# A libFuzzer program for one reader of files, built only with TOUCHSTONE_FUZZ (which needs Clang).
# Its test, labelled fuzz, starts from the seeds and runs for some seconds.
function(touchstone_fuzzer name)
  if(NOT TOUCHSTONE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "" "SECONDS" "SOURCES;DEPS;SEEDS" ${ARGN})
  if(NOT ARG_SECONDS)
    set(ARG_SECONDS 10)
  endif()
  add_executable(${name}_fuzz ${ARG_SOURCES})
  target_include_directories(${name}_fuzz PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name}_fuzz PRIVATE ${ARG_DEPS})
  target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name}_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  set(seeds ${CMAKE_BINARY_DIR}/fuzz/seeds/${name})
  file(MAKE_DIRECTORY ${seeds} ${CMAKE_BINARY_DIR}/fuzz/found/${name})
  foreach(seed ${ARG_SEEDS})
    file(COPY ${seed} DESTINATION ${seeds})
  endforeach()
  add_test(NAME fuzz_${name}
    COMMAND ${name}_fuzz -max_total_time=${ARG_SECONDS} -max_len=65536 -timeout=25 -rss_limit_mb=4096
            -artifact_prefix=${CMAKE_BINARY_DIR}/fuzz/${name}- -print_final_stats=1
            ${CMAKE_BINARY_DIR}/fuzz/found/${name} ${seeds})
  set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
