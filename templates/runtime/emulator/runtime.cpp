// The calls of the CUDA runtime, on the one virtual device.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "bulk_memory.h"
#include "counters.h"
#include "cuda_error.h"
#include "cuda_language.h"
#include "device.h"
#include "failing_calls.h"
#include "global_memory.h"
#include "launch.h"
#include "runtime_device.h"
#include "runtime_launch.h"
#include "runtime_memory.h"
#include "runtime_stream.h"

// --- Errors.

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "cudaSuccess";
    case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
    case cudaErrorInitializationError: return "cudaErrorInitializationError";
    case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidDevicePointer: return "cudaErrorInvalidDevicePointer";
    case cudaErrorInvalidMemcpyDirection: return "cudaErrorInvalidMemcpyDirection";
    case cudaErrorInvalidDeviceFunction: return "cudaErrorInvalidDeviceFunction";
    case cudaErrorNoDevice: return "cudaErrorNoDevice";
    case cudaErrorInvalidDevice: return "cudaErrorInvalidDevice";
    case cudaErrorInvalidResourceHandle: return "cudaErrorInvalidResourceHandle";
    case cudaErrorNotReady: return "cudaErrorNotReady";
    case cudaErrorNoKernelImageForDevice: return "cudaErrorNoKernelImageForDevice";
    case cudaErrorIllegalAddress: return "cudaErrorIllegalAddress";
    case cudaErrorLaunchOutOfResources: return "cudaErrorLaunchOutOfResources";
    case cudaErrorMisalignedAddress: return "cudaErrorMisalignedAddress";
    case cudaErrorLaunchFailure: return "cudaErrorLaunchFailure";
    case cudaErrorNotSupported: return "cudaErrorNotSupported";
    case cudaErrorInvalidClusterSize: return "cudaErrorInvalidClusterSize";
    case cudaErrorUnknown: return "cudaErrorUnknown";
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInitializationError: return "initialization error";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidDevicePointer: return "invalid device pointer";
    case cudaErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
    case cudaErrorInvalidDeviceFunction: return "invalid device function";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorNoKernelImageForDevice: return "no kernel image is available for execution on the device";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchOutOfResources: return "too many resources requested for launch";
    case cudaErrorMisalignedAddress: return "misaligned address";
    case cudaErrorLaunchFailure: return "unspecified launch failure";
    case cudaErrorNotSupported: return "operation not supported";
    case cudaErrorInvalidClusterSize: return "cluster misconfiguration";
    case cudaErrorUnknown: return "unknown error";
  }
  return "unrecognized error code";
}

// --- The device.

cudaError_t cudaPeekAtLastError() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  return device.last_error;
}

cudaError_t cudaGetLastError() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  const cudaError_t error = device.last_error;
  if (!device.lost) device.last_error = cudaSuccess;
  return error;
}

cudaError_t cudaDeviceReset() {
  auto& device = fftgen::emulator::Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  device.memory.release_all();
  device.shared_opt_in.clear();
  device.large_cluster_opt_in.clear();
  device.last_error = cudaSuccess;
  device.lost = false;
  return cudaSuccess;
}

void fftgen::emulator::fail_call(unsigned nth, cudaError_t error) {
  Device& device = Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  device.calls_to_failure = nth;
  device.failure = error;
}

bool fftgen::emulator::forget_failure() {
  Device& device = Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  const bool is_to_come = device.calls_to_failure > 0;
  device.calls_to_failure = 0;
  return is_to_come;
}

cudaError_t cudaDeviceSynchronize() {
  return fftgen::emulator::Device::run([](fftgen::emulator::Device&) { return cudaSuccess; });
}

