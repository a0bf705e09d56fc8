// Random input against the definition of the transform, for every batch and placement.
//
// Outputs are compared with direct sums: all outputs of some members of the batch when transforms are short, sampled
// ones otherwise. What sampling would miss is caught by the inverse sums: the sum of ALL outputs of a member against
// the opposite character must give back an input. A single output that is off by its own size shifts the recovered
// input by 1/sqrt(N) of the inputs' size, which is far above the bound for every N that fits into memory; of 16-bit
// elements, for N up to some 2^10 (f16) or 2^5 (bf16). Beyond, the shift tests find it, which see all outputs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_batches.hpp"
#include "fftgen_input.hpp"
#include "fftgen_reference.hpp"
#include "fftgen_steps.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

template <class C>
std::vector<Placement> placements_to_try(const Session<C>& session) {
  if (session.subject.in_place) return {Placement::out_of_place, Placement::in_place};
  return {Placement::out_of_place};
}

namespace detail {

inline constexpr std::uint64_t compare_all_up_to = 4096;

/** The expected values of some outputs of one member. */
template <class C>
struct MemberReference {
  std::vector<std::uint64_t> positions;  // within the member
  std::vector<Value<C>> values;
  double rms;  // of all its outputs, by Parseval's theorem
};

/**
 * Positions of the outputs to compare: all outputs, or the first, the last and random ones: about 2^31
 * multiplications. None where no element of a member is present.
 */
template <class C>
std::vector<std::uint64_t> sampled_positions(const Session<C>& session, std::size_t member) {
  std::vector<std::uint64_t> positions;
  const auto present = [&](std::uint64_t position) {
    return session.layout.present(member * session.points + position);
  };
  if (session.points <= compare_all_up_to) {
    for (std::uint64_t position = 0; position < session.points; ++position) {
      if (present(position)) positions.push_back(position);
    }
    return positions;
  }
  const std::uint64_t affordable = std::clamp<std::uint64_t>((std::uint64_t{1} << 31) / session.points, 4, 64);
  const std::uint64_t count = std::min(session.options.samples.value_or(affordable), session.points);
  Choices choices(session.options.seed + 1000 + member);
  std::set<std::uint64_t> chosen;
  const auto choose = [&](std::uint64_t position) {
    if (present(position)) chosen.insert(position);
  };
  choose(0);
  if (count > 1) choose(session.points - 1);
  // Where little of the output is present, few of these positions are.
  const std::uint64_t tries = session.layout.known() ? ~std::uint64_t{0} : 4096 * count;
  for (std::uint64_t i = 0; chosen.size() < count && i < tries; ++i) choose(choices.below(session.points));
  return {chosen.begin(), chosen.end()};
}

template <class C>
MemberReference<C> member_reference(const Session<C>& session, const RandomSignal<C>& signal, std::size_t member) {
  const auto seen = session.seen(signal);
  const auto member_signal = [&](std::uint64_t position) { return seen(member * session.points + position); };
  MemberReference<C> reference{sampled_positions(session, member), {}, 0};
  std::vector<MultiIndex> frequencies;
  for (const std::uint64_t position : reference.positions) frequencies.push_back(session.outputs.indices(position));
  reference.values = CharacterSums<C>(session.inputs, frequencies).of(member_signal);
  for (Value<C>& value : reference.values) value = Real(session.subject.scale) * value;
  reference.rms = std::abs(session.subject.scale) * std::sqrt(session.inputs.gain()) *
                  signal_rms(session.points, member_signal);
  return reference;
}

/**
 * Members whose outputs are compared: the first, the last, those around a block's end, and random ones; more of them
 * where clusters go round, so that they come from early rounds and late ones.
 */
template <class C>
std::set<std::size_t> sampled_members(const Session<C>& session, std::size_t batch) {
  const bool short_transform = session.points <= compare_all_up_to;
  const std::size_t count = session.layout.members(batch);
  std::set<std::size_t> members{0, count - 1};
  const std::size_t tile = session.layout.members(session.subject.batch_tile);
  if (short_transform && tile - 1 < count) members.insert(tile - 1);
  if (short_transform && tile < count) members.insert(tile);
  Choices choices(session.options.seed + batch);
  const bool rounds = batch > 1 && batch == several_rounds(session);
  for (int extra = 0; extra < (short_transform ? 2 : 1) + (rounds ? 3 : 0); ++extra) {
    members.insert(choices.below(count));
  }
  if (session.layout.known()) return members;
  // Where a part of the output is present: its first and last members, and those of the others that are present.
  std::set<std::size_t> present;
  for (const std::size_t member : members) {
    if (session.layout.any_present(member)) present.insert(member);
  }
  std::size_t first = 0;
  std::size_t last = count - 1;
  while (!session.layout.any_present(first)) ++first;
  while (!session.layout.any_present(last)) --last;
  present.insert({first, last});
  return present;
}

/**
 * By how much a number of an output is wrong: what its type cannot tell apart is right, and what lies beyond the limits
 * of whole numbers is to be at them. A floating-point number that is too large is to be infinite.
 */
inline Real stored_error(Stored type, Real seen, Real meant) {
  const double wanted = as_held(type, static_cast<double>(meant));
  if (std::isinf(wanted) && static_cast<double>(seen) == wanted) return 0;
  const Real limit = is_whole(type) ? Real(fmin(fmax(static_cast<double>(meant), least_of(type)), most_of(type))) : meant;
  const double beyond = std::abs(static_cast<double>(seen - limit)) - half_step_of(type);
  return Real(beyond > 0 || std::isnan(beyond) ? beyond : 0);
}

template <class C>
Value<C> stored_error(const Array& array, C seen, Value<C> meant) {
  if (array.stored == Stored::as_tested) return widen(seen) - meant;
  if constexpr (is_walsh<C>)
    return stored_error(array.stored, widen(seen), meant);
  else
    return {stored_error(array.stored, widen(seen).re, meant.re), stored_error(array.stored, widen(seen).im, meant.im)};
}

/**
 * How wrong an output is of which an expression makes what is stored: how far it is from what the expression gives for
 * results within the bound, over how far such lie apart. 1 is just within, more is beyond.
 */
template <class C>
double stored_excess(const Subject<C>& subject, C seen, Value<C> meant, double bound, const Where& where) {
  const auto stored = [&](double angle, double distance) {
    Quantity result;
    if constexpr (is_walsh<C>)
      result = static_cast<long double>(meant) + distance * std::cos(angle);
    else
      result = {static_cast<long double>(meant.re) + distance * std::cos(angle),
                static_cast<long double>(meant.im) + (subject.output.content == Content::reals ? 0 : distance * std::sin(angle))};
    return subject.store(result, where);
  };
  using R = typename Element<C>::Real;
  const Quantity middle = stored(0, 0);
  const bool is_real = parts<C> == 1 || subject.output.content == Content::reals || subject.output.single;
  double worst = 0;
  for (int part = 0; part < (is_real ? 1 : 2); ++part) {
    const auto of = [&](const Quantity& one) { return static_cast<double>(part == 0 ? one.re : one.im); };
    double least = of(middle);
    double most = least;
    for (int direction = 0; direction < 16; ++direction) {
      for (const double share : {0.5, 1.0}) {
        const double value = of(stored(direction * 0.39269908169872414, share * bound));
        least = std::fmin(least, value);
        most = std::fmax(most, value);
      }
    }
    // Expressions are computed with a few roundings, and what the type cannot tell apart is right.
    const double roundoff = subject.store_roundoff * std::fmax(std::fabs(least), std::fabs(most)) + half_step_of(subject.output.stored);
    const double held_least = as_held(subject.output.stored, least - roundoff);
    const double held_most = as_held(subject.output.stored, most + roundoff);
    const double value = Number<R>::widen(reinterpret_cast<const R*>(&seen)[part]);
    if (value == held_least || value == held_most) continue;
    const double center = (held_least + held_most) / 2;
    const double reach = (held_most - held_least) / 2;
    worst = std::fmax(worst, std::isnan(value) ? HUGE_VAL : std::fabs(value - center) / (reach > 0 ? reach : 1e-300));
  }
  return worst;
}

/**
 * What the error of an output is counted relative to: the rms of all outputs of its member. Unsigned inputs have a
 * mean, as what an expression makes of inputs may have, and the outputs that add up all of them are many times as large:
 * their errors are relative to themselves, to a quarter of them.
 */
template <class C>
double unit_of_error(const Subject<C>& subject, double rms, Value<C> meant) {
  const bool has_mean =
      subject.load != nullptr || subject.input.stored == Stored::u8 || subject.input.stored == Stored::u16;
  const double own = has_mean ? std::sqrt(squared_magnitude(meant)) / 4 : 0;
  // Where the output has no present element, every value is 0.
  return rms == 0 ? 1 : std::max(rms, own);
}

/** Compares the sampled outputs of a batch with their references. Errors are counted relative to each member's rms. */
template <class C>
Tally compare_samples(const Session<C>& session, const std::vector<C>& outputs, const std::set<std::size_t>& members,
                      const std::map<std::size_t, MemberReference<C>>& references) {
  Tally tally;
  for (const std::size_t member : members) {
    const MemberReference<C>& reference = references.at(member);
    for (std::size_t s = 0; s < reference.positions.size(); ++s) {
      const std::uint64_t position = member * session.points + reference.positions[s];
      const double unit = unit_of_error(session.subject, reference.rms, reference.values[s]);
      if (session.subject.store != nullptr) {
        const double excess = stored_excess(session.subject, outputs[position], reference.values[s], unit * session.subject.max_bound,
                                            session.layout.where(position));
        const double counted = std::fmin(excess, 1) * session.subject.l2_bound + (excess > 1 ? excess * session.subject.max_bound : 0);
        tally.add(counted * counted, position);
        continue;
      }
      const Value<C> error = stored_error(session.subject.output, outputs[position], reference.values[s]);
      tally.add(squared_magnitude(error) / (unit * unit), position);
    }
  }
  return tally;
}

/**
 * Recovers some inputs of every member, at random positions, from all of its outputs. Errors are counted relative to
 * the rms of the member's inputs.
 */
template <class C>
Tally recover_inputs(const Session<C>& session, const std::vector<C>& outputs, const RandomSignal<C>& signal) {
  const std::uint64_t points = session.points;
  const std::uint64_t inputs_per_member = points <= (std::uint64_t{1} << 25) ? 4 : 1;
  Choices choices(session.options.seed + 2000 + outputs.size());
  std::vector<std::uint64_t> positions;
  std::vector<MultiIndex> frequencies;
  for (std::uint64_t i = 0; i < inputs_per_member; ++i) {
    positions.push_back(choices.below(points));
    frequencies.push_back(session.inputs.coordinates(positions.back()));
  }
  const CharacterSums<C> sums(session.outputs, frequencies, true);
  const Real gain = Real(session.subject.scale) * Real(session.inputs.gain());
  const auto seen = session.seen(signal);
  const auto recover = [&](std::size_t member, Tally& tally) {
    const C* const member_outputs = outputs.data() + member * points;
    const std::vector<Value<C>> recovered = sums.of([&](std::uint64_t position) { return member_outputs[position]; });
    const double rms = signal_rms(points, [&](std::uint64_t position) { return seen(member * points + position); });
    if (rms == 0) return;  // nothing of this member is there
    const double unit = static_cast<double>(gain) * rms;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const std::uint64_t position = member * points + positions[i];
      const Value<C> error = recovered[i] - gain * widen(seen(position));
      tally.add(squared_magnitude(error) / (unit * unit), position);
    }
  };
  const std::size_t members = outputs.size() / points;
  // Members run in parallel, or, where they are few, the sums of one member do, of which a core takes 2^16 terms.
  if (points <= (1 << 14) || members >= core_count()) return parallel_tally(members, recover);
  Tally total;
  for (std::size_t member = 0; member < members; ++member) recover(member, total);
  return total;
}

}  // namespace detail

