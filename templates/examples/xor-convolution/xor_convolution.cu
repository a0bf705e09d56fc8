// The XOR convolution of two vectors, c[i] = sum over j of a[j] * b[i ^ j], in n log n operations: transform both, multiply them
// element by element, transform the product and divide by n. Checked against the n * n products of the definition.
//
// This is how Pagh's compressed matrix multiplication uses the transform (Andersson 2025, section 3.5.2).
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <fft/fft.h>

namespace transform = fftgen::fft::fwht_f32_4096;
constexpr size_t n = transform::elements;

/// `vectors` holds both transforms, one behind the other. The factor is a power of two: it costs no accuracy.
__global__ void multiply(const float* vectors, float* product) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  product[i] = vectors[i] * vectors[n + i] * (1.0f / n);
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

/// a and b in, a (*) b out; all of n elements.
std::vector<float> xor_convolution(const std::vector<float>& a, const std::vector<float>& b) {
  float* vectors = nullptr;      // a and b: a batch of two, so that one call transforms both
  float* transformed = nullptr;  // likewise
  void* workspace = nullptr;
  check(cudaMalloc(&vectors, 2 * n * sizeof(float)));
  check(cudaMalloc(&transformed, 2 * n * sizeof(float)));
  if (const size_t bytes = transform::workspace_bytes(2)) check(cudaMalloc(&workspace, bytes));
  check(cudaMemcpy(vectors, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(vectors + n, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  check(transform::execute(vectors, transformed, workspace, 2));
  cudaLaunchConfig_t config = {};  // multiply<<<n / 256, 256>>>, with a status to check
  config.gridDim = dim3(n / 256);
  config.blockDim = dim3(256);
  check(cudaLaunchKernelEx(&config, multiply, transformed, vectors));
  check(transform::execute(vectors, transformed, workspace, 1));

  std::vector<float> c(n);
  check(cudaMemcpy(c.data(), transformed, n * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(vectors));
  check(cudaFree(transformed));
  check(cudaFree(workspace));
  return c;
}

int main() {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float> a(n);
  std::vector<float> b(n);
  for (float& value : a) value = normal(random);
  for (float& value : b) value = normal(random);

  const std::vector<float> c = xor_convolution(a, b);

  double squared_error = 0;
  double squared_norm = 0;
  for (size_t i = 0; i < n; ++i) {
    double exact = 0;
    for (size_t j = 0; j < n; ++j) exact += static_cast<double>(a[j]) * b[i ^ j];
    squared_error += (c[i] - exact) * (c[i] - exact);
    squared_norm += exact * exact;
  }
  const double error = std::sqrt(squared_error / squared_norm);
  std::printf("XOR convolution of two vectors of %zu elements: relative error %.2g\n", n, error);
  return error < 1e-6 ? 0 : 1;
}
