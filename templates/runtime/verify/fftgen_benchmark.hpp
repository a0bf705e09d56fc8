// Times the transform, a copy of the same bytes and cuFFT.
//
// The candidates take turns, launch by launch, and every launch takes the next of a ring of buffer pairs that is larger
// than four L2 caches: no candidate finds its data in the cache, and a change of clock meets all of them alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_cufft.hpp"
#include "fftgen_input.hpp"
#include "fftgen_json.hpp"
#include "fftgen_layout.hpp"
#include "fftgen_metrics.hpp"
#include "fftgen_progress.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_timing.hpp"

namespace fftgen::verify {

namespace detail {

/** Data well past the L2 cache, at most about 1 GiB per buffer; a single transform under the emulator, where time means
 * nothing. */
template <class C>
std::size_t default_batch(const Subject<C>& subject, const cudaDeviceProp& device) {
  if (emulated) return 1;
  const std::uint64_t gibibyte = std::uint64_t{1} << 30;
  const std::uint64_t cache = static_cast<std::uint64_t>(std::max(0, device.l2CacheSize));
  const std::uint64_t wanted = std::clamp<std::uint64_t>(8 * cache, gibibyte / 4, gibibyte);
  const std::uint64_t possible = std::min<std::uint64_t>(wanted, device.totalGlobalMem / 16);
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, possible / (point_count(subject) * sizeof(C))));
}

/** The mean of the bytes that a transform reads and writes: the bytes of the copy with which it is compared. */
template <class C>
std::size_t moved_bytes(const Subject<C>& subject, std::size_t batch) {
  const std::uint64_t read = Layout(subject, subject.input).present_elements(batch);
  const std::uint64_t written = Layout(subject, subject.output).present_elements(batch);
  return static_cast<std::size_t>((read * element_bytes<C>(subject.input) + written * element_bytes<C>(subject.output)) / 2);
}

/**
 * A ring of buffer pairs, all inputs alike: random numbers that may be transformed twice, for what is transformed in
 * place may be an output. `least_bytes`: what others than the transform put into each buffer.
 */
template <class C>
class BufferRing {
 public:
  BufferRing(const Subject<C>& subject, std::size_t batch, std::size_t least_bytes, std::size_t pairs)
      : pitch_(rounded_up(std::max(memory_bytes(subject, subject.input, batch), least_bytes))),
        output_pitch_(rounded_up(std::max(memory_bytes(subject, subject.output, batch), least_bytes))),
        pairs_(pairs),
        inputs_(pitch_ * pairs),
        outputs_(output_pitch_ * pairs) {
    const std::size_t bytes = memory_bytes(subject, subject.input, batch);
    const RandomSignal<C> signal{1, Element<C>::mantissa_bits, random_amplitude(subject, 2)};
    if (subject.input.stored == Stored::as_tested)
      fill(bytes, signal);
    else
      fill_numbers(subject.input.stored, bytes, signal);
    for (std::size_t pair = 0; pair < pairs; ++pair) {  // outputs too: a transform in place may meet one first
      if (pair > 0) FFTGEN_CHECK(cudaMemcpy(in(pair), in(0), bytes, cudaMemcpyDeviceToDevice));
      if (subject.in_place) FFTGEN_CHECK(cudaMemcpy(out(pair), in(0), bytes, cudaMemcpyDeviceToDevice));
    }
  }

  std::size_t pairs() const { return pairs_; }
  C* in(std::size_t pair) const {
    return reinterpret_cast<C*>(static_cast<unsigned char*>(inputs_.data()) + pair * pitch_);
  }
  C* out(std::size_t pair) const {
    return reinterpret_cast<C*>(static_cast<unsigned char*>(outputs_.data()) + pair * output_pitch_);
  }