namespace detail {

/** The expected outputs of the members of a batch: a member has the same input in every batch. */
template <class C>
using References = std::map<std::size_t, MemberReference<C>>;

template <class C>
void find_references(Session<C>& session, const RandomSignal<C>& signal, const std::set<std::size_t>& members,
                     References<C>& references) {
  for (const std::size_t member : members) {
    if (references.count(member) != 0) continue;
    session.report.progress.announce("reference for member " + std::to_string(member));
    references.emplace(member, member_reference(session, signal, member));
  }
}

/** Whether a part of an output is infinite. */
template <class C>
bool any_infinite(const std::vector<C>& outputs) {
  return first_where(outputs.size(), [&](std::uint64_t i) { return std::isinf(static_cast<double>(squared_magnitude(widen(outputs[i])))); })
      .has_value();
}

template <class C>
void test_random_input(Session<C>& session, const std::string& name, const RandomSignal<C>& signal, std::size_t batch,
                       Placement placement, References<C>& references) {
  const std::set<std::size_t> members = sampled_members(session, batch);
  find_references(session, signal, members, references);
  const std::string where = std::string(", ") + placement_text(placement);
  const std::vector<C> outputs = transform(session, batch, placement, signal, name + where);

  const Tally sampled = compare_samples(session, outputs, members, references);
  Finding direct = judge(name + where, batch, sampled, relative_errors(sampled, 1), session.bounds());
  if (!direct.passed) direct.note = "largest error at output " + session.place(sampled.worst_position);
  session.report.add(direct);

  if (!session.layout.known()) {
    session.report.skip("inverse sums" + where, "only a part of the output is written");
    return;
  }
  if (session.subject.store != nullptr) {
    session.report.skip("inverse sums" + where, "outputs are what an expression makes of results");
    return;
  }
  if (is_whole(session.subject.output.stored)) {
    session.report.skip("inverse sums" + where, "outputs are rounded to whole numbers");
    return;
  }
  if (session.subject.output.stored == Stored::f16 && detail::any_infinite(outputs)) {
    session.report.skip("inverse sums" + where, "f16 does not hold all outputs: a scale would");
    return;
  }
  const Tally recovered = recover_inputs(session, outputs, signal);
  Finding inverse = judge("inverse sums" + where, batch, recovered, relative_errors(recovered, 1), session.bounds());
  if (!inverse.passed) {
    inverse.note = "some outputs of " + session.batch_member(recovered.worst_position) + " are wrong";
  }
  session.report.add(inverse);
}

}  // namespace detail

