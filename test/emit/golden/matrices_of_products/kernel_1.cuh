// { X(2048,16@mma,2048,32768,tw) X(2048,16@mma,128,2048,tw) } on 128 threads, 16 columns, 2 blocks/SM, table
// 8 blocks of 128 threads for each transform of the batch; 18496 bytes of shared memory.
__global__ void __launch_bounds__(128, 2) kernel_1(const __half2* in, __half2* out, std::size_t batch) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
  auto tile = dynamic_shared<__half2>();
  const std::size_t first = blockIdx.x / 8u;  // first transform of the batch in this block
  static_cast<void>(batch);  // not needed: no block holds several transforms
  const unsigned x3 = blockIdx.x % 8u;
  const __half2* const source = in + first * 32768u + (16u * x3);
  __half2* const target = out + first * 32768u + (16u * x3);
  MatrixWord<16> dft16_part[8];  // this lane's part of the matrix
  load_matrix<16>(dft16_part, dft16_matrix);

  // X(2048,16@mma,2048,32768,tw): 8 butterflies per four lanes, digit x1 across these lanes and in registers;
  // loads from global memory.
  {
    __half2 v[32];
    {
      const unsigned thread = in_memory_order(threadIdx.x);
      const unsigned x1_hi = thread % 4u;
      const unsigned x4_hi = thread / 4u % 4u;
      const unsigned x2_lo = thread / 16u % 4u;
      const unsigned x2_mid = thread / 64u;
      const unsigned from = 8192u * x1_hi + 4u * x4_hi + 128u * x2_lo + 512u * x2_mid;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) load_run<4, 4>(v + r + 16 * s, source + from + 2048u * r + 1024u * s);
      }
    }
    to_fragments<32>(v);
    const unsigned x1_hi = threadIdx.x % 4u;
    const unsigned x4_hi = threadIdx.x / 4u % 4u;
    const unsigned x2_lo = threadIdx.x / 16u % 4u;
    const unsigned x2_mid = threadIdx.x / 64u;
    // factor(r) = exp(-2 pi i k e / 32768) for register r: k the digit, e of those that follow
    const unsigned own_k = 4u * x1_hi;
    const unsigned own_e = 4u * x4_hi + 128u * x2_lo + 512u * x2_mid + 16u * x3;
    const auto factor = [&](unsigned r) {
      const unsigned e = (own_k + r % 4u) * (own_e + r / 4u % 4u + 1024u * (r / 16u));
      return multiply_near_one(load_table(w32768_unit256 + e / 256u), load_table(w32768_unit1_minus_1 + e % 256u));
    };
#pragma unroll
    for (unsigned b = 0; b < 4; ++b) {
      float2 y[8];
      matrix_butterfly<16>(y, v + 8 * b, dft16_part);
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) v[8 * b + r] = to_half2(multiply(y[r], factor(8 * b + r)));
    }
    const unsigned put = 1160u * x1_hi + 4u * x4_hi + 16u * x2_lo + 72u * x2_mid;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) write_run<4, 4>(tile, put + 288u * r + 144u * s, v + r + 16 * s);
    }
  }
  __syncthreads();

  // X(2048,16@mma,128,2048,tw): 8 butterflies per four lanes, digit x2 across these lanes and in registers;
  // stores to global memory.
  {
    __half2 v[32];
    {
      const unsigned x2_hi = threadIdx.x % 4u;
      const unsigned x4_hi = threadIdx.x / 4u % 4u;
      const unsigned kx1_lo = threadIdx.x / 16u % 4u;
      const unsigned kx1_mid = threadIdx.x / 64u;
      const unsigned get = 72u * x2_hi + 4u * x4_hi + 288u * kx1_lo + 1160u * kx1_mid;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) read_run<4, 4>(v + r + 16 * s, tile, get + 16u * r + 2320u * s);
      }
      // factor(r) = exp(-2 pi i k e / 2048) for register r: k the digit, e of those that follow
      const unsigned entry = 4u * x2_hi + 16u * x4_hi + 64u * x3;
      __half2 w[32];
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) load_table_run<4, 4>(w + r + 16 * s, halves(roots16_w2048_runs_of_4) + entry + 512u * r);
      }
      const auto factor = [&](unsigned r) { return to_float2(w[r]); };
#pragma unroll
      for (unsigned b = 0; b < 4; ++b) {
        float2 y[8];
        matrix_butterfly<16>(y, v + 8 * b, dft16_part);
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) v[8 * b + r] = to_half2(multiply(y[r], factor(8 * b + r)));
      }
    }
    from_fragments<32>(v);
    {
      const unsigned thread = in_memory_order(threadIdx.x);
      const unsigned x2_hi = thread % 4u;
      const unsigned x4_hi = thread / 4u % 4u;
      const unsigned kx1_lo = thread / 16u % 4u;
      const unsigned kx1_mid = thread / 64u;
      const unsigned to = 512u * x2_hi + 4u * x4_hi + 2048u * kx1_lo + 8192u * kx1_mid;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) store_run<4, 4>(target + to + 128u * r + 16384u * s, v + r + 16 * s);
      }
    }
  }
#endif
}
