// Ergun's tests (Funda Ergun, "Testing multivariate linear functions: overcoming the generator bottleneck", STOC 1995),
// as FFTW's libbench2/verify-lib.c applies them: a function that is linear, answers impulses correctly and turns shifts
// into phases is the Fourier transform, or with its shifts the Walsh-Hadamard transform. Every output of the batch is
// checked, none against another fast algorithm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fftgen_accuracy_tests.hpp"
#include "fftgen_characters.hpp"
#include "fftgen_input.hpp"
#include "fftgen_steps.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

template <class C>
void add_finding(Session<C>& session, const std::string& test, std::size_t batch, const Tally& errors,
                 double reference_rms, const Errors& bounds) {
  Finding finding = judge(test, batch, errors, relative_errors(errors, reference_rms), bounds);
  if (!finding.passed) finding.note = "largest error at output " + session.place(errors.worst_position);
  session.report.add(finding);
}

/**
 * The root mean square of the outputs of an input. Where all outputs are present, it is computed from them. A part
 * may be as small as one output in a thousand, with a norm by accident: there Parseval's theorem gives the norm of
 * all outputs.
 */
template <class C, class Signal>
double outputs_rms(const Session<C>& session, const std::vector<C>& outputs, const Signal& signal) {
  if (session.layout.known()) return signal_rms(outputs.size(), [&](std::uint64_t i) { return outputs[i]; });
  return std::abs(session.subject.scale) * std::sqrt(session.inputs.gain()) *
         signal_rms(outputs.size(), session.seen(signal));
}

/** A random number other than 0, unless count is 1. */
inline std::uint64_t random_below(std::uint64_t count, Choices& choices) {
  return count == 1 ? 0 : 1 + choices.below(count - 1);
}

template <class C>
MultiIndex random_index(const Session<C>& session, Choices& choices) {
  MultiIndex index;
  std::size_t axis = 0;
  for (std::size_t d = 0; d < session.subject.dimensions.size(); ++d) {
    if (!session.subject.dimensions[d].transformed) continue;
    const std::vector<Range>& ranges = session.subject.input.ranges;
    const Range range = ranges.empty() ? Range{0, session.inputs.axis(axis).length()} : ranges[d];
    std::uint64_t chosen = range.from + random_below(range.below - range.from, choices);
    while (!range.has(chosen)) chosen = range.from + random_below(range.below - range.from, choices);
    index.push_back(chosen);
    ++axis;
  }
  return index;
}

/** The factor of a shift: a character over that of frequency 0, which is 1 unless a matrix begins with other signs. */
template <class C>
class Phase {
 public:
  Phase(const Grid<C>& grid, const MultiIndex& shift, bool conjugated = false)
      : character_(grid, shift, conjugated), constant_(grid, MultiIndex(grid.rank(), 0)) {}

  Value<C> at(std::uint64_t position) const { return character_.at(position) * constant_.at(position); }
  const std::vector<Value<C>>& within_run() const { return character_.within_run(); }

 private:
  Character<C> character_;
  Character<C> constant_;
};

template <class C>
MultiIndex random_shift(const Session<C>& session, Choices& choices) {
  MultiIndex shift;
  for (std::size_t d = 0; d < session.inputs.rank(); ++d)
    shift.push_back(random_below(session.inputs.axis(d).shifts(), choices));
  return shift;
}

/** Compares a whole batch: expected_of_run(member, run) gives the function of i whose value the run's element i must
 * have. */
template <class C, class ExpectedOfRun>
Tally compare_runs(const Session<C>& session, const std::vector<C>& outputs, const ExpectedOfRun& expected_of_run) {
  const std::uint64_t runs = session.outputs.run_count();
  constexpr std::uint64_t piece = 64;
  const std::uint64_t total = outputs.size() / session.points * runs;
  return parallel_tally((total + piece - 1) / piece, [&](std::uint64_t task, Tally& tally) {
    for (std::uint64_t number = task * piece; number < std::min(total, (task + 1) * piece); ++number) {
      const std::uint64_t member = number / runs;
      const Run run = session.outputs.run(number % runs);
      const auto expected = expected_of_run(member, run);
      for (std::uint64_t i = 0; i < run.size; ++i) {
        const std::uint64_t position = member * session.points + run.begin + i;
        if (!session.layout.present(position)) continue;
        tally.add(squared_magnitude(widen(outputs[position]) - expected(i)), position);
      }
    }
  });
}

}  // namespace detail

/**
 * An impulse at a random place in every member (64 places at most): the output is a known character. Where the input
 * is half a spectrum and the impulse has a conjugate, the output is the sum of two characters.
 */
