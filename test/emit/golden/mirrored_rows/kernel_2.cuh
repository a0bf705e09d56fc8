// { pairs: Z(2,4,1,4,pre-tw) X(8,4,8,32,no-tw) X(4,8,1,8,pre-tw) } on 32 threads, 4 columns, powers, streaming
// stores
// 8 blocks of 32 threads for each transform of the batch; 5144 bytes of shared memory.
__global__ void __launch_bounds__(32, 1) kernel_2(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  const std::size_t first = blockIdx.x / 8u;  // first transform of the batch in this block
  static_cast<void>(batch);  // not needed: no block holds several transforms
  const unsigned seat2 = blockIdx.x % 8u;
  const float2* const source = in + first * 4096u;
  float2* const target = out + first * 4224u;

  // Z(2,4,1,4,pre-tw): 4 butterflies per thread, digit z2 in registers; loads from global memory.
  {
    float2 v[16];
    const unsigned x2 = threadIdx.x % 8u;
    const unsigned seat = threadIdx.x / 8u % 2u;
    const unsigned seat16 = threadIdx.x / 16u;
    const unsigned column_seat = seat + 16u * seat16 + 2u * seat2;
    const bool column_far = column_seat >= 16u;
    const unsigned column_near_seat = column_seat % 16u;
    const unsigned column_near = column_near_seat + (column_near_seat >= 8u && column_near_seat < 16u ? 8u : 0u);
    const unsigned column = !column_far ? column_near : column_near % 8u == 0u ? column_near + 8u : (16u - column_near % 16u) % 16u + 16u * ((2u - column_near / 16u) % 2u);
    const unsigned ky = column % 16u;
    const unsigned kz1 = column / 16u;
    const unsigned from = x2 + 32u * ky + 2048u * kz1;
#pragma unroll
    for (unsigned s = 0; s < 4; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) v[r + 4 * s] = load(source + from + 512u * r + 8u * s);
    }
    const unsigned e = kz1;  // w = exp(-2 pi i e / 8)
    float2 w[1];
    w[0] = load_table(dft4_pre_powers_w8 + e);
#pragma unroll
    for (unsigned r = 0; r < 4; ++r) dft4_pre_powers(v + 4 * r, w);
    const unsigned put = x2 + 40u * seat + 324u * seat16;
#pragma unroll
    for (unsigned t = 0; t < 2; ++t) {
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 4; ++r) tile[put + 81u * r + 8u * s + 20u * t] = v[r + 4 * s + 8 * t];
      }
    }
  }
  __syncthreads();

  // X(8,4,8,32,no-tw): 4 butterflies per thread, digit x1 in registers.
  {
    float2 v[16];
    const unsigned x2 = threadIdx.x % 8u;
    const unsigned seat = threadIdx.x / 8u % 2u;
    const unsigned seat16 = threadIdx.x / 16u;
    const unsigned slot = x2 + 40u * seat + 324u * seat16;
#pragma unroll
    for (unsigned t = 0; t < 4; ++t) {
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 2; ++r) v[r + 2 * s + 4 * t] = tile[slot + 8u * r + 20u * s + 81u * t];
      }
    }
#pragma unroll
    for (unsigned r = 0; r < 4; ++r) dft4(v + 4 * r);
