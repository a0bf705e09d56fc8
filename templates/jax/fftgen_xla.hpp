// SPDX-License-Identifier: Apache-2.0
// Transforms as custom calls of XLA, which runs JAX: a handler of its foreign function interface. Structures and numbers are those of
// xla/ffi/api/c_api.h, as far as they have been the same in all versions 0.x of it: this file is compiled without JAX.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#ifdef FFTGEN_EMULATED
#include "fftgen_emulated.hpp"
#endif

namespace {
namespace xla_abi {

/** What may follow a structure: the metadata of a handler. */
struct Extension {
  std::size_t size;
  int type;
  Extension* next;
};
constexpr int METADATA = 1;

struct Version {
  std::size_t size;
  Extension* extension;
  int major;
  int minor;
};

struct Metadata {
  std::size_t size;
  Version version;
  std::uint32_t traits;
};
/** Calls may be recorded into a CUDA graph: they launch the same kernels each time, and neither allocate nor wait. */
constexpr std::uint32_t COMMAND_BUFFER = 1;

struct MetadataExtension {
  Extension extension;
  Metadata* metadata;
};

struct Error;
struct Context;

struct CreateError {
  std::size_t size;
  Extension* extension;
  const char* message;
  int code;
};
constexpr int INVALID_ARGUMENT = 3;
constexpr int INTERNAL = 13;

struct GetStream {
  std::size_t size;
  Extension* extension;
  Context* context;
  void* stream;
};

/** The functions of XLA, as far as one is called here. */
struct Api {
  std::size_t size;
  Extension* extension;
  Version version;
  const void* internal;
  Error* (*create_error)(CreateError*);
  void* get_message;
  void* destroy_error;
  void* register_handler;
  Error* (*get_stream)(GetStream*);
};

/** Numbers of data types, by the bytes of an element. */
inline std::size_t element_bytes(int type) {
  switch (type) {
    case 2:  // S8
    case 6:  // U8
      return 1;
    case 10:  // F16
    case 16:  // BF16
      return 2;
    case 11:  // F32
      return 4;
    case 12:  // F64
    case 15:  // C64
      return 8;
    case 18:  // C128
      return 16;
    default:
      return 0;
  }
}

struct Buffer {
  std::size_t size;
  Extension* extension;
  int type;
  void* data;
  std::int64_t rank;
  std::int64_t* lengths;

  std::size_t elements(std::int64_t dimensions) const {
    std::size_t count = 1;
    for (std::int64_t i = 0; i < dimensions; ++i) count *= static_cast<std::size_t>(lengths[i]);
    return count;
  }
  std::size_t bytes() const { return elements(rank) * element_bytes(type); }
};

struct Buffers {
  std::size_t size;
  Extension* extension;
  std::int64_t count;
  int* types;
  void** values;

  const Buffer& at(std::int64_t i) const { return *static_cast<const Buffer*>(values[i]); }
};

struct Text {
  const char* characters;
  std::size_t length;
};

struct Scalar {
  int type;
  void* value;
};
constexpr int SCALAR = 3;
constexpr int STRING = 4;

struct Attributes {
  std::size_t size;
  Extension* extension;
  std::int64_t count;
  int* types;
  Text** names;
  void** values;

  const void* find(const char* name, int type) const {
    const std::size_t length = std::strlen(name);
    for (std::int64_t i = 0; i < count; ++i) {
      if (types[i] == type && names[i]->length == length && std::memcmp(names[i]->characters, name, length) == 0) return values[i];
    }
    return nullptr;
  }
};

struct CallFrame {
  std::size_t size;
  Extension* extension;
  const Api* api;
  Context* context;
  int stage;
  Buffers inputs;
  Buffers outputs;
  Attributes attributes;
};
constexpr int EXECUTE = 3;

inline Error* error(const CallFrame& frame, int code, const std::string& message) {
  CreateError made{sizeof(CreateError), nullptr, message.c_str(), code};
  return frame.api->create_error(&made);
}

/** Says which interface this handler is of. True where XLA asked for that, and calls nothing. */
inline bool is_asked_for_metadata(const CallFrame& frame, std::uint32_t traits) {
  if (frame.extension == nullptr || frame.extension->type != METADATA) return false;
  Metadata& metadata = *reinterpret_cast<MetadataExtension*>(frame.extension)->metadata;
  metadata.version.major = 0;
  // What is used of the interface is in each of its minor versions.
  metadata.version.minor = frame.api != nullptr ? frame.api->version.minor : 1;
  metadata.traits = traits;
  return true;
}

}  // namespace xla_abi

namespace fftgen_xla {

using xla_abi::Buffer;
using xla_abi::CallFrame;
using xla_abi::Error;

/** What a call asks for in its attributes. */
struct Asked {
  const bundle::Transform* transform = nullptr;
  double scale = 1;       // of all outputs
  std::int64_t rank = 0;  // dimensions of one array: those before it are of the batch
};

inline const bundle::Transform* named(const xla_abi::Text& name) {
  std::size_t count = 0;
  const bundle::Transform* const* const all = bundle::transforms(&count);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::strlen(all[i]->name) == name.length && std::memcmp(all[i]->name, name.characters, name.length) == 0) return all[i];
  }
  return nullptr;
}

