// The virtual GPU: found instead of CUDA's <cuda_runtime.h> when this folder comes first on the include path, it lets
// a plain C++17 compiler build and run generated CUDA text unchanged, together with the emulator's own units:
//
//   g++ -std=c++17 -O2 -x c++ -I path/to/emulator kernels.cu verify.cu path/to/emulator/*.cpp -o verify -pthread
//
// This header and those it includes only declare; the .cpp files, which can be compiled once for many programs,
// implement. report.h is for programs that read the launches as values.
//
// A launch runs its blocks on host threads and the threads of a block as fibers, checks every memory access that goes
// through the fftgen device functions, and counts what the accesses of some blocks would cost.
//
// A launch with thread-block clusters (along x, also of 1 block) runs the threads of a cluster together, and has
// everything of fftgen_cluster.cuh: barriers with phases, groups, warps, tensor maps and bulk copies, stores into
// each other's shared memory. Copies and stores take time, the order of the threads' turns changes, and cluster.h
// lists what is checked for every order. Clusters that take numbers from a counter take turns. Programmatic dependent
// launches run one after the other.
//
// It models neither time nor the rounding of the approximate intrinsics, and has no triple-chevron launches, shuffles
// or graphs; of mma it has the products of fftgen_matrix.cuh, but not their rounding, and of shuffles the maxima of
// fftgen_split.cuh. Global memory is checked for bounds, alignment and, when asked, initialisation, but not for races.
//
// Environment:
//   FFTGEN_EMULATOR_WORKERS=n             host threads to run blocks on (otherwise one per processor)
//   FFTGEN_EMULATOR_CLUSTERS=n            what cudaOccupancyMaxActiveClusters says (otherwise 2)
//   FFTGEN_EMULATOR_REPORT=file           write the report of all launches there, as JSON, when the program exits
//   FFTGEN_EMULATOR_CHECK_INITIALISED=1   also report reads of global memory that nothing has written
#pragma once

#define FFTGEN_EMULATOR 1

#include "cluster_functions.h"
#include "cuda_language.h"
#include "cuda_math.h"
#include "device_functions.h"
#include "failing_calls.h"
#include "matrix_functions.h"
#include "planar_functions.h"
#include "runtime_device.h"
#include "runtime_launch.h"
#include "runtime_memory.h"
#include "runtime_stream.h"
#include "split_functions.h"
#include "tensor_map.h"

// Device functions that only nvcc compiles are in a namespace of the package's own, which is empty for a host
// compiler: kernels of any namespace then find these.
using namespace fftgen;
