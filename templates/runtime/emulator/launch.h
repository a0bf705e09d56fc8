// Runs a launch: refuses what a GPU would refuse, distributes the blocks or clusters to the workers, and merges their
// results.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cuda_error.h"
#include "device.h"
#include "faults.h"
#include "kernel_call.h"
#include "kernel_name.h"
#include "sentences.h"
#include "traffic.h"
#include "worker.h"

namespace fftgen::emulator {

struct Refusal {
  cudaError_t error;
  std::string reason;
};

/// Why a GPU would not start this launch; cudaSuccess when it would.
inline Refusal refusal_of(const Launch& launch, std::size_t shared_opt_in, bool large_clusters) {
  const dim3& grid = launch.grid;
  const dim3& block = launch.block;
  const auto text = [](dim3 extent) { return text_of(uint3{extent.x, extent.y, extent.z}); };
  const bool block_fits = block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= limits::threads_of_a_block &&
                          block.y <= limits::threads_of_a_block && block.z <= 64 &&
                          std::uint64_t{block.x} * block.y * block.z <= limits::threads_of_a_block;
  if (!block_fits) return {cudaErrorInvalidConfiguration, "a block of " + text(block) + " threads is not possible"};
  const bool grid_fits = grid.x >= 1 && grid.y >= 1 && grid.z >= 1 && grid.x <= 0x7fffffff && grid.y <= 0xffff &&
                         grid.z <= 0xffff;
  if (!grid_fits) return {cudaErrorInvalidConfiguration, "a grid of " + text(grid) + " blocks is not possible"};
  const std::size_t available = std::max(shared_opt_in, limits::shared_bytes_without_opt_in);
  if (launch.shared_bytes > available) {
    return {cudaErrorInvalidValue,
            std::to_string(launch.shared_bytes) + " bytes of dynamic shared memory are more than the " +
                std::to_string(available) + " allowed; raise cudaFuncAttributeMaxDynamicSharedMemorySize for this " +
                "kernel (at most " + std::to_string(limits::shared_bytes_with_opt_in) + ")"};
  }
  const unsigned cluster = launch.cluster_blocks;
  const unsigned largest = large_clusters ? limits::blocks_of_a_cluster : limits::blocks_of_a_portable_cluster;
  if (cluster > largest) {
    return {cudaErrorInvalidClusterSize,
            "clusters of " + std::to_string(cluster) + " blocks are larger than " + std::to_string(largest) +
                (large_clusters ? ", the largest there are"
                                : "; set cudaFuncAttributeNonPortableClusterSizeAllowed for this kernel (at most " +
                                      std::to_string(limits::blocks_of_a_cluster) + ")")};
  }
  if (cluster != 0 && grid.x % cluster != 0) {
    return {cudaErrorInvalidClusterSize, "a grid of " + text(grid) + " blocks cannot be cut into clusters of " +
                                             std::to_string(cluster)};
  }
  return {cudaSuccess, ""};
}

inline Refusal refusal_of(const Device& device, const void* kernel, const Launch& launch) {
  const auto opt_in = device.shared_opt_in.find(kernel);
  return refusal_of(launch, opt_in == device.shared_opt_in.end() ? 0 : opt_in->second,
                    device.large_cluster_opt_in.count(kernel) != 0);
}

/// The blocks whose accesses are counted: the first, the last and two between, ascending.
inline std::vector<std::uint64_t> sampled_blocks(std::uint64_t blocks) {
  const std::uint64_t count = std::min<std::uint64_t>(blocks, 4);
  std::vector<std::uint64_t> positions;
  for (std::uint64_t i = 0; i < count; ++i) positions.push_back(count == 1 ? 0 : i * (blocks - 1) / (count - 1));
  return positions;
}

/// Runs all blocks; returns how many workers took part. Each worker takes its blocks or clusters in ascending order,
/// so the first fault that it keeps is the first by position too.
inline std::size_t run_blocks(const Launch& launch, const std::vector<std::uint64_t>& samples,
                              const std::vector<std::unique_ptr<Worker>>& workers) {
  const std::uint64_t count = launch.blocks() / std::max(1u, launch.cluster_blocks);
  const std::uint64_t largest_portion = launch.cluster_blocks == 0 ? 64 : 1;
  const std::uint64_t portion = std::clamp<std::uint64_t>(count / (workers.size() * 16), 1, largest_portion);
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](Worker& worker) {
    worker.begin_launch(launch);
    for (std::uint64_t begin = next.fetch_add(portion); begin < count; begin = next.fetch_add(portion)) {
      for (std::uint64_t number = begin; number < std::min(begin + portion, count); ++number) {
        worker.run(number, samples);
      }
    }
  };
  const std::size_t used = static_cast<std::size_t>(std::min<std::uint64_t>(workers.size(), count));
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < used; ++i) others.emplace_back([&, i] { work(*workers[i]); });
  work(*workers[0]);
  for (std::thread& other : others) other.join();
  return used;
}

inline void tell_user(const LaunchRecord& record) {
  for (const Fault& fault : record.errors) {
    std::fprintf(stderr, "fftgen emulator: kernel %s: %s\n", record.kernel.c_str(), fault.message.c_str());
  }
}

/// Runs the launch to its end on the locked device, and records it.
inline cudaError_t run_launch(Device& device, const void* kernel, const Launch& launch) {
  auto name = device.kernel_names.find(kernel);
  if (name == device.kernel_names.end()) name = device.kernel_names.emplace(kernel, kernel_name(kernel)).first;
  LaunchRecord record = {};
  record.ordinal = device.launches++;
  record.kernel = name->second;
  record.grid = launch.grid;
  record.block = launch.block;
  record.cluster_blocks = std::max(1u, launch.cluster_blocks);
  record.dynamic_shared_bytes = launch.shared_bytes;

  const Refusal refusal = refusal_of(device, kernel, launch);
  if (refusal.error != cudaSuccess) {
    record.errors.push_back({FaultKind::launch_refused, "launch refused: " + refusal.reason});
  } else {
    const std::vector<std::uint64_t> samples = sampled_blocks(launch.blocks());
    record.sampled_blocks = samples.size();
    const std::size_t used = run_blocks(launch, samples, device.workers);
    FaultLog faults;
    for (std::size_t i = 0; i < used; ++i) {
      add_traffic(record.traffic, device.workers[i]->observer().traffic());
      const FaultLog& found = device.workers[i]->observer().faults();
      found.for_each([&](FaultKind kind, std::uint64_t block, const std::string& message) {
        faults.add(kind, block, message);
      });
    }
    faults.for_each([&](FaultKind kind, std::uint64_t, const std::string& message) {
      record.errors.push_back({kind, message});
    });
  }
  tell_user(record);
  device.records.push_back(record);
  if (refusal.error != cudaSuccess) return refusal.error;
  if (record.errors.empty()) return cudaSuccess;
  device.lost = true;
  return cudaErrorLaunchFailure;
}

}  // namespace fftgen::emulator
