// The emulator's version of fftgen_planar.cuh: pairs of pointers to arrays of real and of imaginary parts.
#pragma once

#include <cstddef>

#include "device_functions.h"
#include "source_line.h"

namespace fftgen {

template <typename Part, typename Complex>
struct Planar {
  Part* re;
  Part* im;
};

template <typename Part, typename Complex>
inline Planar<Part, Complex> operator+(Planar<Part, Complex> array, std::size_t offset) {
  return {array.re + offset, array.im + offset};
}

template <typename Part, typename Complex>
inline Complex load(Planar<Part, Complex> address, emulator::SourceLine at = emulator::SourceLine::current()) {
  Complex value;
  value.x = load(address.re, at);
  value.y = load(address.im, at);
  return value;
}

template <typename Part, typename Complex>
inline void store(Planar<Part, Complex> address, Complex value,
                  emulator::SourceLine at = emulator::SourceLine::current()) {
  store(address.re, value.x, at);
  store(address.im, value.y, at);
}

template <typename Part, typename Complex>
inline void store_streaming(Planar<Part, Complex> address, Complex value,
                            emulator::SourceLine at = emulator::SourceLine::current()) {
  store(address, value, at);
}

}  // namespace fftgen
