// Measures one candidate plan of a transform: first its correctness, at the batch that is timed, then its time, with
// that of a copy of the same bytes and of cuFFT. A wrong candidate is not timed; a hopeless one is timed briefly.
// Prints one JSON object in one line. The verification program finds more mistakes: it checks the winner.
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fftgen_accuracy_tests.hpp"
#include "fftgen_benchmark.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_cufft.hpp"
#include "fftgen_half.hpp"
#include "fftgen_json.hpp"
#include "fftgen_layout.hpp"
#include "fftgen_platform.hpp"
#include "fftgen_slices.hpp"
#include "fftgen_subject.hpp"
#include "fftgen_timing.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

inline constexpr const char* measure_usage =
    "usage:\n"
    "  %s measure --batch B [--repeat R] [--stop-above RATIO] [--slice N]\n"
    "      Checks the transform, then times it; only briefly if it takes more than RATIO times as long as a copy.\n"
    "      Arrays of about N elements in all (2^22) are compared with the definition, on the host; the others of the\n"
    "      batch with those, on the device.\n"
    "  %s platform\n"
    "      Says which GPU, driver and compiler a measurement would be of.\n"
    "exit status: 0 right, 1 wrong, 2 wrong usage, 3 CUDA error or not enough memory\n";

/** Launches of each kind that identify a hopeless candidate. */
inline constexpr unsigned few_launches = 5;
/** Milliseconds of work that raise the GPU's clocks. */
inline constexpr double warm_up_milliseconds = 30;

struct MeasureOptions {
  bool platform_only = false;
  std::size_t batch = 0;
  unsigned repeat = 50;
  std::optional<double> stop_above;
  std::uint64_t slice = std::uint64_t{1} << 22;  // elements that the host compares with the definition
};

/** Throws UsageError. */
inline MeasureOptions parse_measure_options(int argc, const char* const* argv) {
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  MeasureOptions options;
  if (words.empty() || (words[0] != "measure" && words[0] != "platform"))
    throw UsageError("the first word is measure or platform");
  options.platform_only = words[0] == "platform";
  for (std::size_t next = 1; next < words.size(); next += 2) {
    const std::string& option = words[next];
    if (next + 1 == words.size()) throw UsageError(option + " needs a value");
    const std::string& value = words[next + 1];
    if (option == "--batch")
      options.batch = parse_count(option, value, 1);
    else if (option == "--repeat")
      options.repeat = static_cast<unsigned>(parse_count(option, value, 1));
    else if (option == "--slice")
      options.slice = parse_count(option, value, 1);
    else if (option == "--stop-above") {
      char* end = nullptr;
      options.stop_above = std::strtod(value.c_str(), &end);
      if (value.empty() || *end != '\0' || !(*options.stop_above > 0))
        throw UsageError("--stop-above needs a positive number, not '" + value + "'");
    } else
      throw UsageError("there is no option '" + option + "'");
  }
  if (!options.platform_only && options.batch == 0) throw UsageError("measure needs --batch");
  return options;
}

struct Correctness {
  Errors errors;
  std::string fault;  // empty if the result is correct
};

/**
 * Checks random input, out of place: of a slice of the batch sampled outputs against direct sums, all outputs through
 * inverse sums if all are present, and the memory around them; of the other arrays that they have the bits of slices.
 */
template <class C>
Correctness check(const Subject<C>& subject, std::size_t whole_batch, std::uint64_t elements) {
  Options options;
  options.batch = whole_batch;
  options.json = true;
  Session<C> session(subject, options);
  const std::size_t batch = slice_of(session, whole_batch, elements);
  const RandomSignal<C> signal = session.random(options.seed);
  const std::set<std::size_t> members = sampled_members(session, batch);
  std::map<std::size_t, MemberReference<C>> references;
  for (const std::size_t member : members) references.emplace(member, member_reference(session, signal, member));
  const std::vector<C> outputs = transform(session, batch, Placement::out_of_place, signal, "random input");

  const Tally sampled = compare_samples(session, outputs, members, references);
  const Finding direct = judge("", batch, sampled, relative_errors(sampled, 1), session.bounds());
  Correctness result{relative_errors(sampled, 1), ""};
  const auto blame = [&](bool wrong, const std::string& what) {
    if (wrong && result.fault.empty()) result.fault = what;
  };
  blame(!direct.passed, "beyond the error bound at output " + session.place(sampled.worst_position));
  // A part of the output does not determine any input, nor do whole numbers.
  if (session.layout.known() && subject.store == nullptr && !is_whole(subject.output.stored) &&
      !(subject.output.stored == Stored::f16 && any_infinite(outputs))) {
    const Tally recovered = recover_inputs(session, outputs, signal);
    const Finding inverse = judge("", batch, recovered, relative_errors(recovered, 1), session.bounds());
    blame(!inverse.passed, "some outputs of " + session.batch_member(recovered.worst_position) + " are wrong");
  }
  const Violations& seen = session.violations;
  for (const std::string* violation : {&seen.guard_bands, &seen.unwritten, &seen.input_changed})
    blame(!violation->empty(), *violation);
  if (result.fault.empty() && batch < whole_batch) result.fault = slices_objection(session, whole_batch, batch);
  return result;
}

