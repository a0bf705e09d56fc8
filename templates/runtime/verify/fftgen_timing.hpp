// Measures candidates in alternation, reduces the times to medians, and prints them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_json.hpp"
#include "fftgen_launch_groups.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

struct BenchmarkResult {
  std::size_t batch = 0;
  std::size_t buffer_bytes = 0;
  std::size_t pairs = 0;
  std::size_t at_once = 1;  // launches in one CUDA graph
  std::vector<Candidate> candidates;
  std::string cufft_kind;  // the kind of cuFFT's transform
  std::string cufft_note;  // why cuFFT is absent, if it is
  std::optional<double> difference_from_cufft;
};

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/** The median absolute deviation from the median: a spread that a few disturbed launches do not move. */
inline double median_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - middle));
  return median(deviations);
}

/** Three rounds to warm up, then `repeat` rounds with every group of launches between two events. */
inline void time_candidates(std::vector<Candidate>& candidates, std::size_t pairs, std::size_t at_once,
                            unsigned repeat) {
  const Stream stream;
  // What was enqueued before, on other streams, is over. The first call may set something up, which no graph may have.
  for (const Candidate& candidate : candidates) candidate.launch(0, stream.get());
  FFTGEN_CHECK(cudaDeviceSynchronize());
  LaunchGroups groups(candidates, pairs, at_once, stream.get());
  const std::size_t warm_up = 3 * candidates.size();
  const std::size_t timed = candidates.size() * repeat;
  for (std::size_t i = 0; i < warm_up + timed; ++i) groups.prepare(i);
  for (std::size_t i = 0; i < warm_up; ++i) groups.launch(i);
  FFTGEN_CHECK(cudaDeviceSynchronize());

  const std::vector<Event> starts(timed);
  const std::vector<Event> stops(timed);
  for (std::size_t i = 0; i < timed; ++i) {
    starts[i].record(stream.get());
    groups.launch(warm_up + i);
    stops[i].record(stream.get());
  }
  FFTGEN_CHECK(cudaDeviceSynchronize());
  for (std::size_t i = 0; i < timed; ++i) {
    const double together = Event::milliseconds(starts[i], stops[i]);
    candidates[i % candidates.size()].milliseconds.push_back(together / static_cast<double>(at_once));
  }
}

/** The reported numbers of one candidate. */
struct Timing {
  double median_ms;
  double min_ms;
  double spread_ms;                       // median absolute deviation
  double gigabytes_per_second;            // reading and writing the data once, in 10^9 bytes
  std::optional<double> cufft_over_this;  // for the transform: cuFFT's time over this time, with the same placement
  std::optional<double> this_over_copy;   // for all but the copy: this time over that of the copy
};

inline std::optional<double> median_of(const BenchmarkResult& result, const std::string& name,
                                       const std::string& placement) {
  for (const Candidate& candidate : result.candidates) {
    if (candidate.name == name && candidate.placement == placement) return median(candidate.milliseconds);
  }
  return std::nullopt;
}

inline Timing timing_of(const BenchmarkResult& result, const Candidate& candidate) {
  const std::vector<double>& times = candidate.milliseconds;
  const double middle = median(times);
  Timing timing{middle,
                *std::min_element(times.begin(), times.end()),
                median_deviation(times),
                2e-6 * static_cast<double>(result.buffer_bytes) / middle,
                std::nullopt,
                std::nullopt};
  const std::optional<double> cufft = median_of(result, "cuFFT", candidate.placement);
  const std::optional<double> copy = median_of(result, "copy", "out of place");
  if (cufft && candidate.name == "transform") timing.cufft_over_this = *cufft / middle;
  if (copy && candidate.name != "copy") timing.this_over_copy = middle / *copy;
  return timing;
}

template <class C>
void print_benchmark(const Subject<C>& subject, const BenchmarkResult& result, const std::string& device,
                     unsigned repeat) {
  const std::string each = result.at_once == 1 ? "launches" : "CUDA graphs of " + std::to_string(result.at_once) + " launches";
  std::printf("%s on %s: batch %zu, %zu bytes per buffer, %zu buffer pairs, %u %s each\n", subject.name,
              device.c_str(), result.batch, result.buffer_bytes, result.pairs, repeat, each.c_str());
  std::printf("%-10s %-13s %11s %11s %11s %9s %11s %10s\n", "candidate", "placement", "median ms", "min ms",
              "spread ms", "GB/s", "cuFFT/this", "this/copy");
  const auto ratio_text = [](const std::optional<double>& ratio) {
    char text[32] = "";
    if (ratio) std::snprintf(text, sizeof text, "%.3f", *ratio);
    return std::string(text);
  };
  for (const Candidate& candidate : result.candidates) {
    const Timing timing = timing_of(result, candidate);
    std::printf("%-10s %-13s %11.5f %11.5f %11.5f %9.1f %11s %10s\n", candidate.name.c_str(),
                candidate.placement.c_str(), timing.median_ms, timing.min_ms, timing.spread_ms,
                timing.gigabytes_per_second, ratio_text(timing.cufft_over_this).c_str(),
                ratio_text(timing.this_over_copy).c_str());
  }
  if (is_walsh<C> && !result.cufft_kind.empty())
    std::printf("cuFFT: the %s transform of the same lengths\n", result.cufft_kind.c_str());
  if (!result.cufft_note.empty()) std::printf("no cuFFT: %s\n", result.cufft_note.c_str());
  if (result.difference_from_cufft) {
    std::printf("relative L2 difference from cuFFT: %.2g\n", *result.difference_from_cufft);
  }
}

template <class C>
std::string benchmark_json(const Subject<C>& subject, const BenchmarkResult& result, const std::string& device,
                           unsigned repeat) {
  Json json;
  json.open().text("name", subject.name).text("mode", "benchmark").text("device", device);
  json.text("size", size_text(subject)).text("precision", Element<C>::precision);
  json.count("batch", result.batch).count("bufferBytes", result.buffer_bytes).count("bufferPairs", result.pairs);
  json.count("repeat", repeat).count("launchesAtOnce", result.at_once).open_list("candidates");
  for (const Candidate& candidate : result.candidates) {
    const Timing timing = timing_of(result, candidate);
    json.open().text("name", candidate.name).text("placement", candidate.placement);
    json.number("medianMs", timing.median_ms).number("minMs", timing.min_ms).number("spreadMs", timing.spread_ms);
    json.number("gigabytesPerSecond", timing.gigabytes_per_second);
    if (timing.cufft_over_this) json.number("cufftOverThis", *timing.cufft_over_this);
    if (timing.this_over_copy) json.number("thisOverCopy", *timing.this_over_copy);
    json.close();
  }
  json.close_list();
  if (!result.cufft_kind.empty()) json.text("cufftTransform", result.cufft_kind);
  if (!result.cufft_note.empty()) json.text("cufftNote", result.cufft_note);
  if (result.difference_from_cufft) json.number("differenceFromCufft", *result.difference_from_cufft);
  return json.close().str();
}

}  // namespace fftgen::verify
