// SPDX-License-Identifier: Apache-2.0
// FFTGEN_SHIM=check: what the bundle serves, the real library computes, too, into memory of its own, and both results are compared on the
// host: array by array, |ours - theirs| over |theirs|. Each may differ from the exact result by the error bound of the transform.
#pragma once

#include <cmath>
#include <limits>
#include <new>

#include "cufft_record.hpp"

namespace fftgen_cufft {

/** The elements of one side of an execution as they lie, in elements. */
struct Side {
  long long lengths[MOST_DIMENSIONS] = {1, 1, 1};
  long long strides[MOST_DIMENSIONS] = {0, 0, 0};
  long long distance = 0;
  long long arrays = 1;
  int parts = 1;
  bundle::Precision precision = bundle::F32;

  std::size_t part_bytes() const { return precision == bundle::F64 ? 8 : precision == bundle::F32 ? 4 : 2; }
  /** From the first element to behind the last one. */
  std::size_t bytes() const {
    long long reach = 1 + (arrays - 1) * distance;
    for (int i = 0; i < MOST_DIMENSIONS; ++i) reach += (lengths[i] - 1) * strides[i];
    return static_cast<std::size_t>(reach * parts) * part_bytes();
  }
};

inline Side side_of(const Request& request, bool is_input, bool in_place) {
  Side side;
  const bool is_complex = request.kind == Kind::c2c || (request.kind == Kind::c2r) == is_input;
  const bool is_half = request.kind != Kind::c2c && is_complex;
  side.parts = is_complex ? 2 : 1;
  side.precision = request.precision;
  side.arrays = request.batch;
  for (int i = 0; i < request.rank; ++i) side.lengths[i] = request.lengths[i];
  if (is_half) side.lengths[request.rank - 1] = request.lengths[request.rank - 1] / 2 + 1;
  side.distance = strides_of(request, is_input ? request.input : request.output, is_half, in_place && !is_complex, side.strides);
  return side;
}

inline double short_number(std::uint16_t bits, bool is_bfloat) {
  const int fraction_bits = is_bfloat ? 7 : 10;
  const int most = is_bfloat ? 255 : 31;
  const int exponent = (bits >> fraction_bits) & most;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int bias = most / 2 + fraction_bits;
  const double size = exponent == most ? (fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0  ? std::ldexp(fraction, 1 - bias)
                                       : std::ldexp(fraction + (1 << fraction_bits), exponent - bias);
  return (bits & 0x8000) != 0 ? -size : size;
}

inline double number_at(const unsigned char* place, bundle::Precision precision) {
  if (precision == bundle::F64) {
    double number;
    std::memcpy(&number, place, sizeof(number));
    return number;
  }
  if (precision == bundle::F32) {
    float number;
    std::memcpy(&number, place, sizeof(number));
    return static_cast<double>(number);
  }
  std::uint16_t bits;
  std::memcpy(&bits, place, sizeof(bits));
  return short_number(bits, precision == bundle::BF16);
}

/** The largest relative difference of an array. Where cuFFT's result is infinite or no number, ours may be so, too. */
inline double difference(const Side& side, const unsigned char* ours, const unsigned char* theirs) {
  double largest = 0;
  const std::size_t width = side.part_bytes();
  for (long long array = 0; array < side.arrays; ++array) {
    double error = 0;
    double size = 0;
    bool is_finite = true;
    for (long long i = 0; i < side.lengths[0]; ++i) {
      for (long long j = 0; j < side.lengths[1]; ++j) {
        for (long long k = 0; k < side.lengths[2]; ++k) {
          const long long element = array * side.distance + i * side.strides[0] + j * side.strides[1] + k * side.strides[2];
          for (int part = 0; part < side.parts; ++part) {
            const std::size_t at = static_cast<std::size_t>(element * side.parts + part) * width;
            const double exact = number_at(theirs + at, side.precision);
            const double found = number_at(ours + at, side.precision);
            is_finite = is_finite && std::isfinite(exact);
            error += (found - exact) * (found - exact);
            size += exact * exact;
          }
        }
      }
    }
    if (!is_finite) continue;
    const double relative = error == 0 ? 0 : size == 0 ? std::numeric_limits<double>::infinity() : std::sqrt(error / size);
    // A number that is none is larger than all.
    if (!(relative <= largest)) largest = std::isnan(relative) ? std::numeric_limits<double>::infinity() : relative;
  }
  return largest;
}

/** Device memory until the end of a comparison. */
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (memory_ != nullptr) static_cast<void>(cudaFree(memory_));
  }
  bool allocate(std::size_t bytes) {
    if (cudaMalloc(&memory_, bytes) == cudaSuccess) return true;
    // The program finds no error of ours.
    static_cast<void>(cudaGetLastError());
    memory_ = nullptr;
    return false;
  }
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

/** Lets a thread allocate and wait while another stream than the plan's is captured. */
class Relaxed {
 public:
  Relaxed() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_)); }
  Relaxed(const Relaxed&) = delete;
  Relaxed& operator=(const Relaxed&) = delete;
  ~Relaxed() { static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode_)); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/** One execution that both libraries do. */
