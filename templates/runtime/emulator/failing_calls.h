// Calls of the runtime that fail on request, to test how a launcher handles errors.
#pragma once

#include "cuda_error.h"

namespace fftgen::emulator {

/// The nth call from now on, the first being 1, does nothing and gives this error. make_tensor_map counts as one.
void fail_call(unsigned nth, cudaError_t error);

/// Cancels the failing call. Returns whether it was still to come.
bool forget_failure();

}  // namespace fftgen::emulator
