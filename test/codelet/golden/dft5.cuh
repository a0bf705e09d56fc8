// DFT of length 5, in place, in natural order:
//     v[k] = sum over j of v[j] exp(-2 pi i j k/5)
// Cost: 14 additions, 18 fused multiply-adds; at most 11 real values are live.
// Algorithm: symmetric form for odd primes (Singleton 1969), cosines as a split cyclic convolution (Rader 1968),
//     constants factored out for fused multiply-adds (Linzer & Feig 1993).
__device__ __forceinline__ void dft5(float2* v) {
  constexpr float c1 = 0.559017f;  // cos(2 pi/20) sin(2 pi/10)
  constexpr float c2 = 0.618034f;  // sin(2 pi/10) / cos(2 pi/20)
  constexpr float c3 = 0.95105654f;  // cos(2 pi/20)

  const float t1r = v[1].x + v[4].x;
  const float t2r = v[1].x - v[4].x;
  const float t1i = v[1].y + v[4].y;
  const float t2i = v[1].y - v[4].y;
  const float t3r = v[2].x + v[3].x;
  const float t4r = v[2].x - v[3].x;
  const float t3i = v[2].y + v[3].y;
  const float t4i = v[2].y - v[3].y;
  const float t5r = t1r + t3r;
  const float t6r = t1r - t3r;
  const float t5i = t1i + t3i;
  const float t6i = t1i - t3i;
  const float y0r = v[0].x + t5r;
  const float t7r = fmaf(-0.25f, t5r, v[0].x);
  const float y0i = v[0].y + t5i;
  const float t7i = fmaf(-0.25f, t5i, v[0].y);
  const float t8r = fmaf(c1, t6r, t7r);
  const float t9r = fmaf(-c1, t6r, t7r);
  const float t8i = fmaf(c1, t6i, t7i);
  const float t9i = fmaf(-c1, t6i, t7i);
  const float s1 = fmaf(c2, t4r, t2r);
  const float s2 = fmaf(-c2, t2r, t4r);
  const float s3 = fmaf(c2, t4i, t2i);
  const float s4 = fmaf(-c2, t2i, t4i);
  const float y1r = fmaf(c3, s3, t8r);
  const float y4r = fmaf(-c3, s3, t8r);
  const float y1i = fmaf(-c3, s1, t8i);
  const float y4i = fmaf(c3, s1, t8i);
  const float y2r = fmaf(-c3, s4, t9r);
  const float y3r = fmaf(c3, s4, t9r);
  const float y2i = fmaf(c3, s2, t9i);
  const float y3i = fmaf(-c3, s2, t9i);

  v[0] = {y0r, y0i};
  v[1] = {y1r, y1i};
  v[2] = {y2r, y2i};
  v[3] = {y3r, y3i};
  v[4] = {y4r, y4i};
}
