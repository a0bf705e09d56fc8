// The emulator's versions of the memory functions and of the products of fftgen_matrix.cuh.
//
// A run is one access of as many bytes, checked and counted as that of an element that large. A product makes the 32
// lanes of a warp meet, at one line, in blocks as in clusters; like its instruction it is no barrier for memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "block.h"
#include "cluster.h"
#include "cuda_language.h"
#include "device_functions.h"
#include "faults.h"
#include "observer.h"
#include "short_float.h"
#include "source_line.h"
#include "warp_act.h"
#include "warp_product.h"

namespace fftgen {

using CallSite = emulator::SourceLine;

namespace emulator {

/// Neighbours, as what one access moves.
template <typename T, unsigned Count>
struct alignas(Count * sizeof(T)) Run {
  static_assert(is_shareable<T> && (Count * sizeof(T) == 4 || Count * sizeof(T) == 8 || Count * sizeof(T) == 16),
                "one access moves 4, 8 or 16 bytes");
  T at[Count];

  template <unsigned Stride>
  static Run gathered(const T* registers) {
    Run run;
    for (unsigned i = 0; i < Count; ++i) run.at[i] = registers[i * Stride];
    return run;
  }

  template <unsigned Stride>
  void spread(T* registers) const {
    for (unsigned i = 0; i < Count; ++i) registers[i * Stride] = at[i];
  }
};

/// Whether a run may begin at this byte of shared memory; told when it may not.
inline bool may_begin_run(const char* verb, std::size_t offset, std::size_t bytes, SourceLine at) {
  if (offset % bytes == 0) return true;
  current_observer->tell(FaultKind::shared_misaligned, at, [&] {
    return std::string(verb) + " " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) +
           " of shared memory, which is not aligned to " + std::to_string(bytes) + " bytes";
  });
  return false;
}

/// Does what `mine` is a part of, with the other lanes of the warp.
inline void act_together(LanePart& mine, SourceLine at) {
  if (current_block != nullptr) {
    current_block->act_together(mine, at);
  } else {
    current_cluster->meetings().act_together(mine, at);
  }
}

template <typename Format>
void widen(float* numbers, ShortFloatPair<Format> register_) {
  numbers[0] = register_.x;
  numbers[1] = register_.y;
}

template <typename Format>
void widen(float* numbers, unsigned register_) {
  numbers[0] = Format::widen(static_cast<std::uint16_t>(register_ & 0xffffu));
  numbers[1] = Format::widen(static_cast<std::uint16_t>(register_ >> 16));
}

/// The operands of the products, without c.
template <typename Format>
LaneProduct product_of(ShortFloatPair<Format> a0, ShortFloatPair<Format> a1, unsigned b) {
  LaneProduct product = {};
  product.act = &multiplication<8>;
  widen(product.a, a0);
  widen(product.a + 2, a1);
  widen<Format>(product.b, b);
  return product;
}

template <typename Format>
LaneProduct product_of(ShortFloatPair<Format> a0, ShortFloatPair<Format> a1, ShortFloatPair<Format> a2,
                       ShortFloatPair<Format> a3, uint2 b) {
  LaneProduct product = product_of(a0, a1, b.x);
  product.act = &multiplication<16>;
  widen(product.a + 4, a2);
  widen(product.a + 6, a3);
  widen<Format>(product.b + 2, b.y);
  return product;
}

inline void multiply_add(float (&c)[4], LaneProduct product, SourceLine at) {
  for (unsigned i = 0; i < 4; ++i) product.c[i] = static_cast<double>(c[i]);
  act_together(product, at);
  for (unsigned i = 0; i < 4; ++i) c[i] = static_cast<float>(product.c[i]);
}

template <typename Format>
void multiply_add(ShortFloatPair<Format> (&c)[2], LaneProduct product, SourceLine at) {
  static_assert(Format::sums_in_products, "products have sums of float or half");
  for (unsigned i = 0; i < 2; ++i) {
    product.c[2 * i] = static_cast<double>(static_cast<float>(c[i].x));
    product.c[2 * i + 1] = static_cast<double>(static_cast<float>(c[i].y));
  }
  act_together(product, at);
  for (unsigned i = 0; i < 2; ++i) c[i] = {product.c[2 * i], product.c[2 * i + 1]};
}

}  // namespace emulator

// --- Runs.

template <unsigned Count, unsigned Stride, typename T>
inline void load_run(T* registers, const T* address, emulator::SourceLine at = emulator::SourceLine::current()) {
  load(reinterpret_cast<const emulator::Run<T, Count>*>(address), at).template spread<Stride>(registers);
}

