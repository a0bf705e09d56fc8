// A layer of a neural network in the Walsh-Hadamard domain: every row of activations is transformed, each coefficient is moved
// towards 0 by a threshold of its own (learned, in a network) and set to 0 where that is further than it goes, and the row is
// transformed back. In single and in half precision; checked against the same in double precision.
//
// Such layers replace 1x1 convolutions (Pan et al. 2021; the smoothing function of Andersson 2025, section 3.5.2).
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <fft/fft.h>

constexpr size_t channels = 256;
constexpr size_t rows = 500;

__host__ __device__ inline float to_float(float x) { return x; }
__host__ __device__ inline float to_float(__half x) { return __half2float(x); }
__host__ __device__ inline void assign(float& target, float value) { target = value; }
__host__ __device__ inline void assign(__half& target, float value) { target = __float2half_rn(value); }

/// The threshold's work, and the factor 1 / channels that makes the second transform the inverse of the first. Dividing here keeps
/// half precision from overflowing.
template <typename T>
__global__ void shrink(T* coefficients, const float* thresholds) {
  const size_t i = size_t{blockIdx.x} * channels + threadIdx.x;
  const float x = to_float(coefficients[i]);
  const float rest = fmaxf(fabsf(x) - thresholds[threadIdx.x], 0.0f);
  assign(coefficients[i], copysignf(rest, x) * (1.0f / channels));
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

cudaError_t transform(const float* in, float* out, void* workspace) {
  return fftgen::fft::fwht_f32_256::execute(in, out, workspace, rows);
}
cudaError_t transform(const __half* in, __half* out, void* workspace) {
  return fftgen::fft::fwht_f16_256::execute(in, out, workspace, rows);
}
size_t workspace_bytes(float) { return fftgen::fft::fwht_f32_256::workspace_bytes(rows); }
size_t workspace_bytes(__half) { return fftgen::fft::fwht_f16_256::workspace_bytes(rows); }

/// `activations`: rows of `channels` elements; the layer's output in their place.
template <typename T>
void layer(std::vector<T>& activations, const std::vector<float>& thresholds) {
  const size_t bytes = activations.size() * sizeof(T);
  T* data = nullptr;
  T* coefficients = nullptr;
  float* device_thresholds = nullptr;
  void* workspace = nullptr;
  check(cudaMalloc(&data, bytes));
  check(cudaMalloc(&coefficients, bytes));
  check(cudaMalloc(&device_thresholds, channels * sizeof(float)));
  if (const size_t scratch = workspace_bytes(T())) check(cudaMalloc(&workspace, scratch));
  check(cudaMemcpy(data, activations.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_thresholds, thresholds.data(), channels * sizeof(float), cudaMemcpyHostToDevice));

  check(transform(data, coefficients, workspace));
  cudaLaunchConfig_t config = {};  // shrink<<<rows, channels>>>, with a status to check
  config.gridDim = dim3(rows);
  config.blockDim = dim3(channels);
  check(cudaLaunchKernelEx(&config, shrink<T>, coefficients, device_thresholds));
  check(transform(coefficients, data, workspace));

  check(cudaMemcpy(activations.data(), data, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(data));
  check(cudaFree(coefficients));
  check(cudaFree(device_thresholds));
  check(cudaFree(workspace));
}

/// One row, in place, in double precision.
void exact_transform(double* row) {
  for (size_t half = 1; half < channels; half *= 2) {
    for (size_t i = 0; i < channels; ++i) {
      if ((i & half) != 0) continue;
      const double sum = row[i] + row[i + half];
      row[i + half] = row[i] - row[i + half];
      row[i] = sum;
    }
  }
}

void exact_layer(std::vector<double>& activations, const std::vector<float>& thresholds) {
  for (size_t row = 0; row < rows; ++row) {
    double* const values = activations.data() + row * channels;
    exact_transform(values);
    for (size_t i = 0; i < channels; ++i)
      values[i] = std::copysign(std::fmax(std::fabs(values[i]) - thresholds[i], 0.0), values[i]) / channels;
    exact_transform(values);
  }
}

/// Whether the layer is as accurate as `bound` says, relative to the norm of its output.
template <typename T>
bool test(const char* name, double bound) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<T> activations(rows * channels);
  std::vector<double> exact(rows * channels);
  for (size_t i = 0; i < activations.size(); ++i) {
    assign(activations[i], fmaxf(normal(random), 0.0f));  // what a ReLU leaves
    exact[i] = to_float(activations[i]);
  }
  std::vector<float> thresholds(channels);
  for (size_t i = 0; i < channels; ++i) thresholds[i] = 4.0f + static_cast<float>(i % 8);

  layer(activations, thresholds);
  exact_layer(exact, thresholds);

  double squared_error = 0;
  double squared_norm = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const double difference = to_float(activations[i]) - exact[i];
    squared_error += difference * difference;
    squared_norm += exact[i] * exact[i];
  }
  const double error = std::sqrt(squared_error / squared_norm);
  std::printf("soft-threshold layer, %zu rows of %zu channels, %s: relative error %.2g\n", rows, channels, name, error);
  return error < bound;
}

int main() {
  const bool single_is_right = test<float>("single precision", 1e-6);
  const bool half_is_right = test<__half>("half precision", 1e-3);
  return single_is_right && half_is_right ? 0 : 1;
}
