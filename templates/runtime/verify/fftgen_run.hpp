// Implements fftgen_verify.hpp: parses a program's command line and does what it says.
#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "fftgen_accuracy_tests.hpp"
#include "fftgen_benchmark.hpp"
#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_contract_tests.hpp"
#include "fftgen_ergun_tests.hpp"
#include "fftgen_exact_test.hpp"
#include "fftgen_huge_test.hpp"
#include "fftgen_raw.hpp"
#include "fftgen_steps.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_trial.hpp"
#include "fftgen_verify.hpp"

namespace fftgen::verify {

/** Repeats the accuracy tests with other strides, where callers supply them. */
template <class C>
void test_elsewhere(Session<C>& session) {
  const std::vector<Array>& places = session.subject.elsewhere;
  Subject<C> other = session.subject;
  other.input = places.front();
  other.output = places.back();
  require_valid(other);
  Session<C> elsewhere(other, session.options, Progress::Listener::nobody);
  elsewhere.report.where = ", other strides";
  Steps steps;
  add_accuracy_tests(elsewhere, steps);
  session.report.progress.clear();
  steps.run(elsewhere.report.progress);
  report_violations(elsewhere);
  session.report.take(elsewhere.report);
}

/** Appends a line to the report: with several transforms there is one line for each. */
inline void write_report(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "a");
  const bool is_written = file != nullptr && std::fprintf(file, "%s\n", text.c_str()) > 0;
  if (file == nullptr || std::fclose(file) != 0 || !is_written) throw std::runtime_error("cannot write " + path);
}

template <class C>
void add_tests_elsewhere(Session<C>& session, Steps& steps) {
  double work = 0;
  for (const std::size_t batch : batches_to_try(session))
    work += work_of(session, batch, static_cast<int>(placements_to_try(session).size()));
  steps.add("other strides", work, [&session] { test_elsewhere(session); });
}

/** Returns 0 when every test passes, otherwise 1. */
template <class C>
int verify(const Subject<C>& subject, const Options& options) {
  const std::string device = device_properties().name;
  Session<C> session(subject, options, options.progress ? Progress::Listener::program : Progress::Listener::people);
  char bounds[160];
  std::snprintf(bounds, sizeof bounds, "bounds: L2 %.2g = %s, max %.2g", subject.l2_bound, subject.bound_text,
                subject.max_bound);
  session.report.header(std::string(subject.name) + " on " + device + ": " + size_text(subject) + ", " +
                        Element<C>::precision + ", " + kind_text(subject) + ", seed " + std::to_string(options.seed) +
                        "\n" + bounds);
  Steps steps;
  add_accuracy_tests(session, steps);
  add_ergun_tests(session, steps);
  if constexpr (is_walsh<C>) add_exactness_test(session, steps);
  add_contract_tests(session, steps);
  steps.add("guard bands", 0, [&session] { report_violations(session); });
  if (!subject.elsewhere.empty()) add_tests_elsewhere(session, steps);
  steps.run(session.report.progress);
  session.report.progress.clear();
  session.report.finish(subject, device, options.seed);
  if (!options.report.empty()) write_report(options.report, session.report.json(subject, device, options.seed, "verify"));
  return session.report.passed() ? 0 : 1;
}

template <class C>
int run(int argc, const char* const* argv, const Subject<C>& subject) {
  const char* const program = argc > 0 ? argv[0] : subject.name;
  try {
    require_valid(subject);
    const Options options = parse_command_line(argc, argv);
    if (options.batch) require_room(subject, *options.batch);
    switch (options.mode) {
      case Mode::verify:
        return verify(subject, options);
      case Mode::huge:
        if constexpr (is_walsh<C>) {
          if (!is_plainly_stored(subject)) throw UsageError("huge is for arrays of the type that is computed with");
          if (!subject.input.strides.empty() || !subject.output.strides.empty() || !subject.input.ranges.empty() ||
              !subject.output.ranges.empty())
            throw UsageError("huge is for dense arrays, and such as lie apart");
          return verify_on_device(subject, options);
        } else
          throw UsageError("huge is for Walsh-Hadamard transforms");
      case Mode::benchmark:
        return benchmark(subject, options);
      case Mode::raw:
        return transform_file(subject, options);
      case Mode::help:
        std::printf(usage_text, program, program, program, program);
        return 0;
    }
    return 2;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s: %s (--help shows the usage)\n", subject.name, error.what());
    return 2;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    const unsigned long long bytes = 4ULL * sizeof(C) * point_count(subject);
    std::fprintf(stderr, "%s: not enough host memory: about %llu bytes are needed for each transform of the batch\n",
                 subject.name, bytes);
    return 3;
  } catch (const std::exception& error) {  // CudaFailure, and the failures of cuFFT
    std::fprintf(stderr, "%s: %s\n", subject.name, error.what());
    return 3;
  }
}

}  // namespace fftgen::verify