template <unsigned Count, unsigned Stride, typename T>
inline void load_run_streaming(T* registers, const T* address,
                               emulator::SourceLine at = emulator::SourceLine::current()) {
  load_run<Count, Stride>(registers, address, at);
}

/// As load_table(), unchecked but for the alignment of the address: tables are no allocations.
template <unsigned Count, unsigned Stride, typename T>
inline void load_table_run(T* registers, const T* address, emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  if (emulator::unlikely(reinterpret_cast<std::uintptr_t>(address) % sizeof(Run) != 0)) {
    emulator::current_observer->tell(emulator::FaultKind::global_misaligned, at, [&] {
      return "reads " + std::to_string(sizeof(Run)) + " bytes of a table at an address that is not aligned to them";
    });
  }
  for (unsigned i = 0; i < Count; ++i) registers[i * Stride] = address[i];
}

template <unsigned Count, unsigned Stride, typename T>
inline void store_run(T* address, const T* registers, emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  store(reinterpret_cast<Run*>(address), Run::template gathered<Stride>(registers), at);
}

template <unsigned Count, unsigned Stride, typename T>
inline void store_run_streaming(T* address, const T* registers,
                                emulator::SourceLine at = emulator::SourceLine::current()) {
  store_run<Count, Stride>(address, registers, at);
}

template <unsigned Count, unsigned Stride, typename T>
inline void read_run(T* registers, emulator::SharedArray<T> tile, unsigned index,
                     emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  const std::size_t offset = tile.offset() + std::size_t{index} * sizeof(T);
  const bool possible = emulator::may_begin_run("reads", offset, sizeof(Run), at);
  const Run run = possible ? emulator::load_shared<Run>(static_cast<unsigned>(offset / sizeof(Run)), at)
                           : emulator::poison<Run>();
  run.template spread<Stride>(registers);
}

template <unsigned Count, unsigned Stride, typename T>
inline void write_run(emulator::SharedArray<T> tile, unsigned index, const T* registers,
                      emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  const std::size_t offset = tile.offset() + std::size_t{index} * sizeof(T);
  if (!emulator::may_begin_run("writes", offset, sizeof(Run), at)) return;
  const Run run = Run::template gathered<Stride>(registers);
  emulator::store_shared<Run>(static_cast<unsigned>(offset / sizeof(Run)), run, at);
}

// --- Lanes.

namespace emulator {

/// Registers of a lane, and the lane whose registers it wants.
struct LaneRegisters : LanePart {
  unsigned char* registers;
  std::size_t bytes;
  unsigned source;
};

inline void exchange_in_warp(LanePart* const (&lanes)[lanes_of_a_warp]) {
  std::vector<unsigned char> before[lanes_of_a_warp];
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    const LaneRegisters& own = static_cast<const LaneRegisters&>(*lanes[lane]);
    before[lane].assign(own.registers, own.registers + own.bytes);
  }
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    const LaneRegisters& own = static_cast<const LaneRegisters&>(*lanes[lane]);
    std::memcpy(own.registers, before[own.source].data(), own.bytes);
  }
}

inline constexpr WarpAct lane_exchange = {"exchanges registers", "exchange registers", exchange_in_warp};

template <unsigned Count, typename T>
void take_from(T* v, unsigned source, SourceLine at) {
  LaneRegisters mine = {{&lane_exchange}, reinterpret_cast<unsigned char*>(v), Count * sizeof(T), source};
  act_together(mine, at);
}

}  // namespace emulator

template <unsigned Count, typename T>
inline void to_fragments(T* v, emulator::SourceLine at = emulator::SourceLine::current()) {
  const unsigned lane = threadIdx.x % 32u;
  emulator::take_from<Count>(v, lane / 4u + lane % 4u * 8u, at);
}

template <unsigned Count, typename T>
inline void from_fragments(T* v, emulator::SourceLine at = emulator::SourceLine::current()) {
  const unsigned lane = threadIdx.x % 32u;
  emulator::take_from<Count>(v, lane % 8u * 4u + lane / 8u, at);
}

// --- Products, with sums of float or of half.

template <typename Sum, std::size_t Registers, typename Format>
void multiply_add(Sum (&c)[Registers], emulator::ShortFloatPair<Format> a0, emulator::ShortFloatPair<Format> a1,
                  unsigned b, emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::multiply_add(c, emulator::product_of(a0, a1, b), at);
}

template <typename Sum, std::size_t Registers, typename Format>
void multiply_add(Sum (&c)[Registers], emulator::ShortFloatPair<Format> a0, emulator::ShortFloatPair<Format> a1,
                  emulator::ShortFloatPair<Format> a2, emulator::ShortFloatPair<Format> a3, uint2 b,
                  emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::multiply_add(c, emulator::product_of(a0, a1, a2, a3, b), at);
}

}  // namespace fftgen
