// Streams and events. Work is done when it is submitted, so a stream has no state and an event is a moment of the
// host's clock: the times between events are the emulator's own, and say nothing of a GPU.
#pragma once

#include "cuda_error.h"

struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;

inline constexpr unsigned cudaStreamDefault = 0;
inline constexpr unsigned cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDefault = 0;
inline constexpr unsigned cudaEventBlockingSync = 1;
inline constexpr unsigned cudaEventDisableTiming = 2;

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2,
};

/// There are no graphs to capture: the mode is kept for callers that read it.
FFTGEN_RUNTIME_CALL cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode);

enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1 };
inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

FFTGEN_RUNTIME_CALL cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned);
FFTGEN_RUNTIME_CALL cudaError_t cudaStreamCreate(cudaStream_t* stream);
FFTGEN_RUNTIME_CALL cudaError_t cudaStreamSynchronize(cudaStream_t);
FFTGEN_RUNTIME_CALL cudaError_t cudaStreamDestroy(cudaStream_t stream);
FFTGEN_RUNTIME_CALL cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned);
FFTGEN_RUNTIME_CALL cudaError_t cudaEventCreate(cudaEvent_t* event);
FFTGEN_RUNTIME_CALL cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr);
FFTGEN_RUNTIME_CALL cudaError_t cudaEventSynchronize(cudaEvent_t event);

/// The milliseconds between two recorded events.
FFTGEN_RUNTIME_CALL cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);
FFTGEN_RUNTIME_CALL cudaError_t cudaEventDestroy(cudaEvent_t event);
