/// Walsh-Hadamard transform of length 16, in place: v[k] = sum over j of (-1)^popcount(j & bitreverse(k)) v[j].
/// Cost: 64 additions.
/// Algorithm: butterflies, largest stride first (Shanks 1969).
__device__ __forceinline__ void hadamard_16_bit_reversed(Vector<float, 4>* v) {
  // Stride 8
  butterfly(v[0], v[8]);
  butterfly(v[1], v[9]);
  butterfly(v[2], v[10]);
  butterfly(v[3], v[11]);
  butterfly(v[4], v[12]);
  butterfly(v[5], v[13]);
  butterfly(v[6], v[14]);
  butterfly(v[7], v[15]);

  // Stride 4
  butterfly(v[0], v[4]);
  butterfly(v[1], v[5]);
  butterfly(v[2], v[6]);
  butterfly(v[3], v[7]);
  butterfly(v[8], v[12]);
  butterfly(v[9], v[13]);
  butterfly(v[10], v[14]);
  butterfly(v[11], v[15]);

  // Stride 2
  butterfly(v[0], v[2]);
  butterfly(v[1], v[3]);
  butterfly(v[4], v[6]);
  butterfly(v[5], v[7]);
  butterfly(v[8], v[10]);
  butterfly(v[9], v[11]);
  butterfly(v[12], v[14]);
  butterfly(v[13], v[15]);

  // Stride 1
  butterfly(v[0], v[1]);
  butterfly(v[2], v[3]);
  butterfly(v[4], v[5]);
  butterfly(v[6], v[7]);
  butterfly(v[8], v[9]);
  butterfly(v[10], v[11]);
  butterfly(v[12], v[13]);
  butterfly(v[14], v[15]);

  // Bit-reversed order
  exchange(v[1], v[8]);
  exchange(v[2], v[4]);
  exchange(v[3], v[12]);
  exchange(v[5], v[10]);
  exchange(v[7], v[14]);
  exchange(v[11], v[13]);
}
