// The stability study of Andersson's thesis (2025, sections 3.5 and 4.1): the mean relative errors of many implementations of
// the Walsh-Hadamard transform, in four number formats, on five kinds of input, in four experiments. Prints one JSON object.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fftgen_json.hpp"
#include "fftgen_platform.hpp"
#include "fftgen_study_command_line.hpp"
#include "fftgen_study_errors.hpp"
#include "fftgen_study_experiments.cuh"
#include "fftgen_study_inputs.hpp"
#include "fftgen_study_reference.hpp"

namespace fftgen::study {

/** The implementations under study, of any sizes. */
struct Implementations {
  std::vector<Implementation<double>> f64;
  std::vector<Implementation<float>> f32;
  std::vector<Implementation<__half>> f16;
  std::vector<Implementation<__nv_bfloat16>> bf16;

  template <typename Visit>
  void for_each_format(const Visit& visit) const {
    visit(f64);
    visit(f32);
    visit(f16);
    visit(bf16);
  }
};

namespace detail {

using verify::Json;

/** One implementation in one experiment on one distribution. */
struct Setup {
  const char* format;
  const char* algorithm;
  Experiment experiment;

  bool operator<(const Setup& other) const {
    const auto key = [](const Setup& setup) {
      return std::make_tuple(std::string(setup.format), std::string(setup.algorithm), setup.experiment);
    };
    return key(*this) < key(other);
  }
};

struct Errors {
  MeanError of_drawn;    // relative to the result for the drawn numbers: rounding the input is an error too
  MeanError of_rounded;  // relative to the result for the rounded input
};

/** Errors of each setup, by seed. */
using Findings = std::map<Setup, std::vector<Errors>>;

template <typename T>
std::vector<T> rounded(const std::vector<double>& drawn) {
  std::vector<T> vector(drawn.size());
  for_each_index(drawn.size(), [&](std::uint64_t i) { vector[i] = Format<T>::narrow(drawn[i]); });
  return vector;
}

template <typename T>
std::vector<double> exactly(const std::vector<T>& values) {
  std::vector<double> vector(values.size());
  for_each_index(values.size(), [&](std::uint64_t i) { vector[i] = widen(values[i]); });
  return vector;
}

/** The vectors drawn for one seed, and their true results. */
struct Case {
  std::vector<double> a;
  std::vector<double> b;
  TrueResults truth;
};

template <typename T>
void study_format(const std::vector<Implementation<T>>& implementations, std::size_t size, const Case& drawn,
                  Findings& findings) {
  const auto has_size = [&](const Implementation<T>& one) { return one.size() == size; };
  if (std::none_of(implementations.begin(), implementations.end(), has_size)) return;
  const std::vector<T> a = rounded<T>(drawn.a);
  const std::vector<T> b = rounded<T>(drawn.b);
  const std::vector<double> exact_a = exactly(a);
  const std::vector<double> exact_b = exactly(b);
  const bool is_same = exact_a == drawn.a && exact_b == drawn.b;
  TrueResults own;
  if (!is_same) own = true_results(exact_a, exact_b);
  Laboratory<T> laboratory(a, b);
  for (const Implementation<T>& implementation : implementations) {
    if (!has_size(implementation)) continue;
    laboratory.run(implementation, [&](Experiment experiment, const std::vector<T>& result) {
      const auto index = static_cast<std::size_t>(experiment);
      const MeanError of_drawn = mean_error(result, drawn.truth[index]);
      const MeanError of_rounded = is_same ? of_drawn : mean_error(result, own[index]);
      findings[{Format<T>::name, implementation.algorithm, experiment}].push_back({of_drawn, of_rounded});
    });
  }
}

inline void add_errors(Json& json, const char* key, const std::vector<Errors>& errors, MeanError Errors::*which) {
  json.open_list(key);
  for (const Errors& one : errors) json.number(nullptr, (one.*which).relative.value_or(NAN));
  json.close_list();
}

inline void add_record(Json& json, unsigned log2_size, Distribution distribution, const Setup& setup,
                       const std::vector<Errors>& errors) {
  std::uint64_t zeros = 0;
  std::uint64_t missed = 0;
  for (const Errors& one : errors) {
    zeros += one.of_drawn.zeros;
    missed += one.of_drawn.missed_zeros;
  }
  json.open().text("type", setup.format).text("algorithm", setup.algorithm).count("log2Size", log2_size);
  json.text("experiment", name_of(setup.experiment)).text("distribution", name_of(distribution));
  add_errors(json, "drawn", errors, &Errors::of_drawn);
  add_errors(json, "rounded", errors, &Errors::of_rounded);
  json.count("zeros", zeros).count("missedZeros", missed).close();
}

inline Json study(const Implementations& implementations, const Options& options) {
  std::set<unsigned> sizes;
  implementations.for_each_format([&](const auto& own) {
    for (const auto& one : own) sizes.insert(one.log2_size);
  });
  Json json;
  json.open();
  verify::add_platform(json, "platform", verify::this_platform());
  json.count("seeds", options.seeds).open_list("records");
  const auto start = std::chrono::steady_clock::now();
  for (const unsigned log2_size : sizes) {
    if (log2_size < options.smallest || log2_size > options.largest) continue;
    const std::size_t size = std::size_t{1} << log2_size;
    for (const Distribution distribution : distributions) {
      Findings findings;
      for (unsigned seed = 1; seed <= options.seeds; ++seed) {
        Case drawn{draw(distribution, size, seed, 0), draw(distribution, size, seed, 1), {}};
        drawn.truth = true_results(drawn.a, drawn.b);
        implementations.for_each_format([&](const auto& own) { study_format(own, size, drawn, findings); });
      }
      for (const auto& [setup, errors] : findings) add_record(json, log2_size, distribution, setup, errors);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "2^%u done after %.1f s\n", log2_size, elapsed.count());
  }
  json.close_list().close();
  return json;
}

}  // namespace detail

/** Runs the whole program. */
inline int run_study(int argc, const char* const* argv, const Implementations& implementations) {
  try {
    const Options options = parse_command_line(argc, argv);
    std::printf("%s\n", detail::study(implementations, options).str().c_str());
    return 0;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::fprintf(stderr, usage_text, argc > 0 ? argv[0] : "study");
    return 2;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "not enough host memory for vectors of this size\n");
    return 3;
  } catch (const verify::CudaFailure& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}

}  // namespace fftgen::study
