// Streams and events. Work is done when it is submitted, so a stream has no state and an event is a moment of the
// host's clock: the times between events are the emulator's own, and say nothing of a GPU.
#pragma once

#include <chrono>

#include "cuda_error.h"
#include "device.h"

struct CUstream_st {};
struct CUevent_st {
  bool recorded = false;
  std::chrono::steady_clock::time_point moment;
};
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;

inline constexpr unsigned cudaStreamDefault = 0;
inline constexpr unsigned cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDefault = 0;
inline constexpr unsigned cudaEventBlockingSync = 1;
inline constexpr unsigned cudaEventDisableTiming = 2;

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (stream == nullptr) return cudaErrorInvalidValue;
    *stream = new CUstream_st;
    return cudaSuccess;
  });
}

inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return fftgen::emulator::Device::run([](fftgen::emulator::Device&) { return cudaSuccess; });
}

inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    delete stream;
    return cudaSuccess;
  });
}

inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidValue;
    *event = new CUevent_st;
    return cudaSuccess;
  });
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    event->recorded = true;
    event->moment = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}

inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return fftgen::emulator::Device::run(
      [&](fftgen::emulator::Device&) { return event == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess; });
}

/// The milliseconds between two recorded events.
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) return cudaErrorInvalidResourceHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(end->moment - start->moment).count();
    return cudaSuccess;
  });
}

inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    delete event;
    return cudaSuccess;
  });
}
