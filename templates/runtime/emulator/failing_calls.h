// Calls of the runtime that fail because a program wants them to: what a launcher makes of an error can be tested.
#pragma once

#include "cuda_error.h"

namespace fftgen::emulator {

/// The nth call from now on, the first being 1, does nothing and gives this error. make_tensor_map counts as one.
void fail_call(unsigned nth, cudaError_t error);

/// No call is to fail any more. Whether one was still to come.
bool forget_failure();

}  // namespace fftgen::emulator
