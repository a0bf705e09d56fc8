// { good-thomas: rader Y(1,3,1,3,no-tw) X(2,3,2,6,no-tw) X(3,2,1,2,pre-tw) } on 12 threads, 4 columns, 8
// blocks/SM, table, then { good-thomas: rader X(3,2,3,6,no-tw) X(2,3,1,3,pre-tw) } on 12 threads, 4 columns, 8
// blocks/SM, table
// One block of 12 threads for 4 transforms of the batch; 768 bytes of shared memory.
__global__ void __launch_bounds__(12, 8) kernel_1(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  auto zeroth = dynamic_shared<float2>() + 84u;
  const std::size_t first = std::size_t{blockIdx.x} * 4u;  // first transform of the batch in this block
  const unsigned present = batch - first < 4u ? static_cast<unsigned>(batch - first) : 4u;
  const float2* const source = in + first * 21u;
  float2* const target = out + first * 21u;

  // Load the DC terms x[0], which the Rader convolution leaves out.
  {
    float2 v[1] = {};
    const unsigned y = threadIdx.x % 3u;
    const unsigned b = threadIdx.x / 3u;
    const unsigned from = 7u * y + 21u * b;
    if (b < present) v[0] = load(source + from);
    const unsigned put = y;
    zeroth[3u * b + rows_of_multiples_7_by_3_inverse[put]] = v[0];
  }

  // Load coalesced, exchange through shared memory.
  {
    float2 v[6] = {};
    const unsigned x = threadIdx.x % 6u;
    const unsigned b = threadIdx.x / 6u;
    const unsigned from = x;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) if (b + 2u * s < present) v[r + 3 * s] = load(source + 21u * b + 1u + from + 7u * r + 42u * s);
    }
    const unsigned put = x + 21u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) tile[put + 7u * r + 42u * s] = v[r + 3 * s];
    }
  }
  __syncthreads();

  // Transform the DC terms x[0] across rows.
  if (threadIdx.x < 4u) {
    float2 v[3];
    const unsigned b = threadIdx.x;
    const unsigned slot = 3u * b;
#pragma unroll
    for (unsigned r = 0; r < 3; ++r) v[r] = zeroth[slot + r];
    dft3(v);
#pragma unroll
    for (unsigned r = 0; r < 3; ++r) zeroth[slot + r] = v[r];
  }

  // Y(1,3,1,3,no-tw): 2 butterflies per thread, digit y1 in registers.
  {
    float2 v[6];
    const unsigned b = threadIdx.x % 4u;
    const unsigned x1 = threadIdx.x / 4u;
    const unsigned get = 2u * x1;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) v[r + 3 * s] = tile[21u * b + powers_of_root_7_by_3_inverse[get + 6u * r + s]];
    }
#pragma unroll
    for (unsigned r = 0; r < 2; ++r) dft3(v + 3 * r);
    __syncthreads();
    const unsigned put = 21u * b + 2u * x1;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) tile[put + 7u * r + s] = v[r + 3 * s];
    }
  }
  __syncthreads();

  // X(2,3,2,6,no-tw): 2 butterflies per thread, digit x1 in registers.
  {
    float2 v[6];
    const unsigned ky = threadIdx.x % 3u;
    const unsigned b = threadIdx.x / 3u;
    const unsigned slot = 7u * ky + 21u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) v[r + 3 * s] = tile[slot + 2u * r + s];
    }
#pragma unroll
    for (unsigned r = 0; r < 2; ++r) dft3(v + 3 * r);
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) tile[slot + 2u * r + s] = v[r + 3 * s];
    }
  }
  __syncthreads();

  // X(3,2,1,2,pre-tw): 3 butterflies per thread, digit x2 in registers. X(3,2,3,6,no-tw): 3 butterflies per
  // thread, digit x1 in registers.
  {
    float2 v[6];
    const unsigned ky = threadIdx.x % 3u;
    const unsigned b = threadIdx.x / 3u;
    const unsigned get = 7u * ky + 21u * b;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) v[r] = tile[get + r];
#pragma unroll
    for (unsigned r = 0; r < 3; ++r) {
      const unsigned e = r;  // w = exp(-2 pi i e / 6)
      float2 w[1];
      w[0] = load_table(dft2_pre_w6 + e);
      dft2_pre(v + 2 * r, w);
    }
    {
      const float2 x0 = zeroth[ky + 3u * b];
      zeroth[ky + 3u * b] = {x0.x + v[0].x, x0.y + v[0].y};
      v[0] = {v[0].x - 6.0f * x0.x, v[0].y - 6.0f * x0.y};
    }
#pragma unroll
    for (unsigned s = 0; s < 3; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) v[r + 2 * s] = multiply(v[r + 2 * s], load_table(spectrum_f32_7_6_inverse + 3u * r + s));
    }
    const unsigned y = threadIdx.x % 3u;
#pragma unroll
    for (unsigned r = 0; r < 3; ++r) idft2(v + 2 * r);
    const unsigned put = 7u * y + 21u * b;
#pragma unroll
    for (unsigned r = 0; r < 6; ++r) tile[put + r] = v[r];
  }
  __syncthreads();

  // X(2,3,1,3,pre-tw): 2 butterflies per thread, digit x2 in registers.
  {
    float2 v[6];
    const unsigned y = threadIdx.x % 3u;
    const unsigned b = threadIdx.x / 3u;
    const unsigned get = 7u * y + 21u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) v[r + 3 * s] = tile[get + 2u * r + s];
    }
#pragma unroll
    for (unsigned r = 0; r < 2; ++r) {
      const unsigned e = r;  // w = exp(+2 pi i e / 6)
      float2 w[2];
#pragma unroll
      for (unsigned f = 0; f < 2; ++f) w[f] = load_table(idft3_pre_w6 + 2u * f + e);
      idft3_pre(v + 3 * r, w);
    }
    __syncthreads();
    const unsigned put = y;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) tile[21u * b + powers_of_inverse_7_by_3[put + 6u * r + 3u * s]] = v[r + 3 * s];
    }
  }
  __syncthreads();

  // Exchange through shared memory, store coalesced.
  {
    float2 v[6];
    const unsigned x = threadIdx.x % 6u;
    const unsigned b = threadIdx.x / 6u;
    const unsigned get = x + 21u * b;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) v[r + 3 * s] = tile[get + 7u * r + 42u * s];
    }
    const unsigned to = x;
#pragma unroll
    for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
      for (unsigned r = 0; r < 3; ++r) if (b + 2u * s < present) store(target + 21u * b + 1u + to + 7u * r + 42u * s, v[r + 3 * s]);
    }
  }

  // Store the DC terms X[0], the sums of all elements.
  {
    float2 v[1];
    const unsigned y = threadIdx.x % 3u;
    const unsigned b = threadIdx.x / 3u;
    const unsigned get = y + 3u * b;
    v[0] = zeroth[get];
    const unsigned to = 7u * y + 21u * b;
    if (b < present) store(target + to, v[0]);
  }
}
