// { pairs: X(128,16,128,2048,no-tw) X(256,8,16,128,pre-tw) X(1024,2,8,16,pre-tw) X(256,8,1,8,pre-tw) } on 128
// threads, cluster 2 after 2, powers
// Clusters of 2 blocks of 128 threads, as many as the GPU holds at once; one tile for each transform of the
// batch; 24704 bytes of shared memory per block. Warp-specialised: in each block, the front (producer warps)
// fetches the block's part of a tile by bulk copies, computes the first butterflies and sends the results to
// the blocks that need them; the back (consumer warps) receives them and computes the remaining butterflies,
// one tile behind.
__global__ void __launch_bounds__(128, 1) kernel_1(const __grid_constant__ TensorMap in, float2* out, unsigned tiles) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  const auto receive = shared_part<float2>(8192u);  // 2 buffers, behind the destination of the bulk copies
  const auto landed = shared_barriers(24576u);  // per group: its part of the tile has arrived
  const auto full = shared_barriers(24592u);  // per buffer: all data sent by the cluster has arrived
  const auto empty = shared_barriers(24608u);  // per buffer: all blocks have finished reading theirs
  const unsigned rank = cluster_rank();
  const Peers peers = cluster_peers();
  if (threadIdx.x == 0) {
    for (unsigned group = 0; group < 2; ++group) initialise(landed[group], 1u);
    for (unsigned buffer = 0; buffer < 2; ++buffer) {
      initialise(full[buffer], 3u);  // the back, with the number of bytes that are sent, and each warp of the front
      expect_bytes(full[buffer], 4096u);
      initialise(empty[buffer], 2u);  // the back of each block
    }
    publish_barriers();
  }
  sync_cluster();

  if (threadIdx.x < 64u) {
    // The front: 2 groups of 32 threads, each of which handles its share of the block's part of the tile.
    const unsigned group = threadIdx.x / 32u;
    const unsigned thread = threadIdx.x % 32u;
    const unsigned group_meets = 1u + group;  // named barriers of the group
    const unsigned group_has_read = 3u + group;
    const auto landing = shared_part<float2>(4096u * group);
    const unsigned x3 = rank;
    const unsigned x4_hi = group;
    const auto fetch = [&](unsigned tile) {
      expect_bytes(landed[group], 4096u);
      load_box(landing, in, landed[group], 8u * x3 + 4u * x4_hi, 0, tile);
    };
    if (thread == 0 && cluster_index() < tiles) fetch(cluster_index());
    __syncwarp();
    unsigned round = 0;
    for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round) {
      const unsigned buffer = round % 2u;
      const unsigned lap = round / 2u;  // earlier uses of this buffer
      const auto inbox = receive + 1024u * buffer;
      wait(landed[group], round % 2u);

      // X(128,16,128,2048,no-tw): one butterfly per thread, digit x1 in registers.
      {
        float2 v[16];
        const unsigned x24_lo = thread;
        const unsigned slot = x24_lo;
#pragma unroll
        for (unsigned r = 0; r < 16; ++r) v[r] = landing[slot + 32u * r];
        dft16(v);
#pragma unroll
        for (unsigned r = 0; r < 16; ++r) landing[slot + 32u * r] = v[r];
      }
      sync_group(group_meets, 32u);

      // X(256,8,16,128,pre-tw): 2 butterflies per thread, digit x2 in registers; sends to the cluster.
      {
        float2 v[16];
        const unsigned x4_lo = thread % 2u;
        const unsigned kx1_lo = thread / 2u % 8u;
        const unsigned kx1_hi = thread / 16u;
        const unsigned get = x4_lo + 32u * kx1_lo + 256u * kx1_hi;
#pragma unroll
        for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
          for (unsigned r = 0; r < 8; ++r) v[r + 8 * s] = landing[get + 4u * r + 2u * s];
        }
        // Once the whole group has read its part of the tile, its first thread fetches the group's part of the next
        // tile.
        fence_async_proxy();
        if (thread < 32u) {
          sync_group(group_has_read, 32u);
          if (thread == 0 && tile + cluster_count() < tiles) fetch(tile + cluster_count());
          __syncwarp();
        } else {
          arrive_group(group_has_read, 32u);
        }
        const unsigned e = kx1_lo + 8u * kx1_hi;  // w = exp(-2 pi i e / 128)
        float2 w[2];
#pragma unroll
        for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w128 + 16u * f + e);
