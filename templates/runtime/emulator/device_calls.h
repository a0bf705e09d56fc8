// What the device functions ask of the emulator on behalf of the CUDA thread that is running. Declarations only, so that
// a unit of generated text does not compile the emulator: device_calls.cpp does, once.
#pragma once

#include <cstddef>

#include "source_line.h"
#include "tensor_map.h"

namespace fftgen::emulator {

// --- Memory. An access that may not be done is told, and gives NaNs.

/// bytes: 2, 4, 8 or 16, which divide the address.
template <std::size_t bytes>
void load_global(const void* address, void* value, SourceLine at);
template <std::size_t bytes>
void store_global(void* address, const void* value, SourceLine at);

/// Makes no difference but to who asks for what is not there.
void prefetch_global(const void* address, std::size_t bytes, SourceLine at);

/// bytes: 4, 8 or 16; the index counts pieces so large.
template <std::size_t bytes>
void load_shared(unsigned index, void* value, SourceLine at);
template <std::size_t bytes>
void store_shared(unsigned index, const void* value, SourceLine at);

/// Makes a value of NaNs, so that the damage of a refused read shows in the results too.
void poison(void* value, std::size_t bytes);

/// Tells of shared memory taken for the beginning of elements of so many bytes, to which it is not aligned.
void tell_misaligned_part(unsigned offset, std::size_t bytes, SourceLine at);

/// Whether a run of so many bytes may begin at this byte of shared memory; told when it may not.
bool may_begin_run(const char* verb, std::size_t offset, std::size_t bytes, SourceLine at);

/// Tells of so many bytes of a table read at an address that is not aligned to them.
void tell_misaligned_table(std::size_t bytes, SourceLine at);

// --- What the 32 lanes of a warp do together. They meet at one line, and learn nothing of each other's accesses.

/// What a lane holds of a product's matrices, as in fftgen_matrix.cuh: registers of a and b in order, two numbers in each.
struct LaneProduct {
  float a[8];
  float b[4];
  double c[8];  // gets the sums: 4, or 8 of m8n8k4
};

/// c += a * b, with `depth` columns of a and rows of b: 8 or 16; or 4, four such products of 8 lanes each.
void multiply_in_warp(unsigned depth, LaneProduct& product, SourceLine at);

/// Gets what the lane `source` has in these registers.
void exchange_in_warp(void* registers, std::size_t bytes, unsigned source, SourceLine at);

/// The largest of the four lanes' numbers.
float largest_of_four(float x, SourceLine at);

// --- Clusters: boxes and stores that are under way, by offsets into shared memory.

void send(unsigned peer, std::size_t offset, const void* value, unsigned bytes, unsigned barrier_offset, SourceLine at);
void store_in_peer(unsigned peer, std::size_t offset, const void* value, unsigned bytes, SourceLine at);
void load_box(std::size_t offset, const TensorMap& map, unsigned dimensions, const BoxCorner& corner,
              unsigned barrier_offset, SourceLine at);
void prefetch_box(const TensorMap& map, unsigned dimensions, const BoxCorner& corner, SourceLine at);

}  // namespace fftgen::emulator