class Comparison {
 public:
  Comparison(const Request& request, int direction, void* in, void* out, cudaStream_t stream)
      : request_(request), direction_(direction), in_(in), out_(out), stream_(stream),
        input_(side_of(request, true, in == out)), output_(side_of(request, false, in == out)) {}

  /** Before ours: `run` is the real library's execution. In place, and where cuFFT may lose its input, it works on a copy. */
  template <class Run>
  bool begin(Run run) {
    const Relaxed relaxed;
    const bool in_place = in_ == out_;
    const bool copies = in_place || request_.kind == Kind::c2r;
    void* from = in_;
    if (copies) {
      if (!copy_.allocate(in_place ? std::max(input_.bytes(), output_.bytes()) : input_.bytes())) return false;
      from = copy_.get();
      if (cudaMemcpyAsync(from, in_, input_.bytes(), cudaMemcpyDeviceToDevice, stream_) != cudaSuccess) return false;
    }
    if (!in_place && !result_.allocate(output_.bytes())) return false;
    theirs_ = in_place ? copy_.get() : result_.get();
    return run(from, theirs_) == SUCCESS;
  }

  /** After ours. Returns the difference over the one that is allowed; less than 0 where it could not be seen. */
  double end(double allowed) {
    const Relaxed relaxed;
    const std::size_t bytes = output_.bytes();
    try {
      std::vector<unsigned char> ours(bytes);
      std::vector<unsigned char> theirs(bytes);
      if (cudaMemcpyAsync(ours.data(), out_, bytes, cudaMemcpyDeviceToHost, stream_) != cudaSuccess) return -1;
      if (cudaMemcpyAsync(theirs.data(), theirs_, bytes, cudaMemcpyDeviceToHost, stream_) != cudaSuccess) return -1;
      if (cudaStreamSynchronize(stream_) != cudaSuccess) return -1;
      difference_ = difference(output_, ours.data(), theirs.data());
      return difference_ / allowed;
    } catch (const std::bad_alloc&) {
      return -1;
    }
  }

  void say_difference(double allowed) const {
    const Recorded posed = recorded(request_, direction_, in_ == out_);
    std::fprintf(stderr, "fftgen: %s, %lld array%s%s: the result differs from cuFFT's by %.2g of its size; allowed is %.2g\n",
                 posed.name.c_str(), request_.batch, request_.batch == 1 ? "" : "s", in_ == out_ ? " in place" : "", difference_, allowed);
  }

 private:
  const Request& request_;
  int direction_;
  void* in_;
  void* out_;
  cudaStream_t stream_;
  Side input_;
  Side output_;
  Scratch copy_;
  Scratch result_;
  void* theirs_ = nullptr;
  double difference_ = 0;
};

}  // namespace fftgen_cufft
