// Fills and copies of whole arrays, on all processors: one alone is held up by page faults.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace fftgen::emulator {

/// Calls body(begin, end) for pieces of 0 .. bytes, in parallel if there are several.
template <class Body>
void in_pieces(std::size_t bytes, const Body& body) {
  constexpr std::size_t piece = std::size_t{1} << 23;
  if (bytes <= piece) {
    body(std::size_t{0}, bytes);
    return;
  }
  const std::size_t pieces = (bytes + piece - 1) / piece;
  const std::size_t count = std::min<std::size_t>(pieces, std::max(1u, std::thread::hardware_concurrency()));
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < pieces; i = next++) body(i * piece, std::min(bytes, (i + 1) * piece));
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

inline void fill(void* memory, int byte, std::size_t bytes) {
  in_pieces(bytes, [&](std::size_t begin, std::size_t end) {
    std::memset(static_cast<unsigned char*>(memory) + begin, byte, end - begin);
  });
}

/// The ranges may overlap.
inline void copy(void* to, const void* from, std::size_t bytes) {
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  const auto source = reinterpret_cast<std::uintptr_t>(from);
  if (std::max(target, source) - std::min(target, source) < bytes) {
    std::memmove(to, from, bytes);
    return;
  }
  in_pieces(bytes, [&](std::size_t begin, std::size_t end) {
    std::memcpy(static_cast<unsigned char*>(to) + begin, static_cast<const unsigned char*>(from) + begin, end - begin);
  });
}

}  // namespace fftgen::emulator
