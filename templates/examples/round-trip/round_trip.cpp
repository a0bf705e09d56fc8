// Transforms 1000 random signals of 4096 points forward and back, and checks that the input returns.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <fft/fft.h>

namespace forward = fftgen::fft::c2c_f32_4096;
namespace inverse = fftgen::fft::c2c_f32_4096_inverse_scaled_by_1_over_4096;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

int main() {
  const size_t batch = 1000;
  const size_t count = batch * forward::elements;
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::vector<float2> signals(count), returned(count);
  for (float2& value : signals) value = {normal(random), normal(random)};

  float2* data = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&data), count * sizeof(float2)));
  check(cudaMemcpy(data, signals.data(), count * sizeof(float2), cudaMemcpyHostToDevice));
  check(forward::execute(data, data, nullptr, batch));  // in place; one kernel, so no workspace
  check(inverse::execute(data, data, nullptr, batch));
  check(cudaMemcpy(returned.data(), data, count * sizeof(float2), cudaMemcpyDeviceToHost));
  check(cudaFree(data));

  double error = 0, norm = 0;
  for (size_t i = 0; i < count; ++i) {
    error += std::pow(returned[i].x - signals[i].x, 2) + std::pow(returned[i].y - signals[i].y, 2);
    norm += std::pow(signals[i].x, 2) + std::pow(signals[i].y, 2);
  }
  std::printf("forward and back: relative error %.1e\n", std::sqrt(error / norm));
  return std::sqrt(error / norm) < 1e-6 ? 0 : 1;
}
