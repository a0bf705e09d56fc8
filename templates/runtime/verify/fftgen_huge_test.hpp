// Checks EVERY output where the host cannot hold them: inputs with a known transform are made on the device, and a
// kernel compares all outputs with the known ones. In place the array may fill nearly all of the device's memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_contract_tests.hpp"
#include "fftgen_device_sweep.hpp"
#include "fftgen_layout.hpp"
#include "fftgen_patterns.hpp"
#include "fftgen_report.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

template <class C>
__global__ void write_pattern(C* data, std::uint64_t elements, Pattern pattern) {
  const SweepRange range;
  for (std::uint64_t i = range.first; i < elements; i += range.step) {
    double value = 0;
    if (pattern.value(i, Side::inputs, &value)) data[i] = Number<C>::narrow(value);
  }
}

/** Numbers may be off by `tolerance` times their size. Gaps must hold sentinels: all bits set. */
template <class C>
__global__ void count_mismatches(const C* data, std::uint64_t elements, Pattern pattern, Side side, double tolerance,
                                 Mismatches* found) {
  const SweepRange range;
  Mismatches mine{0, 0};
  for (std::uint64_t i = range.first; i < elements; i += range.step) {
    double expected = 0;
    bool right = true;
    if (pattern.value(i, side, &expected)) {
      const double difference = Number<C>::widen(data[i]) - expected;
      const double allowed = tolerance * (expected < 0 ? -expected : expected);
      right = difference <= allowed && -difference <= allowed;  // false for a NaN
    } else {
      const auto* const bytes = reinterpret_cast<const unsigned char*>(&data[i]);
      for (std::size_t byte = 0; byte < sizeof(C); ++byte) right = right && bytes[byte] == GuardedMemory::sentinel_byte;
    }
    if (right) continue;
    if (mine.count++ == 0) mine.first = i;
  }
  found[range.first] = mine;
}

/** Empty, or how many elements are wrong and where the first is. */
template <class C>
std::string mismatches(const Session<C>& session, const C* data, std::uint64_t elements, const Pattern& pattern,
                       Side side, double tolerance) {
  const Mismatches total = swept([&](Mismatches* found) {
    launch_over(count_mismatches<C>, data, elements, pattern, side, tolerance, found);
  });
  if (total.count == 0) return "";
  C seen{};
  double expected = 0;
  FFTGEN_CHECK(cudaMemcpy(&seen, data + total.first, sizeof(C), cudaMemcpyDeviceToHost));
  const bool is_element = pattern.value(total.first, side, &expected);
  char text[160];
  if (is_element)
    std::snprintf(text, sizeof text, " is %.9g instead of %.9g", Number<C>::widen(seen), expected);
  else
    std::snprintf(text, sizeof text, " was overwritten");
  return std::to_string(total.count) + " wrong; " + (side == Side::inputs ? "input " : "output ") +
         session.layout.place_at(total.first, session.options.batch.value_or(1)) + text;
}

/** Which digits are fixed: none, the lightest or the heaviest quarters, all. */
inline std::vector<std::pair<std::uint64_t, std::uint64_t>> fixed_digits(std::uint64_t digits) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges{{0, 0}};
  for (int quarter = 1; quarter < 4; ++quarter) {
    const std::uint64_t count = digits * quarter / 4;
    if (count == 0 || count == ranges.back().second) continue;
    ranges.insert(ranges.begin() + static_cast<std::ptrdiff_t>((ranges.size() + 1) / 2), {digits - count, digits});
    ranges.emplace_back(0, count);
  }
  if (digits > 0) ranges.emplace_back(0, digits);
  return ranges;
}

template <class C>
void test_patterns(Session<C>& session, Placement placement) {
  const Subject<C>& subject = session.subject;
  const std::size_t batch = session.options.batch.value_or(1);
  const std::uint64_t elements = session.layout.memory_elements(batch);
  const std::size_t scratch = subject.workspace_bytes(batch);
  // A scale that is no power of two is rounded itself, and so are its products.
  const double scale = std::abs(subject.scale);
  const double tolerance = std::exp2(std::round(std::log2(scale))) == scale ? 0 : 4 * Element<C>::roundoff;

  const GuardedMemory output(elements * sizeof(C));
  std::unique_ptr<GuardedMemory> separate;
  std::unique_ptr<GuardedMemory> workspace;
  if (placement == Placement::out_of_place) separate = std::make_unique<GuardedMemory>(elements * sizeof(C));
  if (scratch > 0) workspace = std::make_unique<GuardedMemory>(scratch);
  const GuardedMemory& input = separate ? *separate : output;
  auto* const in = static_cast<C*>(input.data());
  auto* const out = static_cast<C*>(output.data());

  const std::uint64_t digits = digit_count(make_pattern(subject, 0, 0, 0));
  for (const auto& [first, last] : fixed_digits(digits)) {
    const std::string test = "digits " + std::to_string(first) + " to " + std::to_string(last) + " of " +
                             std::to_string(digits) + " fixed, " + placement_text(placement);
    session.report.progress.announce(test);
    const Pattern pattern = make_pattern(subject, session.options.seed, first, last);
    output.clear();
    if (separate) separate->clear();
    if (workspace) workspace->clear();
    launch_over(write_pattern<C>, in, elements, pattern);
    require_success(launch(subject, in, out, workspace ? workspace->data() : nullptr, batch, nullptr), "execute");
    require_success(cudaDeviceSynchronize(), "execute");
    std::string objection = mismatches<C>(session, out, elements, pattern, Side::outputs, tolerance);
    if (objection.empty() && separate) objection = mismatches<C>(session, in, elements, pattern, Side::inputs, 0);
    const auto look_around = [&](const char* buffer, const GuardedMemory* memory) {
      const std::optional<std::string> where = memory == nullptr ? std::nullopt : memory->damage();
      if (where && objection.empty()) objection = *where + " of the " + buffer + " was overwritten";
    };
    look_around("output", &output);
    look_around("input", separate.get());
    look_around("workspace", workspace.get());
    add_verdict(session, test, batch, elements, objection);
  }
}

}  // namespace detail

/** In place, and out of place where there is memory for it. 0 when every output is right, otherwise 1. */
template <class C>
int verify_on_device(const Subject<C>& subject, const Options& options) {
  const std::string device = device_properties().name;
  Session<C> session(subject, options);
  session.report.header(std::string(subject.name) + " on " + device + ": " + size_text(subject) + ", " +
                        Element<C>::precision + ", " + kind_text(subject) + ", seed " + std::to_string(options.seed) +
                        ", every output");
  bool tried = false;
  for (const Placement placement : placements_to_try(session)) {
    const std::string where = placement_text(placement);
    try {
      detail::test_patterns(session, placement);
      tried = true;
    } catch (const CudaFailure& failure) {
      if (failure.status != cudaErrorMemoryAllocation) throw;
      static_cast<void>(cudaGetLastError());
      session.report.skip(where, "not enough device memory");
    }
  }
  session.report.progress.clear();
  if (!tried) throw CudaFailure(cudaErrorMemoryAllocation, "not enough device memory; a smaller --batch needs less");
  session.report.finish(subject, device, options.seed, "huge");
  return session.report.passed() ? 0 : 1;
}

}  // namespace fftgen::verify