 private:
  static std::size_t memory_bytes(const Subject<C>& subject, const Array& array, std::size_t batch) {
    return static_cast<std::size_t>(Layout(subject, array).memory_elements(batch)) * element_bytes<C>(array);
  }
  /** Real numbers in pairs: a buffer has room for the last. */
  void fill(std::size_t bytes, const RandomSignal<C>& signal) {
    const std::size_t elements = (bytes + sizeof(C) - 1) / sizeof(C);
    std::vector<C> staging(std::min<std::size_t>(elements, 1 << 20));
    for (std::size_t begin = 0; begin < elements; begin += staging.size()) {
      const std::size_t count = std::min(staging.size(), elements - begin);
      parallel_pieces(count, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) staging[i] = signal(begin + i);
      });
      FFTGEN_CHECK(cudaMemcpy(in(0) + begin, staging.data(), count * sizeof(C), cudaMemcpyHostToDevice));
    }
  }
  /** Numbers of another type: the first parts of as many elements. */
  void fill_numbers(Stored type, std::size_t bytes, const RandomSignal<C>& signal) {
    const std::size_t numbers = bytes / bytes_of(type);
    std::vector<unsigned char> staging(std::min<std::size_t>(numbers, 1 << 20) * bytes_of(type));
    const std::size_t most = staging.size() / bytes_of(type);
    for (std::size_t begin = 0; begin < numbers; begin += most) {
      const std::size_t count = std::min(most, numbers - begin);
      parallel_pieces(count, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) {
          const C element = signal(begin + i);
          write_number(type, staging.data(), i, Number<Real>::widen(reinterpret_cast<const Real*>(&element)[0]));
        }
      });
      unsigned char* const place = static_cast<unsigned char*>(inputs_.data()) + begin * bytes_of(type);
      FFTGEN_CHECK(cudaMemcpy(place, staging.data(), count * bytes_of(type), cudaMemcpyHostToDevice));
    }
  }
  using Real = typename Element<C>::Real;
  static std::size_t rounded_up(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

  std::size_t pitch_;
  std::size_t output_pitch_;
  std::size_t pairs_;
  GuardedMemory inputs_;
  GuardedMemory outputs_;
};

/**
 * Enough pairs to exceed four L2 caches, in groups of those that are launched together, whose number is coprime to that
 * of the candidates: then each candidate visits every pair, and between two visits to a pair all others have been
 * there, so what is transformed in place is fresh and cannot overflow.
 */
inline std::size_t pair_count(std::size_t buffer_bytes, const cudaDeviceProp& device, std::size_t candidates) {
  const std::size_t cache = emulated ? 0 : static_cast<std::size_t>(std::max(0, device.l2CacheSize));
  const std::size_t at_once = launches_at_once(buffer_bytes);
  std::size_t groups = (4 * cache / (2 * buffer_bytes) + 2 + at_once - 1) / at_once;
  while (std::gcd(groups, candidates) != 1) ++groups;
  return groups * at_once;
}

/** The content of a buffer. */
template <class C>
std::vector<C> elements_of(const C* data, std::size_t count, const Layout& layout) {
  std::vector<C> elements(count);
  if constexpr (!is_walsh<C>) {
    if (layout.reals()) {
      std::vector<typename Element<C>::Real> numbers(count);
      FFTGEN_CHECK(cudaMemcpy(numbers.data(), data, count * sizeof numbers[0], cudaMemcpyDeviceToHost));
      for (std::size_t i = 0; i < count; ++i) elements[i].x = numbers[i];
      return elements;
    }
  }
  FFTGEN_CHECK(cudaMemcpy(elements.data(), data, count * sizeof(C), cudaMemcpyDeviceToHost));
  return elements;
}

/** ||a - b||_2 / ||b||_2 of two device arrays after multiplying b by `scale`; what lies between transforms does not count. */
template <class C>
double relative_difference(const C* a, const C* b, std::size_t batch, const Layout& layout, double scale) {
  const std::size_t elements = static_cast<std::size_t>(layout.memory_elements(batch));
  const std::vector<C> ours = elements_of(a, elements, layout);
  const std::vector<C> theirs = elements_of(b, elements, layout);
  constexpr std::uint64_t piece = 1 << 16;
  const std::uint64_t pieces = (elements + piece - 1) / piece;
  const auto sum = [&](double our_part) {
    return parallel_tally(pieces, [&](std::uint64_t task, Tally& tally) {
      for (std::uint64_t i = task * piece; i < std::min<std::uint64_t>(elements, (task + 1) * piece); ++i) {
        if (!layout.position(i, batch)) continue;
        const Value<C> reference = Real(scale) * widen(theirs[i]);
        tally.add(squared_magnitude(our_part * widen(ours[i]) - reference), i);
      }
    });
  };
  return root_mean_square(sum(1)) / root_mean_square(sum(0));
}

}  // namespace detail