/** The work of a step that transforms a batch. */
template <class C>
double work_of(const Session<C>& session, std::size_t batch, int transforms = 1) {
  return static_cast<double>(transforms) * static_cast<double>(session.layout.members(batch)) *
         static_cast<double>(session.points);
}

/**
 * Inputs that are smaller and larger than the usual ones: limits of whole numbers, and of expressions, lie where usual
 * results seldom are.
 */
template <class C>
void add_tests_of_limits(Session<C>& session, Steps& steps) {
  const std::size_t batch = usual_batch(session);
  const auto test = [&](const char* name, double factor) {
    RandomSignal<C> signal = session.random(session.options.seed + 9000);
    signal.amplitude *= factor;
    steps.add(name, work_of(session, batch), [&session, name, signal, batch] {
      detail::References<C> references;
      detail::test_random_input(session, name, signal, batch, Placement::out_of_place, references);
    });
  };
  test("small random input", 0x1p-8);
  test("large random input", 0x1p5);
}

template <class C>
void add_accuracy_tests(Session<C>& session, Steps& steps) {
  const RandomSignal<C> signal = session.random(session.options.seed);
  const auto references = std::make_shared<detail::References<C>>();
  for (const std::size_t batch : batches_to_try(session)) {
    for (const Placement placement : placements_to_try(session)) {
      steps.add(std::string("random input, ") + placement_text(placement) + ", batch " + std::to_string(batch),
                work_of(session, batch), [&session, signal, batch, placement, references] {
                  detail::test_random_input(session, "random input", signal, batch, placement, *references);
                });
    }
  }
  if (session.subject.store != nullptr || is_whole(session.subject.output.stored)) add_tests_of_limits(session, steps);
}

}  // namespace fftgen::verify
