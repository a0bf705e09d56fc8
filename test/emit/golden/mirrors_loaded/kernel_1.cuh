// { pairs: X(256,8,256,2048,no-tw) X(128,16,16,256,pre-tw) X(128,16,1,16,pre-tw) } on 128 threads, cluster 2
// after 1, prefetch, powers
// Clusters of 2 blocks of 128 threads, as many as the GPU holds at once; one tile for each transform of the
// batch; 16512 bytes of shared memory per block. Warp-specialised: in each block, the front (producer warps)
// loads the block's part of a tile, computes the first butterflies and sends the results to the blocks that
// need them; the back (consumer warps) receives them and computes the remaining butterflies, one tile behind.
__global__ void __launch_bounds__(128, 1) kernel_1(const float2* in, float2* out, unsigned tiles) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  const auto receive = shared_part<float2>(0u);  // 2 buffers
  const auto full = shared_barriers(16392u);  // per buffer: all data sent by the cluster has arrived
  const auto empty = shared_barriers(16408u);  // per buffer: all blocks have finished reading theirs
  const unsigned rank = cluster_rank();
  const Peers peers = cluster_peers();
  if (threadIdx.x == 0) {
    for (unsigned buffer = 0; buffer < 2; ++buffer) {
      initialise(full[buffer], 3u);  // the back, with the number of bytes that are sent, and each warp of the front
      expect_bytes(full[buffer], 4096u);
      initialise(empty[buffer], 2u);  // the back of each block
    }
    publish_barriers();
  }
  sync_cluster();

  if (threadIdx.x < 64u) {
    // The front: 64 threads.
    const unsigned thread = threadIdx.x;
    const unsigned seat64 = rank;
    const auto prefetch = [&](unsigned tile) {
      prefetch_part(in + std::size_t{tile} * 2049u + 1024u * rank, 1024u);
    };
    unsigned round = 0;
    for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round) {
      const unsigned buffer = round % 2u;
      const unsigned lap = round / 2u;  // earlier uses of this buffer
      const auto inbox = receive + 1024u * buffer;
      const float2* const source = in + std::size_t{tile} * 2049u;
      if (thread == 0 && tile + cluster_count() < tiles) prefetch(tile + cluster_count());
      __syncwarp();

      // X(256,8,256,2048,no-tw): 2 butterflies per thread, digit x1 in registers; loads from global memory; sends to
      // the cluster.
      {
        float2 all[17] = {};
        const unsigned pair_column = thread % 64u;
        const unsigned pair_row = thread / 64u;
        const unsigned pair = (pair_column + 64u * seat64 == 0u && pair_row >= 1u ? 128u : pair_column + 64u * seat64) + 256u * pair_row;
        {
          const unsigned number = pair;
          const unsigned column = number % 256u;
          float2* const v = all;
          const unsigned x3 = column % 16u;
          const unsigned x2_lo = column / 16u % 4u;
          const unsigned x2_mid = column / 64u % 2u;
          const unsigned x2_hi = column / 128u;
          const unsigned from = x3 + 16u * x2_lo + 64u * x2_mid + 128u * x2_hi;
#pragma unroll
          for (unsigned r = 0; r < 8; ++r) v[r] = load(source + from + 256u * r);
          if (pair < 1u) v[8] = load(source + from + 256u * 8);
        }
        {
          const unsigned number = pair == 0u ? 128u : 256u - pair;
          const unsigned column = number % 256u;
          float2* const v = all + 9;
          const unsigned x3 = column % 16u;
          const unsigned x2_lo = column / 16u % 4u;
          const unsigned x2_mid = column / 64u % 2u;
          const unsigned x2_hi = column / 128u;
          const unsigned from = x3 + 16u * x2_lo + 64u * x2_mid + 128u * x2_hi;
#pragma unroll
          for (unsigned r = 0; r < 8; ++r) v[r] = load(source + from + 256u * r);
        }
        if (pair == 0u) {
          const unsigned e = 0u;  // w = exp(+2 pi i e / 32)
          float2 w[16];
#pragma unroll
          for (unsigned f = 0; f < 16; ++f) w[f] = load_table(ihermitian8_ends_roots + 1u * f + e);
          ihermitian8_ends(all, w);
        }
        else {
          const unsigned e = pair;  // w = exp(+2 pi i e / 4096)
          float2 w[1];
          w[0] = load_table(ihermitian8_powers_w4096 + e);
          ihermitian8_powers(all, w);
        }
        {
          float2* const v = all;
          idft8(v);
        }
        {
          float2* const v = all + 9;
          idft8(v);
        }
        wait(empty[buffer], (lap + 1u) % 2u);  // all blocks have read the previous contents of the buffer
        {
          const unsigned number = pair;
          const unsigned column = number % 256u;
          float2* const v = all;
          const unsigned x3 = column % 16u;
          const unsigned x2_lo = column / 16u % 4u;
          const unsigned x2_mid = column / 64u % 2u;
          const unsigned x2_hi = column / 128u;
          const unsigned put = (x3 + 16u * x2_lo + 512u * x2_mid + 64u * x2_hi) ^ x2_lo;
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) {
              if (s == rank)
                inbox[(put ^ (4u * r)) + 128u * r] = v[r + 4 * s];
              else
                send(peers[s], inbox + ((put ^ (4u * r)) + 128u * r), v[r + 4 * s], full[buffer]);
            }
          }
        }
        {
          const unsigned number = pair == 0u ? 128u : 256u - pair;
          const unsigned column = number % 256u;
          float2* const v = all + 9;
          const unsigned x3 = column % 16u;
          const unsigned x2_lo = column / 16u % 4u;
          const unsigned x2_mid = column / 64u % 2u;
          const unsigned x2_hi = column / 128u;
          const unsigned put = (x3 + 16u * x2_lo + 512u * x2_mid + 64u * x2_hi) ^ x2_lo;
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) {
              if (s == rank)
                inbox[(put ^ (4u * r)) + 128u * r] = v[r + 4 * s];
              else
                send(peers[s], inbox + ((put ^ (4u * r)) + 128u * r), v[r + 4 * s], full[buffer]);
            }
          }
        }
        __syncwarp();
        if (thread % 32u == 0) arrive(full[buffer]);  // for the data that stays in this block; data sent to others is counted in bytes
      }
    }
  } else {
    // The back: 64 threads.
    const unsigned thread = threadIdx.x - 64u;
    const unsigned back_meets = 3u;  // named barriers of the back
    const unsigned back_has_read = 4u;  // and one more for each further buffer
    const unsigned kx1_hi = rank;
    unsigned round = 0;
    for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round) {
      const unsigned buffer = round % 2u;
      const unsigned lap = round / 2u;  // earlier uses of this buffer
      const auto inbox = receive + 1024u * buffer;
      float2* const target = out + std::size_t{tile} * 2048u + (4u * kx1_hi);
      wait(full[buffer], lap % 2u);
      if (thread == 0) expect_bytes(full[buffer], 4096u);  // for the next use of the buffer
      __syncwarp();

      // X(128,16,16,256,pre-tw): one butterfly per thread, digit x2 in registers.
      {
        float2 v[16];
        const unsigned kx1_lo = thread % 4u;
        const unsigned x3 = thread / 4u;
        const unsigned slot = (128u * kx1_lo + x3) ^ (4u * kx1_lo);
#pragma unroll
        for (unsigned t = 0; t < 2; ++t) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) v[r + 4 * s + 8 * t] = inbox[(slot ^ r) + 16u * r + 512u * s + 64u * t];
          }
        }
        const unsigned e = kx1_lo + 4u * kx1_hi;  // w = exp(+2 pi i e / 128)
        float2 w[2];
