// The dynamic shared memory of one block of a cluster, with a shadow that remembers who touched each word, and the
// time on that thread's clock.
//
// A word's shadow holds a stamp of the last write and one of the reads since. An access is a hazard if its thread's
// clock does not cover the stamps that it conflicts with: then no chain of barriers leads from one access to the
// other. The threads may have run in any order, so finding a hazard does not depend on luck.
//
// A copy or store in flight has a stamp that no clock covers; from its end on it counts as an access of the barrier
// that it completed at, which the threads that have waited for that phase know of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "clock.h"

namespace fftgen::emulator {

/// Who (a participant), the time on its clock (0: never), at which line.
struct Stamp {
  std::uint32_t time;
  std::uint16_t who;
  std::uint16_t line;

  static constexpr std::uint32_t under_way = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint16_t a_barrier_lies_here = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::uint16_t several_readers = std::numeric_limits<std::uint16_t>::max();

  static Stamp make(unsigned who, std::uint32_t time, unsigned line) {
    return {time, static_cast<std::uint16_t>(who), static_cast<std::uint16_t>(line < 0xffff ? line : 0xffff)};
  }
};

/// A participant that accesses memory: what it knows, and the stamp that it leaves.
struct Accessor {
  const Clock* clock;
  Stamp stamp;

  /// Whether the access of the stamp is over for this accessor.
  bool knows(Stamp other) const {
    if (other.time == 0 || other.who == stamp.who) return true;
    return other.who != Stamp::a_barrier_lies_here && clock->of(other.who) >= other.time;
  }
};

enum class ClusterHazard { none, never_written, written, read, barrier };

class ClusterMemory {
 public:
  static constexpr std::size_t word_bytes = 4;

  void begin_block(std::size_t bytes) {
    const std::size_t words = (bytes + word_bytes - 1) / word_bytes;
    storage_.assign((bytes + sizeof(Chunk) - 1) / sizeof(Chunk), Chunk{});
    cells_.assign(words, Cell{});
    lists_.clear();
    free_lists_.clear();
    bytes_ = bytes;
  }

  std::size_t bytes() const { return bytes_; }
  unsigned char* at(std::size_t offset) { return storage_[0].bytes + offset; }

  /// Notes a read of `words` words from the one at `first`; they must exist.
  ClusterHazard note_read(std::size_t first, std::size_t words, const Accessor& reader) {
    ClusterHazard hazard = ClusterHazard::none;
    for (std::size_t word = first; word < first + words; ++word) {
      Cell& cell = cells_[word];
      if (cell.written.time == 0) {
        hazard = ClusterHazard::never_written;
      } else if (!reader.knows(cell.written)) {
        hazard = hazard_of(cell.written, ClusterHazard::written);
      }
      add_reader(cell, reader);
    }
    return hazard;
  }

  /// Notes a write, by a thread or, with the stamp of a transfer in flight, by a thread that starts a copy or store.
  ClusterHazard note_write(std::size_t first, std::size_t words, const Accessor& writer, Stamp left) {
    ClusterHazard hazard = ClusterHazard::none;
    for (std::size_t word = first; word < first + words; ++word) {
      Cell& cell = cells_[word];
      if (!writer.knows(cell.written)) {
        hazard = hazard_of(cell.written, ClusterHazard::written);
        if (hazard == ClusterHazard::barrier) continue;
      } else if (!knows_readers(cell, writer)) {
        hazard = ClusterHazard::read;
      }
      forget_readers(cell);
      cell.written = left;
    }
    return hazard;
  }

  /// The last writer of a word, for copies, which must know its thread.
  Stamp writer_of(std::size_t word) const { return cells_[word].written; }

  /// Notes that the transfer into these words has arrived.
  void note_arrival(std::size_t first, std::size_t words, Stamp arrived) {
    for (std::size_t word = first; word < first + words; ++word) {
      if (cells_[word].written.time == Stamp::under_way) cells_[word].written = arrived;
    }
  }

  /// Keeps the words of a barrier from being used as data.
  void reserve_for_barrier(std::size_t first, std::size_t words, unsigned line) {
    for (std::size_t word = first; word < first + words; ++word) {
      cells_[word] = {Stamp::make(Stamp::a_barrier_lies_here, 1, line), {}};
    }
  }

  /// The other side of the hazard just returned.
  Stamp culprit() const { return culprit_; }

 private:
  struct Cell {
    Stamp written = {};
    Stamp read = {};
  };
  struct alignas(16) Chunk {
    unsigned char bytes[16];
  };

  ClusterHazard hazard_of(Stamp culprit, ClusterHazard hazard) {
    culprit_ = culprit;
    return culprit.who == Stamp::a_barrier_lies_here ? ClusterHazard::barrier : hazard;
  }

  /// A reader that knows the reads of another stands for it; of the others the shadow keeps a list.
  void add_reader(Cell& cell, const Accessor& reader) {
    if (has_list(cell)) {
      std::vector<Stamp>& readers = list_of(cell);
      const auto known = std::find_if(readers.begin(), readers.end(), [&](Stamp other) { return reader.knows(other); });
      if (known == readers.end()) {
        readers.push_back(reader.stamp);
      } else {
        *known = reader.stamp;
      }
    } else if (reader.knows(cell.read)) {
      cell.read = reader.stamp;
    } else {
      const std::uint32_t number = new_list();
      lists_[number] = {cell.read, reader.stamp};
      cell.read = {number + 1, Stamp::several_readers, 0};
    }
  }

  bool knows_readers(const Cell& cell, const Accessor& writer) {
    const Stamp* first = has_list(cell) ? list_of(cell).data() : &cell.read;
    const Stamp* last = has_list(cell) ? first + list_of(cell).size() : first + 1;
    const Stamp* unknown = std::find_if_not(first, last, [&](Stamp reader) { return writer.knows(reader); });
    if (unknown == last) return true;
    culprit_ = *unknown;
    return false;
  }

  void forget_readers(Cell& cell) {
    if (has_list(cell)) free_lists_.push_back(cell.read.time - 1);
    cell.read = {};
  }

  static bool has_list(const Cell& cell) { return cell.read.who == Stamp::several_readers; }
  std::vector<Stamp>& list_of(const Cell& cell) { return lists_[cell.read.time - 1]; }

  std::uint32_t new_list() {
    if (free_lists_.empty()) {
      lists_.emplace_back();
      return static_cast<std::uint32_t>(lists_.size() - 1);
    }
    const std::uint32_t number = free_lists_.back();
    free_lists_.pop_back();
    return number;
  }

  std::vector<Chunk> storage_;
  std::vector<Cell> cells_;
  std::vector<std::vector<Stamp>> lists_;  // of the readers of words that have several
  std::vector<std::uint32_t> free_lists_;
  std::size_t bytes_ = 0;
  Stamp culprit_ = {};
};

}  // namespace fftgen::emulator