/** Prints medians; returns 0. */
template <class C>
int benchmark(const Subject<C>& subject, const Options& options) {
  const cudaDeviceProp device = device_properties();
  const std::size_t batch = options.batch.value_or(detail::default_batch(subject, device));
  const std::size_t bytes = detail::moved_bytes(subject, batch);
  Progress progress;
  progress.announce("benchmark");

  BenchmarkResult result;
  result.batch = batch;
  result.buffer_bytes = bytes;
  result.at_once = launches_at_once(bytes);
#ifdef FFTGEN_WITH_CUFFT
  std::unique_ptr<CufftPlan<C>> cufft;
  try {
    cufft = std::make_unique<CufftPlan<C>>(subject, batch);
  } catch (const CufftFailure& failure) {
    static_cast<void>(cudaGetLastError());
    result.cufft_note = failure.what();
  }
  const std::size_t cufft_candidates = cufft == nullptr ? 0 : subject.in_place && CufftPlan<C>::in_place ? 2 : 1;
  const std::size_t cufft_bytes = cufft == nullptr ? 0 : cufft->output_bytes();
  if (cufft) result.cufft_kind = cufft->kind();
#else
  const std::size_t cufft_candidates = 0;
  const std::size_t cufft_bytes = 0;
  result.cufft_note = "compiled without FFTGEN_WITH_CUFFT";
#endif
  result.pairs = detail::pair_count(bytes, device, (subject.in_place ? 3 : 2) + cufft_candidates);

  const std::size_t workspace_bytes = subject.workspace_bytes(batch);
  std::unique_ptr<detail::BufferRing<C>> ring;
  std::unique_ptr<GuardedMemory> workspace;
  try {
    if (workspace_bytes > 0) workspace = std::make_unique<GuardedMemory>(workspace_bytes);
    ring = std::make_unique<detail::BufferRing<C>>(subject, batch, std::max(bytes, cufft_bytes), result.pairs);
  } catch (const CudaFailure& failure) {
    if (failure.status != cudaErrorMemoryAllocation) throw;
    const std::size_t needed = (bytes + std::max(bytes, cufft_bytes)) * result.pairs + workspace_bytes;
    throw CudaFailure(failure.status, "not enough device memory: batch " + std::to_string(batch) + " needs " +
                                          std::to_string(needed) + " bytes; the device has " +
                                          std::to_string(device.totalGlobalMem) +
                                          " in all; a smaller --batch needs less");
  }

  void* const scratch = workspace ? workspace->data() : nullptr;
  const auto ours = [&](const C* in, C* out, cudaStream_t stream) {
    FFTGEN_CHECK(launch(subject, in, out, scratch, batch, stream));
  };
  std::vector<Candidate>& candidates = result.candidates;
  candidates.push_back(
      {"transform", "out of place",
       [&](std::size_t pair, cudaStream_t stream) { ours(ring->in(pair), ring->out(pair), stream); },
       {}});
  if (subject.in_place) {
    candidates.push_back(
        {"transform", "in place",
         [&](std::size_t pair, cudaStream_t stream) { ours(ring->out(pair), ring->out(pair), stream); },
         {}});
  }
  candidates.push_back(
      {"copy",
       "out of place",
       [&](std::size_t pair, cudaStream_t stream) {
         FFTGEN_CHECK(cudaMemcpyAsync(ring->out(pair), ring->in(pair), bytes, cudaMemcpyDeviceToDevice, stream));
       },
       {}});
#ifdef FFTGEN_WITH_CUFFT
  if (cufft) {
    candidates.push_back(
        {"cuFFT", "out of place",
         [&](std::size_t pair, cudaStream_t stream) { cufft->execute(ring->in(pair), ring->out(pair), stream); },
         {}});
    if (cufft_candidates > 1) {
      candidates.push_back(
          {"cuFFT", "in place",
           [&](std::size_t pair, cudaStream_t stream) { cufft->execute(ring->out(pair), ring->out(pair), stream); },
           {}});
    }
    if (!is_walsh<C> && subject.order == Order::natural) {
      ours(ring->in(0), ring->out(0), nullptr);
      cufft->execute(ring->in(0), ring->out(1), nullptr);
      result.difference_from_cufft = detail::relative_difference(ring->out(0), ring->out(1), batch,
                                                                  Layout(subject, subject.output), subject.scale);
    }
  }
#endif
  time_candidates(candidates, result.pairs, result.at_once, options.repeat);
  progress.clear();
  if (options.json)
    std::printf("%s\n", benchmark_json(subject, result, device.name, options.repeat).c_str());
  else
    print_benchmark(subject, result, device.name, options.repeat);
  return 0;
}

}  // namespace fftgen::verify
