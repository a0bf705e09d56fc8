// The parts of CUDA C++ that belong to the language: qualifiers, vector types and built-in variables.
#pragma once

#define __global__
#define __device__
#define __host__
// A host compiler would take minutes to inline thousands of sums; it may call them.
#define __forceinline__ inline
// Functions through which every access calls the emulator.
#define FFTGEN_ALWAYS_INLINE inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(bytes) alignas(bytes)

struct alignas(2) uchar2 {
  unsigned char x, y;
};
struct alignas(2) char2 {
  signed char x, y;
};
struct alignas(4) ushort2 {
  unsigned short x, y;
};
struct alignas(4) short2 {
  short x, y;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(16) double2 {
  double x, y;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct uint3 {
  unsigned x, y, z;
};

inline uchar2 make_uchar2(unsigned char x, unsigned char y) { return {x, y}; }
inline char2 make_char2(signed char x, signed char y) { return {x, y}; }
inline ushort2 make_ushort2(unsigned short x, unsigned short y) { return {x, y}; }
inline short2 make_short2(short x, short y) { return {x, y}; }
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline double2 make_double2(double x, double y) { return {x, y}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

// A host thread runs one CUDA thread at a time, and sets these before it does.
inline thread_local uint3 threadIdx = {};
inline thread_local uint3 blockIdx = {};
inline thread_local dim3 blockDim = {};
inline thread_local dim3 gridDim = {};

inline constexpr int warpSize = 32;