template <class Number>
Number number(const CallFrame& frame, const char* name, Number otherwise) {
  const auto* const scalar = static_cast<const xla_abi::Scalar*>(frame.attributes.find(name, xla_abi::SCALAR));
  return scalar == nullptr ? otherwise : *static_cast<const Number*>(scalar->value);
}

/** The stream that a call is put on; an error, which is XLA's to destroy, if it has none. */
inline Error* find_stream(const CallFrame& frame, cudaStream_t& stream) {
#ifdef FFTGEN_EMULATED
  static_cast<void>(frame);
  stream = nullptr;
  return nullptr;
#else
  xla_abi::GetStream asked{sizeof(xla_abi::GetStream), nullptr, frame.context, nullptr};
  Error* const failed = frame.api->get_stream(&asked);
  stream = static_cast<cudaStream_t>(asked.stream);
  return failed;
#endif
}

/** Calls a transform on the buffers of a frame. */
inline cudaError_t run(const CallFrame& frame, const Asked& asked, std::size_t batch, void* workspace, std::size_t workspace_bytes,
                       cudaStream_t stream) {
  const bundle::Transform& transform = *asked.transform;
  const Buffer& input = frame.inputs.at(0);
  const Buffer& output = frame.outputs.at(0);
  const auto call = [&](const void* in, void* out, void* area) {
    return transform.takes_scale != 0 ? transform.execute_scaled(in, out, area, batch, asked.scale, stream)
                                      : transform.execute(in, out, area, batch, stream);
  };
#ifdef FFTGEN_EMULATED
  static_cast<void>(workspace);
  return fftgen_emulated::on_copies({input.data, input.bytes()}, {output.data, output.bytes()}, workspace_bytes, call);
#else
  static_cast<void>(workspace_bytes);
  return call(input.data, output.data, workspace);
#endif
}

/** Serves one call: its attributes are `transform`, a name, `scale` and `rank`; its results the output and, if it needs one, a workspace. */
inline Error* serve(CallFrame& frame) {
  if (xla_abi::is_asked_for_metadata(frame, xla_abi::COMMAND_BUFFER)) return nullptr;
  if (frame.stage != xla_abi::EXECUTE) return nullptr;
  const auto* const name = static_cast<const xla_abi::Text*>(frame.attributes.find("transform", xla_abi::STRING));
  Asked asked;
  if (name != nullptr) asked.transform = named(*name);
  if (asked.transform == nullptr) {
    const std::string wanted = name == nullptr ? "without a name" : std::string(name->characters, name->length);
    return xla_abi::error(frame, xla_abi::INVALID_ARGUMENT, std::string(bundle::NAME) + " has no transform " + wanted);
  }
  const bundle::Transform& transform = *asked.transform;
  asked.scale = number<double>(frame, "scale", transform.scale);
  asked.rank = number<std::int64_t>(frame, "rank", 1);
  const Buffer& input = frame.inputs.at(0);
  const std::size_t batch = input.elements(input.rank - asked.rank) / transform.members;
  if (batch == 0) return nullptr;
  const std::size_t needed = transform.workspace_bytes(batch);
  const Buffer* const area = frame.outputs.count > 1 ? &frame.outputs.at(1) : nullptr;
  if (needed > 0 && (area == nullptr || area->bytes() < needed)) {
    return xla_abi::error(frame, xla_abi::INTERNAL, std::string(transform.name) + " has too small a workspace");
  }
  cudaStream_t stream = nullptr;
  if (Error* const failed = find_stream(frame, stream)) return failed;
  const cudaError_t status = run(frame, asked, batch, area == nullptr ? nullptr : area->data, needed, stream);
  if (status == cudaSuccess) return nullptr;
  return xla_abi::error(frame, xla_abi::INTERNAL, std::string(transform.name) + ": " + cudaGetErrorString(status));
}

}  // namespace fftgen_xla
}  // namespace
