// Planar complex arrays: real and imaginary parts in separate arrays, as a pair of pointers that is used like one pointer.
#pragma once

#include <cstddef>

#include "fftgen_device.cuh"

namespace fftgen {

#ifdef __CUDACC__

/// Points to elements of type Complex whose parts are of type Part.
template <typename Part, typename Complex>
struct Planar {
  Part* re;
  Part* im;
};

template <typename Part, typename Complex>
__device__ __forceinline__ Planar<Part, Complex> operator+(Planar<Part, Complex> array, std::size_t offset) {
  return {array.re + offset, array.im + offset};
}

/// Reads both parts.
template <typename Part, typename Complex>
__device__ __forceinline__ Complex load(Planar<Part, Complex> address) {
  Complex value;
  value.x = load(address.re);
  value.y = load(address.im);
  return value;
}

/// Writes both parts.
template <typename Part, typename Complex>
__device__ __forceinline__ void store(Planar<Part, Complex> address, Complex value) {
  store(address.re, value.x);
  store(address.im, value.y);
}

/// Writes both parts, which are not read again soon.
template <typename Part, typename Complex>
__device__ __forceinline__ void store_streaming(Planar<Part, Complex> address, Complex value) {
  store_streaming(address.re, value.x);
  store_streaming(address.im, value.y);
}

#endif  // __CUDACC__

}  // namespace fftgen
