// Device functions of Walsh-Hadamard kernels: vectors of numbers, and values that carry their rounding error.
//
// Numbers are float, double, __half or __nv_bfloat16. Every operation rounds once, to nearest even, and no product is
// ever contracted with a sum: compensated sums need exactly the operations that are written here.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstring>

#include "fftgen_device.cuh"

namespace fftgen {

/// `Width` neighbouring numbers of an array, moved and computed together. A memory access has at most 16 bytes.
template <typename Real, unsigned Width>
struct alignas(sizeof(Real) * Width <= 16 ? sizeof(Real) * Width : 16) Vector {
  Real at[Width];
};

/// The number value - error, where `error` estimates the rounding error of `value`. Sums are compensated as in Kahan's
/// summation (Andersson, section 3.3.1).
template <typename T>
struct alignas(2 * sizeof(T) <= 16 ? 2 * sizeof(T) : 16) Kahan {
  T value;
  T error;
};

/// The same with the errors of Neumaier's summation (Andersson, section 3.3.2).
template <typename T>
struct alignas(2 * sizeof(T) <= 16 ? 2 * sizeof(T) : 16) Neumaier {
  T value;
  T error;
};

// ---- Numbers --------------------------------------------------------------------------------------------------------

__device__ __forceinline__ float to_float(float x) { return x; }
__device__ __forceinline__ float to_float(__half x) { return __half2float(x); }
__device__ __forceinline__ float to_float(__nv_bfloat16 x) { return __bfloat162float(x); }

/// Rounded to nearest even.
__device__ __forceinline__ __half to_half(float x) { return __float2half_rn(x); }
__device__ __forceinline__ __nv_bfloat16 to_bfloat16(float x) { return __float2bfloat16_rn(x); }

/// 2 a + b, rounded once.
__device__ __forceinline__ float twice_plus(float a, float b) { return fmaf(2.0f, a, b); }
__device__ __forceinline__ double twice_plus(double a, double b) { return fma(2.0, a, b); }

/// Arithmetic of single numbers, and of pairs of 16-bit numbers that share a register. 0x4000 is 2 in both formats.
namespace numbers {

// Pairs: low in the lower half of a register.
__device__ __forceinline__ __half2 pair(__half low, __half high) { return __halves2half2(low, high); }
__device__ __forceinline__ __half low(__half2 both) { return __low2half(both); }
__device__ __forceinline__ __half high(__half2 both) { return __high2half(both); }
__device__ __forceinline__ __nv_bfloat162 pair(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __halves2bfloat162(low, high);
}
__device__ __forceinline__ __nv_bfloat16 low(__nv_bfloat162 both) { return __low2bfloat16(both); }
__device__ __forceinline__ __nv_bfloat16 high(__nv_bfloat162 both) { return __high2bfloat16(both); }

__device__ __forceinline__ float add(float a, float b) { return __fadd_rn(a, b); }
__device__ __forceinline__ double add(double a, double b) { return __dadd_rn(a, b); }
__device__ __forceinline__ __half add(__half a, __half b) { return __hadd_rn(a, b); }
__device__ __forceinline__ __half2 add(__half2 a, __half2 b) { return __hadd2_rn(a, b); }

__device__ __forceinline__ float subtract(float a, float b) { return __fsub_rn(a, b); }
__device__ __forceinline__ double subtract(double a, double b) { return __dsub_rn(a, b); }
__device__ __forceinline__ __half subtract(__half a, __half b) { return __hsub_rn(a, b); }
__device__ __forceinline__ __half2 subtract(__half2 a, __half2 b) { return __hsub2_rn(a, b); }

__device__ __forceinline__ float double_and_add(float a, float b) { return twice_plus(a, b); }
__device__ __forceinline__ double double_and_add(double a, double b) { return twice_plus(a, b); }
__device__ __forceinline__ __half double_and_add(__half a, __half b) { return __hfma(__ushort_as_half(0x4000), a, b); }
__device__ __forceinline__ __half2 double_and_add(__half2 a, __half2 b) {
  return __hfma2(__half2half2(__ushort_as_half(0x4000)), a, b);
}

/// The butterfly of the two numbers of a pair: low + high below, low - high above. Products with 1 and -1 are exact.
__device__ __forceinline__ __half2 butterfly_of(__half2 both) {
  const __half2 signs = pair(__ushort_as_half(0x3c00), __ushort_as_half(0xbc00));
  return __hfma2(__high2half2(both), signs, __low2half2(both));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800

// Without bfloat16 arithmetic: a float has more than 2 * 8 + 2 bits of precision, so that rounding twice equals rounding once.
__device__ __forceinline__ __nv_bfloat16 add(__nv_bfloat16 a, __nv_bfloat16 b) {
  return to_bfloat16(__fadd_rn(to_float(a), to_float(b)));
}
__device__ __forceinline__ __nv_bfloat16 subtract(__nv_bfloat16 a, __nv_bfloat16 b) {
  return to_bfloat16(__fsub_rn(to_float(a), to_float(b)));
}
__device__ __forceinline__ __nv_bfloat16 double_and_add(__nv_bfloat16 a, __nv_bfloat16 b) {
  return to_bfloat16(twice_plus(to_float(a), to_float(b)));
}
__device__ __forceinline__ __nv_bfloat162 add(__nv_bfloat162 a, __nv_bfloat162 b) {
  return pair(add(low(a), low(b)), add(high(a), high(b)));
}
__device__ __forceinline__ __nv_bfloat162 subtract(__nv_bfloat162 a, __nv_bfloat162 b) {
  return pair(subtract(low(a), low(b)), subtract(high(a), high(b)));
}
__device__ __forceinline__ __nv_bfloat162 double_and_add(__nv_bfloat162 a, __nv_bfloat162 b) {
  return pair(double_and_add(low(a), low(b)), double_and_add(high(a), high(b)));
}
__device__ __forceinline__ __nv_bfloat162 butterfly_of(__nv_bfloat162 both) {
  return pair(add(low(both), high(both)), subtract(low(both), high(both)));
}

#else

__device__ __forceinline__ __nv_bfloat16 add(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd_rn(a, b); }
__device__ __forceinline__ __nv_bfloat162 add(__nv_bfloat162 a, __nv_bfloat162 b) { return __hadd2_rn(a, b); }
__device__ __forceinline__ __nv_bfloat16 subtract(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub_rn(a, b); }
__device__ __forceinline__ __nv_bfloat162 subtract(__nv_bfloat162 a, __nv_bfloat162 b) { return __hsub2_rn(a, b); }
__device__ __forceinline__ __nv_bfloat16 double_and_add(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hfma(__ushort_as_bfloat16(0x4000), a, b);
}
__device__ __forceinline__ __nv_bfloat162 double_and_add(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __hfma2(__bfloat162bfloat162(__ushort_as_bfloat16(0x4000)), a, b);
}
__device__ __forceinline__ __nv_bfloat162 butterfly_of(__nv_bfloat162 both) {
  const __nv_bfloat162 signs = pair(__ushort_as_bfloat16(0x3f80), __ushort_as_bfloat16(0xbf80));
  return __hfma2(__high2bfloat162(both), signs, __low2bfloat162(both));
}

#endif

/// a * factor. 16-bit numbers are multiplied in single precision.
__device__ __forceinline__ float multiply(float a, float factor) { return __fmul_rn(a, factor); }
__device__ __forceinline__ double multiply(double a, double factor) { return __dmul_rn(a, factor); }
__device__ __forceinline__ __half multiply(__half a, float factor) { return to_half(__fmul_rn(to_float(a), factor)); }
__device__ __forceinline__ __nv_bfloat16 multiply(__nv_bfloat16 a, float factor) {
  return to_bfloat16(__fmul_rn(to_float(a), factor));
}

/// The type of scale factors.
template <typename Real>
struct Factor {
  using type = float;
};
template <>
struct Factor<double> {
  using type = double;
};

/// |x|, exactly.
__device__ __forceinline__ float magnitude(float x) { return fabsf(x); }
__device__ __forceinline__ double magnitude(double x) { return fabs(x); }
__device__ __forceinline__ float magnitude(__half x) { return fabsf(to_float(x)); }
__device__ __forceinline__ float magnitude(__nv_bfloat16 x) { return fabsf(to_float(x)); }

/// Applies `operate` to a and b, component by component.
template <typename Real, unsigned Width, typename Operation>
__device__ __forceinline__ Vector<Real, Width> by_component(Vector<Real, Width> a, Vector<Real, Width> b,
                                                            Operation operate) {
  Vector<Real, Width> result;
  if constexpr (sizeof(Real) == 2 && Width % 2 == 0) {
    for (unsigned i = 0; i < Width; i += 2) {
      const auto both = operate(pair(a.at[i], a.at[i + 1]), pair(b.at[i], b.at[i + 1]));
      result.at[i] = low(both);
      result.at[i + 1] = high(both);
    }
  } else {
    for (unsigned i = 0; i < Width; ++i) result.at[i] = operate(a.at[i], b.at[i]);
  }
  return result;
}

/// Rounds numbers to 16 bits, two at a time where possible; `narrow` rounds two.
template <typename Real, unsigned Width, typename Narrow>
__device__ __forceinline__ Vector<Real, Width> narrowed(Vector<float, Width> x, Narrow narrow) {
  Vector<Real, Width> result;
  for (unsigned i = 0; i < Width / 2 * 2; i += 2) {
    const auto both = narrow(x.at[i], x.at[i + 1]);
    result.at[i] = low(both);
    result.at[i + 1] = high(both);
  }
  if (Width % 2 == 1) result.at[Width - 1] = low(narrow(x.at[Width - 1], 0.0f));
  return result;
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> add(Vector<Real, Width> a, Vector<Real, Width> b) {
  return by_component(a, b, [](auto x, auto y) { return add(x, y); });
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> subtract(Vector<Real, Width> a, Vector<Real, Width> b) {
  return by_component(a, b, [](auto x, auto y) { return subtract(x, y); });
}

/// Component by component, the error term of the operand with the least magnitude among sum, a and b:
/// `without_b` if |b| is the least, `without_a` if |a| is, `without_sum` otherwise.
template <typename Real>
__device__ __forceinline__ Real by_least(Real sum, Real a, Real b, Real without_sum, Real without_a, Real without_b) {
  const auto size_of_a = magnitude(a);
  const auto size_of_b = magnitude(b);
  const bool a_is_less = size_of_a < size_of_b;
  const Real without_summand = a_is_less ? without_a : without_b;
  return magnitude(sum) < (a_is_less ? size_of_a : size_of_b) ? without_sum : without_summand;
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> by_least(Vector<Real, Width> sum, Vector<Real, Width> a,
                                                        Vector<Real, Width> b, Vector<Real, Width> without_sum,
                                                        Vector<Real, Width> without_a, Vector<Real, Width> without_b) {
  for (unsigned i = 0; i < Width; ++i) {
    sum.at[i] = by_least(sum.at[i], a.at[i], b.at[i], without_sum.at[i], without_a.at[i], without_b.at[i]);
  }
  return sum;
}

}  // namespace numbers

/// a * factor.
template <typename Real>
__device__ __forceinline__ auto scale(Real a, typename numbers::Factor<Real>::type factor)
    -> decltype(numbers::multiply(a, factor)) {
  return numbers::multiply(a, factor);
}

__device__ __forceinline__ __half twice_plus(__half a, __half b) { return numbers::double_and_add(a, b); }
__device__ __forceinline__ __nv_bfloat16 twice_plus(__nv_bfloat16 a, __nv_bfloat16 b) {
  return numbers::double_and_add(a, b);
}

// Programs that disable the operators of 16-bit numbers, as PyTorch does, still need these sums.
#ifdef __CUDA_NO_HALF_OPERATORS__
__device__ __forceinline__ __half operator+(__half a, __half b) { return numbers::add(a, b); }
__device__ __forceinline__ __half operator-(__half a, __half b) { return numbers::subtract(a, b); }
#endif

#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
__device__ __forceinline__ __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) { return numbers::add(a, b); }
__device__ __forceinline__ __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) {
  return numbers::subtract(a, b);
}
#endif

// ---- Vectors --------------------------------------------------------------------------------------------------------

/// The two halves of a vector.
template <typename Real, unsigned Width>
__device__ __forceinline__ void split(Vector<Real, Width> both, Vector<Real, Width / 2>& low,
                                      Vector<Real, Width / 2>& high) {
  for (unsigned i = 0; i < Width / 2; ++i) {
    low.at[i] = both.at[i];
    high.at[i] = both.at[i + Width / 2];
  }
}

/// The negative.
template <typename Real, unsigned Half>
__device__ __forceinline__ Vector<Real, 2 * Half> joined(Vector<Real, Half> low, Vector<Real, Half> high) {
  Vector<Real, 2 * Half> both;
  for (unsigned i = 0; i < Half; ++i) {
    both.at[i] = low.at[i];
    both.at[i + Half] = high.at[i];
  }
  return both;
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> operator+(Vector<Real, Width> a, Vector<Real, Width> b) {
  return numbers::add(a, b);
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> operator-(Vector<Real, Width> a, Vector<Real, Width> b) {
  return numbers::subtract(a, b);
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> twice_plus(Vector<Real, Width> a, Vector<Real, Width> b) {
  return numbers::by_component(a, b, [](auto x, auto y) { return numbers::double_and_add(x, y); });
}

/// a * factor.
template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> scale(Vector<Real, Width> a,
                                                     typename numbers::Factor<Real>::type factor) {
  for (unsigned i = 0; i < Width; ++i) a.at[i] = numbers::multiply(a.at[i], factor);
  return a;
}

template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<float, Width> to_float(Vector<Real, Width> x) {
  Vector<float, Width> result;
  for (unsigned i = 0; i < Width; ++i) result.at[i] = to_float(x.at[i]);
  return result;
}

template <unsigned Width>
__device__ __forceinline__ Vector<__half, Width> to_half(Vector<float, Width> x) {
  return numbers::narrowed<__half>(x, [](float low, float high) { return __floats2half2_rn(low, high); });
}

template <unsigned Width>
__device__ __forceinline__ Vector<__nv_bfloat16, Width> to_bfloat16(Vector<float, Width> x) {
  return numbers::narrowed<__nv_bfloat16>(x, [](float low, float high) { return __floats2bfloat162_rn(low, high); });
}

/// Converts each number of a vector.
template <typename To, typename Real, unsigned Width>
__device__ __forceinline__ Vector<To, Width> cast(Vector<Real, Width> x) {
  Vector<To, Width> result;
  for (unsigned i = 0; i < Width; ++i) result.at[i] = static_cast<To>(x.at[i]);
  return result;
}

/// What a function makes of each number of a vector.
template <typename Real, unsigned Width, typename Convert>
__device__ __forceinline__ auto each(Vector<Real, Width> x, Convert convert)
    -> Vector<decltype(convert(x.at[0])), Width> {
  Vector<decltype(convert(x.at[0])), Width> result;
  for (unsigned i = 0; i < Width; ++i) result.at[i] = convert(x.at[i]);
  return result;
}

// ---- Compensated values ---------------------------------------------------------------------------------------------

/// x with an error of 0: `compensated<Kahan>(x)`.
template <template <typename> class Method, typename T>
__device__ __forceinline__ Method<T> compensated(T x) {
  return {x, T{}};
}

/// The number that a compensated value represents.
template <template <typename> class Method, typename T>
__device__ __forceinline__ T rounded(Method<T> x) {
  return numbers::subtract(x.value, x.error);
}

template <typename T>
__device__ __forceinline__ Kahan<T> operator+(Kahan<T> a, Kahan<T> b) {
  using namespace numbers;
  const T error = add(a.error, b.error);
  const T value = subtract(add(a.value, b.value), error);
  return {value, add(subtract(subtract(value, a.value), b.value), error)};
}

template <typename T>
__device__ __forceinline__ Kahan<T> operator-(Kahan<T> a, Kahan<T> b) {
  using namespace numbers;
  const T error = subtract(a.error, b.error);
  const T value = subtract(subtract(a.value, b.value), error);
  return {value, add(add(subtract(value, a.value), b.value), error)};
}

template <typename T>
__device__ __forceinline__ Neumaier<T> operator+(Neumaier<T> a, Neumaier<T> b) {
  using namespace numbers;
  const T error = add(a.error, b.error);
  const T sum = add(a.value, b.value);
  const T value = subtract(sum, error);
  const T undone = by_least(value, a.value, b.value, subtract(value, sum),
                            subtract(subtract(value, b.value), a.value), subtract(subtract(value, a.value), b.value));
  return {value, add(undone, error)};
}

template <typename T>
__device__ __forceinline__ Neumaier<T> operator-(Neumaier<T> a, Neumaier<T> b) {
  using namespace numbers;
  const T error = subtract(a.error, b.error);
  const T difference = subtract(a.value, b.value);
  const T value = subtract(difference, error);
  const T undone = by_least(value, a.value, b.value, subtract(value, difference),
                            subtract(add(value, b.value), a.value), add(subtract(value, a.value), b.value));
  return {value, add(undone, error)};
}

/// A compensated value times a factor; the error stays exact if the factor is a power of two.
template <typename T>
__device__ __forceinline__ Kahan<T> scale(Kahan<T> a, double factor) {
  return {scale(a.value, factor), scale(a.error, factor)};
}

template <typename T>
__device__ __forceinline__ Neumaier<T> scale(Neumaier<T> a, double factor) {
  return {scale(a.value, factor), scale(a.error, factor)};
}

// ---- Butterflies ----------------------------------------------------------------------------------------------------

/// (a, b) = (a + b, a - b).
template <typename T>
__device__ __forceinline__ void butterfly(T& a, T& b) {
  const T sum = a + b;
  b = a - b;
  a = sum;
}

/// (a, b) = (b, a): a renaming of registers.
template <typename T>
__device__ __forceinline__ void exchange(T& a, T& b) {
  const T first = a;
  a = b;
  b = first;
}

/// The transform of the components of one vector, in natural order.
template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> hadamard_within(Vector<Real, Width> v) {
  if constexpr (Width == 1) {
    return v;
  } else if constexpr (Width == 2 && sizeof(Real) == 2) {
    const auto both = numbers::butterfly_of(numbers::pair(v.at[0], v.at[1]));
    return {{numbers::low(both), numbers::high(both)}};
  } else {
    Vector<Real, Width / 2> low;
    Vector<Real, Width / 2> high;
    split(v, low, high);
    butterfly(low, high);
    return joined(hadamard_within(low), hadamard_within(high));
  }
}

/// The same for compensated values.
template <template <typename> class Method, typename Real, unsigned Width>
__device__ __forceinline__ Method<Vector<Real, Width>> hadamard_within(Method<Vector<Real, Width>> v) {
  if constexpr (Width == 1) {
    return v;
  } else {
    Method<Vector<Real, Width / 2>> low;
    Method<Vector<Real, Width / 2>> high;
    split(v.value, low.value, high.value);
    split(v.error, low.error, high.error);
    butterfly(low, high);
    low = hadamard_within(low);
    high = hadamard_within(high);
    return {joined(low.value, high.value), joined(low.error, high.error)};
  }
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

#ifdef __CUDACC__

/// The widest word by which an element can be moved.
template <unsigned Bytes>
struct Word {
  using type = uint4;
};
template <>
struct Word<8> {
  using type = uint2;
};
template <>
struct Word<4> {
  using type = unsigned;
};
template <>
struct Word<2> {
  using type = unsigned short;
};

/// The bits of a T as one word, or as several words of 16 bytes.
template <typename T>
struct Words {
  using Type = typename Word<sizeof(T)>::type;
  static constexpr unsigned count = sizeof(T) / sizeof(Type);
  Type at[count];

  __device__ __forceinline__ static Words of(const T& value) {
    Words words;
    memcpy(&words, &value, sizeof(T));
    return words;
  }
  __device__ __forceinline__ T value() const {
    T value;
    memcpy(&value, this, sizeof(T));
    return value;
  }
};

template <typename T>
__device__ __forceinline__ T load_words(const T* address) {
  Words<T> words;
  for (unsigned i = 0; i < words.count; ++i) {
    words.at[i] = load(reinterpret_cast<const typename Words<T>::Type*>(address) + i);
  }
  return words.value();
}

template <typename T>
__device__ __forceinline__ T load_words_streaming(const T* address) {
  Words<T> words;
  for (unsigned i = 0; i < words.count; ++i) {
    words.at[i] = load_streaming(reinterpret_cast<const typename Words<T>::Type*>(address) + i);
  }
  return words.value();
}

template <typename T>
__device__ __forceinline__ void store_words(T* address, const T& value) {
  const Words<T> words = Words<T>::of(value);
  for (unsigned i = 0; i < words.count; ++i) {
    store(reinterpret_cast<typename Words<T>::Type*>(address) + i, words.at[i]);
  }
}

template <typename T>
__device__ __forceinline__ void store_words_streaming(T* address, const T& value) {
  const Words<T> words = Words<T>::of(value);
  for (unsigned i = 0; i < words.count; ++i) {
    store_streaming(reinterpret_cast<typename Words<T>::Type*>(address) + i, words.at[i]);
  }
}

// Global memory: vectors are moved as words,
template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> load(const Vector<Real, Width>* address) {
  return load_words(address);
}
template <typename Real, unsigned Width>
__device__ __forceinline__ Vector<Real, Width> load_streaming(const Vector<Real, Width>* address) {
  return load_words_streaming(address);
}
template <typename Real, unsigned Width>
__device__ __forceinline__ void store(Vector<Real, Width>* address, Vector<Real, Width> value) {
  store_words(address, value);
}
template <typename Real, unsigned Width>
__device__ __forceinline__ void store_streaming(Vector<Real, Width>* address, Vector<Real, Width> value) {
  store_words_streaming(address, value);
}

// and so are compensated values.
template <template <typename> class Method, typename T>
__device__ __forceinline__ Method<T> load(const Method<T>* address) {
  return load_words(address);
}
template <template <typename> class Method, typename T>
__device__ __forceinline__ Method<T> load_streaming(const Method<T>* address) {
  return load_words_streaming(address);
}
template <template <typename> class Method, typename T>
__device__ __forceinline__ void store(Method<T>* address, Method<T> value) {
  store_words(address, value);
}
template <template <typename> class Method, typename T>
__device__ __forceinline__ void store_streaming(Method<T>* address, Method<T> value) {
  store_words_streaming(address, value);
}

#endif  // __CUDACC__

}  // namespace fftgen