cudaError_t cudaGetDeviceCount(int* count) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* ordinal) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (ordinal == nullptr) return cudaErrorInvalidValue;
    *ordinal = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int ordinal) {
  return fftgen::emulator::Device::run(
      [&](fftgen::emulator::Device&) { return ordinal == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (version == nullptr) return cudaErrorInvalidValue;
    *version = 12000;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (ordinal != 0) return cudaErrorInvalidDevice;
    *properties = {};
    std::snprintf(properties->name, sizeof(properties->name), "fftgen emulator");
    properties->totalGlobalMem = device.total_bytes();
    properties->sharedMemPerBlock = limits::shared_bytes_without_opt_in;
    properties->sharedMemPerBlockOptin = limits::shared_bytes_with_opt_in;
    properties->sharedMemPerMultiprocessor = limits::shared_bytes_of_multiprocessor;
    properties->regsPerBlock = limits::registers_of_a_block;
    properties->warpSize = warpSize;
    properties->maxThreadsPerBlock = limits::threads_of_a_block;
    properties->maxThreadsPerMultiProcessor = limits::threads_of_a_multiprocessor;
    properties->multiProcessorCount = limits::multiprocessors;
    properties->l2CacheSize = limits::l2_bytes;
    properties->major = limits::compute_capability_major;
    properties->minor = limits::compute_capability_minor;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int ordinal) {
  using namespace fftgen::emulator;
  const auto answer = [&](std::size_t number) {
    *value = static_cast<int>(number);
    return cudaSuccess;
  };
  return Device::run([&](Device&) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (ordinal != 0) return cudaErrorInvalidDevice;
    switch (attribute) {
      case cudaDevAttrMaxThreadsPerBlock: return answer(limits::threads_of_a_block);
      case cudaDevAttrMaxSharedMemoryPerBlock: return answer(limits::shared_bytes_without_opt_in);
      case cudaDevAttrWarpSize: return answer(warpSize);
      case cudaDevAttrMaxRegistersPerBlock: return answer(limits::registers_of_a_block);
      case cudaDevAttrMultiProcessorCount: return answer(limits::multiprocessors);
      case cudaDevAttrL2CacheSize: return answer(limits::l2_bytes);
      case cudaDevAttrMaxThreadsPerMultiProcessor: return answer(limits::threads_of_a_multiprocessor);
      case cudaDevAttrComputeCapabilityMajor: return answer(limits::compute_capability_major);
      case cudaDevAttrComputeCapabilityMinor: return answer(limits::compute_capability_minor);
      case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return answer(limits::shared_bytes_of_multiprocessor);
      case cudaDevAttrCooperativeLaunch: return answer(0);
      case cudaDevAttrMaxSharedMemoryPerBlockOptin: return answer(limits::shared_bytes_with_opt_in);
      case cudaDevAttrMaxBlocksPerMultiprocessor: return answer(limits::blocks_of_a_multiprocessor);
      case cudaDevAttrClusterLaunch: return answer(1);
    }
    return cudaErrorInvalidValue;
  });
}

// --- Memory.

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    if (memory == nullptr) return cudaErrorInvalidValue;
    *memory = nullptr;
    if (bytes == 0) return cudaSuccess;
    if (bytes > device.total_bytes() - device.memory.allocated_bytes()) return cudaErrorMemoryAllocation;
    *memory = device.memory.allocate(bytes, device.track_writes);
    return *memory == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
  });
}

