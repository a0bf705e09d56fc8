// The emulator's versions of the memory functions of fftgen_device.cuh, and of __syncthreads: each passes the access
// and its line on to the emulator (device_calls.h).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cuda_language.h"
#include "device_calls.h"
#include "source_line.h"

void __syncthreads(fftgen::emulator::SourceLine at = fftgen::emulator::SourceLine::current());

namespace fftgen {

namespace emulator {

/// T, where it must not be deduced: a value may then have any type that converts to the type of its address.
template <typename T>
struct Exactly {
  using type = T;
};

/// Types of elements of shared memory: none is smaller than a word, which two threads could write at the same time.
template <typename T>
inline constexpr bool is_shareable =
    std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

/// Types that an instruction can read or write in global memory.
template <typename T>
inline constexpr bool is_accessible = is_shareable<T> || (std::is_trivially_copyable_v<T> && sizeof(T) <= 2);

/// An index, and the line of its brackets.
struct SharedIndex {
  unsigned value;
  SourceLine at;
  constexpr SharedIndex(unsigned value_, SourceLine at_ = SourceLine::current()) : value(value_), at(at_) {}
};

template <typename T>
FFTGEN_ALWAYS_INLINE T read_shared(unsigned index, SourceLine at) {
  T value;
  load_shared<sizeof(T)>(index, static_cast<void*>(&value), at);
  return value;
}

template <typename T>
FFTGEN_ALWAYS_INLINE void write_shared(unsigned index, T value, SourceLine at) {
  store_shared<sizeof(T)>(index, static_cast<const void*>(&value), at);
}

/// An element of shared memory: reads when it is converted to T, writes when a T is assigned. Usable only in the
/// expression of the brackets: `auto element = tile[i]` would be a value on a GPU and a reference here, so its use
/// does not compile.
template <typename T>
class SharedElement {
 public:
  FFTGEN_ALWAYS_INLINE operator T() && { return read_shared<T>(index_.value, index_.at); }
  FFTGEN_ALWAYS_INLINE T operator=(T value) && {
    write_shared<T>(index_.value, value, index_.at);
    return value;
  }
  FFTGEN_ALWAYS_INLINE T operator=(SharedElement&& other) && { return std::move(*this) = static_cast<T>(std::move(other)); }

 private:
  template <typename>
  friend class SharedArray;
  explicit constexpr SharedElement(SharedIndex index) : index_(index) {}
  SharedIndex index_;
};

/// The dynamic shared memory as elements of T, from one of them on. On a GPU this is a plain T*.
template <typename T>
class SharedArray {
  static_assert(sizeof(T) >= 4, "elements of shared memory have at least 4 bytes: use Vectors of 16-bit numbers");
  static_assert(is_shareable<T>, "the emulator knows elements of shared memory of 4, 8 and 16 bytes");

 public:
  explicit constexpr SharedArray(unsigned first) : first_(first) {}

  FFTGEN_ALWAYS_INLINE SharedElement<T> operator[](SharedIndex index) const {
    return SharedElement<T>(SharedIndex(first_ + index.value, index.at));
  }

  /// The array that begins at element `index`, as with a pointer.
  friend SharedArray operator+(SharedArray array, unsigned index) { return SharedArray(array.first_ + index); }
  friend SharedArray operator+(unsigned index, SharedArray array) { return array + index; }

  /// The offset in bytes from the start of the dynamic shared memory.
  std::size_t offset() const { return std::size_t{first_} * sizeof(T); }

 private:
  unsigned first_;
};

}  // namespace emulator

template <typename T>
FFTGEN_ALWAYS_INLINE T load(const T* address, emulator::SourceLine at = emulator::SourceLine::current()) {
  static_assert(emulator::is_accessible<T>, "the emulator knows elements of 1, 2, 4, 8 and 16 bytes");
  T value;
  emulator::load_global<sizeof(T)>(address, static_cast<void*>(&value), at);
  return value;
}

template <typename T>
FFTGEN_ALWAYS_INLINE T load_streaming(const T* address, emulator::SourceLine at = emulator::SourceLine::current()) {
  return load(address, at);
}

/// Tables are constants of the program rather than allocations: reads are unchecked and do not count as traffic.
template <typename T>
FFTGEN_ALWAYS_INLINE T load_table(const T* address) {
  return *address;
}

template <typename T>
FFTGEN_ALWAYS_INLINE void store(T* address, typename emulator::Exactly<T>::type value,
                           emulator::SourceLine at = emulator::SourceLine::current()) {
  static_assert(emulator::is_accessible<T>, "the emulator knows elements of 1, 2, 4, 8 and 16 bytes");
  emulator::store_global<sizeof(T)>(address, static_cast<const void*>(&value), at);
}

template <typename T>
FFTGEN_ALWAYS_INLINE void store_streaming(T* address, typename emulator::Exactly<T>::type value,
                                     emulator::SourceLine at = emulator::SourceLine::current()) {
  store(address, value, at);
}

template <typename T>
FFTGEN_ALWAYS_INLINE emulator::SharedArray<T> dynamic_shared() {
  return emulator::SharedArray<T>(0);
}

}  // namespace fftgen
