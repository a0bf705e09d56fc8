// The arrival of a copy or a store in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "box_rows.h"
#include "cluster_memory.h"
#include "observer.h"
#include "phase_barrier.h"
#include "source_line.h"
#include "tensor_map.h"
#include "traffic.h"

namespace fftgen::emulator {

/// The store arrives, in the barrier's present phase; returns its bytes.
inline std::int64_t land(ClusterMemory& memory, PhaseBarrier& barrier, const PendingStore& store) {
  std::memcpy(memory.at(store.offset), store.value, store.bytes);
  barrier.last_landing = barrier.landing(store.at.line);
  memory.note_arrival(store.offset / ClusterMemory::word_bytes, store.bytes / ClusterMemory::word_bytes,
                      barrier.last_landing);
  return store.bytes;
}

/// The box arrives, and is read from global memory only now.
inline std::int64_t land(ClusterMemory& memory, PhaseBarrier& barrier, const PendingCopy& copy) {
  for_each_row(copy.map, copy.corner, [&](const BoxRow& row) {
    unsigned char* destination = memory.at(copy.offset + row.offset);
    std::memset(destination, 0, row.bytes);
    if (row.inside == 0) return;
    std::memcpy(destination + row.skipped, reinterpret_cast<const void*>(row.address), row.inside);
  });
  barrier.last_landing = barrier.landing(copy.at.line);
  const std::size_t bytes = copy.map.box_bytes();
  memory.note_arrival(copy.offset / ClusterMemory::word_bytes, bytes / ClusterMemory::word_bytes, barrier.last_landing);
  return static_cast<std::int64_t>(bytes);
}

/// Everything in flight to the barrier arrives; returns its bytes.
inline std::int64_t land_everything(ClusterMemory& memory, PhaseBarrier& barrier) {
  std::int64_t bytes = 0;
  for (const PendingCopy& copy : barrier.copies) bytes += land(memory, barrier, copy);
  for (const PendingStore& store : barrier.stores) bytes += land(memory, barrier, store);
  barrier.copies.clear();
  barrier.stores.clear();
  return bytes;
}

/// Whether the part of the box inside the array may be read.
inline bool may_read_rows(Observer& observer, const TensorMap& map, const BoxCorner& corner, SourceLine at) {
  bool good = true;
  for_each_row(map, corner, [&](const BoxRow& row) {
    if (row.inside == 0 || !good) return;
    good = observer.may_read_global(row.address, row.inside, static_cast<unsigned>(map.number_bytes), at);
  });
  return good;
}

/// Checks likewise, and counts the reads: each row inside the array is a request.
inline bool read_rows(Observer& observer, const TensorMap& map, const BoxCorner& corner, SourceLine at) {
  for_each_row(map, corner, [&](const BoxRow& row) {
    if (row.inside == 0) return;
    observer.note(AccessKind::bulk_load, static_cast<unsigned>(row.inside), row.address, at);
  });
  return may_read_rows(observer, map, corner, at);
}

}  // namespace fftgen::emulator
