// Calls of the device functions to the emulator, for the running CUDA thread. Declarations only, so that a unit of
// generated text does not compile the emulator: device_calls.cpp does, once.
#pragma once

#include <cstddef>

#include "source_line.h"
#include "tensor_map.h"

namespace fftgen::emulator {

// --- Memory. An access that is not allowed is reported, and gives NaNs.

/// bytes: 2, 4, 8 or 16, which divide the address.
template <std::size_t bytes>
void load_global(const void* address, void* value, SourceLine at);
template <std::size_t bytes>
void store_global(void* address, const void* value, SourceLine at);

/// Checks the range and reports a fault where nothing is allocated; has no other effect.
void prefetch_global(const void* address, std::size_t bytes, SourceLine at);

/// bytes: 4, 8 or 16; the index counts pieces of that size.
template <std::size_t bytes>
void load_shared(unsigned index, void* value, SourceLine at);
template <std::size_t bytes>
void store_shared(unsigned index, const void* value, SourceLine at);

/// Makes a value of NaNs, so that the damage of a refused read shows in the results too.
void poison(void* value, std::size_t bytes);

/// Reports a part of shared memory that is not aligned to the size of its elements.
void tell_misaligned_part(unsigned offset, std::size_t bytes, SourceLine at);

/// Whether a run of so many bytes may begin at this byte of shared memory; reports a fault if not.
bool may_begin_run(const char* verb, std::size_t offset, std::size_t bytes, SourceLine at);

/// Reports a read of a table at an address that is not aligned to the bytes read.
void tell_misaligned_table(std::size_t bytes, SourceLine at);

// --- Acts of the 32 lanes of a warp together. They meet at one line, and learn nothing of each other's accesses.

/// The operands of a lane in a matrix product, as in fftgen_matrix.cuh: registers of a and b in order, two numbers in
/// each.
struct LaneProduct {
  float a[8];
  float b[4];
  double c[8];  // receives the sums: 4, or 8 of m8n8k4
};

/// c += a * b, with `depth` columns of a and rows of b: 8 or 16; or 4, four such products of 8 lanes each.
void multiply_in_warp(unsigned depth, LaneProduct& product, SourceLine at);

/// Reads these registers of the lane `source`.
void exchange_in_warp(void* registers, std::size_t bytes, unsigned source, SourceLine at);

/// The largest of the four lanes' numbers.
float largest_of_four(float x, SourceLine at);

// --- Clusters: transfers of boxes and stores, by offsets into shared memory.

void send(unsigned peer, std::size_t offset, const void* value, unsigned bytes, unsigned barrier_offset, SourceLine at);
void store_in_peer(unsigned peer, std::size_t offset, const void* value, unsigned bytes, SourceLine at);
void load_box(std::size_t offset, const TensorMap& map, unsigned dimensions, const BoxCorner& corner,
              unsigned barrier_offset, SourceLine at);
void prefetch_box(const TensorMap& map, unsigned dimensions, const BoxCorner& corner, SourceLine at);

}  // namespace fftgen::emulator
