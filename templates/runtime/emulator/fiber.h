// Fibers: flows of control with a stack of their own, switched by hand and without system calls.
// A block's CUDA threads are fibers of one host thread, so that stopping at a barrier costs nanoseconds.
//
// Does not move fibers between host threads, and does not unwind those that are abandoned.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

#if !defined(FFTGEN_EMULATOR_PORTABLE_FIBERS) && !defined(__x86_64__) && !defined(__aarch64__)
#define FFTGEN_EMULATOR_PORTABLE_FIBERS
#endif
#ifdef FFTGEN_EMULATOR_PORTABLE_FIBERS
#include <ucontext.h>
#endif

// noipa: the optimiser must not reason about which registers survive the switch.
#if defined(__GNUC__) && !defined(__clang__)
#define FFTGEN_EMULATOR_OPAQUE __attribute__((noinline, noipa))
#else
#define FFTGEN_EMULATOR_OPAQUE __attribute__((noinline))
#endif

namespace fftgen::emulator {

#ifdef FFTGEN_EMULATOR_PORTABLE_FIBERS

using FiberContext = ucontext_t;

/// Makes `context` start `entry`, which must never return, on the given stack.
inline void prepare_fiber(FiberContext& context, unsigned char* stack, std::size_t bytes, void (*entry)()) {
  getcontext(&context);
  context.uc_stack.ss_sp = stack;
  context.uc_stack.ss_size = bytes;
  context.uc_link = nullptr;
  makecontext(&context, entry, 0);
}

/// Continues `to`, and returns when something switches back to `from`.
FFTGEN_EMULATOR_OPAQUE inline void switch_fiber(FiberContext& from, FiberContext& to) { swapcontext(&from, &to); }

#else

/// The state of a stopped fiber: the compiler saves all other registers, because switch_fiber clobbers them.
struct FiberContext {
  void* resume;  // the assembly below knows the order of these fields
  void* stack;
  void* frame;
};

inline void prepare_fiber(FiberContext& context, unsigned char* stack, std::size_t bytes, void (*entry)()) {
  auto top = reinterpret_cast<std::uintptr_t>(stack + bytes) & ~std::uintptr_t{15};
#ifdef __x86_64__
  top -= 8;  // as if a call had just pushed its return address
  *reinterpret_cast<void**>(top) = nullptr;
#endif
  context = {reinterpret_cast<void*>(entry), reinterpret_cast<void*>(top), nullptr};
}

FFTGEN_EMULATOR_OPAQUE inline void switch_fiber(FiberContext& from, FiberContext& to) {
#ifdef __x86_64__
  FiberContext* source = &from;
  FiberContext* target = &to;
  asm volatile(
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rax, 0(%%rdi)\n\t"
      "movq %%rsp, 8(%%rdi)\n\t"
      "movq %%rbp, 16(%%rdi)\n\t"
      "movq 8(%%rsi), %%rsp\n\t"
      "movq 16(%%rsi), %%rbp\n\t"
      "jmpq *0(%%rsi)\n"
      "1:"
      : "+D"(source), "+S"(target)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc");
#else
  register FiberContext* source asm("x0") = &from;
  register FiberContext* target asm("x1") = &to;
  asm volatile(
      "adr x16, 1f\n\t"
      "mov x17, sp\n\t"
      "stp x16, x17, [x0]\n\t"
      "str x29, [x0, #16]\n\t"
      "ldp x16, x17, [x1]\n\t"
      "ldr x29, [x1, #16]\n\t"
      "mov sp, x17\n\t"
      "br x16\n"
      "1:\n\t"
      "hint #38"  // a landing pad where branch targets are checked, else nothing
      : "+r"(source), "+r"(target)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x19",
        "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "memory", "cc");
#endif
}

#endif  // FFTGEN_EMULATOR_PORTABLE_FIBERS

/// One stack per thread of a block, mapped once and used again by every later block. Pages that no kernel reaches cost
/// address space only.
class FiberStacks {
 public:
  static constexpr std::size_t usable_bytes = 256 * 1024;

  FiberStacks() = default;
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;
  ~FiberStacks() { unmap(); }

  void reserve(unsigned count) {
    if (count <= count_) return;
    unmap();
    void* mapped = mmap(nullptr, count * stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                        -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    base_ = static_cast<unsigned char*>(mapped);
    count_ = count;
  }

  unsigned char* stack(unsigned index) const { return base_ + index * stride + spill_bytes; }

  /// A kernel that outgrows its stack first writes to memory that nothing else uses; these two functions detect that.
  void arm(unsigned index) const { *mark(index) = untouched; }
  bool overflowed(unsigned index) const { return *mark(index) != untouched; }

 private:
  static constexpr std::size_t spill_bytes = 64 * 1024;
  // Not a multiple of the page size: equal frames of different threads then fall into different cache sets.
  static constexpr std::size_t stride = spill_bytes + usable_bytes + 17 * 64;
  static constexpr std::uint64_t untouched = 0x756e746f75636864;

  volatile std::uint64_t* mark(unsigned index) const {
    return reinterpret_cast<volatile std::uint64_t*>(stack(index) - sizeof(std::uint64_t));
  }

  void unmap() {
    if (base_ != nullptr) munmap(base_, count_ * stride);
    base_ = nullptr;
  }

  unsigned char* base_ = nullptr;
  unsigned count_ = 0;
};

}  // namespace fftgen::emulator