#pragma unroll
    for (unsigned t = 0; t < 4; ++t) {
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 2; ++r) tile[slot + 8u * r + 20u * s + 81u * t] = v[r + 2 * s + 4 * t];
      }
    }
  }
  __syncthreads();

  // X(4,8,1,8,pre-tw): 2 butterflies per thread, digit x2 in registers; stores to global memory.
  {
    float2 all[18];
    const unsigned pair_row = threadIdx.x % 16u;
    const unsigned pair_column = threadIdx.x / 16u;
    // Each thread handles a conjugate pair of rows, k and N - k. Two self-conjugate rows share a slot, half of the threads each.
    const unsigned own_column_near_seat = pair_column + 2u * seat2;
    const unsigned own_column_near = own_column_near_seat + (own_column_near_seat >= 8u && own_column_near_seat < 16u ? 8u : 0u);
    const bool shares_seat = own_column_near % 8u == 0u;
    const bool is_far = shares_seat && pair_row >= 8u;
    const unsigned own_column = own_column_near + (is_far ? 8u : 0u);
    const unsigned own_inside_near = pair_row / 4u - (is_far ? 2u : 0u);
    const bool is_alone = shares_seat && own_inside_near == 0u && own_column / 16u == 0u;
    const bool is_second = is_alone && pair_row % 4u >= 2u;
    const unsigned own_inside = own_inside_near + (is_second ? 2u : 0u);
    const unsigned pair = pair_row % 4u - (is_second ? 2u : 0u);
    {
      const unsigned number = pair;
      const unsigned column = own_column;
      const unsigned inside = own_inside;
      const unsigned turned = number + 4u * inside + 16u * (threadIdx.x / 16u % 2u) + (column % 16u >= 8u ? 32u : 0u);
      float2* const v = all;
      const unsigned kx1_lo = turned % 2u;
      const unsigned kx1_hi = turned / 2u % 2u;
      const unsigned kz2 = turned / 4u % 4u;
      const unsigned seat = turned / 16u % 2u;
      const unsigned seat16 = turned / 32u;
      const unsigned get = 8u * kx1_lo + 20u * kx1_hi + 81u * kz2 + 40u * seat + 324u * seat16;
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) v[r] = tile[get + r];
      const unsigned e = kx1_lo + 2u * kx1_hi;  // w = exp(-2 pi i e / 32)
      float2 w[2];
#pragma unroll
      for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w32 + 4u * f + e);
      dft8_pre_powers(v, w);
    }
    {
      const unsigned number = pair == 0u ? (is_alone ? 2u : 0u) : 4u - pair;
      const unsigned column = (16u - own_column % 16u) % 16u + 16u * ((2u - own_column / 16u) % 2u);
      const unsigned inside = own_column / 16u == 0u ? (4u - own_inside) % 4u : 3u - own_inside;
      const unsigned turned = number + 4u * inside + 16u * (threadIdx.x / 16u % 2u) + (column % 16u >= 8u ? 32u : 0u);
      float2* const v = all + 9;
      const unsigned kx1_lo = turned % 2u;
      const unsigned kx1_hi = turned / 2u % 2u;
      const unsigned kz2 = turned / 4u % 4u;
      const unsigned seat = turned / 16u % 2u;
      const unsigned seat16 = turned / 32u;
      const unsigned get = 8u * kx1_lo + 20u * kx1_hi + 81u * kz2 + 40u * seat + 324u * seat16;
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) v[r] = tile[get + r];
      const unsigned e = kx1_lo + 2u * kx1_hi;  // w = exp(-2 pi i e / 32)
      float2 w[2];
#pragma unroll
      for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w32 + 4u * f + e);
      dft8_pre_powers(v, w);
    }
    if (pair == 0u && is_alone) {
      const unsigned e = 0u;  // w = exp(-2 pi i e / 32)
      float2 w[16];
#pragma unroll
      for (unsigned f = 0; f < 16; ++f) w[f] = load_table(hermitian8_ends_roots + 1u * f + e);
      hermitian8_ends(all, w);
    }
    else if (pair == 0u) {
      const unsigned e = 0u;  // w = exp(-2 pi i e / 16)
      float2 w[8];
#pragma unroll
      for (unsigned f = 0; f < 8; ++f) w[f] = load_table(hermitian8_edges_roots + 1u * f + e);
      hermitian8_edges(all, w);
    }
    else {
      const unsigned e = pair;  // w = exp(-2 pi i e / 64)
      float2 w[1];
      w[0] = load_table(hermitian8_powers_w64 + e);
      hermitian8_powers(all, w);
    }
    {
      const unsigned number = pair;
      const unsigned column = own_column;
      const unsigned inside = own_inside;
      const unsigned turned = number + 4u * inside + 16u * (threadIdx.x / 16u % 2u) + (column % 16u >= 8u ? 32u : 0u);
      float2* const v = all;
      const unsigned kx1_lo = turned % 2u;
      const unsigned kx1_hi = turned / 2u % 2u;
      const unsigned kz2 = turned / 4u % 4u;
      const unsigned ky = column % 16u;
      const unsigned kz1 = column / 16u;
      const unsigned to = kx1_lo + 2u * kx1_hi + 1056u * kz2 + 33u * ky + 528u * kz1;
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) store_streaming(target + to + 4u * r, v[r]);
      if (number < 1u) store_streaming(target + to + 4u * 8, v[8]);
    }
    {
      const unsigned number = pair == 0u ? (is_alone ? 2u : 0u) : 4u - pair;
      const unsigned column = (16u - own_column % 16u) % 16u + 16u * ((2u - own_column / 16u) % 2u);
      const unsigned inside = own_column / 16u == 0u ? (4u - own_inside) % 4u : 3u - own_inside;
      const unsigned turned = number + 4u * inside + 16u * (threadIdx.x / 16u % 2u) + (column % 16u >= 8u ? 32u : 0u);
      float2* const v = all + 9;
      const unsigned kx1_lo = turned % 2u;
      const unsigned kx1_hi = turned / 2u % 2u;
      const unsigned kz2 = turned / 4u % 4u;
      const unsigned ky = column % 16u;
      const unsigned kz1 = column / 16u;
      const unsigned to = kx1_lo + 2u * kx1_hi + 1056u * kz2 + 33u * ky + 528u * kz1;
#pragma unroll
      for (unsigned r = 0; r < 8; ++r) store_streaming(target + to + 4u * r, v[r]);
      if (number < 1u) store_streaming(target + to + 4u * 8, v[8]);
    }
  }
}
