/// Walsh-Hadamard transform of length 12, in place: v[k] = sum over j of H_12[k][j] v[j].
/// Cost: 48 additions.
/// Algorithm: Paley's first matrix (1933) for q = 11, butterflies of pairs, shared sums (Paar 1997).
__device__ __forceinline__ void hadamard_12(Vector<float, 4>* v) {
  // Butterflies of pairs
  butterfly(v[0], v[1]);
  butterfly(v[2], v[3]);
  butterfly(v[4], v[5]);
  butterfly(v[6], v[11]);
  butterfly(v[7], v[10]);
  butterfly(v[8], v[9]);

  // Sums of 3 of these, common sums computed once
  const Vector<float, 4> t1 = v[0] + v[2] + v[7];
  const Vector<float, 4> t2 = v[4] + v[6] + v[8];
  const Vector<float, 4> t3 = v[0] + v[9] - v[2];
  const Vector<float, 4> t4 = v[5] + v[11] + v[10];
  const Vector<float, 4> t5 = v[0] - v[7] - v[9];
  const Vector<float, 4> t6 = v[3] + v[6] - v[4];
  const Vector<float, 4> t7 = v[1] + v[5] - v[11];
  const Vector<float, 4> t8 = v[7] - v[2] - v[9];
  const Vector<float, 4> t9 = v[1] + v[11] - v[10];
  const Vector<float, 4> t10 = v[3] + v[4] - v[8];
  const Vector<float, 4> t11 = v[1] + v[10] - v[5];
  const Vector<float, 4> t12 = v[6] - v[3] - v[8];

  // Butterflies of the sums
  v[0] = t1 + t2;
  v[9] = t1 - t2;
  v[3] = t3 + t4;
  v[7] = t3 - t4;
  v[8] = t5 + t6;
  v[11] = t5 - t6;
  v[6] = t7 + t8;
  v[10] = t7 - t8;
  v[1] = t9 + t10;
  v[5] = t9 - t10;
  v[2] = t11 + t12;
  v[4] = t11 - t12;
}