template <class C>
void test_impulse(Session<C>& session) {
  const std::size_t batch = usual_batch(session);
  Choices choices(session.options.seed + 3000);
  std::vector<std::uint64_t> places;
  std::vector<Character<C>> characters;
  std::vector<std::uint64_t> mirrors;
  std::vector<Character<C>> mirrored;
  const std::size_t kinds = std::min<std::size_t>(session.layout.members(batch), 64);
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const MultiIndex index = detail::random_index(session, choices);
    places.push_back(session.inputs.position(index));
    characters.emplace_back(session.outputs, index);
    mirrors.push_back(session.mirror(places.back()));
    mirrored.emplace_back(session.outputs, session.inputs.indices(mirrors.back()));
  }
  const double growth = std::log2(std::abs(session.subject.scale));
  const Value<C> height = Real(middle_amplitude(session.subject, growth, growth)) * choices.template short_number<C>();
  const auto impulses = [&](std::uint64_t position) {
    const std::uint64_t place = places[position / session.points % kinds];
    return position % session.points == place ? narrow<C>(height) : narrow<C>({});
  };
  const std::vector<C> outputs = transform(session, batch, Placement::out_of_place, impulses, "impulse");
  const Value<C> expected_height = Real(session.subject.scale) * height;
  const auto seen = session.seen(impulses);
  const Tally errors = detail::compare_runs(session, outputs, [&](std::uint64_t member, const Run& run) {
    const std::size_t kind = member % kinds;
    const auto sees = [&](std::uint64_t place) { return widen(seen(member * session.points + place)); };
    const Real scale = Real(session.subject.scale);
    const bool twice = session.subject.input.content == Content::half && mirrors[kind] != places[kind];
    const Value<C> first = scale * sees(places[kind]) * characters[kind].at(run.begin);
    const Value<C> second = twice ? scale * sees(mirrors[kind]) * mirrored[kind].at(run.begin) : Value<C>{};
    const Value<C>* const factors = characters[kind].within_run().data();
    const Value<C>* const others = mirrored[kind].within_run().data();
    return [first, second, factors, others](std::uint64_t i) { return first * factors[i] + second * others[i]; };
  });
  const double growth_of_rms = std::sqrt(session.inputs.gain() / static_cast<double>(session.points));
  detail::add_finding(session, "impulse", batch, errors,
                      growth_of_rms * std::sqrt(squared_magnitude(expected_height)), session.bounds());
}

/**
 * T(a x + b y) = a T(x) + b T(y). The numbers are short enough for a x + b y to be exact. By the triangle inequality
 * the error is at most the bound times |a| ||T x|| + |b| ||T y|| + ||T (a x + b y)||.
 */
template <class C>
void test_linearity(Session<C>& session) {
  const std::size_t batch = usual_batch(session);
  Choices choices(session.options.seed + 4000);
  // Between real numbers and spectra with conjugate symmetry transforms are linear over the real numbers only.
  const auto factor = [&] {
    Value<C> number = choices.template short_number<C>();
    if constexpr (!is_walsh<C>) {
      if (is_real(session.subject)) number.im = 0;
    }
    return number;
  };
  const Value<C> a = factor();
  const Value<C> b = factor();
  const RandomSignal<C> x = session.random(session.options.seed + 4001, Element<C>::short_bits);
  const RandomSignal<C> y = session.random(session.options.seed + 4002, Element<C>::short_bits);
  const auto combined = [&](std::uint64_t position) {
    return narrow<C>(a * widen(x(position)) + b * widen(y(position)));
  };
  const std::vector<C> tx = transform(session, batch, Placement::out_of_place, x, "linearity");
  const std::vector<C> ty = transform(session, batch, Placement::out_of_place, y, "linearity");
  const std::vector<C> tz = transform(session, batch, Placement::out_of_place, combined, "linearity");
  const Tally errors = detail::compare_runs(session, tz, [&](std::uint64_t member, const Run& run) {
    const std::uint64_t first = member * session.points + run.begin;
    return [&, first](std::uint64_t i) { return a * widen(tx[first + i]) + b * widen(ty[first + i]); };
  });
  const double rms = std::sqrt(squared_magnitude(a)) * detail::outputs_rms(session, tx, x) +
                     std::sqrt(squared_magnitude(b)) * detail::outputs_rms(session, ty, y) +
                     detail::outputs_rms(session, tz, combined);
  detail::add_finding(session, "linearity", batch, errors, rms, session.bounds());
}

