// Errors of Fourier transforms whose single-precision data is split into halves for tensor cores, by the range of the data; beside
// those of single precision. The reference is the definition in double precision.
//
// After Sorna, Cheng, D'Azevedo, Wong and Tomov (2018), who give the ranges beyond which theirs fails.
#include <cuda_runtime.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <fft/fft.h>

constexpr size_t n = 1024;
constexpr size_t batch = 8;
constexpr size_t points = n * batch;

using Complex = std::complex<double>;

struct Method {
  const char* name;
  size_t (*workspace_bytes)(size_t);
  cudaError_t (*execute)(const float2*, float2*, void*, size_t, cudaStream_t);
};

const Method methods[] = {
    {"single precision", fft_c2c_f32_1024_workspace_bytes, fft_c2c_f32_1024_execute},
    {"Sorna, radix 4", fft_sorna_radix_4_workspace_bytes, fft_sorna_radix_4_execute},
    {"split, 8 8 16", fft_split_radices_8_8_16_workspace_bytes, fft_split_radices_8_8_16_execute},
};
constexpr size_t single = 0;
constexpr size_t ours = 2;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

std::vector<float2> transformed(const Method& method, const std::vector<float2>& input) {
  float2* in = nullptr;
  float2* out = nullptr;
  void* workspace = nullptr;
  check(cudaMalloc(&in, points * sizeof(float2)));
  check(cudaMalloc(&out, points * sizeof(float2)));
  if (const size_t bytes = method.workspace_bytes(batch)) check(cudaMalloc(&workspace, bytes));
  check(cudaMemcpy(in, input.data(), points * sizeof(float2), cudaMemcpyHostToDevice));
  check(method.execute(in, out, workspace, batch, nullptr));
  std::vector<float2> result(points);
  check(cudaMemcpy(result.data(), out, points * sizeof(float2), cudaMemcpyDeviceToHost));
  check(cudaFree(in));
  check(cudaFree(out));
  check(cudaFree(workspace));
  return result;
}

/// sum over j of in[j] exp(-2 pi i j k / n), for each k and each member of the batch.
std::vector<Complex> definition(const std::vector<float2>& input) {
  const double turn = -2 * std::acos(-1.0) / n;
  std::vector<Complex> roots(n);
  for (size_t i = 0; i < n; ++i) roots[i] = std::polar(1.0, turn * static_cast<double>(i));
  std::vector<Complex> result(points);
  for (size_t member = 0; member < points; member += n)
    for (size_t k = 0; k < n; ++k) {
      Complex sum = 0;
      for (size_t j = 0; j < n; ++j) sum += Complex(input[member + j].x, input[member + j].y) * roots[j * k % n];
      result[member + k] = sum;
    }
  return result;
}

/// Relative L2 error; not a number, or infinite, where a result is. The squares of small numbers would vanish without a scale.
double error_of(const std::vector<float2>& result, const std::vector<Complex>& exact, double range) {
  double squared_error = 0;
  double squared_norm = 0;
  for (size_t i = 0; i < points; ++i) {
    squared_error += std::norm((Complex(result[i].x, result[i].y) - exact[i]) / range);
    squared_norm += std::norm(exact[i] / range);
  }
  return std::sqrt(squared_error / squared_norm);
}

int main() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::printf("relative errors of transforms of %zu points\n%-8s", n, "range");
  for (const Method& method : methods) std::printf("  %16s", method.name);
  std::printf("\n");
  bool good = true;
  for (int exponent = -36; exponent <= 34; exponent += 5) {
    const double range = std::pow(10.0, exponent);
    std::vector<float2> input(points);
    for (float2& value : input) {
      value.x = static_cast<float>(range * uniform(random));
      value.y = static_cast<float>(range * uniform(random));
    }
    const std::vector<Complex> exact = definition(input);
    double errors[3];
    std::printf("1e%-6d", exponent);
    for (size_t i = 0; i < 3; ++i) {
      errors[i] = error_of(transformed(methods[i], input), exact, range);
      std::printf("  %16.2g", errors[i]);
    }
    std::printf("\n");
    good = good && errors[ours] < 2 * errors[single];
  }
  std::printf("%s\n", good ? "split is within a factor of 2 of single precision in every range" : "split FAILED");
  return good ? 0 : 1;
}
