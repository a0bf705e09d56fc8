// The experiments on the device, in the format under test, around any implementation of the Walsh-Hadamard transform.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_study_elementwise.cuh"
#include "fftgen_study_formats.cuh"
#include "fftgen_study_reference.hpp"

namespace fftgen::study {

/** One way to transform 2^log2_size numbers of type T: a function of a generated package, and its name here. */
template <typename T>
struct Implementation {
  const char* algorithm;  // "folklore", "kahan" ...
  unsigned log2_size;
  std::size_t (*workspace_bytes)(std::size_t batch);
  cudaError_t (*execute)(const T* in, T* out, void* workspace, std::size_t batch, cudaStream_t stream);

  std::size_t size() const { return std::size_t{1} << log2_size; }
};

namespace detail {

/** Device memory for a number of elements. */
template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    FFTGEN_CHECK(cudaMalloc(&data_, (count == 0 ? 1 : count) * sizeof(T)));
  }
  ~Buffer() { static_cast<void>(cudaFree(data_)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() const { return data_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

  void upload(const std::vector<T>& values) const {
    FFTGEN_CHECK(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice));
  }
  void download(std::vector<T>& values) const {
    values.resize(count_);
    FFTGEN_CHECK(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost));
  }
  void copy_from(const Buffer& other) const {
    FFTGEN_CHECK(cudaMemcpy(data_, other.data_, bytes(), cudaMemcpyDeviceToDevice));
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

}  // namespace detail

/** Two vectors on the device, and the experiments with them. */
template <typename T>
class Laboratory {
 public:
  /** Both vectors have one size. */
  Laboratory(const std::vector<T>& a, const std::vector<T>& b)
      : size_(a.size()), a_(size_), b_(size_), transformed_(size_), changed_(size_), result_(size_) {
    a_.upload(a);
    b_.upload(b);
  }

  /** Does all experiments and calls see(experiment, result) after each. Throws CudaFailure. */
  template <typename See>
  void run(const Implementation<T>& implementation, const See& see) {
    const detail::Buffer<unsigned char> workspace(implementation.workspace_bytes(1));
    const auto transform = [&](const detail::Buffer<T>& in, const detail::Buffer<T>& out) {
      void* const scratch = workspace.bytes() == 0 ? nullptr : workspace.data();
      const cudaError_t status = implementation.execute(in.data(), out.data(), scratch, 1, nullptr);
      verify::require_success(status, (std::string(implementation.algorithm) + " " + Format<T>::name + " of 2^" +
                                       std::to_string(implementation.log2_size) + " elements")
                                          .c_str());
    };
    const auto finish = [&](Experiment experiment, const detail::Buffer<T>& result) {
      result.download(host_);
      see(experiment, host_);
    };
    const auto back = [&](Experiment experiment, const detail::Buffer<T>& in) {
      transform(in, result_);
      apply(Scaling{1.0 / static_cast<double>(size_)}, result_.data(), size_);
      finish(experiment, result_);
    };

    transform(a_, transformed_);
    finish(Experiment::one_way, transformed_);
    back(Experiment::two_way, transformed_);

    changed_.copy_from(transformed_);
    apply(Smoothing{smoothing_threshold}, changed_.data(), size_);
    back(Experiment::smoothed, changed_);

    transform(b_, changed_);
    multiply(transformed_.data(), changed_.data(), size_);
    back(Experiment::xor_convolution, changed_);
  }

 private:
  std::size_t size_;
  detail::Buffer<T> a_;
  detail::Buffer<T> b_;
  detail::Buffer<T> transformed_;
  detail::Buffer<T> changed_;
  detail::Buffer<T> result_;
  std::vector<T> host_;
};

}  // namespace fftgen::study