/** Shifting the input along every dimension multiplies the output by a character. */
template <class C>
void test_time_shift(Session<C>& session) {
  const std::size_t batch = usual_batch(session);
  Choices choices(session.options.seed + 5000);
  const MultiIndex shift = detail::random_shift(session, choices);
  const RandomSignal<C> x = session.random(session.options.seed + 5001);
  const auto shifted = [&](std::uint64_t position) {
    MultiIndex source = session.inputs.coordinates(position % session.points);
    for (std::size_t d = 0; d < source.size(); ++d) source[d] = session.inputs.axis(d).shifted(source[d], shift[d]);
    return x(position / session.points * session.points + session.inputs.position(source));
  };
  const std::vector<C> tx = transform(session, batch, Placement::out_of_place, x, "time shift");
  const std::vector<C> ts = transform(session, batch, Placement::out_of_place, shifted, "time shift");
  const detail::Phase<C> phase(session.outputs, shift);
  const Tally errors = detail::compare_runs(session, ts, [&](std::uint64_t member, const Run& run) {
    const Value<C> first = phase.at(run.begin);
    const std::uint64_t begin = member * session.points + run.begin;
    return [&, first, begin](std::uint64_t i) { return first * phase.within_run()[i] * widen(tx[begin + i]); };
  });
  detail::add_finding(session, "time shift", batch, errors,
                      detail::outputs_rms(session, tx, x) + detail::outputs_rms(session, ts, shifted), session.bounds());
}

/** Multiplying the input by a character shifts the output along every dimension. */
template <class C>
void test_frequency_shift(Session<C>& session) {
  const std::size_t batch = usual_batch(session);
  Choices choices(session.options.seed + 6000);
  const MultiIndex shift = detail::random_shift(session, choices);
  const RandomSignal<C> x = session.random(session.options.seed + 6001);
  const detail::Phase<C> phase(session.inputs, shift, true);
  const auto modulated = [&](std::uint64_t position) {
    return narrow<C>(widen(x(position)) * phase.at(position % session.points));
  };
  const std::vector<C> tx = transform(session, batch, Placement::out_of_place, x, "frequency shift");
  const std::vector<C> tm = transform(session, batch, Placement::out_of_place, modulated, "frequency shift");
  const Tally errors = detail::compare_runs(session, tm, [&](std::uint64_t member, const Run& run) {
    return [&, member, begin = run.begin](std::uint64_t i) {
      MultiIndex source = session.outputs.indices(begin + i);
      for (std::size_t d = 0; d < source.size(); ++d) source[d] = session.outputs.axis(d).shifted(source[d], shift[d]);
      return widen(tx[member * session.points + session.outputs.position(source)]);
    };
  });
  // Rounding the modulated input changes it by at most one roundoff, which is half a roundoff of the two norms
  // together. Nothing is rounded where characters are signs.
  const double allowance = is_walsh<C> ? 1 : 1 + Element<C>::roundoff / 2 / session.subject.l2_bound;
  const Errors bounds{session.subject.l2_bound * allowance, session.subject.max_bound * allowance};
  detail::add_finding(session, "frequency shift", batch, errors,
                      detail::outputs_rms(session, tx, x) + detail::outputs_rms(session, tm, modulated), bounds);
}

template <class C>
void add_ergun_tests(Session<C>& session, Steps& steps) {
  const auto test = [&](const char* name, int transforms, void (*run)(Session<C>&)) {
    steps.add(name, work_of(session, usual_batch(session), transforms), [&session, run] { run(session); });
  };
  const auto skip = [&](const char* name, const std::string& reason) {
    steps.add(name, 0, [&session, name, reason] { session.report.skip(name, reason); });
  };
  if (!is_plainly_stored(session.subject)) {
    for (const char* const name : {"impulse", "linearity", "time shift", "frequency shift"})
      skip(name, "arrays round what they hold");
    return;
  }
  if (session.input_layout.shares()) {
    // Members share elements, so each would see the numbers of others.
    test("linearity", 3, test_linearity<C>);
    for (const char* const name : {"impulse", "time shift", "frequency shift"})
      skip(name, "elements of the input are read by several transforms");
    return;
  }
  test("impulse", 1, test_impulse<C>);
  test("linearity", 3, test_linearity<C>);
  constexpr std::uint64_t long_for_an_emulator = 1 << 16;
  if (emulated && session.points > long_for_an_emulator && !session.options.thorough) {
    skip("time shift", "long under the emulator; --thorough runs it");
    skip("frequency shift", "long under the emulator; --thorough runs it");
    return;
  }
  const Subject<C>& subject = session.subject;
  if (is_trigonometric(subject)) {
    skip("time shift", "cosines and sines are no characters");
    skip("frequency shift", "cosines and sines are no characters");
    return;
  }
  if (subject.input.content == Content::half)
    skip("time shift", "a spectrum that is shifted has no conjugate symmetry");
  else if (session.input_layout.whole())
    test("time shift", 2, test_time_shift<C>);
  else
    skip("time shift", "only a part of the input is there");
  if (subject.input.content == Content::reals)
    skip("frequency shift", "characters are not real");
  else if (session.layout.whole())
    test("frequency shift", 2, test_frequency_shift<C>);
  else
    skip("frequency shift", "only a part of the output is written");
}

}  // namespace fftgen::verify
