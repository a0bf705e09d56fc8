// SPDX-License-Identifier: Apache-2.0
// Transforms as operators of PyTorch, through the C functions of its stable ABI: those of torch/csrc/stable/c/shim.h and
// torch/csrc/inductor/aoti_torch/c/shim.h, which keep their meaning from PyTorch 2.10 on. They are looked up in the PyTorch that the
// program has loaded: this file is compiled without PyTorch, and what it becomes serves every version of it and of Python.
#pragma once

#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#ifdef FFTGEN_EMULATED
#include "fftgen_emulated.hpp"
#endif

namespace {
namespace torch_abi {

using Status = int32_t;  // 0: success
struct TensorObject;
using Tensor = TensorObject*;
struct LibraryObject;
using Library = LibraryObject*;
struct GuardObject;
using Guard = GuardObject*;
/** An argument or a result: the bits of a number, or a pointer to a tensor, which is the receiver's to delete. */
using Value = uint64_t;
/** Takes its arguments off the stack, and puts its results there. */
using Kernel = void (*)(Value* stack, uint64_t arguments, uint64_t results);

constexpr uint64_t VERSION = uint64_t{2} << 56 | uint64_t{10} << 48;  // 2.10: the calls are as they were there

#define FFTGEN_TORCH_FUNCTIONS(X)                                                                                        \
  X(aoti_torch_library_init_def, (const char* name, const char* file, uint32_t line, Library* made))                      \
  X(aoti_torch_library_init_impl,                                                                                        \
    (const char* name, const char* key, const char* file, uint32_t line, Library* made))                                  \
  X(aoti_torch_library_def, (Library library, const char* schema))                                                        \
  X(torch_library_impl, (Library library, const char* name, Kernel kernel, uint64_t version))                             \
  X(aoti_torch_empty_strided,                                                                                            \
    (int64_t rank, const int64_t* sizes, const int64_t* strides, int32_t type, int32_t device_type, int32_t device_index, \
     Tensor* made))                                                                                                      \
  X(aoti_torch_delete_tensor_object, (Tensor tensor))                                                                     \
  X(aoti_torch_get_data_ptr, (Tensor tensor, void** pointer))                                                             \
  X(aoti_torch_get_dim, (Tensor tensor, int64_t* rank))                                                                   \
  X(aoti_torch_get_sizes, (Tensor tensor, int64_t** sizes))                                                               \
  X(aoti_torch_get_dtype, (Tensor tensor, int32_t* type))                                                                 \
  X(aoti_torch_get_device_type, (Tensor tensor, int32_t* type))                                                           \
  X(aoti_torch_get_device_index, (Tensor tensor, int32_t* index))                                                         \
  X(aoti_torch_is_contiguous, (Tensor tensor, bool* is_contiguous))

/** Functions of a PyTorch with CUDA. */
#define FFTGEN_TORCH_CUDA_FUNCTIONS(X)                                       \
  X(aoti_torch_get_current_cuda_stream, (int32_t device_index, void** stream)) \
  X(aoti_torch_create_device_guard, (int32_t device_index, Guard* made))       \
  X(aoti_torch_delete_device_guard, (Guard guard))

#define FFTGEN_TORCH_NUMBERS(X)     \
  X(aoti_torch_dtype_float16)       \
  X(aoti_torch_dtype_bfloat16)      \
  X(aoti_torch_dtype_float32)       \
  X(aoti_torch_dtype_float64)       \
  X(aoti_torch_dtype_complex32)     \
  X(aoti_torch_dtype_complex64)     \
  X(aoti_torch_dtype_complex128)    \
  X(aoti_torch_dtype_uint8)         \
  X(aoti_torch_device_type_cpu)     \
  X(aoti_torch_device_type_cuda)

struct Functions {
#define FFTGEN_DECLARED(name, parameters) Status(*name) parameters = nullptr;
  FFTGEN_TORCH_FUNCTIONS(FFTGEN_DECLARED)
  FFTGEN_TORCH_CUDA_FUNCTIONS(FFTGEN_DECLARED)
#undef FFTGEN_DECLARED
#define FFTGEN_DECLARED(name) int32_t (*name)() = nullptr;
  FFTGEN_TORCH_NUMBERS(FFTGEN_DECLARED)
#undef FFTGEN_DECLARED
};

Functions torch;

/** Libraries of PyTorch that are loaded; each finds the symbols of those that it needs, too. */
template <class Function>
void find(Function& function, const char* name) {
  for (const char* library : {"libtorch.so", "libtorch_cuda.so", "libtorch_cpu.so"}) {
    void* const loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (loaded == nullptr) continue;
    void* const symbol = dlsym(loaded, name);
    dlclose(loaded);
    if (symbol == nullptr) continue;
    static_assert(sizeof(symbol) == sizeof(function), "a function pointer is as large as a pointer");
    std::memcpy(&function, &symbol, sizeof(symbol));
    return;
  }
}

/** The name of a function that the loaded PyTorch lacks; nullptr if it has all. */
inline const char* missing_function() {
#define FFTGEN_FOUND(name, ...) \
  find(torch.name, #name);      \
  if (torch.name == nullptr) return #name;
  FFTGEN_TORCH_FUNCTIONS(FFTGEN_FOUND)
  FFTGEN_TORCH_NUMBERS(FFTGEN_FOUND)
#ifndef FFTGEN_EMULATED
  FFTGEN_TORCH_CUDA_FUNCTIONS(FFTGEN_FOUND)
#endif
#undef FFTGEN_FOUND
  return nullptr;
}

inline void require(Status status, const char* what) {
  if (status != 0) throw std::runtime_error(std::string("PyTorch could not ") + what);
}

/** Deletes a tensor at the end of its block. */
class Owned {
 public:
  explicit Owned(Tensor tensor = nullptr) : tensor_(tensor) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (tensor_ != nullptr) static_cast<void>(torch.aoti_torch_delete_tensor_object(tensor_));
  }
  Tensor get() const { return tensor_; }
  Tensor* place() { return &tensor_; }
  Tensor release() { return std::exchange(tensor_, nullptr); }

 private:
  Tensor tensor_;
};

}  // namespace torch_abi

namespace fftgen_torch {

using torch_abi::Owned;
using torch_abi::require;
using torch_abi::Tensor;
using torch_abi::torch;
using torch_abi::Value;

constexpr int64_t most_dimensions = 64;  // of a tensor of PyTorch

enum class Type { float16, bfloat16, float32, float64, complex32, complex64, complex128 };

/** The arrays of one side of a transform: dense, one behind the other. */
struct Side {
  Type type;
  size_t bytes;  // of an element
  int64_t rank;
  int64_t lengths[8];
  size_t alignment;  // bytes that the pointer is a multiple of
};

struct Operator {
  const char* name;
  Side input;
  Side output;
  bool in_place;       // whether the output may be the input
  bool takes_scale;    // with each call
  double scale;        // that the plan multiplies by itself
  int64_t most_arrays; // of a call
  size_t (*workspace_bytes)(size_t batch);
  /** `factor`: of all outputs, for a transform that takes its scale with each call. */
  cudaError_t (*execute)(const void* in, void* out, void* workspace, size_t batch, double factor, cudaStream_t stream);
};

inline const char* name_of(Type type) {
  constexpr const char* names[] = {"float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128"};
  return names[static_cast<int>(type)];
}

inline int32_t code_of(Type type) {
  switch (type) {
    case Type::float16:
      return torch.aoti_torch_dtype_float16();
    case Type::bfloat16:
      return torch.aoti_torch_dtype_bfloat16();
    case Type::float32:
      return torch.aoti_torch_dtype_float32();
    case Type::float64:
      return torch.aoti_torch_dtype_float64();
    case Type::complex32:
      return torch.aoti_torch_dtype_complex32();
    case Type::complex64:
      return torch.aoti_torch_dtype_complex64();
    case Type::complex128:
      return torch.aoti_torch_dtype_complex128();
  }
  return -1;
}

/** A tensor as a call needs it. */
struct View {
  void* pointer;
  int64_t rank;
  const int64_t* sizes;
  int32_t type;
  int32_t device_type;
  int32_t device_index;
};

inline View view_of(Tensor tensor) {
  View view{};
  int64_t* sizes = nullptr;
  require(torch.aoti_torch_get_data_ptr(tensor, &view.pointer), "say where a tensor is");
  require(torch.aoti_torch_get_dim(tensor, &view.rank), "say how many dimensions a tensor has");
  require(torch.aoti_torch_get_sizes(tensor, &sizes), "say the sizes of a tensor");
  require(torch.aoti_torch_get_dtype(tensor, &view.type), "say the type of a tensor");
  require(torch.aoti_torch_get_device_type(tensor, &view.device_type), "say the device of a tensor");
  require(torch.aoti_torch_get_device_index(tensor, &view.device_index), "say the device of a tensor");
  view.sizes = sizes;
  return view;
}

inline std::string shape_text(const int64_t* lengths, int64_t rank, std::string text) {
  for (int64_t i = 0; i < rank; ++i) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(lengths[i]);
  }
  return text;
}

[[noreturn]] inline void refuse(const Operator& op, const std::string& why) {
  throw std::runtime_error(std::string(op.name) + ": " + why);
}

/** @throws std::runtime_error with what would be right, unless the tensor is as a side of the transform has to be */
inline void check(const Operator& op, const char* what, Tensor tensor, const View& view, const Side& side) {
  const std::string name = what;
  if (view.type != code_of(side.type)) refuse(op, name + " has elements of another type than " + name_of(side.type));
  bool is_alike = view.rank >= side.rank && view.rank <= most_dimensions;
  for (int64_t i = 0; is_alike && i < side.rank; ++i) {
    is_alike = view.sizes[view.rank - side.rank + i] == side.lengths[i];
  }
  if (!is_alike) {
    refuse(op, name + " has the shape " + shape_text(view.sizes, view.rank, "(") + "), and must have " +
                   shape_text(side.lengths, side.rank, "[...") + "]");
  }
  bool is_contiguous = false;
  require(torch.aoti_torch_is_contiguous(tensor, &is_contiguous), "say how a tensor lies");
  if (!is_contiguous) refuse(op, name + " is not contiguous: make it so first");
  if (reinterpret_cast<uintptr_t>(view.pointer) % side.alignment != 0) {
    refuse(op, name + " begins at an address that is no multiple of " + std::to_string(side.alignment) +
                   " bytes: copy it first");
  }
}

inline void require_device(const Operator& op, const View& x) {
#ifdef FFTGEN_EMULATED
  if (x.device_type != torch.aoti_torch_device_type_cpu()) {
    refuse(op, "x is not in host memory, and this bundle was made with --emulated, for the host");
  }
#else
  if (x.device_type != torch.aoti_torch_device_type_cuda()) {
    refuse(op, "x is in host memory, and this bundle was made for GPUs; --emulated makes one for the host");
  }
#endif
}

inline size_t bytes_of(const Side& side, int64_t batch) {
  int64_t elements = batch;
  for (int64_t i = 0; i < side.rank; ++i) elements *= side.lengths[i];
  return static_cast<size_t>(elements) * side.bytes;
}

inline void require_success(const Operator& op, cudaError_t status) {
  if (status != cudaSuccess) refuse(op, std::string("execute: ") + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

#ifdef FFTGEN_EMULATED

inline void run(const Operator& op, const View& x, const View& out, int64_t batch, double factor) {
  const auto count = static_cast<size_t>(batch);
  const fftgen_span in_span{x.pointer, bytes_of(op.input, batch)};
  const fftgen_span out_span{out.pointer, bytes_of(op.output, batch)};
  require_success(op, fftgen_emulated::on_copies(in_span, out_span, op.workspace_bytes(count), [&](auto* in, auto* to, auto* workspace) {
                    return op.execute(in, to, workspace, count, factor, nullptr);
                  }));
}

#else

/** Makes a device the current one for a block. */
class CurrentDevice {
 public:
  explicit CurrentDevice(int32_t index) {
    int current = -1;
    // The guard of PyTorch takes longer than to ask.
    if (cudaGetDevice(&current) == cudaSuccess && current == index) return;
    require(torch.aoti_torch_create_device_guard(index, &guard_), "change the device");
  }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice() {
    if (guard_ != nullptr) static_cast<void>(torch.aoti_torch_delete_device_guard(guard_));
  }

 private:
  torch_abi::Guard guard_ = nullptr;
};

inline void run(const Operator& op, const View& x, const View& out, int64_t batch, double factor) {
  const CurrentDevice device(x.device_index);
  void* stream = nullptr;
  require(torch.aoti_torch_get_current_cuda_stream(x.device_index, &stream), "say the current stream");
  const auto count = static_cast<size_t>(batch);
  // The workspace is given out again on this stream only, after the kernels that use it.
  Owned workspace;
  void* memory = nullptr;
  if (const size_t bytes = op.workspace_bytes(count)) {
    const auto size = static_cast<int64_t>(bytes);
    const int64_t stride = 1;
    require(torch.aoti_torch_empty_strided(1, &size, &stride, torch.aoti_torch_dtype_uint8(), x.device_type, x.device_index,
                                           workspace.place()),
            "allocate the workspace");
    require(torch.aoti_torch_get_data_ptr(workspace.get(), &memory), "say where the workspace is");
  }
  require_success(op, op.execute(x.pointer, out.pointer, memory, count, factor, static_cast<cudaStream_t>(stream)));
}

#endif

/** The sizes and strides of the output for an input. */
struct Shape {
  int64_t rank;
  int64_t sizes[most_dimensions];
  int64_t strides[most_dimensions];
  int64_t batch;
};

inline Shape output_shape(const Operator& op, const View& x) {
  Shape shape{};
  const int64_t lead = x.rank - op.input.rank;
  shape.rank = lead + op.output.rank;
  if (shape.rank > most_dimensions) refuse(op, "x has more dimensions than a tensor can have");
  shape.batch = 1;
  for (int64_t i = 0; i < lead; ++i) shape.batch *= shape.sizes[i] = x.sizes[i];
  for (int64_t i = 0; i < op.output.rank; ++i) shape.sizes[lead + i] = op.output.lengths[i];
  int64_t stride = 1;
  for (int64_t i = shape.rank; i-- > 0;) {
    shape.strides[i] = stride;
    // As PyTorch does for a dimension of no elements.
    stride *= shape.sizes[i] > 1 ? shape.sizes[i] : 1;
  }
  if (shape.batch > op.most_arrays) {
    refuse(op, std::to_string(shape.batch) + " arrays are more than the " + std::to_string(op.most_arrays) + " that a call takes");
  }
  return shape;
}

/** The stack of a call: x, the scale where calls have one, and where it is given out. */
inline void call(const Operator& op, Value* stack, bool has_out) {
  Owned x(reinterpret_cast<Tensor>(stack[0]));
  double factor = 1;
  if (op.takes_scale) {
    std::memcpy(&factor, &stack[1], sizeof(factor));
    factor /= op.scale;
  }
  Owned out(has_out ? reinterpret_cast<Tensor>(stack[op.takes_scale ? 2 : 1]) : nullptr);
  const View source = view_of(x.get());
  require_device(op, source);
  check(op, "x", x.get(), source, op.input);
  const Shape shape = output_shape(op, source);
  if (!has_out) {
    require(torch.aoti_torch_empty_strided(shape.rank, shape.sizes, shape.strides, code_of(op.output.type), source.device_type,
                                           source.device_index, out.place()),
            "allocate the output");
  }
  const View target = view_of(out.get());
  if (has_out) {
    if (target.device_type != source.device_type || target.device_index != source.device_index) {
      refuse(op, "x and out are on different devices");
    }
    check(op, "out", out.get(), target, op.output);
    bool is_alike = target.rank == shape.rank;
    for (int64_t i = 0; is_alike && i < shape.rank; ++i) is_alike = target.sizes[i] == shape.sizes[i];
    if (!is_alike) {
      refuse(op, "out has the shape " + shape_text(target.sizes, target.rank, "(") + "), and for this x it must be " +
                     shape_text(shape.sizes, shape.rank, "(") + ")");
    }
    if (target.pointer == source.pointer && !op.in_place) {
      refuse(op, "the plan works out of place only: out must be another tensor than x");
    }
  }
  if (shape.batch > 0) run(op, source, target, shape.batch, factor);
  stack[0] = reinterpret_cast<Value>(out.release());
}

/** Kernels know which operator they are by their number alone. */
template <const Operator* operators, size_t number>
void kernel(Value* stack, uint64_t, uint64_t) {
  call(operators[number], stack, false);
}

template <const Operator* operators, size_t number>
void kernel_out(Value* stack, uint64_t, uint64_t) {
  call(operators[number], stack, true);
}

inline void define(torch_abi::Library library, const Operator& op) {
  const std::string parameters = op.takes_scale ? "(Tensor x, float scale=1.0" : "(Tensor x";
  const std::string schema = op.name + parameters + ") -> Tensor";
  const std::string schema_out = op.name + (".out" + parameters) + ", *, Tensor(a!) out) -> Tensor(a!)";
  require(torch.aoti_torch_library_def(library, schema.c_str()), "define an operator");
  require(torch.aoti_torch_library_def(library, schema_out.c_str()), "define an operator");
}

inline void implement(torch_abi::Library library, const Operator& op, torch_abi::Kernel kernel, torch_abi::Kernel with_out) {
  require(torch.torch_library_impl(library, op.name, kernel, torch_abi::VERSION), "register an operator");
  const std::string name = std::string(op.name) + ".out";
  require(torch.torch_library_impl(library, name.c_str(), with_out, torch_abi::VERSION), "register an operator");
}

template <const Operator* operators, size_t... numbers>
void register_all(const char* name, std::index_sequence<numbers...>) {
  // Libraries that are deleted take their operators with them: these stay as long as the program.
  torch_abi::Library definitions = nullptr;
  require(torch.aoti_torch_library_init_def(name, __FILE__, __LINE__, &definitions), "make a library of operators");
  (define(definitions, operators[numbers]), ...);
  // On every device: a tensor that is elsewhere than the bundle gets one message that says so.
  for (const char* key : {"CPU", "CUDA"}) {
    torch_abi::Library library = nullptr;
    require(torch.aoti_torch_library_init_impl(name, key, __FILE__, __LINE__, &library), "make a library of kernels");
    (implement(library, operators[numbers], kernel<operators, numbers>, kernel_out<operators, numbers>), ...);
  }
}

/** Registers the operators once. Returns what is wrong, in memory that stays; nullptr if nothing is. */
template <const Operator* operators, size_t count>
const char* registered(const char* name) {
  static std::mutex mutex;
  static bool is_done = false;
  static std::string problem;
  const std::lock_guard<std::mutex> lock(mutex);
  if (is_done) return nullptr;
  if (const char* const missing = torch_abi::missing_function()) {
    problem = std::string("operators need PyTorch 2.10 or later, which is loaded first: ") + missing + " is not there";
    return problem.c_str();
  }
  try {
    register_all<operators>(name, std::make_index_sequence<count>());
    is_done = true;
    return nullptr;
  } catch (const std::exception& error) {
    problem = error.what();
    return problem.c_str();
  }
}

}  // namespace fftgen_torch
}  // namespace