#pragma unroll
        for (unsigned r = 0; r < 2; ++r) dft8_pre_powers(v + 8 * r, w);
        wait(empty[buffer], (lap + 1u) % 2u);  // all blocks have read the previous contents of the buffer
        const unsigned put = (x4_lo + 2u * kx1_lo + 16u * kx1_hi + 512u * x3 + 256u * x4_hi) ^ kx1_hi;
#pragma unroll
        for (unsigned u = 0; u < 2; ++u) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) {
              if (s == rank)
                inbox[put + 32u * r + 128u * u] = v[r + 2 * s + 8 * u];
              else
                send(peers[s], inbox + (put + 32u * r + 128u * u), v[r + 2 * s + 8 * u], full[buffer]);
            }
          }
        }
        // Swap upper-half columns into the slots of their conjugates (k <-> N - k).
        const unsigned mirror = (16u - (kx1_lo + 8u * kx1_hi)) % 16u;
#pragma unroll
        for (unsigned r = 0; r < 2; ++r) to_mirrors<8>(v + 8 * r, kx1_lo + 8u * kx1_hi == 0u);
        const unsigned kx1_lo_2 = mirror % 8u;
        const unsigned kx1_hi_2 = mirror / 8u;
        const unsigned put_mirrors = (x4_lo + 2u * kx1_lo_2 + 16u * kx1_hi_2 + 512u * x3 + 256u * x4_hi) ^ kx1_hi_2;
#pragma unroll
        for (unsigned u = 0; u < 2; ++u) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) {
              if (s == rank)
                inbox[put_mirrors + 32u * r + 64u + 128u * u] = v[r + 2 * s + 4 + 8 * u];
              else
                send(peers[s], inbox + (put_mirrors + 32u * r + 64u + 128u * u), v[r + 2 * s + 4 + 8 * u], full[buffer]);
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
    const unsigned back_meets = 5u;  // named barriers of the back
    const unsigned back_has_read = 6u;  // and one more for each further buffer
    const unsigned seat32 = rank;
    unsigned round = 0;
    for (unsigned tile = cluster_index(); tile < tiles; tile += cluster_count(), ++round) {
      const unsigned buffer = round % 2u;
      const unsigned lap = round / 2u;  // earlier uses of this buffer
      const auto inbox = receive + 1024u * buffer;
      float2* const target = out + std::size_t{tile} * 2049u;
      wait(full[buffer], lap % 2u);
      if (thread == 0) expect_bytes(full[buffer], 4096u);  // for the next use of the buffer
      __syncwarp();

      // X(1024,2,8,16,pre-tw): 8 butterflies per thread, digit x3 in registers.
      {
        float2 v[16];
        const unsigned seat = thread % 8u;
        const unsigned seat8 = thread / 8u % 2u;
        const unsigned seat16 = thread / 16u % 2u;
        const unsigned seat64 = thread / 32u;
        const unsigned column = seat + 8u * seat8 + 16u * seat16 + 64u * seat64 + 32u * seat32 <= 64u ? seat + 8u * seat8 + 16u * seat16 + 64u * seat64 + 32u * seat32 : 192u - (seat + 8u * seat8 + 16u * seat16 + 64u * seat64 + 32u * seat32);
        const unsigned kx12 = column;
        const unsigned slot = (2u * seat + 16u * seat8 + 32u * seat16 + 64u * seat64) ^ seat8;
#pragma unroll
        for (unsigned t = 0; t < 4; ++t) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) v[r + 2 * s + 4 * t] = inbox[(slot ^ s) + 512u * r + 128u * t];
          }
        }
        const unsigned e = kx12;  // w = exp(-2 pi i e / 256)
        float2 w[1];
        w[0] = load_table(dft2_pre_powers_w256 + e);
#pragma unroll
        for (unsigned r = 0; r < 8; ++r) dft2_pre_powers(v + 2 * r, w);
