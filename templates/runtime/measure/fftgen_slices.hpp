// Compares a large batch with slices of it, on the device: every output must have the bits that a call for few arrays of
// the batch gives, which the host can afford to compare with the definition. Arrays do not know of each other, and the
// bits of an array do not depend on its place in the batch: the verification program tests both of every transform.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_device_sweep.hpp"
#include "fftgen_input.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

/**
 * The arrays of a slice: about `elements` of their elements, a multiple of what blocks take together, beginning where
 * pointers may begin. The whole batch if that is not more, and where the planes of a slice lie apart otherwise than
 * those of the batch, or numbers are of another type than is computed with.
 */
template <class C>
std::size_t slice_of(const Session<C>& session, std::size_t batch, std::uint64_t elements) {
  const Subject<C>& subject = session.subject;
  if (subject.input.planar || subject.output.planar || !is_plainly_stored(subject)) return batch;
  std::uint64_t unit = subject.batch_tile;
  for (const Array* const array : {&subject.input, &subject.output}) {
    const std::uint64_t distance = distance_of(subject, *array) * element_bytes<C>(*array);
    const std::uint64_t alignment = alignment_of<C>(*array);
    unit = std::lcm(unit, alignment / std::gcd(alignment, distance));
  }
  const std::uint64_t arrays = elements / session.layout.array_elements() / unit * unit;
  return static_cast<std::size_t>(std::min<std::uint64_t>(batch, std::max(arrays, unit)));
}

namespace detail {

/** An unsigned integer with the bits of a real number. */
template <class R>
using BitsOf = std::conditional_t<sizeof(R) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(R) == 4, std::uint32_t, std::uint64_t>>;

template <class R>
__device__ R random_number(std::uint64_t seed, std::uint64_t index, double amplitude) {
  const double whole = 0x1p63;
  const auto random = static_cast<std::int64_t>(hash(seed + index));
  return Number<R>::narrow(amplitude * (static_cast<double>(random) / whole));
}

template <class R>
__global__ void write_random(R* data, std::uint64_t numbers, std::uint64_t seed, double amplitude) {
  const SweepRange range;
  for (std::uint64_t i = range.first; i < numbers; i += range.step) data[i] = random_number<R>(seed, i, amplitude);
}

/** Counts the numbers that are not what write_random left. */
template <class R>
__global__ void count_changed(const R* data, std::uint64_t numbers, std::uint64_t seed, double amplitude,
                              Mismatches* found) {
  const SweepRange range;
  Mismatches mine{0, 0};
  for (std::uint64_t i = range.first; i < numbers; i += range.step) {
    const R expected = random_number<R>(seed, i, amplitude);
    const auto* const bits = reinterpret_cast<const BitsOf<R>*>(data);
    if (bits[i] != *reinterpret_cast<const BitsOf<R>*>(&expected) && mine.count++ == 0) mine.first = i;
  }
  found[range.first] = mine;
}

/** Counts the numbers of a slice's output that the whole batch's has otherwise. What is a sentinel was not written. */
template <class Bits>
__global__ void count_unlike(const Bits* whole, const Bits* slice, std::uint64_t numbers, Mismatches* found) {
  const SweepRange range;
  Mismatches mine{0, 0};
  for (std::uint64_t i = range.first; i < numbers; i += range.step) {
    if (slice[i] != static_cast<Bits>(~Bits{0}) && whole[i] != slice[i] && mine.count++ == 0) mine.first = i;
  }
  found[range.first] = mine;
}

}  // namespace detail

/**
 * Empty, or where the outputs of a batch differ from those of its slices, or which memory beside them was touched.
 * @param slice less than the batch, from slice_of
 */
template <class C>
std::string slices_objection(const Session<C>& session, std::size_t batch, std::size_t slice) {
  using R = typename Element<C>::Real;
  using Bits = detail::BitsOf<R>;
  const Subject<C>& subject = session.subject;
  const std::size_t input_element = element_bytes<C>(subject.input);
  const std::size_t output_element = element_bytes<C>(subject.output);
  const GuardedMemory input(session.input_layout.memory_elements(batch) * input_element);
  const GuardedMemory output(session.layout.memory_elements(batch) * output_element);
  const GuardedMemory slice_output(session.layout.memory_elements(slice) * output_element);
  const GuardedMemory workspace(std::max(subject.workspace_bytes(batch), subject.workspace_bytes(slice)));
  for (const GuardedMemory* const memory : {&input, &output, &workspace}) memory->clear();
  const std::uint64_t input_numbers = input.bytes() / sizeof(R);
  const double amplitude = random_amplitude(subject);
  launch_over(detail::write_random<R>, static_cast<R*>(input.data()), input_numbers, session.options.seed, amplitude);
  const auto call = [&](std::size_t first, std::size_t arrays, void* out) {
    const char* const in = static_cast<const char*>(input.data()) + first * distance_of(subject, subject.input) * input_element;
    void* const scratch = subject.workspace_bytes(arrays) == 0 ? nullptr : workspace.data();
    require_success(launch(subject, reinterpret_cast<const C*>(in), static_cast<C*>(out), scratch, arrays, nullptr),
                    "execute");
  };
  call(0, batch, output.data());
  const Mismatches changed = swept([&](Mismatches* found) {
    launch_over(detail::count_changed<R>, static_cast<const R*>(input.data()), input_numbers, session.options.seed,
                amplitude, found);
  });
  if (changed.count > 0)
    return "input " + session.input_layout.place_at(changed.first * sizeof(R) / input_element, batch) + " was changed";

  const std::uint64_t step = distance_of(subject, subject.output) * output_element / sizeof(R);
  for (std::size_t first = 0; first < batch; first += slice) {
    const std::size_t arrays = std::min(slice, batch - first);
    slice_output.clear();
    call(first, arrays, slice_output.data());
    const std::uint64_t numbers = session.layout.memory_elements(arrays) * output_element / sizeof(R);
    const auto* const whole = static_cast<const Bits*>(output.data()) + first * step;
    const Mismatches unlike = swept([&](Mismatches* found) {
      launch_over(detail::count_unlike<Bits>, whole, static_cast<const Bits*>(slice_output.data()), numbers, found);
    });
    if (unlike.count > 0) {
      const std::uint64_t address = (first * step + unlike.first) * sizeof(R) / output_element;
      return "output " + session.layout.place_at(address, batch) + " has other bits than in a batch of " +
             std::to_string(arrays);
    }
  }
  for (const auto& [name, memory] : {std::pair{"output", &output}, {"input", &input}, {"workspace", &workspace}}) {
    if (const auto where = memory->damage()) return *where + " of the " + name + " was overwritten";
  }
  return "";
}

}  // namespace fftgen::verify
