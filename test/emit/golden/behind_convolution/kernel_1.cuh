// { bluestein X(12,12,12,144,no-tw) X(12,12,1,12,pre-tw) } on 12 threads, 8 blocks/SM, table, then { bluestein
// X(12,12,12,144,no-tw) X(12,12,1,12,pre-tw) } on 12 threads, 8 blocks/SM, table, then pairs X(67,2,1,2,pre-tw)
// One block of 12 threads for each transform of the batch; 1168 bytes of shared memory.
__global__ void __launch_bounds__(12, 8) kernel_1(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  const std::size_t first = blockIdx.x;  // first transform of the batch in this block
  static_cast<void>(batch);  // not needed: no block holds several transforms
  const float2* const source = in + first * 67u;
  float2* const target = out + first * 68u;

  // X(12,12,12,144,no-tw): one butterfly per thread, digit x1 in registers; loads from global memory.
  {
    float2 v[12] = {};
    const unsigned x2 = threadIdx.x;
    const unsigned from = x2;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) if (x2 + 12u * r < 67u) v[r] = load(source + from + 12u * r);
    const unsigned chirp_f32_67_place = x2;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) v[r] = multiply(v[r], load_table(chirp_f32_67 + (chirp_f32_67_place + 12u * r < 67u ? chirp_f32_67_place + 12u * r : 66u)));
    dft12_of_0_5(v);
    const unsigned put = x2;
#pragma unroll
    for (unsigned s = 0; s < 3; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) tile[put + 12u * r + 49u * s] = v[r + 4 * s];
    }
  }
  __syncthreads();

  // X(12,12,1,12,pre-tw): one butterfly per thread, digit x2 in registers. X(12,12,12,144,no-tw): one butterfly
  // per thread, digit x1 in registers.
  {
    float2 v[12];
    const unsigned kx1_lo = threadIdx.x % 4u;
    const unsigned kx1_hi = threadIdx.x / 4u;
    const unsigned get = 12u * kx1_lo + 49u * kx1_hi;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) v[r] = tile[get + r];
    const unsigned e = kx1_lo + 4u * kx1_hi;  // w = exp(-2 pi i e / 144)
    float2 w[11];
#pragma unroll
    for (unsigned f = 0; f < 11; ++f) w[f] = load_table(dft12_pre_w144 + 12u * f + e);
    dft12_pre(v, w);
    const unsigned spectrum_f32_67_144_place = kx1_lo + 4u * kx1_hi;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) v[r] = multiply(v[r], load_table(spectrum_f32_67_144 + spectrum_f32_67_144_place + 12u * r));
    const unsigned x2_lo = threadIdx.x % 4u;
    const unsigned x2_hi = threadIdx.x / 4u;
    idft12(v);
    const unsigned put = 12u * x2_lo + 49u * x2_hi;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) tile[put + r] = v[r];
  }
  __syncthreads();

  // X(12,12,1,12,pre-tw): one butterfly per thread, digit x2 in registers.
  {
    float2 v[12];
    const unsigned kx1 = threadIdx.x;
    const unsigned slot = kx1;
#pragma unroll
    for (unsigned s = 0; s < 3; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) v[r + 4 * s] = tile[slot + 12u * r + 49u * s];
    }
    const unsigned e = kx1;  // w = exp(+2 pi i e / 144)
    float2 w[11];
#pragma unroll
    for (unsigned f = 0; f < 11; ++f) w[f] = load_table(idft12_to_0_5_pre_w144 + 12u * f + e);
    idft12_to_0_5_pre(v, w);
    const unsigned chirp_f32_67_place = kx1;
#pragma unroll
    for (unsigned r = 0; r < 12; ++r) v[r] = multiply(v[r], load_table(chirp_f32_67 + (chirp_f32_67_place + 12u * r < 67u ? chirp_f32_67_place + 12u * r : 66u)));
    __syncthreads();
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) if (kx1 + 12u * r < 67u) tile[slot + 12u * r] = v[r];
  }
  __syncthreads();

  // X(67,2,1,2,pre-tw): Hermitian step, 3 conjugate pairs k, 67 - k per thread; stores to global memory.
  {
    float2 v[6] = {};
    const unsigned k1 = threadIdx.x;
    const unsigned get = k1;
#pragma unroll
    for (unsigned s = 0; s < 3; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) if (k1 + 12u * s < 34u) v[r + 2 * s] = tile[mirrored_around<36u, 67u>(get + 36u * r + 12u * s)];
    }
#pragma unroll
    for (unsigned r = 0; r < 3; ++r) {
      const unsigned e = k1 + 12u * r;  // w = exp(-2 pi i e / 134)
      float2 w[1];
      w[0] = load_table(hermitian1_w134 + e);
      hermitian1(v + 2 * r, w);
    }
    const unsigned to = k1;
#pragma unroll
    for (unsigned s = 0; s < 3; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) if (k1 + 12u * s < 34u && k1 + 36u * r + 12u * s < 70u) store(target + mirrored<36u, 67u>(to + 36u * r + 12u * s), v[r + 2 * s]);
    }
  }
}