#pragma unroll
        for (unsigned t = 0; t < 4; ++t) {
#pragma unroll
          for (unsigned s = 0; s < 2; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) inbox[(slot ^ s) + 512u * r + 128u * t] = v[r + 2 * s + 4 * t];
          }
        }
      }
      sync_group(back_meets, 64u);

      // X(256,8,1,8,pre-tw): 2 butterflies per thread, digit x4 in registers; stores to global memory.
      {
        float2 all[17];
        const unsigned pair_column = thread % 32u;
        const unsigned pair_row = thread / 32u;
        const unsigned pair = (pair_column + 32u * seat32 == 0u && pair_row >= 1u ? 64u : pair_column + 32u * seat32) + 128u * pair_row;
        {
          const unsigned number = pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all;
          const unsigned seat = turned % 8u;
          const unsigned seat8 = turned / 8u % 2u;
          const unsigned seat16 = turned / 16u % 2u;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned seat64 = turned / 64u;
          const unsigned slot = (2u * seat + 16u * seat8 + 32u * seat16 + 512u * kx3 + 64u * seat64) ^ seat8;
#pragma unroll
          for (unsigned s = 0; s < 4; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) v[r + 2 * s] = inbox[(slot ^ r) + 128u * s];
          }
        }
        {
          const unsigned number = pair == 0u ? 128u : 256u - pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all + 9;
          const unsigned seat = turned % 8u;
          const unsigned seat8 = turned / 8u % 2u;
          const unsigned seat16 = turned / 16u % 2u;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned seat64 = turned / 64u;
          const unsigned slot = (2u * seat + 16u * seat8 + 32u * seat16 + 512u * kx3 + 64u * seat64) ^ seat8;
#pragma unroll
          for (unsigned s = 0; s < 4; ++s) {
#pragma unroll
            for (unsigned r = 0; r < 2; ++r) v[r + 2 * s] = inbox[(slot ^ r) + 128u * s];
          }
        }
        // Once the whole back has read the buffer, every block of the cluster can send to it again.
        if (thread < 32u) {
          sync_group(back_has_read + buffer, 64u);
          if (thread < 2u) arrive(empty[buffer], peers[thread]);
          __syncwarp();
        } else {
          arrive_group(back_has_read + buffer, 64u);
        }
        {
          const unsigned number = pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned kx12 = column;
          const unsigned e = 128u * kx3 + kx12;  // w = exp(-2 pi i e / 2048)
          float2 w[2];
#pragma unroll
          for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w2048 + 256u * f + e);
          dft8_pre_powers(v, w);
        }
        {
          const unsigned number = pair == 0u ? 128u : 256u - pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all + 9;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned kx12 = column;
          const unsigned e = 128u * kx3 + kx12;  // w = exp(-2 pi i e / 2048)
          float2 w[2];
#pragma unroll
          for (unsigned f = 0; f < 2; ++f) w[f] = load_table(dft8_pre_powers_w2048 + 256u * f + e);
          dft8_pre_powers(v, w);
        }
        if (pair == 0u) {
          const unsigned e = 0u;  // w = exp(-2 pi i e / 32)
          float2 w[16];
#pragma unroll
          for (unsigned f = 0; f < 16; ++f) w[f] = load_table(hermitian8_ends_roots + 1u * f + e);
          hermitian8_ends(all, w);
        }
        else {
          const unsigned e = pair;  // w = exp(-2 pi i e / 4096)
          float2 w[1];
          w[0] = load_table(hermitian8_powers_w4096 + e);
          hermitian8_powers(all, w);
        }
        {
          const unsigned number = pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned kx12 = column;
          const unsigned to = 128u * kx3 + kx12;
#pragma unroll
          for (unsigned r = 0; r < 8; ++r) store(target + to + 256u * r, v[r]);
          if (pair < 1u) store(target + to + 256u * 8, v[8]);
        }
        {
          const unsigned number = pair == 0u ? 128u : 256u - pair;
          const unsigned column = number % 128u;
          const unsigned turned = thread % 32u + 32u * (number / 128u + (column < 64u ? 0u : 2u));
          float2* const v = all + 9;
          const unsigned kx3 = turned / 32u % 2u;
          const unsigned kx12 = column;
          const unsigned to = 128u * kx3 + kx12;
#pragma unroll
          for (unsigned r = 0; r < 8; ++r) store(target + to + 256u * r, v[r]);
        }
      }
    }
  }
  sync_cluster();  // no block exits while others may still send to it
#endif
}
