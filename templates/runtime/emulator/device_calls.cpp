// The device functions that need the running block or cluster.
#include "device_calls.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "block.h"
#include "cluster.h"
#include "cluster_functions.h"
#include "cuda_language.h"
#include "device.h"
#include "device_functions.h"
#include "faults.h"
#include "observer.h"
#include "source_line.h"
#include "warp_act.h"
#include "warp_product.h"

namespace fftgen::emulator {

// --- Memory.

template <std::size_t bytes>
void load_global(const void* address, void* value, SourceLine at) {
  current_observer->load_global<bytes>(address, value, at);
}

template <std::size_t bytes>
void store_global(void* address, const void* value, SourceLine at) {
  current_observer->store_global<bytes>(address, value, at);
}

void prefetch_global(const void* address, std::size_t bytes, SourceLine at) {
  current_observer->prefetch_global(address, bytes, at);
}

template <std::size_t bytes>
void load_shared(unsigned index, void* value, SourceLine at) {
  Block* const block = current_block;
  if (unlikely(block == nullptr)) return current_cluster->load_shared(index, bytes, value, at);
  block->load_shared<bytes>(index, value, at);
}

template <std::size_t bytes>
void store_shared(unsigned index, const void* value, SourceLine at) {
  Block* const block = current_block;
  if (unlikely(block == nullptr)) return current_cluster->store_shared(index, bytes, value, at);
  block->store_shared<bytes>(index, value, at);
}

template void load_global<1>(const void*, void*, SourceLine);
template void load_global<2>(const void*, void*, SourceLine);
template void load_global<4>(const void*, void*, SourceLine);
template void load_global<8>(const void*, void*, SourceLine);
template void load_global<16>(const void*, void*, SourceLine);
template void store_global<1>(void*, const void*, SourceLine);
template void store_global<2>(void*, const void*, SourceLine);
template void store_global<4>(void*, const void*, SourceLine);
template void store_global<8>(void*, const void*, SourceLine);
template void store_global<16>(void*, const void*, SourceLine);
template void load_shared<4>(unsigned, void*, SourceLine);
template void load_shared<8>(unsigned, void*, SourceLine);
template void load_shared<16>(unsigned, void*, SourceLine);
template void store_shared<4>(unsigned, const void*, SourceLine);
template void store_shared<8>(unsigned, const void*, SourceLine);
template void store_shared<16>(unsigned, const void*, SourceLine);

void poison(void* value, std::size_t bytes) { std::memset(value, 0xff, bytes); }

void tell_misaligned_part(unsigned offset, std::size_t bytes, SourceLine at) {
  current_observer->tell(FaultKind::shared_out_of_bounds, at, [&] {
    return "takes byte " + std::to_string(offset) + " of shared memory for the beginning of elements of " +
           std::to_string(bytes) + " bytes, to which it is not aligned";
  });
}

bool may_begin_run(const char* verb, std::size_t offset, std::size_t bytes, SourceLine at) {
  if (offset % bytes == 0) return true;
  current_observer->tell(FaultKind::shared_misaligned, at, [&] {
    return std::string(verb) + " " + std::to_string(bytes) + " bytes at byte " + std::to_string(offset) +
           " of shared memory, which is not aligned to " + std::to_string(bytes) + " bytes";
  });
  return false;
}

void tell_misaligned_table(std::size_t bytes, SourceLine at) {
  current_observer->tell(FaultKind::global_misaligned, at, [&] {
    return "reads " + std::to_string(bytes) + " bytes of a table at an address that is not aligned to them";
  });
}

// --- Warps.

namespace {

/// Does the act of which `mine` is a part, with the other lanes of the warp.
void act_together(LanePart& mine, SourceLine at) {
  if (current_block != nullptr) {
    current_block->act_together(mine, at);
  } else {
    current_cluster->meetings().act_together(mine, at);
  }
}

/// Registers of a lane, and the lane whose registers it reads.
struct LaneRegisters : LanePart {
  unsigned char* registers;
  std::size_t bytes;
  unsigned source;
};

inline void exchange_lanes(LanePart* const (&lanes)[lanes_of_a_warp]) {
  std::vector<unsigned char> before[lanes_of_a_warp];
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    const LaneRegisters& own = static_cast<const LaneRegisters&>(*lanes[lane]);
    before[lane].assign(own.registers, own.registers + own.bytes);
  }
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    const LaneRegisters& own = static_cast<const LaneRegisters&>(*lanes[lane]);
    std::memcpy(own.registers, before[own.source].data(), own.bytes);
  }
}

