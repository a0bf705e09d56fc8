// The emulator's versions of the memory functions and of the products of fftgen_matrix.cuh.
//
// A run is one access, checked and counted as that of an element of the same bytes. A product makes the 32 lanes of a
// warp meet, at one line, in blocks as in clusters; like its instruction it is no barrier for memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_language.h"
#include "device_calls.h"
#include "device_functions.h"
#include "short_float.h"
#include "source_line.h"

namespace fftgen {

using CallSite = emulator::SourceLine;

namespace emulator {

/// Adjacent elements that one access moves.
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

/// The operands a and b of a product.
template <typename Format>
LaneProduct product_of(ShortFloatPair<Format> a0, ShortFloatPair<Format> a1, unsigned b) {
  LaneProduct product = {};
  widen(product.a, a0);
  widen(product.a + 2, a1);
  widen<Format>(product.b, b);
  return product;
}

template <typename Format>
LaneProduct product_of(ShortFloatPair<Format> a0, ShortFloatPair<Format> a1, ShortFloatPair<Format> a2,
                       ShortFloatPair<Format> a3, uint2 b) {
  LaneProduct product = product_of(a0, a1, b.x);
  widen(product.a + 4, a2);
  widen(product.a + 6, a3);
  widen<Format>(product.b + 2, b.y);
  return product;
}

inline void multiply_add(unsigned depth, float (&c)[4], LaneProduct product, SourceLine at) {
  for (unsigned i = 0; i < 4; ++i) product.c[i] = static_cast<double>(c[i]);
  multiply_in_warp(depth, product, at);
  for (unsigned i = 0; i < 4; ++i) c[i] = static_cast<float>(product.c[i]);
}

template <typename Format, std::size_t Registers>
void multiply_add(unsigned depth, ShortFloatPair<Format> (&c)[Registers], LaneProduct product, SourceLine at) {
  static_assert(Format::sums_in_products, "products have sums of float or half");
  for (unsigned i = 0; i < Registers; ++i) {
    product.c[2 * i] = static_cast<double>(static_cast<float>(c[i].x));
    product.c[2 * i + 1] = static_cast<double>(static_cast<float>(c[i].y));
  }
  multiply_in_warp(depth, product, at);
  for (unsigned i = 0; i < Registers; ++i) c[i] = {product.c[2 * i], product.c[2 * i + 1]};
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

/// Like load_table(), unchecked except for the alignment of the address: tables are not allocations.
template <unsigned Count, unsigned Stride, typename T>
inline void load_table_run(T* registers, const T* address, emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  if (reinterpret_cast<std::uintptr_t>(address) % sizeof(Run) != 0) emulator::tell_misaligned_table(sizeof(Run), at);
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
  Run run;
  if (emulator::may_begin_run("reads", offset, sizeof(Run), at)) {
    run = emulator::read_shared<Run>(static_cast<unsigned>(offset / sizeof(Run)), at);
  } else {
    emulator::poison(&run, sizeof(Run));
  }
  run.template spread<Stride>(registers);
}

template <unsigned Count, unsigned Stride, typename T>
inline void write_run(emulator::SharedArray<T> tile, unsigned index, const T* registers,
                      emulator::SourceLine at = emulator::SourceLine::current()) {
  using Run = emulator::Run<T, Count>;
  const std::size_t offset = tile.offset() + std::size_t{index} * sizeof(T);
  if (!emulator::may_begin_run("writes", offset, sizeof(Run), at)) return;
  const Run run = Run::template gathered<Stride>(registers);
  emulator::write_shared<Run>(static_cast<unsigned>(offset / sizeof(Run)), run, at);
}

// --- Lanes.

namespace emulator {

template <unsigned Count, typename T>
void take_from(T* v, unsigned source, SourceLine at) {
  exchange_in_warp(v, Count * sizeof(T), source, at);
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
  emulator::multiply_add(8, c, emulator::product_of(a0, a1, b), at);
}

template <typename Sum, std::size_t Registers, typename Format>
void multiply_add(Sum (&c)[Registers], emulator::ShortFloatPair<Format> a0, emulator::ShortFloatPair<Format> a1,
                  emulator::ShortFloatPair<Format> a2, emulator::ShortFloatPair<Format> a3, uint2 b,
                  emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::multiply_add(16, c, emulator::product_of(a0, a1, a2, a3, b), at);
}

/// The function of fftgen_shapes.cuh.
template <typename Format>
void multiply_add_4(emulator::ShortFloatPair<Format> (&c)[4], emulator::ShortFloatPair<Format> a0,
                    emulator::ShortFloatPair<Format> a1, uint2 b,
                    emulator::SourceLine at = emulator::SourceLine::current()) {
  emulator::LaneProduct product = emulator::product_of(a0, a1, b.x);
  emulator::widen<Format>(product.b + 2, b.y);
  emulator::multiply_add(4, c, product, at);
}

}  // namespace fftgen
