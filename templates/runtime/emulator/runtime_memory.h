// cudaMalloc and its kin. All calls are synchronous. A copy counts as a write, whatever it copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cuda_error.h"
#include "device.h"
#include "global_memory.h"
#include "runtime_stream.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};

template <typename T>
inline cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    if (memory == nullptr) return cudaErrorInvalidValue;
    *memory = nullptr;
    if (bytes == 0) return cudaSuccess;
    if (bytes > device.total_bytes() - device.memory.allocated_bytes()) return cudaErrorMemoryAllocation;
    *memory = static_cast<T*>(device.memory.allocate(bytes, device.track_writes));
    return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
  });
}

inline cudaError_t cudaFree(void* memory) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    return memory == nullptr || device.memory.release(memory) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

inline cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    if (free_bytes == nullptr || total_bytes == nullptr) return cudaErrorInvalidValue;
    *total_bytes = device.total_bytes();
    *free_bytes = device.total_bytes() - device.memory.allocated_bytes();
    return cudaSuccess;
  });
}

inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    const std::uintptr_t target = GlobalMemory::address_of(to);
    const Allocation* written = device.memory.find(target, bytes);
    const Allocation* read = device.memory.find(GlobalMemory::address_of(from), bytes);
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (bytes == 0) return cudaSuccess;
    if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
    if ((to_device && written == nullptr) || (from_device && read == nullptr)) return cudaErrorInvalidValue;
    std::memmove(to, from, bytes);
    if (written != nullptr && written->written != nullptr) written->mark_written(target, bytes);
    return cudaSuccess;
  });
}

inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, kind);
}

inline cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (bytes == 0) return cudaSuccess;
    const std::uintptr_t target = GlobalMemory::address_of(memory);
    const Allocation* allocation = device.memory.find(target, bytes);
    if (allocation == nullptr) return cudaErrorInvalidValue;
    std::memset(memory, byte, bytes);
    if (allocation->written != nullptr) allocation->mark_written(target, bytes);
    return cudaSuccess;
  });
}

inline cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t = nullptr) {
  return cudaMemset(memory, byte, bytes);
}
