// Verification and benchmark of one generated transform, with nothing but the CUDA runtime and the C++17 library.
// Include this, describe the transform in a Subject, and return run(argc, argv, subject) from main.
#pragma once

#include "fftgen_layout.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** The whole program. Returns its exit status: 0 passed, 1 failed, 2 wrong usage, 3 CUDA error or not enough memory. */
template <class C>
int run(int argc, const char* const* argv, const Subject<C>& subject);

}  // namespace fftgen::verify

// Slow to compile. Many programs can share it: those that define this are linked with an explicit instantiation of run.
#ifndef FFTGEN_VERIFY_ELSEWHERE
#include "fftgen_run.hpp"
#endif
