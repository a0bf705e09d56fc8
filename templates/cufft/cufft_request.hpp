// SPDX-License-Identifier: Apache-2.0
// What a program asks cuFFT for, in one form whichever function it called, and the problems of the bundle that it is.
#pragma once

#include <cstddef>

#include "cufft_real.hpp"

namespace fftgen_cufft {

/** Elements of one side: real numbers or complex ones, of a width. */
enum class Kind { c2c, r2c, c2r };

/** One way to lay out a side: by `embed` dimensions of a larger array, elements `stride` apart, arrays `distance` apart. */
struct Layout {
  bool is_said;  // else dense
  long long embed[MOST_DIMENSIONS];
  long long stride;
  long long distance;
};

/** The arguments of cufftMakePlanMany64 or cufftXtMakePlanMany, which every other form is a case of. */
struct Request {
  int rank;
  long long lengths[MOST_DIMENSIONS];
  Layout input;
  Layout output;
  long long batch;
  Kind kind;
  bundle::Precision precision;
  bool is_served;    // whether its types are of one width, and known
  bool is_extended;  // cufftXtMakePlanMany
  int type;          // cufftType
  int types[3];      // cudaDataType of input, output, execution
};

/** Whether a bundle may have it: what cuFFT refuses, or does in its own way, is the real library's. */
inline bool is_plain(const Request& request) {
  if (!request.is_served || request.rank < 1 || request.rank > MOST_DIMENSIONS || request.batch < 1) return false;
  if (request.input.is_said != request.output.is_said) return false;
  for (int i = 0; i < request.rank; ++i) {
    if (request.lengths[i] < 1) return false;
  }
  for (const Layout* side : {&request.input, &request.output}) {
    if (!side->is_said) continue;
    // cuFFT refuses a distance of 0 of a single array, too.
    if (side->stride < 1 || side->distance < 1) return false;
    for (int i = 1; i < request.rank; ++i) {
      if (side->embed[i] < 1) return false;
    }
  }
  return true;
}

inline bool set_type(Request& request, int type) {
  request.is_extended = false;
  request.type = type;
  request.precision = (type & 0x40) != 0 ? bundle::F64 : bundle::F32;
  switch (type) {
    case C2C:
    case Z2Z:
      request.kind = Kind::c2c;
      return true;
    case R2C:
    case D2Z:
      request.kind = Kind::r2c;
      return true;
    case C2R:
    case Z2D:
      request.kind = Kind::c2r;
      return true;
    default:
      return false;
  }
}

/** Of cufftXtMakePlanMany; all three types have one width. */
inline bool set_types(Request& request, int input, int output, int execution) {
  request.is_extended = true;
  request.types[0] = input;
  request.types[1] = output;
  request.types[2] = execution;
  const struct {
    int real, complex;
    bundle::Precision precision;
  } widths[] = {{R_32F, C_32F, bundle::F32}, {R_64F, C_64F, bundle::F64}, {R_16F, C_16F, bundle::F16}, {R_16BF, C_16BF, bundle::BF16}};
  for (const auto& width : widths) {
    if (execution != width.complex && execution != width.real) continue;
    request.precision = width.precision;
    if (input == width.complex && output == width.complex) {
      request.kind = Kind::c2c;
      return execution == width.complex;
    }
    request.kind = input == width.real ? Kind::r2c : Kind::c2r;
    return (input == width.real && output == width.complex) || (input == width.complex && output == width.real);
  }
  return false;
}

inline void set_strides(const Request& request, const Layout& side, std::size_t* strides, std::size_t& distance) {
  if (!side.is_said) return;
  long long next = side.stride;
  for (int i = request.rank; i-- > 0;) {
    strides[i] = static_cast<std::size_t>(next);
    // The first embed means nothing.
    if (i > 0) next *= side.embed[i];
  }
  distance = static_cast<std::size_t>(side.distance);
}

/** The problem of one direction, in place or not. */
inline bundle::Problem problem_of(const Request& request, int direction, bool in_place) {
  bundle::Problem problem = bundle::blank();
  problem.kind = request.kind == Kind::c2c ? bundle::C2C : request.kind == Kind::r2c ? bundle::R2C : bundle::C2R;
  problem.precision = request.precision;
  problem.direction = direction == FORWARD ? bundle::FORWARD : bundle::INVERSE;
  problem.placement = in_place ? bundle::IN_PLACE : bundle::OUT_OF_PLACE;
  problem.rank = static_cast<std::size_t>(request.rank);
  for (int i = 0; i < request.rank; ++i) problem.lengths[i] = static_cast<std::size_t>(request.lengths[i]);
  problem.batch = static_cast<std::size_t>(request.batch);
  set_strides(request, request.input, problem.input_strides, problem.input_distance);
  set_strides(request, request.output, problem.output_strides, problem.output_distance);
  return problem;
}

}  // namespace fftgen_cufft
