/// Walsh-Hadamard transform of length 8, in place: v[k] = sum over j of (-1)^popcount(j & k) v[j].
/// Cost: 12 additions, 10 fused multiply-adds.
/// Algorithm: a matrix of low rank plus a sparse one (Alman & Rao 2023).
__device__ __forceinline__ void hadamard_8_alman_rao(Vector<float, 4>* v) {
  // Sums of two elements of a, b, ..., h
  const Vector<float, 4> bc = v[1] + v[2];
  const Vector<float, 4> bf = v[1] + v[5];
  const Vector<float, 4> bg = v[1] + v[6];
  const Vector<float, 4> cf = v[2] + v[5];
  const Vector<float, 4> cg = v[2] + v[6];
  const Vector<float, 4> dh = v[3] + v[7];
  const Vector<float, 4> fg = v[5] + v[6];

  // The matrix of low rank: -1 but for its first row and column
  const Vector<float, 4> total = bc + dh + fg + v[4];
  const Vector<float, 4> difference = v[0] - total;
  v[0] = v[0] + total;

  // The sparse matrix: 2 where H_8 has 1 and the other -1
  const Vector<float, 4> with_d = twice_plus(v[3], difference);
  const Vector<float, 4> with_e = twice_plus(v[4], difference);
  const Vector<float, 4> with_h = twice_plus(v[7], difference);
  v[1] = twice_plus(cg, with_e);
  v[2] = twice_plus(bf, with_e);
  v[3] = twice_plus(dh, with_e);
  v[4] = twice_plus(bc, with_d);
  v[5] = twice_plus(cf, with_h);
  v[6] = twice_plus(bg, with_h);
  v[7] = twice_plus(fg, with_d);
}
