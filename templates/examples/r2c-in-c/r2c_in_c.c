/* From C: the spectrum of real signals. Each is a cosine of another frequency; its spectrum has one peak, which the program
 * checks against the exact value. A signal of n real numbers has n / 2 + 1 frequencies: the others are their conjugates. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <fft/fft.h>

enum { N = 1000, FREQUENCIES = N / 2 + 1, BATCH = 64 };

static void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(status));
  exit(1);
}

int main(void) {
  const double two_pi = 6.283185307179586;
  const size_t bytes_in = sizeof(float) * N * BATCH;
  const size_t bytes_out = sizeof(float2) * FREQUENCIES * BATCH;
  float* signals = (float*)malloc(bytes_in);
  float2* spectra = (float2*)malloc(bytes_out);
  float* in = NULL;
  float2* out = NULL;
  void* workspace = NULL;
  const size_t bytes = fft_r2c_f32_1000_workspace_bytes(BATCH);
  double error = 0;
  int b, j, k;

  for (b = 0; b < BATCH; ++b)
    for (j = 0; j < N; ++j) signals[b * N + j] = (float)cos(two_pi * (b + 1) * j / N);

  check(cudaMalloc((void**)&in, bytes_in));
  check(cudaMalloc((void**)&out, bytes_out));
  if (bytes > 0) check(cudaMalloc(&workspace, bytes));
  check(cudaMemcpy(in, signals, bytes_in, cudaMemcpyHostToDevice));
  check(fft_r2c_f32_1000_execute(in, out, workspace, BATCH, NULL)); /* NULL: the default stream */
  check(cudaMemcpy(spectra, out, bytes_out, cudaMemcpyDeviceToHost));

  for (b = 0; b < BATCH; ++b)
    for (k = 0; k < FREQUENCIES; ++k) {
      const float2 value = spectra[b * FREQUENCIES + k];
      const double expected = k == b + 1 ? N / 2 : 0;
      const double difference = hypot(value.x - expected, value.y) / (N / 2);
      if (difference > error) error = difference;
    }
  check(cudaFree(in));
  check(cudaFree(out));
  check(cudaFree(workspace));
  free(signals);
  free(spectra);
  printf("%d spectra of %d real numbers: relative error %.1e\n", BATCH, N, error);
  return error < 1e-5 ? 0 : 1;
}
