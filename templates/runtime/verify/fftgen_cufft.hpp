// cuFFT as a yardstick, when compiled with -DFFTGEN_WITH_CUFFT and linked with -lcufft.
#pragma once

#include "fftgen_layout.hpp"
#include "fftgen_subject.hpp"

#ifdef FFTGEN_WITH_CUFFT

#include <cufft.h>
#include <cufftXt.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fftgen::verify {

struct CufftFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require_cufft(cufftResult status, const char* call) {
  if (status == CUFFT_SUCCESS) return;
  throw CufftFailure(std::string(call) + " failed with cufftResult " + std::to_string(static_cast<int>(status)));
}

/** How cuFFT sees one side: rows within each other, their innermost elements `stride` apart. */
struct CufftSide {
  std::vector<long long> embedding;  // outermost first: the length of the rows that contain each transformed dimension
  long long stride = 1;
  long long distance = 1;
  long long repeat_distance = 0;
};

/**
 * How cuFFT sees a batch of arrays: one call computes `batch` transforms with one distance between them; `repeats`
 * such calls compute all.
 */
struct CufftShape {
  std::vector<long long> lengths;
  long long batch = 1;
  long long repeats = 1;
  CufftSide input;
  CufftSide output;

  template <class C>
  CufftShape(const Subject<C>& subject, long long arrays) {
    std::size_t last = 0;  // the last transformed dimension
    for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
      if (subject.dimensions[d].transformed) last = d;
    }
    // Dimensions that are not transformed, and the arrays of the batch: their number, and the strides of both sides.
    std::vector<Group> groups{{arrays, stride_of(subject, subject.input), stride_of(subject, subject.output)}};
    std::vector<Group> transformed;
    const auto in = strides_of(subject, subject.input);
    const auto out = strides_of(subject, subject.output);
    for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
      const Dimension& dimension = subject.dimensions[d];
      const auto length = static_cast<long long>(dimension.length);
      const auto stored = [&](const Array& array) {
        return array.content == Content::half && d == last ? length / 2 + 1 : length;
      };
      const Group group{length, in[d], out[d], stored(subject.input), stored(subject.output)};
      (dimension.transformed ? transformed : groups).push_back(group);
    }
    for (const Array* const array : {&subject.input, &subject.output}) {
      if (!array->ranges.empty() && !Layout(subject, *array).known()) throw CufftFailure("cuFFT transforms whole arrays");
      if (array->packed) throw CufftFailure("cuFFT's spectra have the last frequency behind the others");
      if (array->planar) throw CufftFailure("cuFFT has real and imaginary parts next to each other");
    }
    if (transformed.size() > 3) throw CufftFailure("cuFFT has at most 3 dimensions");
    for (const Group& group : transformed) lengths.push_back(group.count);
    embed(transformed, &Group::input, &Group::input_count, input);
    embed(transformed, &Group::output, &Group::output_count, output);

    groups = joined(groups);
    if (groups.size() > 2) throw CufftFailure("cuFFT has one distance between transforms only");
    // The larger group is the batch of one call.
    if (groups.size() == 2 && groups[0].count > groups[1].count) std::swap(groups[0], groups[1]);
    batch = groups.back().count;
    input.distance = groups.back().input;
    output.distance = groups.back().output;
    if (groups.size() == 1) return;
    repeats = groups[0].count;
    input.repeat_distance = groups[0].input;
    output.repeat_distance = groups[0].output;
  }

 private:
  struct Group {
    long long count;
    long long input;
    long long output;
    long long input_count = count;  // the elements present: n/2 + 1 of half a spectrum
    long long output_count = count;
  };

  template <class C>
  static long long stride_of(const Subject<C>& subject, const Array& array) {
    return static_cast<long long>(distance_of(subject, array));
  }

  template <class C>
  static std::vector<long long> strides_of(const Subject<C>& subject, const Array& array) {
    std::vector<long long> strides;
    auto dense = static_cast<long long>(point_count(subject));
    for (std::size_t d = 0; d < subject.dimensions.size(); ++d) {
      dense /= static_cast<long long>(subject.dimensions[d].length);
      strides.push_back(array.strides.empty() ? dense : static_cast<long long>(array.strides[d]));
    }
    return strides;
  }

  /** Rows of each dimension are embedded in rows as long as the stride of the next outer dimension. */
  static void embed(const std::vector<Group>& transformed, long long Group::*stride, long long Group::*count,
                    CufftSide& side) {
    side.stride = transformed.back().*stride;
    side.embedding.push_back(transformed.front().*count);
    for (std::size_t d = 1; d < transformed.size(); ++d) {
      const long long outer = transformed[d - 1].*stride;
      const long long inner = transformed[d].*stride;
      if (outer % inner != 0 || outer / inner < transformed[d].*count)
        throw CufftFailure("cuFFT has rows within each other only");
      side.embedding.push_back(outer / inner);
    }
  }

  /** Merges a group into the one outside it whose stride continues it. */
  static std::vector<Group> joined(const std::vector<Group>& groups) {
    std::vector<Group> result;
    for (const Group& group : groups) {
      if (group.count == 1) continue;
      const bool goes_on = !result.empty() && result.back().input == group.count * group.input &&
                           result.back().output == group.count * group.output;
      if (goes_on)
        result.back() = {result.back().count * group.count, group.input, group.output};
      else
        result.push_back(group);
    }
    if (result.empty()) result.push_back(groups.front());
    return result;
  }
};