inline constexpr WarpAct lane_exchange = {"exchanges registers", "exchange registers", exchange_lanes};

/// The number that a lane compares with the others of its four, and the largest.
struct LaneMaximum : LanePart {
  float x;
};

inline void compare_lanes(LanePart* const (&lanes)[lanes_of_a_warp]) {
  const auto number = [&](unsigned lane) -> float& { return static_cast<LaneMaximum&>(*lanes[lane]).x; };
  for (unsigned first = 0; first < lanes_of_a_warp; first += 4) {
    float largest = number(first);
    for (unsigned lane = first + 1; lane < first + 4; ++lane) largest = std::fmax(largest, number(lane));
    for (unsigned lane = first; lane < first + 4; ++lane) number(lane) = largest;
  }
}

inline constexpr WarpAct comparison = {"compares", "compare", compare_lanes};

}  // namespace

void multiply_in_warp(unsigned depth, LaneProduct& product, SourceLine at) {
  ProductPart mine = {{depth == 4 ? &multiplication_4 : depth == 8 ? &multiplication<8> : &multiplication<16>}, &product};
  act_together(mine, at);
}

void exchange_in_warp(void* registers, std::size_t bytes, unsigned source, SourceLine at) {
  LaneRegisters mine = {{&lane_exchange}, static_cast<unsigned char*>(registers), bytes, source};
  act_together(mine, at);
}

float largest_of_four(float x, SourceLine at) {
  LaneMaximum mine = {{&comparison}, x};
  act_together(mine, at);
  return mine.x;
}

// --- Clusters.

namespace {

/// Calls use(cluster) for the running cluster, or reports a fault where there is none.
template <typename Use>
void with_cluster(const char* function, SourceLine at, Use use) {
  if (current_cluster != nullptr) return use(*current_cluster);
  current_observer->tell(FaultKind::no_cluster, at, [&] {
    return "calls " + std::string(function) +
           "(), but the launch has no cudaLaunchAttributeClusterDimension; one of 1 block is enough for the emulator";
  });
}

}  // namespace

void send(unsigned peer, std::size_t offset, const void* value, unsigned bytes, unsigned barrier_offset,
          SourceLine at) {
  with_cluster("send", at, [&](Cluster& cluster) {
    cluster.transfers().send(peer, offset, value, bytes, barrier_offset, at);
  });
}

void store_in_peer(unsigned peer, std::size_t offset, const void* value, unsigned bytes, SourceLine at) {
  with_cluster("store", at, [&](Cluster& cluster) { cluster.transfers().store(peer, offset, value, bytes, at); });
}

void load_box(std::size_t offset, const TensorMap& map, unsigned dimensions, const BoxCorner& corner,
              unsigned barrier_offset, SourceLine at) {
  with_cluster("load_box", at, [&](Cluster& cluster) {
    cluster.transfers().load_box(offset, map, dimensions, corner, barrier_offset, at);
  });
}

void prefetch_box(const TensorMap& map, unsigned dimensions, const BoxCorner& corner, SourceLine at) {
  with_cluster("prefetch_box", at, [&](Cluster& cluster) {
    cluster.transfers().prefetch_box(map, dimensions, corner, at);
  });
}

}  // namespace fftgen::emulator

void __syncthreads(fftgen::emulator::SourceLine at) {
  if (fftgen::emulator::current_block != nullptr) {
    fftgen::emulator::current_block->barrier(at);
  } else {
    fftgen::emulator::current_cluster->meetings().sync_block(at);
  }
}

void __syncwarp(fftgen::emulator::SourceLine at) {
  fftgen::emulator::with_cluster("__syncwarp", at, [&](fftgen::emulator::Cluster& cluster) {
    cluster.meetings().sync_warp(at);
  });
}

namespace fftgen {

unsigned cluster_rank(emulator::SourceLine at) {
  unsigned rank = 0;
  emulator::with_cluster("cluster_rank", at, [&](emulator::Cluster& cluster) {
    rank = cluster.rank();
  });
  return rank;
}

unsigned cluster_index(emulator::SourceLine at) {
  unsigned index = 0;
  emulator::with_cluster("cluster_index", at, [&](emulator::Cluster& cluster) {
    index = blockIdx.x / cluster.blocks();
  });
  return index;
}

unsigned cluster_count(emulator::SourceLine at) {
  unsigned count = 1;
  emulator::with_cluster("cluster_count", at, [&](emulator::Cluster& cluster) {
    count = gridDim.x / cluster.blocks();
  });
  return count;
}

void sync_cluster(emulator::SourceLine at) {
  emulator::with_cluster("sync_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().sync_cluster(at);
  });
}

