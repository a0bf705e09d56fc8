// The dynamic shared memory of the block that a worker is running, with a shadow that remembers who touched each word.
//
// A word's shadow holds the last write and the last read, each as a stamp: the number of barriers passed (the epoch)
// and the thread. Epochs count on from block to block, so nothing is cleared between blocks: a write stamped before
// the block began is no write of this block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace fftgen::emulator {

enum class SharedHazard { none, never_written, written_by_other, read_by_other };

class SharedMemory {
 public:
  static constexpr std::size_t word_bytes = 4;
  static constexpr unsigned several_threads = (1u << 11) - 1;

  void begin_block(std::size_t bytes) {
    if (bytes > capacity_) {
      storage_ = std::make_unique<Chunk[]>((bytes + sizeof(Chunk) - 1) / sizeof(Chunk));
      cells_ = std::make_unique<Cell[]>((bytes + word_bytes - 1) / word_bytes);
      capacity_ = bytes;
    }
    bytes_ = bytes;
    pass_barrier();
    block_start_ = epoch_start_;
  }

  void pass_barrier() {
    if (epoch_start_ >= last_epoch) forget_old_epochs();
    epoch_start_ += one_epoch;
  }

  /// Attributes the accesses that follow to this thread.
  void run_as(unsigned thread) { stamp_ = epoch_start_ | thread; }

  std::size_t bytes() const { return bytes_; }
  unsigned char* at(std::size_t offset) { return storage_[0].bytes + offset; }

  /// Notes a read of `words` words from the one at `first`; they must exist.
  template <std::size_t words>
  SharedHazard note_read(std::size_t first) {
    SharedHazard hazard = SharedHazard::none;
    for (std::size_t word = first; word < first + words; ++word) {
      Cell& cell = cells_[word];
      if (cell.written < block_start_) {
        hazard = SharedHazard::never_written;
      } else if (by_other_since_barrier(cell.written)) {
        hazard = SharedHazard::written_by_other;
        culprit_ = cell.written;
      }
      cell.read = by_other_since_barrier(cell.read) ? epoch_start_ | several_threads : stamp_;
    }
    return hazard;
  }

  /// Notes a write of `words` words from the one at `first`; they must exist.
  template <std::size_t words>
  SharedHazard note_write(std::size_t first) {
    SharedHazard hazard = SharedHazard::none;
    for (std::size_t word = first; word < first + words; ++word) {
      Cell& cell = cells_[word];
      if (by_other_since_barrier(cell.written)) {
        hazard = SharedHazard::written_by_other;
        culprit_ = cell.written;
      } else if (by_other_since_barrier(cell.read)) {
        hazard = SharedHazard::read_by_other;
        culprit_ = cell.read;
      }
      cell.written = stamp_;
    }
    return hazard;
  }

  /// The other thread of the hazard just returned, or several_threads.
  unsigned culprit() const { return culprit_ & several_threads; }

 private:
  struct Cell {
    std::uint32_t written = 0;
    std::uint32_t read = 0;
  };
  struct alignas(16) Chunk {
    unsigned char bytes[16];
  };

  static constexpr std::uint32_t one_epoch = several_threads + 1;
  static constexpr std::uint32_t last_epoch = ~several_threads;

  bool by_other_since_barrier(std::uint32_t stamp) const { return stamp >= epoch_start_ && stamp != stamp_; }

  /// Restarts the epochs before the stamps overflow, keeping only whether this block has written a word.
  void forget_old_epochs() {
    for (std::size_t word = 0; word * word_bytes < capacity_; ++word) {
      cells_[word] = {cells_[word].written >= block_start_ ? one_epoch : 0, 0};
    }
    epoch_start_ = one_epoch;
    block_start_ = one_epoch;
  }

  std::unique_ptr<Chunk[]> storage_;
  std::unique_ptr<Cell[]> cells_;
  std::size_t capacity_ = 0;
  std::size_t bytes_ = 0;
  std::uint32_t epoch_start_ = 0;  // the stamp of thread 0 in this epoch
  std::uint32_t block_start_ = 0;  // that of the first epoch of the block
  std::uint32_t stamp_ = 0;
  std::uint32_t culprit_ = 0;
};

}  // namespace fftgen::emulator
