// Verification and benchmark of generated transforms, with nothing but the CUDA runtime and the C++17 library.
// Include this header, describe each transform in a Subject, and return run_programs(argc, argv, programs) from main;
// for one transform run(argc, argv, subject).
#pragma once

#include "fftgen_half.hpp"
#include "fftgen_layout.hpp"
#include "fftgen_programs.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** The whole program. Returns its exit status: 0 passed, 1 failed, 2 wrong usage, 3 CUDA error or not enough memory. */
template <class C>
int run(int argc, const char* const* argv, const Subject<C>& subject);

/** Runs the program for the subject that a function describes, for lists of programs. */
template <auto describe>
int run_described(int argc, const char* const* argv) {
  return run(argc, argv, describe());
}

}  // namespace fftgen::verify

// Slow to compile. Many programs can share it: those that define this are linked with an explicit instantiation of run.
#ifndef FFTGEN_VERIFY_ELSEWHERE
#include "fftgen_run.hpp"
#endif