void initialise(Barrier barrier, unsigned arrivals, emulator::SourceLine at) {
  emulator::with_cluster("initialise", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().initialise(barrier.offset, arrivals, at);
  });
}

void publish_barriers(emulator::SourceLine at) {
  emulator::with_cluster("publish_barriers", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().publish_barriers();
  });
}

void expect_bytes(Barrier barrier, unsigned bytes, emulator::SourceLine at) {
  emulator::with_cluster("expect_bytes", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().expect_bytes(barrier.offset, bytes, at);
  });
}

void arrive(Barrier barrier, emulator::SourceLine at) {
  emulator::with_cluster("arrive", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().arrive(cluster.rank(), barrier.offset, at);
  });
}

void arrive(Barrier barrier, Peer peer, emulator::SourceLine at) {
  emulator::with_cluster("arrive", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().arrive(peer.rank, barrier.offset, at);
  });
}

void wait(Barrier barrier, unsigned parity, emulator::SourceLine at) {
  emulator::with_cluster("wait", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().wait(barrier.offset, parity, at);
  });
}

void sync_group(unsigned name, unsigned threads, emulator::SourceLine at) {
  emulator::with_cluster("sync_group", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().come_to_group(name, threads, at, true);
  });
}

void arrive_group(unsigned name, unsigned threads, emulator::SourceLine at) {
  emulator::with_cluster("arrive_group", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().come_to_group(name, threads, at, false);
  });
}

void fence_async_proxy(emulator::SourceLine at) {
  emulator::with_cluster("fence_async_proxy", at, [&](emulator::Cluster& cluster) {
    cluster.barriers().fence_async_proxy();
  });
}

unsigned take_number(unsigned* counter, emulator::SourceLine at) {
  unsigned number = 0;
  emulator::with_cluster("take_number", at, [&](emulator::Cluster& cluster) {
    number = cluster.take_number(counter, at);
  });
  return number;
}

void arrive_cluster(emulator::SourceLine at) {
  emulator::with_cluster("arrive_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().arrive_cluster(at);
  });
}

void wait_cluster(emulator::SourceLine at) {
  emulator::with_cluster("wait_cluster", at, [&](emulator::Cluster& cluster) {
    cluster.meetings().wait_cluster(at);
  });
}

cudaError_t make_tensor_map(TensorMap* map, const void* data, unsigned element_bytes, unsigned dimensions,
                            const std::size_t* extents, const std::size_t* strides, const unsigned* box) {
  constexpr std::size_t largest_extent = std::size_t{1} << 32;
  constexpr std::size_t largest_stride = std::size_t{1} << 40;
  constexpr std::size_t largest_box = std::size_t{228} * 1024;  // all of a multiprocessor's shared memory
  constexpr std::size_t granule = TensorMap::granule_bytes;
  // On a GPU this call asks the runtime for the driver's function.
  const cudaError_t found = emulator::Device::run([](emulator::Device&) { return cudaSuccess; });
  if (found != cudaSuccess) return found;
  if (map == nullptr || data == nullptr || emulator::GlobalMemory::address_of(data) % granule != 0) {
    return cudaErrorInvalidValue;
  }
  if (dimensions < 2 || dimensions > 5 || (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)) {
    return cudaErrorInvalidValue;
  }
  const unsigned numbers = element_bytes == 16 ? 2 : 1;
  const std::size_t number_bytes = element_bytes / numbers;
  TensorMap made = {static_cast<const unsigned char*>(data), dimensions, {}, {}, {}, number_bytes};
  for (unsigned i = 0; i < dimensions; ++i) {
    made.extents[i] = extents[i] * (i == 0 ? numbers : 1);
    made.stride_bytes[i] = i == 0 ? number_bytes : strides[i] * element_bytes;
    made.box[i] = box[i] * (i == 0 ? numbers : 1);
    if (made.extents[i] == 0 || made.extents[i] > largest_extent) return cudaErrorInvalidValue;
    if (made.box[i] == 0 || made.box[i] > 256) return cudaErrorInvalidValue;
    if (i > 0 && (made.stride_bytes[i] % granule != 0 || made.stride_bytes[i] >= largest_stride)) {
      return cudaErrorInvalidValue;
    }
  }
  if (made.box[0] * number_bytes % granule != 0) return cudaErrorInvalidValue;
  if (made.box_bytes() > largest_box) return cudaErrorInvalidValue;
  *map = made;
  return cudaSuccess;
}

}  // namespace fftgen