/** The cuFFT types of numbers made of R. cuFFT transforms 16-bit numbers of power-of-two lengths only. */
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
 * The cuFFT transform with which times are compared. Of a Fourier transform, complex or real, the same transform
 * (natural order, scale 1); of a Walsh-Hadamard transform the nearest one, the real-to-complex transform of the same
 * lengths, as Andersson compares them. Throws CufftFailure where cuFFT has no such transform or not enough memory.
 */
template <class C>
class CufftPlan {
 public:
  CufftPlan(const Subject<C>& subject, std::size_t batch)
      : direction_(subject.direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE),
        is_real_(is_real(subject)),
        input_bytes_(element_bytes<C>(subject.input)),
        element_bytes_(element_bytes<C>(subject.output)) {
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

  const char* kind() const {
    if (is_walsh<C> || (is_real_ && direction_ == CUFFT_FORWARD)) return "real-to-complex";
    return is_real_ ? "complex-to-real" : "complex-to-complex";
  }
  /** A real-to-complex transform writes more than it reads. */
  static constexpr bool in_place = !is_walsh<C>;

  /** Bytes of the outputs of a batch. */
  std::size_t output_bytes() const { return output_bytes_; }

  /** `out` has output_bytes(). */
  void execute(const C* in, C* out, cudaStream_t stream) const {
    require_cufft(cufftSetStream(plan_, stream), "cufftSetStream");
    for (long long repeat = 0; repeat < repeats_; ++repeat) {
      if (is_real_)
        require_cufft(cufftXtExec(plan_, const_cast<char*>(bytes(in) + repeat * input_step_ * input_bytes_),
                                  const_cast<char*>(bytes(out) + repeat * output_step_ * element_bytes_), direction_),
                      "cufftXtExec");
      else
        once(in + repeat * input_step_, out + repeat * output_step_);
    }
  }

 private:
  using Types = CufftTypes<typename Element<C>::Real>;

  static const char* bytes(const C* data) { return reinterpret_cast<const char*>(data); }

  void once(const float2* in, float2* out) const {
    require_cufft(cufftExecC2C(plan_, const_cast<float2*>(in), out, direction_), "cufftExecC2C");
  }
  void once(const double2* in, double2* out) const {
    require_cufft(cufftExecZ2Z(plan_, const_cast<double2*>(in), out, direction_), "cufftExecZ2Z");
  }
  /** 16-bit elements, and real-to-complex transforms. */
  template <class T>
  void once(const T* in, T* out) const {
    require_cufft(cufftXtExec(plan_, const_cast<T*>(in), out, direction_), "cufftXtExec");
  }

  void make(const Subject<C>& subject, long long batch) {
    if (is_trigonometric(subject)) throw CufftFailure("cuFFT has no cosine or sine transforms");
    if (!is_plainly_stored(subject)) throw CufftFailure("cuFFT's arrays hold what it computes with");
    const CufftShape shape(subject, batch);
    repeats_ = shape.repeats;
    input_step_ = shape.input.repeat_distance;
    output_step_ = shape.output.repeat_distance;
    if constexpr (is_walsh<C>) {
      make_real_to_complex(shape);
    } else {
      output_bytes_ = static_cast<std::size_t>(Layout(subject, subject.output).memory_elements(static_cast<std::uint64_t>(batch))) *
                      element_bytes<C>(subject.output);
      if (is_real_)
        make_half_real(shape);
      else
        make_complex_to_complex(shape);
    }
  }

  /** The output is dense. */
  void make_real_to_complex(const CufftShape& shape) {
    std::vector<long long> lengths = shape.lengths;
    std::vector<long long> spectrum = lengths;
    spectrum.back() = spectrum.back() / 2 + 1;
    long long count = 1;
    for (const long long length : spectrum) count *= length;
    output_step_ = 2 * count * shape.batch;  // in real numbers
    output_bytes_ = static_cast<std::size_t>(output_step_ * shape.repeats) * sizeof(C);
    std::vector<long long> embedding = shape.input.embedding;
    std::size_t workspace_bytes = 0;
    require_cufft(cufftXtMakePlanMany(plan_, static_cast<int>(lengths.size()), lengths.data(), embedding.data(),
                                      shape.input.stride, shape.input.distance, Types::real, spectrum.data(), 1, count,
                                      Types::complex, shape.batch, &workspace_bytes, Types::complex),
                  "cufftXtMakePlanMany");
  }

  void make_complex_to_complex(const CufftShape& shape) {
    const int rank = static_cast<int>(shape.lengths.size());
    std::vector<long long> lengths = shape.lengths;
    std::vector<long long> input = shape.input.embedding;
    std::vector<long long> output = shape.output.embedding;
    // Null embeddings: dense arrays, one behind the other.
    const bool is_dense = follows(shape, shape.input) && follows(shape, shape.output);
    long long* const inputs = is_dense ? nullptr : input.data();
    long long* const outputs = is_dense ? nullptr : output.data();
    std::size_t workspace_bytes = 0;
    if constexpr (sizeof(typename Element<C>::Real) == 2) {
      require_cufft(cufftXtMakePlanMany(plan_, rank, lengths.data(), inputs, shape.input.stride, shape.input.distance,
                                        Types::complex, outputs, shape.output.stride, shape.output.distance,
                                        Types::complex, shape.batch, &workspace_bytes, Types::complex),
                    "cufftXtMakePlanMany");
    } else {  // the 64-bit form of cufftPlanMany
      require_cufft(cufftMakePlanMany64(plan_, rank, lengths.data(), inputs, shape.input.stride, shape.input.distance,
                                        outputs, shape.output.stride, shape.output.distance,
                                        sizeof(C) == sizeof(cufftComplex) ? CUFFT_C2C : CUFFT_Z2Z, shape.batch,
                                        &workspace_bytes),
                    "cufftMakePlanMany64");
    }
  }

  /** Transforms from real numbers, or to them. */
  void make_half_real(const CufftShape& shape) {
    std::vector<long long> lengths = shape.lengths;
    std::vector<long long> input = shape.input.embedding;
    std::vector<long long> output = shape.output.embedding;
    const bool forward = direction_ == CUFFT_FORWARD;
    std::size_t workspace_bytes = 0;
    require_cufft(cufftXtMakePlanMany(plan_, static_cast<int>(lengths.size()), lengths.data(), input.data(),
                                      shape.input.stride, shape.input.distance, forward ? Types::real : Types::complex,
                                      output.data(), shape.output.stride, shape.output.distance,
                                      forward ? Types::complex : Types::real, shape.batch, &workspace_bytes,
                                      Types::complex),
                  "cufftXtMakePlanMany");
  }

  /** Whether transforms are dense and adjacent. */
  static bool follows(const CufftShape& shape, const CufftSide& side) {
    long long elements = 1;
    for (const long long length : shape.lengths) elements *= length;
    return side.embedding == shape.lengths && side.stride == 1 && (side.distance == elements || shape.batch == 1);
  }

  int direction_;
  bool is_real_;
  long long input_bytes_;  // of an element
  long long element_bytes_;
  cufftHandle plan_{};
  std::size_t output_bytes_ = 0;
  long long repeats_ = 1;
  long long input_step_ = 0;
  long long output_step_ = 0;
};

}  // namespace fftgen::verify

#endif
