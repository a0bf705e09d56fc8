/* A program that was written for cuFFT, and knows of nothing else: signals go to their spectra and back. Each is a cosine of another
 * frequency; its spectrum has two peaks, which are checked, as is what comes back. */
#include <cuda_runtime.h>
#include <cufft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096, BATCH = 64 };

static void check(int status) {
  if (status == 0) return;
  fprintf(stderr, "a call failed with %d\n", status);
  exit(1);
}

int main(void) {
  const double two_pi = 6.283185307179586;
  const size_t bytes = sizeof(float2) * N * BATCH;
  float2* signals = (float2*)malloc(bytes);
  float2* results = (float2*)malloc(bytes);
  float2* data = NULL;
  cufftHandle plan;
  double error = 0;
  int b, j;

  for (b = 0; b < BATCH; ++b)
    for (j = 0; j < N; ++j) {
      signals[b * N + j].x = (float)cos(two_pi * (b + 1) * j / N);
      signals[b * N + j].y = 0;
    }

  check(cudaMalloc((void**)&data, bytes));
  check(cudaMemcpy(data, signals, bytes, cudaMemcpyHostToDevice));
  check(cufftPlan1d(&plan, N, CUFFT_C2C, BATCH));
  check(cufftExecC2C(plan, data, data, CUFFT_FORWARD));
  check(cudaMemcpy(results, data, bytes, cudaMemcpyDeviceToHost));
  for (b = 0; b < BATCH; ++b)
    for (j = 0; j < N; ++j) {
      const double expected = j == b + 1 || j == N - b - 1 ? N / 2 : 0;
      error = fmax(error, hypot(results[b * N + j].x - expected, results[b * N + j].y) / (N / 2));
    }
  check(cufftExecC2C(plan, data, data, CUFFT_INVERSE));
  check(cudaMemcpy(results, data, bytes, cudaMemcpyDeviceToHost));
  for (j = 0; j < N * BATCH; ++j) error = fmax(error, hypot(results[j].x / N - signals[j].x, results[j].y / N)); /* cuFFT does not scale */

  check(cufftDestroy(plan));
  check(cudaFree(data));
  free(signals);
  free(results);
  printf("%d signals of %d numbers there and back: relative error %.1e\n", BATCH, N, error);
  return error < 1e-5 ? 0 : 1;
}
