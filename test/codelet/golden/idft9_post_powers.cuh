// Inverse DFT (unnormalised) of length 9, in place, in natural order:
//     v[k] = W^k sum over j of v[j] exp(+2 pi i j k/9),  W = exp(+2 pi i theta)
// Factors: w[0] = W, w[1] = W^4.
// The other factors are products of these, with a relative error of at most 6.1 times the unit roundoff.
// Cost: 24 additions, 28 multiplications, 82 fused multiply-adds; at most 27 real values are live.
// Algorithm: Cooley-Tukey (1965), symmetric form for odd primes (Singleton 1969),
//     constants factored out for fused multiply-adds (Linzer & Feig 1993).
__device__ __forceinline__ void idft9_post_powers(float2* v, const float2* w) {
  constexpr float c1 = 0.8660254f;  // cos(2 pi/12)
  constexpr float c2 = 0.83909965f;  // sin(2 pi/9) / cos(2 pi/9)
  constexpr float c3 = 0.17632698f;  // sin(2 pi/36) / cos(2 pi/36)
  constexpr float c4 = 0.7778619f;  // cos(2 pi/9) / cos(2 pi/36)
  constexpr float c5 = 0.9848077f;  // cos(2 pi/36)
  constexpr float c6 = 0.49240386f;  // cos(2 pi/36) / 2
  constexpr float c7 = 0.85286856f;  // cos(2 pi/36) cos(2 pi/12)
  constexpr float c8 = 0.36397022f;  // sin(2 pi/18) / cos(2 pi/18)
  constexpr float c9 = 0.9541889f;  // cos(2 pi/18) / cos(2 pi/36)

  // DFT of length 3 of elements 0, 3, 6
  const float t1r = v[3].x + v[6].x;
  const float t1i = v[3].y + v[6].y;
  const float t2r = v[3].x - v[6].x;
  const float t2i = v[3].y - v[6].y;
  const float t3r = t1r + v[0].x;
  const float t3i = t1i + v[0].y;
  const float t4r = fmaf(-0.5f, t1r, v[0].x);
  const float t4i = fmaf(-0.5f, t1i, v[0].y);
  const float t5r = fmaf(-c1, t2i, t4r);
  const float t5i = fmaf(c1, t2r, t4i);
  const float t6r = fmaf(c1, t2i, t4r);
  const float t6i = fmaf(-c1, t2r, t4i);

  // DFT of length 3 of elements 1, 4, 7
  const float t7r = v[4].x + v[7].x;
  const float t7i = v[4].y + v[7].y;
  const float t8r = v[4].x - v[7].x;
  const float t8i = v[4].y - v[7].y;
  const float t9r = t7r + v[1].x;
  const float t9i = t7i + v[1].y;
  const float t10r = fmaf(-0.5f, t7r, v[1].x);
  const float t10i = fmaf(-0.5f, t7i, v[1].y);
  const float t11r = fmaf(-c1, t8i, t10r);
  const float t11i = fmaf(c1, t8r, t10i);
  const float t12r = fmaf(c1, t8i, t10r);
  const float t12i = fmaf(-c1, t8r, t10i);

  // DFT of length 3 of elements 2, 5, 8
  const float t13r = v[5].x + v[8].x;
  const float t13i = v[5].y + v[8].y;
  const float t14r = v[5].x - v[8].x;
  const float t14i = v[5].y - v[8].y;
  const float t15r = t13r + v[2].x;
  const float t15i = t13i + v[2].y;
  const float t16r = fmaf(-0.5f, t13r, v[2].x);
  const float t16i = fmaf(-0.5f, t13i, v[2].y);
  const float t17r = fmaf(-c1, t14i, t16r);
  const float t17i = fmaf(c1, t14r, t16i);
  const float t18r = fmaf(c1, t14i, t16r);
  const float t18i = fmaf(-c1, t14r, t16i);

  // Twiddle factors and DFT of length 3 to outputs 0, 3, 6
  const float t19r = t9r + t15r;
  const float t19i = t9i + t15i;
  const float t20r = t9r - t15r;
  const float t20i = t9i - t15i;
  const float y0r = t3r + t19r;
  const float y0i = t3i + t19i;
  const float t21r = fmaf(-0.5f, t19r, t3r);
  const float t21i = fmaf(-0.5f, t19i, t3i);
  const float t22r = fmaf(-c1, t20i, t21r);
  const float t22i = fmaf(c1, t20r, t21i);
  const float t23r = fmaf(c1, t20i, t21r);
  const float t23i = fmaf(-c1, t20r, t21i);

  // Twiddle factors and DFT of length 3 to outputs 1, 4, 7
  const float s1 = fmaf(-c2, t11i, t11r);
  const float s2 = fmaf(c2, t11r, t11i);
  const float s3 = fmaf(-c3, t17r, t17i);
  const float s4 = fmaf(c3, t17i, t17r);
  const float s5 = fmaf(-c4, s1, s3);
  const float s6 = fmaf(c4, s2, s4);
  const float s7 = fmaf(c4, s1, s3);
  const float s8 = fmaf(-c4, s2, s4);
  const float t24r = fmaf(-c5, s5, t5r);
  const float t24i = fmaf(c5, s6, t5i);
  const float t25r = fmaf(c6, s5, t5r);
  const float t25i = fmaf(-c6, s6, t5i);
  const float t26r = fmaf(c7, s8, t25r);
  const float t26i = fmaf(c7, s7, t25i);
  const float t27r = fmaf(-c7, s8, t25r);
  const float t27i = fmaf(-c7, s7, t25i);

  // Twiddle factors and DFT of length 3 to outputs 2, 5, 8
  const float s9 = fmaf(-c3, t12r, t12i);
  const float s10 = fmaf(c3, t12i, t12r);
  const float s11 = fmaf(c8, t18i, t18r);
  const float s12 = fmaf(-c8, t18r, t18i);
  const float s13 = fmaf(c9, s11, s9);
  const float s14 = fmaf(-c9, s12, s10);
  const float s15 = fmaf(-c9, s11, s9);
  const float s16 = fmaf(c9, s12, s10);
  const float t28r = fmaf(-c5, s13, t6r);
  const float t28i = fmaf(c5, s14, t6i);
  const float t29r = fmaf(c6, s13, t6r);
  const float t29i = fmaf(-c6, s14, t6i);
  const float t30r = fmaf(-c7, s16, t29r);
  const float t30i = fmaf(-c7, s15, t29i);
  const float t31r = fmaf(c7, s16, t29r);
  const float t31i = fmaf(c7, s15, t29i);

  // Twiddle factors of the outputs
  const float y1r = fmaf(w[0].x, t24r, -w[0].y * t24i);
  const float y1i = fmaf(w[0].x, t24i, w[0].y * t24r);
  const float t32r = fmaf(w[0].x, w[0].x, -w[0].y * w[0].y);
  const float t32i = 2.0f * (w[0].x * w[0].y);
  const float y2r = fmaf(t28r, t32r, -t28i * t32i);
  const float y2i = fmaf(t28i, t32r, t28r * t32i);
  const float s23 = w[0].y * w[1].y;
  const float t33r = fmaf(w[0].x, w[1].x, s23);
  const float s24 = w[0].x * w[1].y;
  const float t33i = fmaf(w[0].y, w[1].x, -s24);
  const float y3r = fmaf(t22r, t33r, t22i * t33i);
  const float y3i = fmaf(t22i, t33r, -t22r * t33i);
  const float y4r = fmaf(w[1].x, t26r, -w[1].y * t26i);
  const float y4i = fmaf(w[1].x, t26i, w[1].y * t26r);
  const float t34r = fmaf(w[0].x, w[1].x, -s23);
  const float t34i = fmaf(w[0].y, w[1].x, s24);
  const float y5r = fmaf(t30r, t34r, -t30i * t34i);
  const float y5i = fmaf(t30i, t34r, t30r * t34i);
  const float t35r = fmaf(w[0].x, t34r, -w[0].y * t34i);
  const float t35i = fmaf(w[0].x, t34i, w[0].y * t34r);
  const float y6r = fmaf(t23r, t35r, -t23i * t35i);
  const float y6i = fmaf(t23i, t35r, t23r * t35i);
  const float t36r = fmaf(w[1].x, t33r, w[1].y * t33i);
  const float t36i = fmaf(w[1].x, t33i, -w[1].y * t33r);
  const float y7r = fmaf(t27r, t36r, t27i * t36i);
  const float y7i = fmaf(t27i, t36r, -t27r * t36i);
  const float t37r = fmaf(w[1].x, w[1].x, -w[1].y * w[1].y);
  const float t37i = 2.0f * (w[1].x * w[1].y);
  const float y8r = fmaf(t31r, t37r, -t31i * t37i);
  const float y8i = fmaf(t31i, t37r, t31r * t37i);

  v[0] = {y0r, y0i};
  v[1] = {y1r, y1i};
  v[2] = {y2r, y2i};
  v[3] = {y3r, y3i};
  v[4] = {y4r, y4i};
  v[5] = {y5r, y5i};
  v[6] = {y6r, y6i};
  v[7] = {y7r, y7i};
  v[8] = {y8r, y8i};
}
