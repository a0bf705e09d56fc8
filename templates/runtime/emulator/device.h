// The one virtual device of a program: its memory, its settings, its workers, its sticky error and its history.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include "cuda_error.h"
#include "cuda_language.h"
#include "faults.h"
#include "global_memory.h"
#include "traffic.h"
#include "worker.h"

namespace fftgen::emulator {

// What the device reports of itself: an H200's numbers where generated code may depend on them.
namespace limits {
inline constexpr std::size_t shared_bytes_without_opt_in = 48 * 1024;
inline constexpr std::size_t shared_bytes_with_opt_in = 227 * 1024;
inline constexpr std::size_t shared_bytes_of_multiprocessor = 228 * 1024;
inline constexpr unsigned threads_of_a_block = 1024;
inline constexpr unsigned threads_of_a_multiprocessor = 2048;
inline constexpr unsigned blocks_of_a_multiprocessor = 32;
inline constexpr unsigned multiprocessors = 132;
inline constexpr unsigned blocks_of_a_portable_cluster = 8;
inline constexpr unsigned blocks_of_a_cluster = 16;
inline constexpr unsigned registers_of_a_block = 65536;
inline constexpr std::size_t l2_bytes = std::size_t{50} * 1024 * 1024;
inline constexpr int compute_capability_major = 9;
inline constexpr int compute_capability_minor = 0;
}  // namespace limits

/// One launch. Traffic is summed over the sampled blocks: the first, the last and some between.
struct LaunchRecord {
  unsigned ordinal;
  std::string kernel;
  dim3 grid;
  dim3 block;
  unsigned cluster_blocks;  // 1 where the launch had no clusters
  std::size_t dynamic_shared_bytes;
  std::size_t sampled_blocks;
  Traffic traffic;
  std::vector<Fault> errors;
};

struct Device {
  std::mutex mutex;  // held by every call of the runtime, for as long as it lasts
  GlobalMemory memory;
  bool track_writes = false;
  std::map<const void*, std::size_t> shared_opt_in;  // per kernel, where it has one
  std::set<const void*> large_cluster_opt_in;        // the kernels that may have clusters of more than 8 blocks
  std::map<const void*, std::string> kernel_names;   // per kernel launched so far
  std::vector<std::unique_ptr<Worker>> workers;
  unsigned resident_clusters = 2;  // what cudaOccupancyMaxActiveClusters returns
  std::vector<LaunchRecord> records;
  unsigned launches = 0;
  cudaError_t last_error = cudaSuccess;
  bool lost = false;  // after a fault every call fails, as with a corrupted CUDA context
  unsigned calls_to_failure = 0;  // the call that fail_call selected; 0: none
  cudaError_t failure = cudaSuccess;

  /// Never destroyed, so that programs may still use it in their own destructors.
  static Device& instance() {
    static Device& device = *new Device;
    return device;
  }

  static std::size_t total_bytes() {
    static const std::size_t bytes =
        static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 4 * 3 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
  }

  /// Runs one call of the runtime and remembers its error: call(device) -> cudaError_t.
  template <typename Call>
  static cudaError_t run(Call call) {
    Device& device = instance();
    const std::lock_guard<std::mutex> lock(device.mutex);
    if (device.lost) return device.last_error;
    const bool fails = device.calls_to_failure > 0 && --device.calls_to_failure == 0;
    const cudaError_t error = fails ? device.failure : call(device);
    if (error != cudaSuccess) device.last_error = error;
    return error;
  }

 private:
  Device() {
    const char* check = std::getenv("FFTGEN_EMULATOR_CHECK_INITIALISED");
    track_writes = check != nullptr && std::strcmp(check, "") != 0 && std::strcmp(check, "0") != 0;
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    const unsigned count = number_from("FFTGEN_EMULATOR_WORKERS", processors);
    for (unsigned worker = 0; worker < count; ++worker) workers.push_back(std::make_unique<Worker>());
    resident_clusters = number_from("FFTGEN_EMULATOR_CLUSTERS", resident_clusters);
  }

  /// The value of an environment variable, from 1 to 1024, or `otherwise` when it is not set.
  static unsigned number_from(const char* variable, unsigned otherwise) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return otherwise;
    char* end = nullptr;
    const long count = std::strtol(text, &end, 10);
    if (*text != '\0' && *end == '\0' && count >= 1 && count <= 1024) return static_cast<unsigned>(count);
    std::fprintf(stderr, "fftgen emulator: %s is \"%s\"; it should be a number from 1 to 1024\n", variable, text);
    std::_Exit(2);  // not exit: that would write a report of a device that does not exist yet
  }
};

}  // namespace fftgen::emulator
