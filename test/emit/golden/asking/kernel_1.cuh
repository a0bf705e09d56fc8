// { X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) } on 32 threads, prefetch, 4 columns, 5 blocks/SM, table
// One block of 32 threads for 4 transforms of the batch; 2296 bytes of shared memory.
__global__ void __launch_bounds__(32, 5) kernel_1(const float2* in, float2* out, std::size_t batch) {
  auto tile = dynamic_shared<float2>();
  const std::size_t first = std::size_t{blockIdx.x} * 4u;  // first transform of the batch in this block
  const unsigned present = batch - first < 4u ? static_cast<unsigned>(batch - first) : 4u;
  const float2* const source = in + first * 64u;
  float2* const target = out + first * 64u;

  // X(8,8,8,64,no-tw): one butterfly per thread, digit x1 in registers; loads from global memory.
  {
    float2 v[8] = {};
    const unsigned x2 = threadIdx.x % 8u;
    const unsigned b = threadIdx.x / 8u;
    const unsigned from = x2 + 64u * b;
#pragma unroll
    for (unsigned r = 0; r < 8; ++r) if (b < present) v[r] = load(source + from + 8u * r);
    dft8(v);
    const unsigned put = x2 + 72u * b;
#pragma unroll
    for (unsigned r = 0; r < 8; ++r) tile[put + 9u * r] = v[r];
  }
  // Prefetch to L2 what block blockIdx.x + 660 loads (one wave ahead).
  if (threadIdx.x == 0 && blockIdx.x + 660u < gridDim.x) {
    const unsigned later = blockIdx.x + 660u;
    const std::size_t later_first = std::size_t{later} * 4u;
    const unsigned later_present = batch - later_first < 4u ? static_cast<unsigned>(batch - later_first) : 4u;
    prefetch_part(in + later_first * 64u, later_present * 64u);
  }
  __syncthreads();

  // X(8,8,1,8,pre-tw): one butterfly per thread, digit x2 in registers; stores to global memory.
  {
    float2 v[8];
    const unsigned kx1 = threadIdx.x % 8u;
    const unsigned b = threadIdx.x / 8u;
    const unsigned get = 9u * kx1 + 72u * b;
#pragma unroll
    for (unsigned r = 0; r < 8; ++r) v[r] = tile[get + r];
    const unsigned e = kx1;  // w = exp(-2 pi i e / 64)
    float2 w[4];
#pragma unroll
    for (unsigned f = 0; f < 4; ++f) w[f] = load_table(dft8_pre_w64 + 8u * f + e);
    dft8_pre(v, w);
    const unsigned to = kx1 + 64u * b;
#pragma unroll
    for (unsigned r = 0; r < 8; ++r) if (b < present) store(target + to + 8u * r, v[r]);
  }
}
