# SPDX-License-Identifier: Apache-2.0
# Generation as a step of a build. CMake 3.18 and later; Node must be there, the generated files need it no more.
#
#   include(node_modules/fftgen/templates/cmake/fftgen.cmake)
#   fftgen_generate(TARGET fft TRANSFORMS plans/c2c_f32_4096.plan.ts plans/c2c_f32_1024.plan.ts)
#   target_link_libraries(simulation PRIVATE fft)
#
# The files are generated into the build directory whenever a plan or fftgen itself has changed; which they are is asked when
# CMake configures, so that the build knows them all.

get_filename_component(FFTGEN_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

# fftgen_generate(TARGET name TRANSFORMS plan files [NAME bundle] [PREFIX prefix] [NAMESPACE namespace])
#
# Makes the library `name` of the transforms of plan files, as a bundle that is called `name` too unless NAME says otherwise.
function(fftgen_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;NAME;PREFIX;NAMESPACE" "TRANSFORMS")
  if(NOT arg_TARGET OR NOT arg_TRANSFORMS)
    message(FATAL_ERROR "fftgen_generate needs TARGET and TRANSFORMS: fftgen_generate(TARGET fft TRANSFORMS plans/a.plan.ts)")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fftgen_generate does not know ${arg_UNPARSED_ARGUMENTS}: it has TARGET, TRANSFORMS, NAME, PREFIX and NAMESPACE")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME ${arg_TARGET})
  endif()
  find_program(FFTGEN_NODE node REQUIRED)
  find_package(CUDAToolkit REQUIRED)

  set(plans)
  foreach(plan IN LISTS arg_TRANSFORMS)
    get_filename_component(plan "${plan}" ABSOLUTE)
    list(APPEND plans "${plan}")
  endforeach()
  # Other plans may give other files: CMake asks again when one changes.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${plans})
  set(out "${CMAKE_CURRENT_BINARY_DIR}/fftgen/${arg_NAME}")
  set(command "${FFTGEN_NODE}" "${FFTGEN_ROOT}/dist/cli/main.js" bundle ${arg_NAME} ${plans} --out "${out}")
  if(arg_PREFIX)
    list(APPEND command --prefix "${arg_PREFIX}")
  endif()
  if(arg_NAMESPACE)
    list(APPEND command --namespace "${arg_NAMESPACE}")
  endif()

  execute_process(COMMAND ${command} --list-outputs WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE outputs ERROR_VARIABLE said RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "fftgen_generate: ${said}")
  endif()
  string(STRIP "${outputs}" outputs)
  string(REPLACE "\n" ";" outputs "${outputs}")
  add_custom_command(OUTPUT ${outputs} COMMAND ${command}
    DEPENDS ${plans} "${FFTGEN_ROOT}/package.json" "${FFTGEN_ROOT}/dist/cli/main.js"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" COMMENT "Generating the transforms of ${arg_TARGET}" VERBATIM)

  set(sources ${outputs})
  list(FILTER sources INCLUDE REGEX "\\.cu$")
  list(FILTER sources EXCLUDE REGEX "/verify\\.cu$")
  set(headers ${outputs})
  list(FILTER headers INCLUDE REGEX "\\.(h|cuh)$")
  add_library(${arg_TARGET} ${sources} ${headers})
  # As the generated CMakeLists.txt has it: what is set, else the GPUs of the plans. The compiler's default does not count.
  get_property(help CACHE CMAKE_CUDA_ARCHITECTURES PROPERTY HELPSTRING)
  if(FFTGEN_CUDA_ARCHITECTURES)
    set(architectures ${FFTGEN_CUDA_ARCHITECTURES})
  elseif(DEFINED CMAKE_CUDA_ARCHITECTURES AND (NOT help STREQUAL "CUDA architectures" OR NOT "$ENV{CUDAARCHS}" STREQUAL ""
         OR NOT CMAKE_CUDA_ARCHITECTURES STREQUAL "$CACHE{CMAKE_CUDA_ARCHITECTURES}"))
    set(architectures ${CMAKE_CUDA_ARCHITECTURES})
  else()
    execute_process(COMMAND ${command} --list-architectures WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      OUTPUT_VARIABLE architectures OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "\n" ";" architectures "${architectures}")
  endif()
  set_target_properties(${arg_TARGET} PROPERTIES CUDA_ARCHITECTURES "${architectures}" POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${arg_TARGET} PRIVATE cxx_std_17 cuda_std_17)
  target_include_directories(${arg_TARGET} PUBLIC "${out}/include")
  string(TOLOWER "${CMAKE_CUDA_RUNTIME_LIBRARY}" runtime)
  if(runtime STREQUAL "shared")
    target_link_libraries(${arg_TARGET} PUBLIC CUDA::cudart)
  else()
    target_link_libraries(${arg_TARGET} PUBLIC CUDA::cudart_static)
  endif()
  get_target_property(type ${arg_TARGET} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    # Macros begin as the directory below include/ is called that all headers stand in.
    list(FILTER headers INCLUDE REGEX "/include/[^/]+/[^/]+\\.h$")
    list(GET headers 0 macro)
    get_filename_component(macro "${macro}" DIRECTORY)
    get_filename_component(macro "${macro}" NAME)
    string(TOUPPER "${macro}" macro)
    target_compile_definitions(${arg_TARGET} PUBLIC ${macro}_SHARED PRIVATE ${macro}_BUILDS_SHARED)
  endif()
endfunction()
