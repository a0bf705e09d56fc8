// The part of the CUDA runtime API that the program uses, with every status checked. Besides the calls of this file:
// cudaDeviceProp (name, totalGlobalMem, l2CacheSize), cudaError_t's cudaSuccess, cudaErrorInvalidValue,
// cudaErrorMisalignedAddress and cudaErrorMemoryAllocation, and, except under the emulator, the capture and replay of
// graphs.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fftgen::verify {

#ifdef FFTGEN_EMULATOR
inline constexpr bool emulated = true;
#else
inline constexpr bool emulated = false;
#endif

struct CudaFailure : std::runtime_error {
  cudaError_t status;

  CudaFailure(cudaError_t failed, const std::string& message) : std::runtime_error(message), status(failed) {}
};

inline void require_success(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  throw CudaFailure(
      status, std::string(call) + " failed: " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")");
}

/** Throws a CudaFailure that quotes the call. */
#define FFTGEN_CHECK(...) ::fftgen::verify::require_success((__VA_ARGS__), #__VA_ARGS__)

inline cudaDeviceProp device_properties() {
  int device = 0;
  FFTGEN_CHECK(cudaGetDevice(&device));
  cudaDeviceProp properties{};
  FFTGEN_CHECK(cudaGetDeviceProperties(&properties, device));
  return properties;
}

class Stream {
 public:
  Stream() {
#ifdef FFTGEN_EMULATOR
    FFTGEN_CHECK(cudaStreamCreate(&stream_));
#else
    // Does not wait for the default stream, so that work launched into the wrong one is noticed.
    FFTGEN_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
#endif
  }
  ~Stream() { static_cast<void>(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { FFTGEN_CHECK(cudaEventCreate(&event_)); }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  ~Event() {
    if (event_ != nullptr) static_cast<void>(cudaEventDestroy(event_));
  }
  Event& operator=(Event&&) = delete;
  void record(cudaStream_t stream) const { FFTGEN_CHECK(cudaEventRecord(event_, stream)); }

  static float milliseconds(const Event& start, const Event& stop) {
    float elapsed = 0;
    FFTGEN_CHECK(cudaEventSynchronize(stop.event_));
    FFTGEN_CHECK(cudaEventElapsedTime(&elapsed, start.event_, stop.event_));
    return elapsed;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/**
 * Device memory with a band of sentinels before and behind it. A sentinel has all bits set: a NaN that no arithmetic
 * gives, so a band that is written to is noticed, and one that is read from spoils what is computed.
 */
class GuardedMemory {
 public:
  static constexpr std::size_t band = 4096;  // a multiple of every alignment that kernels rely on
  static constexpr unsigned char sentinel_byte = 0xff;

  /** The memory begins `shift` bytes past a multiple of every alignment. */
  explicit GuardedMemory(std::size_t bytes, std::size_t shift = 0) : bytes_(bytes), shift_(shift) {
    FFTGEN_CHECK(cudaMalloc(&base_, allocated()));
  }
  ~GuardedMemory() { static_cast<void>(cudaFree(base_)); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  std::size_t bytes() const { return bytes_; }
  void* data() const { return static_cast<unsigned char*>(base_) + band + shift_; }

  /** Sentinels everywhere, in the memory and in the bands. */
  void clear() const { FFTGEN_CHECK(cudaMemset(base_, sentinel_byte, allocated())); }

  /** Which byte of a band was overwritten, if any was. */
  std::optional<std::string> damage() const {
    std::vector<unsigned char> bytes(band);
    FFTGEN_CHECK(
        cudaMemcpy(bytes.data(), static_cast<unsigned char*>(data()) - band, band, cudaMemcpyDeviceToHost));
    for (std::size_t i = band; i-- > 0;) {
      if (bytes[i] != sentinel_byte) return std::to_string(band - i) + " bytes before the beginning";
    }
    FFTGEN_CHECK(cudaMemcpy(bytes.data(), static_cast<unsigned char*>(data()) + bytes_, band, cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < band; ++i) {
      if (bytes[i] != sentinel_byte) return std::to_string(i) + " bytes past the end";
    }
    return std::nullopt;
  }

 private:
  std::size_t allocated() const { return bytes_ + shift_ + 2 * band; }

  std::size_t bytes_;
  std::size_t shift_;
  void* base_ = nullptr;
};

}  // namespace fftgen::verify