#pragma unroll
        for (unsigned f = 0; f < 2; ++f) w[f] = load_table(idft16_pre_powers_w128 + 8u * f + e);
        idft16_pre_powers(v, w);
#pragma unroll
        for (unsigned t = 0; t < 2; ++t) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 4; ++r) inbox[(slot ^ r) + 16u * r + 512u * s + 64u * t] = v[r + 4 * s + 8 * t];
          }
        }
      }
      sync_group(back_meets, 64u);

      // X(128,16,1,16,pre-tw): one butterfly per thread, digit x3 in registers; stores to global memory.
      {
        float2 v[16];
        const unsigned kx1_lo = thread % 4u;
        const unsigned kx2_lo = thread / 4u % 4u;
        const unsigned kx2_mid = thread / 16u % 2u;
        const unsigned kx2_hi = thread / 32u;
        const unsigned slot = (128u * kx1_lo + 16u * kx2_lo + 512u * kx2_mid + 64u * kx2_hi) ^ (4u * kx1_lo) ^ kx2_lo;
#pragma unroll
        for (unsigned r = 0; r < 16; ++r) v[r] = inbox[slot ^ r];
        // Once the whole back has read the buffer, every block of the cluster can send to it again.
        if (thread < 32u) {
          sync_group(back_has_read + buffer, 64u);
          if (thread < 2u) arrive(empty[buffer], peers[thread]);
          __syncwarp();
        } else {
          arrive_group(back_has_read + buffer, 64u);
        }
        const unsigned e = kx1_lo + 8u * kx2_lo + 32u * kx2_mid + 64u * kx2_hi + 4u * kx1_hi;  // w = exp(+2 pi i e / 2048)
        float2 w[2];
#pragma unroll
        for (unsigned f = 0; f < 2; ++f) w[f] = load_table(idft16_pre_powers_w2048 + 128u * f + e);
        idft16_pre_powers(v, w);
        const unsigned to = kx1_lo + 8u * kx2_lo + 32u * kx2_mid + 64u * kx2_hi;
#pragma unroll
        for (unsigned r = 0; r < 16; ++r) store(target + to + 128u * r, v[r]);
      }
    }
  }
  sync_cluster();  // no block exits while others may still send to it
#endif
}
