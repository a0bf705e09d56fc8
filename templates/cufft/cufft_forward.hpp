// SPDX-License-Identifier: Apache-2.0
// All other functions of cuFFT, those that its headers do not declare among them: each is a jump into the real library. Their parameters
// are nobody's business here, so all registers that may hold some are as the caller left them, except that a handle is the real library's.
// What wants more of a plan than transforms makes it the real library's before.
#pragma once

#include <atomic>

#include "cufft_plans.hpp"

namespace fftgen_cufft {

/** `plan`: a handle, whose plan is the real library's from now on; `handle`: one whose plan stays as it is. */
enum FirstParameter : long long { OTHER, HANDLE, PLAN };

/** A row that the assembler text writes: a function of the real library, looked up by the first call. */
struct Forwarded {
  std::atomic<void*> function;
  long long parameter;  // what its first parameter is
  char name[1];
};

/** The function to jump to. `handle` is where the first parameter waits for the jump. */
extern "C" __attribute__((visibility("hidden"), used)) void* fftgen_cufft_forward(Handle* handle, Forwarded* row) {
  static const auto failing = +[]() -> int { return EXEC_FAILED; };
  static const auto missing = +[]() -> int { return NOT_IMPLEMENTED; };
  const std::shared_ptr<Plan> plan = row->parameter == OTHER ? nullptr : plans().find(*handle);
  if (plan != nullptr) {
    *handle = plan->handle();
    const bool is_wanted = row->parameter == PLAN;
    if (is_wanted && plan->state() == Plan::State::created) plan->leave_to_real();
    if (is_wanted && plan->state() == Plan::State::ours && plan->hand_over() != SUCCESS) return reinterpret_cast<void*>(failing);
  }
  void* function = row->function.load(std::memory_order_acquire);
  if (function != nullptr) return function;
  function = real_symbol(row->name);
  if (function == nullptr) {
    static_cast<void>(no_real(row->name));
    return reinterpret_cast<void*>(missing);
  }
  row->function.store(function, std::memory_order_release);
  return function;
}

}  // namespace fftgen_cufft

#if defined(__x86_64__)
#define FFTGEN_FORWARD(name, parameter)                                                                          \
  asm(".pushsection .text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"                           \
      "lea .Lfftgen_" #name "(%rip), %r11\njmp fftgen_cufft_jump\n.size " #name ", . - " #name "\n.popsection\n" \
      ".pushsection .data\n.balign 8\n.Lfftgen_" #name ":\n.quad 0\n.quad " #parameter "\n.string \"" #name "\"\n.popsection\n");
// Pushes eight registers; 136 more bytes align the stack and have room for the vector registers, whose number rax says to some functions.
asm(".pushsection .text\n.type fftgen_cufft_jump, @function\nfftgen_cufft_jump:\n"
    "push %rbp\nmov %rsp, %rbp\npush %rax\npush %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\nsub $136, %rsp\n"
    "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
    "mov %r11, %rsi\nlea -16(%rbp), %rdi\ncall fftgen_cufft_forward\nmov %rax, %r11\n"
    "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
    "add $136, %rsp\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\npop %rax\npop %rbp\njmp *%r11\n"
    ".size fftgen_cufft_jump, . - fftgen_cufft_jump\n.popsection\n");
#elif defined(__aarch64__)
#define FFTGEN_FORWARD(name, parameter)                                                                          \
  asm(".pushsection .text\n.globl " #name "\n.type " #name ", %function\n" #name ":\n"                           \
      "adrp x16, .Lfftgen_" #name "\nadd x16, x16, :lo12:.Lfftgen_" #name "\nb fftgen_cufft_jump\n"              \
      ".size " #name ", . - " #name "\n.popsection\n"                                                            \
      ".pushsection .data\n.balign 8\n.Lfftgen_" #name ":\n.quad 0\n.quad " #parameter "\n.string \"" #name "\"\n.popsection\n");
asm(".pushsection .text\n.type fftgen_cufft_jump, %function\nfftgen_cufft_jump:\n"
    "stp x29, x30, [sp, #-224]!\nmov x29, sp\nstp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\nstp x4, x5, [sp, #48]\n"
    "stp x6, x7, [sp, #64]\nstr x8, [sp, #80]\nstp q0, q1, [sp, #96]\nstp q2, q3, [sp, #128]\nstp q4, q5, [sp, #160]\n"
    "stp q6, q7, [sp, #192]\nmov x1, x16\nadd x0, sp, #16\nbl fftgen_cufft_forward\nmov x16, x0\n"
    "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\nldr x8, [sp, #80]\n"
    "ldp q0, q1, [sp, #96]\nldp q2, q3, [sp, #128]\nldp q4, q5, [sp, #160]\nldp q6, q7, [sp, #192]\n"
    "ldp x29, x30, [sp], #224\nbr x16\n.size fftgen_cufft_jump, . - fftgen_cufft_jump\n.popsection\n");
#else
#error "cuFFT's other calls are forwarded on x86-64 and aarch64"
#endif

// Assembler text wants numbers: 0 for OTHER, 1 for HANDLE, 2 for PLAN.
FFTGEN_FORWARD(cufftXtSetGPUs, 2)
FFTGEN_FORWARD(cufftXtSetWorkAreaPolicy, 2)
FFTGEN_FORWARD(cufftXtSetCallback, 2)
FFTGEN_FORWARD(cufftXtClearCallback, 2)
FFTGEN_FORWARD(cufftXtSetCallbackSharedSize, 2)
FFTGEN_FORWARD(cufftXtSetJITCallback, 2)
FFTGEN_FORWARD(__cufftXtSetJITCallback_12_7, 2)
FFTGEN_FORWARD(cufftXtQueryPlan, 2)
FFTGEN_FORWARD(cufftXtSetWorkArea, 2)
FFTGEN_FORWARD(cufftXtMalloc, 2)
FFTGEN_FORWARD(cufftXtMemcpy, 2)
FFTGEN_FORWARD(cufftXtExecDescriptor, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorC2C, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorZ2Z, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorR2C, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorD2Z, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorC2R, 2)
FFTGEN_FORWARD(cufftXtExecDescriptorZ2D, 2)
FFTGEN_FORWARD(cufftSetPlanPropertyInt64, 2)
FFTGEN_FORWARD(cufftGetPlanPropertyInt64, 2)
FFTGEN_FORWARD(cufftResetPlanProperty, 2)
FFTGEN_FORWARD(cufftXtMakePlanGuru64, 2)
FFTGEN_FORWARD(cufftEstimate1d, 0)
FFTGEN_FORWARD(cufftEstimate2d, 0)
FFTGEN_FORWARD(cufftEstimate3d, 0)
FFTGEN_FORWARD(cufftEstimateMany, 0)
FFTGEN_FORWARD(cufftGetSize1d, 1)
FFTGEN_FORWARD(cufftGetSize2d, 1)
FFTGEN_FORWARD(cufftGetSize3d, 1)
FFTGEN_FORWARD(cufftGetSizeMany, 1)
FFTGEN_FORWARD(cufftGetSizeMany64, 1)
FFTGEN_FORWARD(cufftXtGetSizeMany, 1)
FFTGEN_FORWARD(cufftGetVersion, 0)
FFTGEN_FORWARD(cufftGetProperty, 0)
FFTGEN_FORWARD(cufftXtFree, 0)
FFTGEN_FORWARD(cufftDebug, 0)
