// Turns the logged accesses of the threads of one block into the cost of its warps' instructions in the memory
// system: 32-byte sectors of global memory and wavefronts of shared memory, with the least possible numbers, and
// bytes stored in the shared memory of the cluster's blocks. A row of a bulk copy's box counts as a request of global
// memory.
//
// Does not model caches: a sector counts each time an instruction asks for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "source_line.h"

namespace fftgen::emulator {

inline constexpr unsigned lanes_of_a_warp = 32;

enum class AccessKind { global_load, global_store, shared_load, shared_store, bulk_load, remote_store };

struct GlobalTraffic {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t ideal_sectors = 0;
};

struct SharedTraffic {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;
};

struct RemoteTraffic {
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
};

struct Traffic {
  GlobalTraffic global_loads;
  GlobalTraffic global_stores;
  SharedTraffic shared_loads;
  SharedTraffic shared_stores;
  RemoteTraffic remote_stores;
};

/// One access of one thread. A shared address is an offset into the block's dynamic shared memory.
struct Access {
  AccessKind kind;
  unsigned bytes;
  SourceLine at;
  std::uint64_t address;
};

namespace traffic_detail {

inline std::size_t distinct(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

/// One executed instruction of one warp: the addresses of the lanes that took part, ascending by lane.
struct Request {
  struct Lane {
    unsigned lane;
    std::uint64_t address;
  };
  std::vector<Lane> lanes;
};

inline void add_global(GlobalTraffic& total, const Request& request, unsigned bytes) {
  constexpr std::uint64_t sector_bytes = 32;
  std::vector<std::uint64_t> sectors;
  std::vector<std::uint64_t> addresses;
  for (const Request::Lane& lane : request.lanes) {
    addresses.push_back(lane.address);
    sectors.push_back(lane.address / sector_bytes);
    sectors.push_back((lane.address + bytes - 1) / sector_bytes);  // differs only when misaligned
  }
  total.requests += 1;
  total.sectors += distinct(sectors);
  total.ideal_sectors += (distinct(addresses) * bytes + sector_bytes - 1) / sector_bytes;
}

/// A row of a box is contiguous. Each belongs to one lane: lanes that copy boxes at the same line share nothing.
inline void add_bulk(GlobalTraffic& total, const Request& request, unsigned bytes) {
  constexpr std::uint64_t sector_bytes = 32;
  for (const Request::Lane& lane : request.lanes) {
    total.requests += 1;
    total.sectors += (lane.address + bytes - 1) / sector_bytes - lane.address / sector_bytes + 1;
    total.ideal_sectors += (bytes + sector_bytes - 1) / sector_bytes;
  }
}

inline void add_remote(RemoteTraffic& total, const Request& request, unsigned bytes) {
  total.requests += 1;
  total.bytes += request.lanes.size() * bytes;
}

/// A wavefront serves 32 banks of 4 bytes. So 8-byte accesses are served by half-warps and 16-byte ones by
/// quarter-warps, and each group takes as many wavefronts as its fullest bank holds distinct words: equal words are
/// broadcast.
inline void add_shared(SharedTraffic& total, const Request& request, unsigned bytes) {
  constexpr unsigned banks = 32;
  constexpr unsigned bank_bytes = 4;
  const unsigned lanes_of_a_group = std::min(lanes_of_a_warp, banks * bank_bytes / bytes);
  total.requests += 1;
  for (std::size_t i = 0; i < request.lanes.size();) {
    const unsigned group = request.lanes[i].lane / lanes_of_a_group;
    std::vector<std::uint64_t> words_of_bank[banks];
    for (; i < request.lanes.size() && request.lanes[i].lane / lanes_of_a_group == group; ++i) {
      const std::uint64_t first = request.lanes[i].address / bank_bytes;
      const std::uint64_t last = (request.lanes[i].address + bytes - 1) / bank_bytes;
      for (std::uint64_t word = first; word <= last; ++word) words_of_bank[word % banks].push_back(word);
    }
    std::size_t fullest = 0;
    for (const auto& words : words_of_bank) fullest = std::max(fullest, distinct(words));
    total.wavefronts += fullest;
    total.ideal_wavefronts += 1;
  }
}

}  // namespace traffic_detail

/// Adds one block's accesses, listed per thread in program order, to `total`.
///
/// Lanes meet in a request when they reach the same line for the same number of times: so lanes that skip a guarded
/// line shift nothing, and only a lane that skips some turns of a loop can be matched with the wrong turn.
inline void add_block_traffic(Traffic& total, const std::vector<std::vector<Access>>& accesses_of_thread) {
  using Instruction = std::tuple<const char*, unsigned, AccessKind, unsigned>;  // file, line, kind, bytes
  using Execution = std::pair<Instruction, std::uint64_t>;
  for (std::size_t warp = 0; warp < accesses_of_thread.size(); warp += lanes_of_a_warp) {
    std::map<Execution, traffic_detail::Request> requests;
    const std::size_t end = std::min<std::size_t>(warp + lanes_of_a_warp, accesses_of_thread.size());
    for (std::size_t thread = warp; thread < end; ++thread) {
      std::map<Instruction, std::uint64_t> executed;
      for (const Access& access : accesses_of_thread[thread]) {
        const Instruction instruction{access.at.file, access.at.line, access.kind, access.bytes};
        const std::uint64_t turn = executed[instruction]++;
        requests[{instruction, turn}].lanes.push_back({static_cast<unsigned>(thread - warp), access.address});
      }
    }
    for (const auto& [execution, request] : requests) {
      const unsigned bytes = std::get<3>(execution.first);
      switch (std::get<2>(execution.first)) {
        case AccessKind::global_load: traffic_detail::add_global(total.global_loads, request, bytes); break;
        case AccessKind::global_store: traffic_detail::add_global(total.global_stores, request, bytes); break;
        case AccessKind::shared_load: traffic_detail::add_shared(total.shared_loads, request, bytes); break;
        case AccessKind::shared_store: traffic_detail::add_shared(total.shared_stores, request, bytes); break;
        case AccessKind::bulk_load: traffic_detail::add_bulk(total.global_loads, request, bytes); break;
        case AccessKind::remote_store: traffic_detail::add_remote(total.remote_stores, request, bytes); break;
      }
    }
  }
}

inline void add_traffic(Traffic& total, const Traffic& part) {
  const auto add_global = [](GlobalTraffic& sum, const GlobalTraffic& term) {
    sum.requests += term.requests;
    sum.sectors += term.sectors;
    sum.ideal_sectors += term.ideal_sectors;
  };
  const auto add_shared = [](SharedTraffic& sum, const SharedTraffic& term) {
    sum.requests += term.requests;
    sum.wavefronts += term.wavefronts;
    sum.ideal_wavefronts += term.ideal_wavefronts;
  };
  add_global(total.global_loads, part.global_loads);
  add_global(total.global_stores, part.global_stores);
  add_shared(total.shared_loads, part.shared_loads);
  add_shared(total.shared_stores, part.shared_stores);
  total.remote_stores.requests += part.remote_stores.requests;
  total.remote_stores.bytes += part.remote_stores.bytes;
}

}  // namespace fftgen::emulator
