// DFT of length 16, in place, in natural order:
//     v[k] = sum over j of v[j] exp(-2 pi i j k/16)
// Cost: 104 additions, 40 fused multiply-adds; at most 34 real values are live.
// Algorithm: split radix (Duhamel & Hollmann 1984),
//     constants factored out for fused multiply-adds (Linzer & Feig 1993).
__device__ __forceinline__ void dft16(double2* v) {
  constexpr double c1 = 0.7071067811865476;  // cos(2 pi/8)
  constexpr double c2 = 0.41421356237309503;  // sin(2 pi/16) / cos(2 pi/16)
  constexpr double c3 = 0.9238795325112867;  // cos(2 pi/16)

  // DFT of length 8 of the even elements
  const double t1r = v[0].x + v[8].x;
  const double t1i = v[0].y + v[8].y;
  const double t2r = v[0].x - v[8].x;
  const double t2i = v[0].y - v[8].y;
  const double t3r = v[4].x + v[12].x;
  const double t3i = v[4].y + v[12].y;
  const double t4r = v[4].x - v[12].x;
  const double t4i = v[4].y - v[12].y;
  const double t5r = t1r + t3r;
  const double t5i = t1i + t3i;
  const double t6r = t1r - t3r;
  const double t6i = t1i - t3i;
  const double t7r = t2r + t4i;
  const double t7i = t2i - t4r;
  const double t8r = t2r - t4i;
  const double t8i = t2i + t4r;
  const double t9r = v[2].x + v[10].x;
  const double t9i = v[2].y + v[10].y;
  const double t10r = v[2].x - v[10].x;
  const double t10i = v[2].y - v[10].y;
  const double t11r = v[14].x + v[6].x;
  const double t11i = v[14].y + v[6].y;
  const double t12r = v[14].x - v[6].x;
  const double t12i = v[14].y - v[6].y;
  const double t13r = t9r + t11r;
  const double t13i = t9i + t11i;
  const double t14r = t9r - t11r;
  const double t14i = t9i - t11i;
  const double t15r = t5r + t13r;
  const double t15i = t5i + t13i;
  const double t16r = t5r - t13r;
  const double t16i = t5i - t13i;
  const double t17r = t6r + t14i;
  const double t17i = t6i - t14r;
  const double t18r = t6r - t14i;
  const double t18i = t6i + t14r;
  const double s1 = t10r + t10i;
  const double s2 = t10r - t10i;
  const double s3 = t12r - t12i;
  const double s4 = t12r + t12i;
  const double s5 = s1 + s3;
  const double s6 = s2 - s4;
  const double s7 = s1 - s3;
  const double s8 = s2 + s4;
  const double t19r = fma(c1, s5, t7r);
  const double t19i = fma(-c1, s6, t7i);
  const double t20r = fma(-c1, s5, t7r);
  const double t20i = fma(c1, s6, t7i);
  const double t21r = fma(-c1, s8, t8r);
  const double t21i = fma(-c1, s7, t8i);
  const double t22r = fma(c1, s8, t8r);
  const double t22i = fma(c1, s7, t8i);

  // DFT of length 4 of elements 4j + 1
  const double t23r = v[1].x + v[9].x;
  const double t23i = v[1].y + v[9].y;
  const double t24r = v[1].x - v[9].x;
  const double t24i = v[1].y - v[9].y;
  const double t25r = v[5].x + v[13].x;
  const double t25i = v[5].y + v[13].y;
  const double t26r = v[5].x - v[13].x;
  const double t26i = v[5].y - v[13].y;
  const double t27r = t23r + t25r;
  const double t27i = t23i + t25i;
  const double t28r = t23r - t25r;
  const double t28i = t23i - t25i;
  const double t29r = t24r + t26i;
  const double t29i = t24i - t26r;
  const double t30r = t24r - t26i;
  const double t30i = t24i + t26r;

  // DFT of length 4 of elements 4j - 1
  const double t31r = v[15].x + v[7].x;
  const double t31i = v[15].y + v[7].y;
  const double t32r = v[15].x - v[7].x;
  const double t32i = v[15].y - v[7].y;
  const double t33r = v[3].x + v[11].x;
  const double t33i = v[3].y + v[11].y;
  const double t34r = v[3].x - v[11].x;
  const double t34i = v[3].y - v[11].y;
  const double t35r = t31r + t33r;
  const double t35i = t31i + t33i;
  const double t36r = t31r - t33r;
  const double t36i = t31i - t33i;
  const double t37r = t32r + t34i;
  const double t37i = t32i - t34r;
  const double t38r = t32r - t34i;
  const double t38i = t32i + t34r;

  // Outputs 0, 4, 8, 12
  const double t39r = t27r + t35r;
  const double t39i = t27i + t35i;
  const double t40r = t27r - t35r;
  const double t40i = t27i - t35i;
  const double y0r = t15r + t39r;
  const double y0i = t15i + t39i;
  const double y8r = t15r - t39r;
  const double y8i = t15i - t39i;
  const double y4r = t16r + t40i;
  const double y4i = t16i - t40r;
  const double y12r = t16r - t40i;
  const double y12i = t16i + t40r;

  // Outputs 1, 5, 9, 13
  const double s9 = fma(c2, t29i, t29r);
  const double s10 = fma(-c2, t29r, t29i);
  const double s11 = fma(-c2, t37i, t37r);
  const double s12 = fma(c2, t37r, t37i);
  const double s13 = s9 + s11;
  const double s14 = s10 + s12;
  const double s15 = s9 - s11;
  const double s16 = s10 - s12;
  const double y1r = fma(c3, s13, t19r);
  const double y1i = fma(c3, s14, t19i);
  const double y9r = fma(-c3, s13, t19r);
  const double y9i = fma(-c3, s14, t19i);
  const double y5r = fma(c3, s16, t20r);
  const double y5i = fma(-c3, s15, t20i);
  const double y13r = fma(-c3, s16, t20r);
  const double y13i = fma(c3, s15, t20i);

  // Outputs 2, 6, 10, 14
  const double s17 = t28r + t28i;
  const double s18 = t28r - t28i;
  const double s19 = t36r - t36i;
  const double s20 = t36r + t36i;
  const double s21 = s17 + s19;
  const double s22 = s18 - s20;
  const double s23 = s17 - s19;
  const double s24 = s18 + s20;
  const double y2r = fma(c1, s21, t17r);
  const double y2i = fma(-c1, s22, t17i);
  const double y10r = fma(-c1, s21, t17r);
  const double y10i = fma(c1, s22, t17i);
  const double y6r = fma(-c1, s24, t18r);
  const double y6i = fma(-c1, s23, t18i);
  const double y14r = fma(c1, s24, t18r);
  const double y14i = fma(c1, s23, t18i);

  // Outputs 3, 7, 11, 15
  const double s25 = fma(c2, t30r, t30i);
  const double s26 = fma(-c2, t30i, t30r);
  const double s27 = fma(-c2, t38r, t38i);
  const double s28 = fma(c2, t38i, t38r);
  const double s29 = s25 - s27;
  const double s30 = s26 - s28;
  const double s31 = s25 + s27;
  const double s32 = s26 + s28;
  const double y3r = fma(c3, s29, t21r);
  const double y3i = fma(-c3, s30, t21i);
  const double y11r = fma(-c3, s29, t21r);
  const double y11i = fma(c3, s30, t21i);
  const double y7r = fma(-c3, s32, t22r);
  const double y7i = fma(-c3, s31, t22i);
  const double y15r = fma(c3, s32, t22r);
  const double y15i = fma(c3, s31, t22i);

  v[0] = {y0r, y0i};
  v[1] = {y1r, y1i};
  v[2] = {y2r, y2i};
  v[3] = {y3r, y3i};
  v[4] = {y4r, y4i};
  v[5] = {y5r, y5i};
  v[6] = {y6r, y6i};
  v[7] = {y7r, y7i};
  v[8] = {y8r, y8i};
  v[9] = {y9r, y9i};
  v[10] = {y10r, y10i};
  v[11] = {y11r, y11i};
  v[12] = {y12r, y12i};
  v[13] = {y13r, y13i};
  v[14] = {y14r, y14i};
  v[15] = {y15r, y15i};
}