/** The transform, a copy and cuFFT, timed in alternation on a ring of buffers. */
template <class C>
class Contest {
 public:
  Contest(const Subject<C>& subject, std::size_t batch) {
    const std::size_t bytes = moved_bytes(subject, batch);
    at_once_ = launches_at_once(bytes);
    std::size_t cufft_bytes = 0;
#ifdef FFTGEN_WITH_CUFFT
    try {
      cufft_ = std::make_unique<CufftPlan<C>>(subject, batch);
      cufft_bytes = cufft_->output_bytes();
    } catch (const CufftFailure&) {  // then there is no cuFFT time
      static_cast<void>(cudaGetLastError());
    }
    pairs_ = pair_count(bytes, device_properties(), cufft_ ? 3 : 2);
#else
    pairs_ = pair_count(bytes, device_properties(), 2);
#endif
    if (const std::size_t scratch = subject.workspace_bytes(batch))
      workspace_ = std::make_unique<GuardedMemory>(scratch);
    ring_ = std::make_unique<BufferRing<C>>(subject, batch, std::max(bytes, cufft_bytes), pairs_);
    BufferRing<C>& ring = *ring_;
    void* const scratch = workspace_ ? workspace_->data() : nullptr;
    runners_.push_back({"transform", "", [&subject, &ring, scratch, batch](std::size_t pair, cudaStream_t stream) {
                          FFTGEN_CHECK(launch(subject, ring.in(pair), ring.out(pair), scratch, batch, stream));
                        }, {}});
    runners_.push_back({"copy", "", [&ring, bytes](std::size_t pair, cudaStream_t stream) {
                          FFTGEN_CHECK(cudaMemcpyAsync(ring.out(pair), ring.in(pair), bytes, cudaMemcpyDeviceToDevice,
                                                       stream));
                        }, {}});
#ifdef FFTGEN_WITH_CUFFT
    if (cufft_) {
      runners_.push_back({"cuFFT", "", [&ring, &plan = *cufft_](std::size_t pair, cudaStream_t stream) {
                            plan.execute(ring.in(pair), ring.out(pair), stream);
                          }, {}});
    }
#endif
  }

  void warm_up() {
    const auto start = std::chrono::steady_clock::now();
    std::size_t launches = 0;
    double milliseconds = 0;
    while (milliseconds < warm_up_milliseconds) {
      for (const Candidate& runner : runners_) runner.launch(launches++ % pairs_, nullptr);
      FFTGEN_CHECK(cudaDeviceSynchronize());
      milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
  }

  struct Medians {
    double transform;
    double copy;
    std::optional<double> cufft;
    unsigned repeat;
  };

  Medians time(unsigned repeat) {
    for (Candidate& runner : runners_) runner.milliseconds.clear();
    time_candidates(runners_, pairs_, at_once_, repeat);
    Medians medians{median(runners_[0].milliseconds), median(runners_[1].milliseconds), std::nullopt, repeat};
    if (runners_.size() > 2) medians.cufft = median(runners_[2].milliseconds);
    return medians;
  }

 private:
  std::size_t pairs_ = 0;
  std::size_t at_once_ = 1;
  std::unique_ptr<GuardedMemory> workspace_;
  std::unique_ptr<BufferRing<C>> ring_;
#ifdef FFTGEN_WITH_CUFFT
  std::unique_ptr<CufftPlan<C>> cufft_;
#endif
  std::vector<Candidate> runners_;
};

template <class Medians>
void add_timing(Json& json, const Medians& medians) {
  json.open("timing").number("milliseconds", medians.transform).number("copyMilliseconds", medians.copy);
  if (medians.cufft) json.number("cufftMilliseconds", *medians.cufft);
  json.count("repeat", medians.repeat).close();
}

/** Returns 0 when the result is correct, otherwise 1. */
template <class C>
int measure(const Subject<C>& subject, const MeasureOptions& options, Json& json) {
  const Correctness correctness = check(subject, options.batch, options.slice);
  json.open("outcome");
  if (!correctness.fault.empty()) {
    // JSON has no NaN: the largest number stands for an output that is not a number.
    const double error = correctness.errors.l2;
    json.text("kind", "wrong").number("relativeL2Error", std::isfinite(error) ? error : 1e308);
    json.number("bound", subject.l2_bound).text("reason", correctness.fault).close();
    return 1;
  }
  Contest<C> contest(subject, options.batch);
  contest.warm_up();
  auto medians = contest.time(few_launches);
  const bool hopeless = options.stop_above && medians.transform > *options.stop_above * medians.copy;
  if (!hopeless) medians = contest.time(options.repeat);
  json.text("kind", hopeless ? "stopped" : "measured");
  add_timing(json, medians);
  json.number("relativeL2Error", correctness.errors.l2).close();
  return 0;
}

}  // namespace detail

/** Runs the whole program. */
template <class C>
int run_measurement(int argc, const char* const* argv, const Subject<C>& subject) {
  try {
    require_valid(subject);
    const detail::MeasureOptions options = detail::parse_measure_options(argc, argv);
    require_room(subject, options.batch);
    Json json;
    json.open();
    add_platform(json, "platform", this_platform());
    const int status = options.platform_only ? 0 : detail::measure(subject, options, json);
    std::printf("%s\n", json.close().str().c_str());
    return status;
  } catch (const UsageError& error) {
    const char* const program = argc > 0 ? argv[0] : subject.name;
    std::fprintf(stderr, "%s\n", error.what());
    std::fprintf(stderr, detail::measure_usage, program, program);
    return 2;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "not enough host memory for a batch of this size\n");
    return 3;
  } catch (const std::exception& error) {  // CudaFailure, and the failures of cuFFT
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}

}  // namespace fftgen::verify
