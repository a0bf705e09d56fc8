// Tensor maps, which describe an array in global memory to the bulk copies of a kernel. Host code, which needs no library but
// the CUDA runtime: the runtime supplies the driver's function.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "fftgen_cluster.cuh"

namespace fftgen {

#ifdef __CUDACC__

/// Encodes the map of an array of elements of `element_bytes` (4, 8 or 16) with `dimensions` (2 to 5) extents, the
/// contiguous one first. strides[i] is the distance of neighbours along dimension i in elements; strides[0] is 1. A box
/// has box[i] elements along dimension i, at most 256 (along the first at most 128 elements of 16 bytes).
static inline cudaError_t make_tensor_map(TensorMap* map, const void* data, unsigned element_bytes, unsigned dimensions,
                                          const std::size_t* extents, const std::size_t* strides, const unsigned* box) {
  using Encode = decltype(&cuTensorMapEncodeTiled);
  static std::atomic<void*> known;  // asked for once in the process
  void* entry = known.load(std::memory_order_relaxed);
  if (entry == nullptr) {
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    const cudaError_t status =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found);
#else
    const cudaError_t status = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &found);
#endif
    if (status != cudaSuccess) return status;
    if (found != cudaDriverEntryPointSuccess) return cudaErrorNotSupported;
    known.store(entry, std::memory_order_relaxed);
  }

  // Types of the map: one float for two 16-bit numbers, one double for two floats, two doubles for two doubles.
  const auto number = element_bytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
  const unsigned numbers = element_bytes == 16 ? 2 : 1;
  cuuint64_t sizes[5];
  cuuint64_t bytes[4];
  cuuint32_t boxes[5];
  cuuint32_t steps[5];
  for (unsigned i = 0; i < dimensions; ++i) {
    sizes[i] = extents[i] * (i == 0 ? numbers : 1);
    boxes[i] = box[i] * (i == 0 ? numbers : 1);
    steps[i] = 1;
    if (i > 0) bytes[i - 1] = strides[i] * element_bytes;
  }
  const CUresult result = reinterpret_cast<Encode>(entry)(
      map, number, dimensions, const_cast<void*>(data), sizes, bytes, boxes, steps,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

#endif  // __CUDACC__

}  // namespace fftgen
