// cuFFT as a yardstick, when compiled with -DFFTGEN_WITH_CUFFT and linked with -lcufft.
#pragma once

#include "fftgen_subject.hpp"

#ifdef FFTGEN_WITH_CUFFT

#include <cufft.h>
#include <cufftXt.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace fftgen::verify {

struct CufftFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require_cufft(cufftResult status, const char* call) {
  if (status == CUFFT_SUCCESS) return;
  throw CufftFailure(std::string(call) + " failed with cufftResult " + std::to_string(static_cast<int>(status)));
}

/** How cuFFT sees a batch of arrays: transforms of some lengths, their elements `stride` apart; one after the other. */
struct CufftShape {
  std::vector<long long> lengths;
  long long batch;
  long long stride = 1;
  long long distance = 1;  // where the stride is 1; otherwise transforms are interleaved

  template <class C>
  CufftShape(const Subject<C>& subject, long long arrays) : batch(arrays) {
    long long elements = 1;  // of the transformed dimensions
    long long outer = 1;
    for (const Dimension& dimension : subject.dimensions) {
      const auto length = static_cast<long long>(dimension.length);
      if (!dimension.transformed) {
        (lengths.empty() ? outer : stride) *= length;
      } else if (stride > 1) {
        throw CufftFailure("cuFFT transforms neighbouring dimensions only");
      } else {
        lengths.push_back(length);
        elements *= length;
      }
    }
    if (lengths.size() > 3) throw CufftFailure("cuFFT has at most 3 dimensions");
    const bool is_dense = subject.distance == 0 || subject.distance == point_count(subject);
    if ((stride > 1 && batch * outer > 1) || (outer > 1 && batch > 1 && !is_dense))
      throw CufftFailure("cuFFT has one distance between transforms only");
    distance = outer > 1 || is_dense ? elements : static_cast<long long>(subject.distance);
    batch *= outer * stride;
  }
};

/** What cuFFT calls numbers made of R. It transforms halves of lengths that are powers of two only. */
template <class R>
struct CufftTypes {
  static constexpr int bits = Number<R>::mantissa_bits;
  static constexpr cudaDataType real = bits == 53   ? CUDA_R_64F
                                       : bits == 24 ? CUDA_R_32F
                                       : bits == 11 ? CUDA_R_16F
                                                    : CUDA_R_16BF;
  static constexpr cudaDataType complex = bits == 53   ? CUDA_C_64F
                                          : bits == 24 ? CUDA_C_32F
                                          : bits == 11 ? CUDA_C_16F
                                                       : CUDA_C_16BF;
};

/**
 * Beside a Fourier transform the same one (natural order, scale 1); beside a Walsh-Hadamard transform the nearest that
 * there is, the real-to-complex transform of the same lengths, as Andersson compares them. Throws CufftFailure where
 * cuFFT has no such transform or not enough memory.
 */
template <class C>
class CufftPlan {
 public:
  CufftPlan(const Subject<C>& subject, std::size_t batch)
      : direction_(subject.direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE) {
    require_cufft(cufftCreate(&plan_), "cufftCreate");
    try {
      make(subject, static_cast<long long>(batch));
    } catch (...) {
      cufftDestroy(plan_);
      throw;
    }
  }
  ~CufftPlan() { cufftDestroy(plan_); }
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;

  static constexpr const char* kind = is_walsh<C> ? "real-to-complex" : "complex-to-complex";
  /** A real-to-complex transform writes more than it reads. */
  static constexpr bool in_place = !is_walsh<C>;

  /** What a batch of outputs takes. */
  std::size_t output_bytes() const { return output_bytes_; }

  void execute(const float2* in, float2* out) const {
    require_cufft(cufftExecC2C(plan_, const_cast<float2*>(in), out, direction_), "cufftExecC2C");
  }
  void execute(const double2* in, double2* out) const {
    require_cufft(cufftExecZ2Z(plan_, const_cast<double2*>(in), out, direction_), "cufftExecZ2Z");
  }
  /** 16-bit elements, and real-to-complex transforms. `out` has output_bytes(). */
  template <class T>
  void execute(const T* in, T* out) const {
    require_cufft(cufftXtExec(plan_, const_cast<T*>(in), out, direction_), "cufftXtExec");
  }

 private:
  using Types = CufftTypes<typename Element<C>::Real>;

  void make(const Subject<C>& subject, long long batch) {
    const CufftShape shape(subject, batch);
    if constexpr (is_walsh<C>) {
      make_real_to_complex(shape);
    } else {
      output_bytes_ = static_cast<std::size_t>(point_count(subject)) * static_cast<std::size_t>(batch) * sizeof(C);
      make_complex_to_complex(shape.lengths, batch);
    }
  }

  void make_real_to_complex(const CufftShape& shape) {
    std::vector<long long> lengths = shape.lengths;
    std::vector<long long> spectrum = lengths;
    spectrum.back() = spectrum.back() / 2 + 1;
    long long count = 1;
    for (const long long length : spectrum) count *= length;
    const long long input_distance = shape.stride > 1 ? 1 : shape.distance;
    const long long output_distance = shape.stride > 1 ? 1 : count;
    output_bytes_ = static_cast<std::size_t>(count * shape.batch) * 2 * sizeof(C);
    std::size_t workspace_bytes = 0;
    require_cufft(cufftXtMakePlanMany(plan_, static_cast<int>(lengths.size()), lengths.data(), lengths.data(),
                                      shape.stride, input_distance, Types::real, spectrum.data(), shape.stride,
                                      output_distance, Types::complex, shape.batch, &workspace_bytes, Types::complex),
                  "cufftXtMakePlanMany");
  }

  /** Null embeddings: dense arrays, one behind the other. */
  void make_complex_to_complex(std::vector<long long> lengths, long long batch) {
    const int rank = static_cast<int>(lengths.size());
    std::size_t workspace_bytes = 0;
    if constexpr (sizeof(typename Element<C>::Real) == 2) {
      require_cufft(cufftXtMakePlanMany(plan_, rank, lengths.data(), nullptr, 1, 0, Types::complex, nullptr, 1, 0,
                                        Types::complex, batch, &workspace_bytes, Types::complex),
                    "cufftXtMakePlanMany");
    } else {  // the 64-bit form of cufftPlanMany
      require_cufft(cufftMakePlanMany64(plan_, rank, lengths.data(), nullptr, 1, 0, nullptr, 1, 0,
                                        sizeof(C) == sizeof(cufftComplex) ? CUFFT_C2C : CUFFT_Z2Z, batch,
                                        &workspace_bytes),
                    "cufftMakePlanMany64");
    }
  }

  int direction_;
  cufftHandle plan_{};
  std::size_t output_bytes_ = 0;
};

}  // namespace fftgen::verify

#endif