cudaError_t cudaFree(void* memory) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    return memory == nullptr || device.memory.release(memory) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device& device) {
    if (free_bytes == nullptr || total_bytes == nullptr) return cudaErrorInvalidValue;
    *total_bytes = device.total_bytes();
    *free_bytes = device.total_bytes() - device.memory.allocated_bytes();
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
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
    copy(to, from, bytes);
    if (written != nullptr && written->written != nullptr) written->mark_written(target, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t fftgen::emulator::copy_to_symbol(void* to, std::size_t size, const void* from, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return Device::run([&](Device&) {
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (from == nullptr || offset > size || bytes > size - offset) return cudaErrorInvalidValue;
    std::memcpy(static_cast<unsigned char*>(to) + offset, from, bytes);
    return cudaSuccess;
  });
}

cudaError_t fftgen::emulator::copy_from_symbol(void* to, const void* from, std::size_t size, std::size_t bytes,
                                               std::size_t offset, cudaMemcpyKind kind) {
  return Device::run([&](Device&) {
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (to == nullptr || offset > size || bytes > size - offset) return cudaErrorInvalidValue;
    std::memcpy(to, static_cast<const unsigned char*>(from) + offset, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  using namespace fftgen::emulator;
  return Device::run([&](Device& device) {
    if (bytes == 0) return cudaSuccess;
    const std::uintptr_t target = GlobalMemory::address_of(memory);
    const Allocation* allocation = device.memory.find(target, bytes);
    if (allocation == nullptr) return cudaErrorInvalidValue;
    fill(memory, byte, bytes);
    if (allocation->written != nullptr) allocation->mark_written(target, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t) {
  return cudaMemset(memory, byte, bytes);
}

// --- Streams and events.

struct CUstream_st {};
struct CUevent_st {
  bool recorded = false;
  std::chrono::steady_clock::time_point moment;
};

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (mode == nullptr) return cudaErrorInvalidValue;
    std::swap(*mode, current);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (stream == nullptr) return cudaErrorInvalidValue;
    *stream = new CUstream_st;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return fftgen::emulator::Device::run([](fftgen::emulator::Device&) { return cudaSuccess; });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    delete stream;
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidValue;
    *event = new CUevent_st;
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    event->recorded = true;
    event->moment = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return fftgen::emulator::Device::run(
      [&](fftgen::emulator::Device&) { return event == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess; });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (start == nullptr || end == nullptr || !start->recorded || !end->recorded) return cudaErrorInvalidResourceHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(end->moment - start->moment).count();
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return fftgen::emulator::Device::run([&](fftgen::emulator::Device&) {
    if (event == nullptr) return cudaErrorInvalidResourceHandle;
    delete event;
    return cudaSuccess;
  });
}

// --- Launches.

namespace fftgen::emulator {

cudaError_t get_attributes(cudaFuncAttributes* attributes, const void* kernel) {
  return Device::run([&](Device&) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    const int capability = 10 * limits::compute_capability_major + limits::compute_capability_minor;
    *attributes = {capability, capability};
    return cudaSuccess;
  });
}

cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return Device::run([&](Device& device) {
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    switch (attribute) {
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || value > static_cast<int>(limits::shared_bytes_with_opt_in)) return cudaErrorInvalidValue;
        device.shared_opt_in[kernel] = static_cast<std::size_t>(value);
        return cudaSuccess;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        if (value != 0 && value != 1) return cudaErrorInvalidValue;
        device.large_cluster_opt_in.erase(kernel);
        if (value == 1) device.large_cluster_opt_in.insert(kernel);
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

namespace {

/// The blocks of a cluster according to the attributes; 0 without clusters. Programmatic serialisation changes
/// nothing: launches run one after the other. Other attributes are refused: ignoring one could change the meaning of
/// a kernel.
cudaError_t read_attributes(const cudaLaunchConfig_t& config, unsigned* cluster_blocks) {
  *cluster_blocks = 0;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    switch (config.attrs[i].id) {
      case cudaLaunchAttributeIgnore:
      case cudaLaunchAttributeProgrammaticStreamSerialization: break;
      case cudaLaunchAttributeClusterDimension:
        if (value.clusterDim.x == 0 || value.clusterDim.y == 0 || value.clusterDim.z == 0) return cudaErrorInvalidValue;
        if (value.clusterDim.y != 1 || value.clusterDim.z != 1) return cudaErrorNotSupported;
        *cluster_blocks = value.clusterDim.x;
        break;
      default: return cudaErrorNotSupported;
    }
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t launch_kernel(const cudaLaunchConfig_t* config, const void* kernel, void (*run_thread)(const void* call),
                          const void* call) {
  return Device::run([&](Device& device) {
    if (config == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    unsigned cluster_blocks = 0;
    const cudaError_t understood = read_attributes(*config, &cluster_blocks);
    if (understood != cudaSuccess) return understood;
    Counters counters;
    const Launch launch{config->gridDim, config->blockDim, config->dynamicSmemBytes, cluster_blocks,
                        &device.memory,  &counters,        run_thread,               call};
    return run_launch(device, kernel, launch);
  });
}

cudaError_t count_active_clusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* config) {
  return Device::run([&](Device& device) {
    if (clusters == nullptr || config == nullptr) return cudaErrorInvalidValue;
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    unsigned cluster_blocks = 0;
    const cudaError_t understood = read_attributes(*config, &cluster_blocks);
    if (understood != cudaSuccess) return understood;
    const Launch launch{config->gridDim, config->blockDim, config->dynamicSmemBytes, cluster_blocks, &device.memory,
                        nullptr,         nullptr,          nullptr};
    const Refusal refusal = refusal_of(device, kernel, launch);
    if (refusal.error != cudaSuccess) return refusal.error;
    *clusters = static_cast<int>(device.resident_clusters);
    return cudaSuccess;
  });
}

}  // namespace fftgen::emulator
