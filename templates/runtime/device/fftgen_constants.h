// Constants that are too many to be printed: the host computes them in double precision and copies them to each GPU before
// the first launch there. Host code.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace fftgen {

struct Constant {
  double re;
  double im;
};

/// exp(2 pi i turns / whole): the angle is reduced to an eighth of a turn in integers, and its rounding error is applied.
/// `turns` must be less than `whole`, and `whole` less than 2^50.
static inline Constant root_of_unity(std::uint64_t turns, std::uint64_t whole) {
  const std::uint64_t octant = 8 * turns / whole;
  // The angle within its octant in units of 1 / (8 whole): from the beginning of even octants, from the end of odd ones.
  const std::uint64_t beyond = 8 * turns - octant * whole;
  const double eighths = static_cast<double>(octant % 2 == 0 ? beyond : whole - beyond);
  const double part = eighths / static_cast<double>(whole);
  const double rest = std::fma(-part, static_cast<double>(whole), eighths) / static_cast<double>(whole);
  constexpr double quarter_pi = 0.78539816339744828;        // pi / 4 rounded to double
  constexpr double quarter_pi_rest = 3.0616169978683830e-17;  // its rounding error
  const double angle = quarter_pi * part;
  const double angle_rest = std::fma(quarter_pi, part, -angle) + quarter_pi_rest * part + quarter_pi * rest;
  const double cosine = std::cos(angle) - angle_rest * std::sin(angle);
  const double sine = std::sin(angle) + angle_rest * std::cos(angle);
  switch (octant) {
    case 0: return {cosine, sine};
    case 1: return {sine, cosine};
    case 2: return {-sine, cosine};
    case 3: return {-cosine, sine};
    case 4: return {-cosine, -sine};
    case 5: return {-sine, -cosine};
    case 6: return {sine, -cosine};
    default: return {cosine, -sine};
  }
}

/// weight exp(-2 pi i (step k + first) / whole) for k = 0 .. count - 1.
static inline std::vector<Constant> roots(std::size_t count, std::uint64_t step, std::uint64_t first,
                                          std::uint64_t whole, double weight) {
  std::vector<Constant> numbers(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Constant root = root_of_unity((step * k + first) % whole, whole);
    numbers[k] = {weight * root.re, -(weight * root.im)};
  }
  return numbers;
}

/// Unnormalised DFT by prime factors, mixed radix: n (p1 + p2 + ...) products for n = p1 p2 ...
static inline std::vector<Constant> transform_constants(std::vector<Constant> from) {
  const std::size_t length = from.size();
  const std::vector<Constant> powers = roots(length, 1, 0, length, 1.0);
  std::vector<Constant> to(length);
  std::vector<Constant> own;
  std::size_t done = 1;  // length transformed so far, of length / done interleaved sequences
  for (std::size_t prime = 2; done < length; ++prime) {
    while (length / done % prime == 0) {
      const std::size_t step = length / (done * prime);
      own.resize(prime);
      for (std::size_t k = 0; k < done * prime; ++k) {
        for (std::size_t member = 0; member < prime; ++member) own[member] = powers[member * k % (done * prime) * step];
        const Constant* const first = from.data() + k % done * step * prime;
        for (std::size_t sequence = 0; sequence < step; ++sequence) {
          Constant sum = {0, 0};
          for (std::size_t member = 0; member < prime; ++member) {
            const Constant a = first[member * step + sequence];
            const Constant b = own[member];
            sum.re += a.re * b.re - a.im * b.im;
            sum.im += a.re * b.im + a.im * b.re;
          }
          to[k * step + sequence] = sum;
        }
      }
      std::swap(from, to);
      done *= prime;
    }
  }
  return from;
}

/// exp(sign pi i k^2 / points) for k = 0 .. points - 1. Squares are reduced in integers.
static inline std::vector<Constant> chirp(std::uint64_t points, int sign) {
  std::vector<Constant> numbers(points);
  std::uint64_t square = 0;  // modulo 2 points
  for (std::uint64_t k = 0; k < points; ++k) {
    numbers[k] = root_of_unity(square, 2 * points);
    if (sign < 0) numbers[k].im = -numbers[k].im;
    square = (square + 2 * k + 1) % (2 * points);
  }
  return numbers;
}

