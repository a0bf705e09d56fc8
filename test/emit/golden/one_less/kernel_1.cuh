// { rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 96 threads, 16 columns, 8 blocks/SM, table, then { rader
// X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 96 threads, 16 columns, 8 blocks/SM, table
// One block of 96 threads for 16 transforms of the batch; 4864 bytes of shared memory.
__global__ void __launch_bounds__(96, 8) kernel_1(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  auto zeroth = dynamic_shared<float2>() + 592u;
  const std::size_t first = std::size_t{blockIdx.x} * 16u;  // first transform of the batch in this block
  const unsigned present = batch - first < 16u ? static_cast<unsigned>(batch - first) : 16u;
  const float2* const source = in + first * 37u;
  float2* const target = out + first * 37u;

  // Load the DC terms x[0], which the Rader convolution leaves out.
  if (threadIdx.x < 16u) {
    float2 v[1] = {};
    const unsigned b = threadIdx.x;
    const unsigned from = 37u * b;
    if (b < present) v[0] = load(source + from);
    const unsigned put = b;
    zeroth[put] = v[0];
  }

  // Load coalesced, exchange through shared memory.
  {
    float2 v[6] = {};
    const unsigned x12_lo = threadIdx.x % 12u;
    const unsigned b = threadIdx.x / 12u;
    const unsigned from = x12_lo;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) if (b + 8u * s < present) v[r + 3 * s] = load(source + 37u * b + 1u + from + 12u * r + 296u * s);
    }
    const unsigned put = x12_lo + 37u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) tile[put + 12u * r + 296u * s] = v[r + 3 * s];
    }
  }
  __syncthreads();

  // X(6,6,6,36,no-tw): one butterfly per thread, digit x1 in registers.
  {
    float2 v[6];
    const unsigned b = threadIdx.x % 4u;
    const unsigned b4 = threadIdx.x / 4u % 4u;
    const unsigned x2 = threadIdx.x / 16u;
    const unsigned get = x2;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = tile[37u * b + 148u * b4 + powers_of_root_37[get + 6u * r]];
    dft6(v);
    __syncthreads();
    const unsigned put = 36u * b + 145u * b4 + x2;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) tile[put + 6u * r] = v[r];
  }
  __syncthreads();

  // X(6,6,1,6,pre-tw): one butterfly per thread, digit x2 in registers. X(6,6,6,36,no-tw): one butterfly per
  // thread, digit x1 in registers.
  {
    float2 v[6];
    const unsigned b = threadIdx.x % 4u;
    const unsigned b4 = threadIdx.x / 4u % 4u;
    const unsigned kx1 = threadIdx.x / 16u;
    const unsigned get = 36u * b + 145u * b4 + 6u * kx1;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = tile[get + r];
    const unsigned e = kx1;  // w = exp(-2 pi i e / 36)
    float2 w[5];
#pragma unroll
    for (unsigned f = 0; f < 5; ++f) w[f] = load_table(dft6_pre_w36 + 6u * f + e);
    dft6_pre(v, w);
    if (kx1 == 0u) {
      const float2 x0 = zeroth[b + 4u * b4];
      zeroth[b + 4u * b4] = {x0.x + v[0].x, x0.y + v[0].y};
      v[0] = {v[0].x - 36.0f * x0.x, v[0].y - 36.0f * x0.y};
    }
    const unsigned spectrum_f32_37_36_place = kx1;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = multiply(v[r], load_table(spectrum_f32_37_36 + spectrum_f32_37_36_place + 6u * r));
    const unsigned x2 = threadIdx.x / 16u;
    idft6(v);
    const unsigned put = 36u * b + 145u * b4 + 6u * x2;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) tile[put + r] = v[r];
  }
  __syncthreads();

  // X(6,6,1,6,pre-tw): one butterfly per thread, digit x2 in registers.
  {
    float2 v[6];
    const unsigned b = threadIdx.x % 4u;
    const unsigned b4 = threadIdx.x / 4u % 4u;
    const unsigned kx1 = threadIdx.x / 16u;
    const unsigned get = 36u * b + 145u * b4 + kx1;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = tile[get + 6u * r];
    const unsigned e = kx1;  // w = exp(+2 pi i e / 36)
    float2 w[5];
#pragma unroll
    for (unsigned f = 0; f < 5; ++f) w[f] = load_table(idft6_pre_w36 + 6u * f + e);
    idft6_pre(v, w);
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = scale(v[r], 0.027027028f);
    __syncthreads();
    const unsigned put = kx1;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) tile[37u * b + 148u * b4 + powers_of_inverse_37[put + 6u * r]] = v[r];
  }
  __syncthreads();

  // Exchange through shared memory, store coalesced.
  {
    float2 v[6];
    const unsigned x12_lo = threadIdx.x % 12u;
    const unsigned b = threadIdx.x / 12u;
    const unsigned get = x12_lo + 37u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) v[r + 3 * s] = tile[get + 12u * r + 296u * s];
    }
    const unsigned to = x12_lo;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) if (b + 8u * s < present) store(target + 37u * b + 1u + to + 12u * r + 296u * s, v[r + 3 * s]);
    }
  }

  // Store the DC terms X[0], the sums of all elements.
  if (threadIdx.x < 16u) {
    float2 v[1];
    const unsigned b = threadIdx.x;
    const unsigned get = b;
    v[0] = zeroth[get];
#pragma unroll
    for (unsigned r = 0; r < 1; ++r) v[r] = scale(v[r], 0.027027028f);
    const unsigned to = 37u * b;
    if (b < present) store(target + to, v[0]);
  }
}
