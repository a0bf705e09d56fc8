// Vector clocks: what a thread of a cluster can know of the others. Entry i is the time of participant i at the last
// point that the owner of the clock has learned of, through barriers alone.
//
// Participants are the threads of the cluster's blocks, and behind a block's threads its barriers, which stand for the
// asynchronous copies and stores that they complete. A clock is one row per block, and rows are shared between clocks:
// most barriers change one.
//
// The happens-before relation and its epochs are FastTrack's (Flanagan & Freund, PLDI 2009).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fftgen::emulator {

/// A participant's number: its block's rank in the cluster, and its place in that block's row.
struct Participant {
  static constexpr unsigned of_a_block = 2048;

  static constexpr unsigned number(unsigned rank, unsigned place) { return rank * of_a_block + place; }
  static constexpr unsigned rank(unsigned number) { return number / of_a_block; }
  static constexpr unsigned place(unsigned number) { return number % of_a_block; }
};

using ClockRow = std::vector<std::uint32_t>;

/// Immutable, and never null: an unknown block has a row of zeros.
struct Clock {
  std::vector<std::shared_ptr<const ClockRow>> rows;

  std::uint32_t of(unsigned participant) const {
    return (*rows[Participant::rank(participant)])[Participant::place(participant)];
  }
};

using ClockRef = std::shared_ptr<const Clock>;

/// The clock of a participant that knows nothing of the others.
inline ClockRef empty_clock(std::size_t blocks, std::size_t places) {
  const auto row = std::make_shared<const ClockRow>(places, 0u);
  return std::make_shared<const Clock>(Clock{std::vector<std::shared_ptr<const ClockRow>>(blocks, row)});
}

/// Joins several clocks into one.
class ClockGathering {
 public:
  void join(const ClockRef& clock) {
    if (clock == last_joined_) return;
    last_joined_ = clock;
    if (rows_.empty()) {
      rows_ = clock->rows;
      own_.assign(rows_.size(), nullptr);
      return;
    }
    for (std::size_t rank = 0; rank < rows_.size(); ++rank) join_row(rank, clock->rows[rank]);
  }

  /// Notes that `participant` has reached `time`. Some clock must have been joined.
  void raise(unsigned participant, std::uint32_t time) {
    const unsigned rank = Participant::rank(participant);
    const unsigned place = Participant::place(participant);
    if ((*rows_[rank])[place] < time) own_row(rank)[place] = time;
  }

  bool empty() const { return rows_.empty(); }

  /// The joined clock. More may be joined later.
  ClockRef clock() {
    own_.assign(rows_.size(), nullptr);
    last_joined_ = std::make_shared<const Clock>(Clock{rows_});
    return last_joined_;
  }

  void clear() { *this = {}; }

 private:
  void join_row(std::size_t rank, const std::shared_ptr<const ClockRow>& other) {
    if (rows_[rank] == other) return;
    const ClockRow& mine = *rows_[rank];
    bool adds = false;
    bool lacks = false;
    for (std::size_t place = 0; place < mine.size(); ++place) {
      adds |= (*other)[place] > mine[place];
      lacks |= (*other)[place] < mine[place];
    }
    if (!adds) return;
    if (!lacks) {
      rows_[rank] = other;
      own_[rank] = nullptr;
      return;
    }
    ClockRow& row = own_row(rank);
    for (std::size_t place = 0; place < row.size(); ++place) row[place] = std::max(row[place], (*other)[place]);
  }

  ClockRow& own_row(std::size_t rank) {
    if (own_[rank] == nullptr) {
      auto copy = std::make_shared<ClockRow>(*rows_[rank]);
      own_[rank] = copy.get();
      rows_[rank] = std::move(copy);
    }
    return *own_[rank];
  }

  std::vector<std::shared_ptr<const ClockRow>> rows_;
  std::vector<ClockRow*> own_;  // the rows that no clock shares yet, and that may be changed
  ClockRef last_joined_;
};

}  // namespace fftgen::emulator