/// DFT of `length` points of the conjugate chirp, divided by the length: the factors of Bluestein's pointwise product.
static inline std::vector<Constant> chirp_spectrum(std::uint64_t points, int sign, std::size_t length) {
  std::vector<Constant> numbers(length, Constant{0, 0});
  const std::vector<Constant> conjugate = chirp(points, -sign);
  for (std::size_t k = 0; k < conjugate.size(); ++k) numbers[k] = numbers[k == 0 ? 0 : length - k] = conjugate[k];
  numbers = transform_constants(std::move(numbers));
  for (Constant& number : numbers) {
    number.re /= static_cast<double>(length);
    number.im /= static_cast<double>(length);
  }
  return numbers;
}

/// A digit of a frequency, and its weights in the order of the kernels and in natural order.
struct FrequencyDigit {
  std::size_t radix;
  std::size_t place;
  std::size_t frequency;
};

/// Reorders constants from natural order to the order of the kernels.
static inline std::vector<Constant> in_order(const std::vector<Constant>& natural,
                                             const std::vector<FrequencyDigit>& digits) {
  std::vector<Constant> ordered(natural.size());
  std::vector<std::size_t> values(digits.size(), 0);
  std::size_t place = 0;
  std::size_t frequency = 0;
  for (std::size_t count = 0; count < natural.size(); ++count) {
    ordered[place] = natural[frequency];
    for (std::size_t i = 0; i < digits.size(); ++i) {
      place += digits[i].place;
      frequency += digits[i].frequency;
      if (++values[i] < digits[i].radix) break;
      place -= digits[i].radix * digits[i].place;
      frequency -= digits[i].radix * digits[i].frequency;
      values[i] = 0;
    }
  }
  return ordered;
}

/// Rounds constants to the type of a table in device memory, and copies them there.
template <typename Complex, std::size_t count>
static inline cudaError_t copy_constants(const Complex (&table)[count], const std::vector<Constant>& constants,
                                         cudaStream_t stream) {
  using Number = decltype(Complex::x);
  std::vector<Complex> rounded(count);
  for (std::size_t i = 0; i < count; ++i) {
    rounded[i].x = static_cast<Number>(constants[i].re);
    rounded[i].y = static_cast<Number>(constants[i].im);
  }
  const cudaError_t status =
      cudaMemcpyToSymbolAsync(table, rounded.data(), sizeof(table), 0, cudaMemcpyHostToDevice, stream);
  return status == cudaSuccess ? cudaStreamSynchronize(stream) : status;
}

/// The GPUs of this process that have the constants of a transform. Threads wait for the one that computes them.
class ConstantsOnDevices {
 public:
  /// Calls compute(stream) unless this GPU has the constants.
  template <typename Compute>
  cudaError_t at_first(Compute compute) {
    return run(compute, false);
  }

  /// Calls compute(stream) in any case.
  template <typename Compute>
  cudaError_t anew(Compute compute) {
    return run(compute, true);
  }

 private:
  /// Exceptions must not leave functions of C.
  template <typename Compute>
  static cudaError_t computed(Compute compute, cudaStream_t stream) {
#ifdef __cpp_exceptions
    try {
      return compute(stream);
    } catch (const std::bad_alloc&) {
      return cudaErrorMemoryAllocation;
    }
#else
    return compute(stream);
#endif
  }

  template <typename Compute>
  cudaError_t run(Compute compute, bool anew) {
    int device = 0;
    cudaError_t status = cudaGetDevice(&device);
    if (status != cudaSuccess) return status;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!anew && devices_.count(device) > 0) return cudaSuccess;
    // A separate stream, so that the copies do not become part of a graph that this thread may be capturing.
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    status = cudaThreadExchangeStreamCaptureMode(&mode);
    if (status != cudaSuccess) return status;
    cudaStream_t stream = nullptr;
    status = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (status == cudaSuccess) {
      status = computed(compute, stream);
      const cudaError_t destroyed = cudaStreamDestroy(stream);
      if (status == cudaSuccess) status = destroyed;
    }
    const cudaError_t restored = cudaThreadExchangeStreamCaptureMode(&mode);
    if (status == cudaSuccess) status = restored;
    if (status == cudaSuccess) devices_.insert(device);
    return status;
  }

  std::mutex mutex_;
  std::set<int> devices_;
};

}  // namespace fftgen
