// { X(131072,8,256,2048,pre-tw) X(65536,16,16,256,pre-tw) X(65536,16,1,16,pre-tw) } on 512 threads, 4 columns,
// 2 blocks/SM, powers, streaming stores
// 128 blocks of 512 threads for each transform of the batch; 65816 bytes of shared memory.
__global__ void __launch_bounds__(512, 2) kernel_2(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  const std::size_t first = blockIdx.x / 128u;  // first transform of the batch in this block
  static_cast<void>(batch);  // not needed: no block holds several transforms
  const unsigned kx2 = blockIdx.x % 16u;
  const unsigned kx1_hi = blockIdx.x / 16u % 8u;
  const float2* const source = in + first * 1048576u + (2048u * kx2 + 131072u * kx1_hi);
  float2* const target = out + first * 1048576u + (32u * kx2 + 4u * kx1_hi);

  // X(131072,8,256,2048,pre-tw): 2 butterflies per thread, digit x3 in registers; loads from global memory.
  {
    float2 v[16];
    const unsigned x45 = threadIdx.x % 256u;
    const unsigned kx1_lo = threadIdx.x / 256u;
    const unsigned from = x45 + 32768u * kx1_lo;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) v[r + 8 * s] = load(source + from + 256u * r + 65536u * s);
    }
#pragma unroll
    for (unsigned r = 0; r < 2; ++r) {
      const unsigned e = kx1_lo + 32u * kx2 + 4u * kx1_hi + 2u * r;  // w = exp(-2 pi i e / 4096)
      float2 w[2];
#pragma unroll
      for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w4096 + 512u * f + e);
      dft8_pre_powers(v + 8 * r, w);
    }
    const unsigned put = x45 + 2056u * kx1_lo;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) tile[put + 257u * r + 4116u * s] = v[r + 8 * s];
    }
  }
  __syncthreads();

  // X(65536,16,16,256,pre-tw): one butterfly per thread, digit x4 in registers.
  {
    float2 v[16];
    const unsigned x5 = threadIdx.x % 16u;
    const unsigned kx3 = threadIdx.x / 16u % 8u;
    const unsigned kx1_lo = threadIdx.x / 128u % 2u;
    const unsigned kx1_mid = threadIdx.x / 256u;
    const unsigned slot = x5 + 257u * kx3 + 2056u * kx1_lo + 4116u * kx1_mid;
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) v[r] = tile[slot + 16u * r];
    const unsigned e = 512u * kx3 + kx1_lo + 2u * kx1_mid + 32u * kx2 + 4u * kx1_hi;  // w = exp(-2 pi i e / 65536)
    float2 w[2];
#pragma unroll
    for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft16_pre_powers_w65536 + 4096u * f + e);
    dft16_pre_powers(v, w);
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) tile[slot + 16u * r] = v[r];
  }
  __syncthreads();

  // X(65536,16,1,16,pre-tw): one butterfly per thread, digit x5 in registers; stores to global memory.
  {
    float2 v[16];
    const unsigned kx1_lo = threadIdx.x % 2u;
    const unsigned kx1_mid = threadIdx.x / 2u % 2u;
    const unsigned kx3 = threadIdx.x / 4u % 8u;
    const unsigned kx4 = threadIdx.x / 32u;
    const unsigned get = 2056u * kx1_lo + 4116u * kx1_mid + 257u * kx3 + 16u * kx4;
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) v[r] = tile[get + r];
    const unsigned e = kx1_lo + 2u * kx1_mid + 512u * kx3 + 4096u * kx4 + 32u * kx2 + 4u * kx1_hi;  // w = exp(-2 pi i e / 1048576)
    float2 w[2];
    w[0] = multiply_near_one(load_table(w1048576_unit1024 + e / 1024u), load_table(w1048576_unit1_minus_1 + e % 1024u));
    const unsigned e1 = e * 4u % 1048576u;
    w[1] = multiply_near_one(load_table(w1048576_unit1024 + e1 / 1024u), load_table(w1048576_unit1_minus_1 + e1 % 1024u));
    dft16_pre_powers(v, w);
    const unsigned to = kx1_lo + 2u * kx1_mid + 512u * kx3 + 4096u * kx4;
#pragma unroll
    for (unsigned r = 0; r < 16; ++r) store_streaming(target + to + 65536u * r, v[r]);
  }
}
