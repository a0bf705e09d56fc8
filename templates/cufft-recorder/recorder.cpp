// SPDX-License-Identifier: Apache-2.0
// cuFFT's functions before the real ones, without a bundle: nothing is served, everything is recorded.
#include <cuda_runtime.h>

#include <cstddef>

namespace fftgen_cufft {
namespace bundle {

constexpr bool HAS_TRANSFORMS = false;

enum Kind { C2C, R2C, C2R };
enum Precision { F32, F64, F16, BF16 };
enum Direction { FORWARD, INVERSE };
enum Placement { OUT_OF_PLACE, IN_PLACE };

struct Problem {
  Kind kind;
  Precision precision;
  Direction direction;
  Placement placement;
  std::size_t rank, lengths[8], batch, input_strides[8], output_strides[8], input_distance, output_distance;
};

/** None is made. */
struct Transform {
  std::size_t input_alignment, output_alignment, members;
  std::size_t (*workspace_bytes)(std::size_t batch);
  cudaError_t (*execute)(const void* in, void* out, void* workspace, std::size_t batch, cudaStream_t stream);
};

inline Problem blank() { return {}; }
inline const Transform* find(const Problem&) { return nullptr; }
inline double bound_of(const Transform&) { return 0; }

}  // namespace bundle
}  // namespace fftgen_cufft

#include "cufft_functions.hpp"
