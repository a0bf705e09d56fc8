// { X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 64 threads, cluster 4 after 2,
// undivided, prefetch, powers
// Clusters of 4 blocks of 64 threads, as many as the GPU holds at once; one tile for each transform of the
// batch; 8320 bytes of shared memory per block. Each block fetches its part of a tile by a bulk copy, computes
// the first butterflies, sends the results to the blocks that need them, and computes the remaining butterflies
// from what it receives. The bulk copy of the next tile overlaps with the stores.
__global__ void __launch_bounds__(64, 1) kernel_1(const __grid_constant__ TensorMap in, float2* out, unsigned tiles) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  const auto part = shared_part<float2>(0u);  // this block's part of the tile
  const auto landed = shared_barriers(8192u)[0];  // the bulk copy has arrived
  const auto full = shared_barriers(8192u)[1];  // all data sent by the cluster has arrived
  const unsigned rank = cluster_rank();
  const Peers peers = cluster_peers();
  if (threadIdx.x == 0) {
    initialise(landed, 1u);
    initialise(full, 1u);
    expect_bytes(full, 8192u);
    publish_barriers();
  }
  sync_cluster();
  const unsigned y1_hi = rank;
  const unsigned kx2_hi = rank;
  const auto fetch = [&](unsigned tile) {
    expect_bytes(landed, 8192u);
    load_box(part, in, landed, 0, 4u * y1_hi, tile);
  };
  const auto prefetch = [&](unsigned tile) {
    prefetch_box<float2>(in, 0, 4u * y1_hi, tile);
  };
  if (threadIdx.x == 0 && cluster_index() < tiles) fetch(cluster_index());
  __syncwarp();
  unsigned round = 0;
  for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round) {
    float2* const target = out + std::size_t{tile} * 4096u + (16u * kx2_hi);
    wait(landed, round % 2u);

    // X(8,8,8,64,no-tw): 2 butterflies per thread, digit x1 in registers.
    {
      float2 v[16];
      const unsigned x2 = threadIdx.x % 8u;
      const unsigned y2 = threadIdx.x / 8u;
      const unsigned slot = x2 + 64u * y2;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) v[r + 8 * s] = part[slot + 8u * r + 512u * s];
      }
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) idft8(v + 8 * r);
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) part[slot + 8u * r + 512u * s] = v[r + 8 * s];
      }
    }
    __syncthreads();

    // X(8,8,1,8,pre-tw): 2 butterflies per thread, digit x2 in registers; sends to the cluster.
    {
      float2 v[16];
      const unsigned kx1 = threadIdx.x % 8u;
      const unsigned y2 = threadIdx.x / 8u;
      const unsigned get = 8u * kx1 + 64u * y2;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) v[r + 8 * s] = part[get + r + 512u * s];
      }
      arrive_cluster();  // this warp has read the fetched data
      const unsigned e = kx1;  // w = exp(+2 pi i e / 64)
      float2 w[2];
#pragma unroll
      for (unsigned f = 0; f < 2; ++f) w[f] = load_table(idft8_pre_powers_w64 + 8u * f + e);
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) idft8_pre_powers(v + 8 * r, w);
      wait_cluster();  // all warps of the cluster have: the buffer can be overwritten
      const unsigned put = kx1 + 8u * y2 + 256u * y1_hi;
#pragma unroll
      for (unsigned t = 0; t < 2; ++t) {
#pragma unroll
        for (unsigned s = 0; s < 4; ++s) {
#pragma unroll
          for (unsigned r = 0; r < 2; ++r) send(peers[s], part + ((put ^ (8u * r)) + 64u * r + 128u * t), v[r + 2 * s + 8 * t], full);
        }
      }
    }
    if (threadIdx.x == 0 && tile + cluster_count() < tiles) prefetch(tile + cluster_count());
    __syncwarp();
    wait(full, round % 2u);
    if (threadIdx.x == 0) expect_bytes(full, 8192u);  // for the next tile
    __syncwarp();

    // Y(8,8,8,64,no-tw): 2 butterflies per thread, digit y1 in registers.
    {
      float2 v[16];
      const unsigned kx1 = threadIdx.x % 8u;
      const unsigned kx2_lo = threadIdx.x / 8u % 2u;
      const unsigned y2_lo = threadIdx.x / 16u;
      const unsigned slot = (kx1 + 64u * kx2_lo + 8u * y2_lo) ^ (8u * kx2_lo);
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) v[r + 8 * s] = part[slot + 128u * r + 32u * s];
      }
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) idft8(v + 8 * r);
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) part[slot + 128u * r + 32u * s] = v[r + 8 * s];
      }
    }
    __syncthreads();

    // Y(8,8,1,8,pre-tw): 2 butterflies per thread, digit y2 in registers; stores to global memory.
    {
      float2 v[16];
      const unsigned kx1 = threadIdx.x % 8u;
      const unsigned kx2_lo = threadIdx.x / 8u % 2u;
      const unsigned ky1_lo = threadIdx.x / 16u;
      const unsigned slot = (kx1 + 64u * kx2_lo + 128u * ky1_lo) ^ (8u * kx2_lo);
#pragma unroll
      for (unsigned t = 0; t < 2; ++t) {
#pragma unroll
        for (unsigned s = 0; s < 4; ++s) {
#pragma unroll
          for (unsigned r = 0; r < 2; ++r) v[r + 2 * s + 8 * t] = part[(slot ^ (8u * r)) + 16u * s + 512u * t];
        }
      }
      // Once the whole block has read the data that it received, its first thread fetches its part of the next tile.
      fence_async_proxy();
      if (threadIdx.x < 32u) {
        sync_group(1u, 64u);
        if (threadIdx.x == 0 && tile + cluster_count() < tiles) fetch(tile + cluster_count());
        __syncwarp();
      } else {
        arrive_group(1u, 64u);
      }
#pragma unroll
      for (unsigned r = 0; r < 2; ++r) {
        const unsigned e = ky1_lo + 4u * r;  // w = exp(+2 pi i e / 64)
        float2 w[2];
#pragma unroll
        for (unsigned f = 0; f < 2; ++f) w[f] = load_table(idft8_pre_powers_w64 + 8u * f + e);
        idft8_pre_powers(v + 8 * r, w);
      }
#pragma unroll
      for (unsigned r = 0; r < 16; ++r) v[r] = scale(v[r], 0.00024414063f);
      const unsigned to = kx1 + 8u * kx2_lo + 64u * ky1_lo;
#pragma unroll
      for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) store(target + to + 512u * r + 256u * s, v[r + 8 * s]);
      }
    }
  }
  sync_cluster();  // no block exits while others may still send to it
#endif
}
