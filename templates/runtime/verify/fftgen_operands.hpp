// What a call gives to expressions: operands, arrays of which each element takes the number at its indices, with numbers
// that a formula says.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_quantity.hpp"

namespace fftgen::verify {

/** The number at a place of an operand: multiples of 1/8, which every precision has. `seed` tells operands apart. */
inline Quantity operand_number(std::uint64_t place, unsigned seed, bool is_complex) {
  const std::uint64_t re = 1 + (5 * place + seed) % 13;
  const std::int64_t im = is_complex ? static_cast<std::int64_t>((7 * place + seed) % 11) - 5 : 0;
  return {static_cast<long double>(re) / 8, static_cast<long double>(im) / 8};
}
inline Quantity operand_number(Quantity place, unsigned seed, bool is_complex) {
  return operand_number(static_cast<std::uint64_t>(place.re), seed, is_complex);
}

/** An operand in the memory of the device, for as many arrays as were asked for. */
class Operand {
 public:
  /** `elements`: for one array, or for all of them. */
  Operand(std::uint64_t elements, bool is_per_array, bool is_complex, unsigned seed)
      : elements_(elements), is_per_array_(is_per_array), is_complex_(is_complex), seed_(seed) {}

  /**
   * Numbers of type R, pairs of them for complex ones; the memory stays until the program ends. Of the largest
   * batch there is, which is not computed, there is one array.
   */
  template <class R>
  const void* data(std::size_t batch, std::size_t largest_batch) const {
    Memory& memory = *memory_;
    const std::uint64_t arrays = batch < largest_batch ? batch : 1;
    const std::uint64_t wanted = elements_ * (is_per_array_ ? arrays : 1);
    if (memory.elements < wanted || memory.data == nullptr) memory = filled<R>(wanted == 0 ? 1 : wanted);
    return memory.data;
  }

 private:
  struct Memory {
    void* data = nullptr;
    std::uint64_t elements = 0;
  };

  template <class R>
  Memory filled(std::uint64_t elements) const {
    std::vector<R> numbers;
    for (std::uint64_t place = 0; place < elements; ++place) {
      const Quantity number = operand_number(place, seed_, is_complex_);
      numbers.push_back(static_cast<R>(number.re));
      if (is_complex_) numbers.push_back(static_cast<R>(number.im));
    }
    Memory memory;
    memory.elements = elements;
    FFTGEN_CHECK(cudaMalloc(&memory.data, numbers.size() * sizeof(R)));
    FFTGEN_CHECK(cudaMemcpy(memory.data, numbers.data(), numbers.size() * sizeof(R), cudaMemcpyHostToDevice));
    return memory;
  }

  std::uint64_t elements_;
  bool is_per_array_;
  bool is_complex_;
  unsigned seed_;
  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();  // of all copies
};

}  // namespace fftgen::verify
