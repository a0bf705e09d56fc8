// DFT of length 8, in place, in natural order:
//     v[k] = sum over j of v[j] W^j exp(-2 pi i j k/8),  W = exp(-2 pi i theta)
// Factors: w[0] = W^4, w[1] = W^2, w[2] = W, w[3] = W exp(-2 pi i/8).
// Cost: 72 fused multiply-adds; at most 21 real values are live.
// Algorithm: radix-2 decimation in time, twiddle factors merged into fused butterflies (Goedecker 1997).
__device__ __forceinline__ void dft8_pre(float2* v, const float2* w) {
  // Butterflies of length 2, twiddle factors W^4
  const float t1r = fmaf(w[0].x, v[4].x, fmaf(-w[0].y, v[4].y, v[0].x));
  const float t1i = fmaf(w[0].x, v[4].y, fmaf(w[0].y, v[4].x, v[0].y));
  const float t2r = fmaf(2.0f, v[0].x, -t1r);
  const float t2i = fmaf(2.0f, v[0].y, -t1i);
  const float t3r = fmaf(w[0].x, v[5].x, fmaf(-w[0].y, v[5].y, v[1].x));
  const float t3i = fmaf(w[0].x, v[5].y, fmaf(w[0].y, v[5].x, v[1].y));
  const float t4r = fmaf(2.0f, v[1].x, -t3r);
  const float t4i = fmaf(2.0f, v[1].y, -t3i);
  const float t5r = fmaf(w[0].x, v[6].x, fmaf(-w[0].y, v[6].y, v[2].x));
  const float t5i = fmaf(w[0].x, v[6].y, fmaf(w[0].y, v[6].x, v[2].y));
  const float t6r = fmaf(2.0f, v[2].x, -t5r);
  const float t6i = fmaf(2.0f, v[2].y, -t5i);
  const float t7r = fmaf(w[0].x, v[7].x, fmaf(-w[0].y, v[7].y, v[3].x));
  const float t7i = fmaf(w[0].x, v[7].y, fmaf(w[0].y, v[7].x, v[3].y));
  const float t8r = fmaf(2.0f, v[3].x, -t7r);
  const float t8i = fmaf(2.0f, v[3].y, -t7i);

  // Butterflies of length 4, twiddle factors W^2
  const float t9r = fmaf(w[1].x, t5r, fmaf(-w[1].y, t5i, t1r));
  const float t9i = fmaf(w[1].x, t5i, fmaf(w[1].y, t5r, t1i));
  const float t10r = fmaf(2.0f, t1r, -t9r);
  const float t10i = fmaf(2.0f, t1i, -t9i);
  const float t11r = fmaf(w[1].x, t7r, fmaf(-w[1].y, t7i, t3r));
  const float t11i = fmaf(w[1].x, t7i, fmaf(w[1].y, t7r, t3i));
  const float t12r = fmaf(2.0f, t3r, -t11r);
  const float t12i = fmaf(2.0f, t3i, -t11i);
  const float t13r = fmaf(w[1].x, t6i, fmaf(w[1].y, t6r, t2r));
  const float t13i = fmaf(-w[1].x, t6r, fmaf(w[1].y, t6i, t2i));
  const float t14r = fmaf(2.0f, t2r, -t13r);
  const float t14i = fmaf(2.0f, t2i, -t13i);
  const float t15r = fmaf(w[1].x, t8i, fmaf(w[1].y, t8r, t4r));
  const float t15i = fmaf(-w[1].x, t8r, fmaf(w[1].y, t8i, t4i));
  const float t16r = fmaf(2.0f, t4r, -t15r);
  const float t16i = fmaf(2.0f, t4i, -t15i);

  // Butterflies of length 8, twiddle factors W and its rotations
  const float y0r = fmaf(w[2].x, t11r, fmaf(-w[2].y, t11i, t9r));
  const float y0i = fmaf(w[2].x, t11i, fmaf(w[2].y, t11r, t9i));
  const float y4r = fmaf(2.0f, t9r, -y0r);
  const float y4i = fmaf(2.0f, t9i, -y0i);
  const float y1r = fmaf(w[3].x, t15r, fmaf(-w[3].y, t15i, t13r));
  const float y1i = fmaf(w[3].x, t15i, fmaf(w[3].y, t15r, t13i));
  const float y5r = fmaf(2.0f, t13r, -y1r);
  const float y5i = fmaf(2.0f, t13i, -y1i);
  const float y2r = fmaf(w[2].x, t12i, fmaf(w[2].y, t12r, t10r));
  const float y2i = fmaf(-w[2].x, t12r, fmaf(w[2].y, t12i, t10i));
  const float y6r = fmaf(2.0f, t10r, -y2r);
  const float y6i = fmaf(2.0f, t10i, -y2i);
  const float y3r = fmaf(w[3].x, t16i, fmaf(w[3].y, t16r, t14r));
  const float y3i = fmaf(-w[3].x, t16r, fmaf(w[3].y, t16i, t14i));
  const float y7r = fmaf(2.0f, t14r, -y3r);
  const float y7i = fmaf(2.0f, t14i, -y3i);

  v[0] = {y0r, y0i};
  v[1] = {y1r, y1i};
  v[2] = {y2r, y2i};
  v[3] = {y3r, y3i};
  v[4] = {y4r, y4i};
  v[5] = {y5r, y5i};
  v[6] = {y6r, y6i};
  v[7] = {y7r, y7i};
}
