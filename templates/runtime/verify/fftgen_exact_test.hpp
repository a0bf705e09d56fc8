// Whole numbers so small that no Walsh-Hadamard transform of them rounds anything, whatever its algorithm and however
// it is stabilised: every output must be the exact one, to the last bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "fftgen_accuracy_tests.hpp"
#include "fftgen_contract_tests.hpp"
#include "fftgen_input.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

/**
 * Whole numbers times `unit`. The magnitudes of a member's numbers add up to at most `budget`: a short member has
 * random numbers only, in a long one +1 or -1 stands in every block of positions.
 */
template <class C>
struct WholeNumbers {
  std::uint64_t seed;
  std::uint64_t points;
  std::uint64_t budget;
  double unit = 1;

  std::int64_t whole(std::uint64_t position) const {
    const std::uint64_t member = position / points;
    const std::uint64_t within = position % points;
    const std::uint64_t key = hash(seed) + member;
    if (points <= budget) {
      const std::uint64_t largest = std::min<std::uint64_t>(budget / points, 1 << 20);
      return static_cast<std::int64_t>(hash(hash(key) + within) % (2 * largest + 1)) -
             static_cast<std::int64_t>(largest);
    }
    const std::uint64_t block = (points + budget - 1) / budget;
    const std::uint64_t random = hash(hash(key) + within / block);
    if (within % block != (random >> 1) % block) return 0;
    return random % 2 == 0 ? 1 : -1;
  }

  C operator()(std::uint64_t position) const { return narrow<C>(unit * static_cast<double>(whole(position))); }
};

namespace detail {

/** The transform of whole numbers, in natural order, by the fast algorithm: there is nothing to be rounded. */
template <class C>
void transform_exactly(const Grid<C>& grid, std::vector<std::int64_t>& values) {
  std::uint64_t stride = 1;
  for (std::size_t d = grid.rank(); d-- > 0;) {
    const auto& axis = grid.axis(d);
    for (std::uint64_t low = 1; low < axis.shifts(); low *= 2) {
      parallel_pieces(values.size() / 2, [&](std::uint64_t first, std::uint64_t last) {
        const std::uint64_t reach = low * stride;
        for (std::uint64_t pair = first; pair < last; ++pair) {
          const std::uint64_t i = pair / reach * 2 * reach + pair % reach;
          const std::int64_t a = values[i];
          const std::int64_t b = values[i + reach];
          values[i] = a + b;
          values[i + reach] = a - b;
        }
      });
    }
    const BaseMatrix& base = axis.base();
    const std::uint64_t column_stride = axis.shifts() * stride;
    if (base.order > 1) {
      std::vector<char> negative;
      for (unsigned k = 0; k < base.order; ++k) {
        for (unsigned j = 0; j < base.order; ++j) negative.push_back(base.negative(k, j) ? 1 : 0);
      }
      parallel_pieces(values.size() / base.order, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<std::int64_t> column(base.order);
        for (std::uint64_t number = first; number < last; ++number) {
          const std::uint64_t begin = number / column_stride * base.order * column_stride + number % column_stride;
          for (unsigned j = 0; j < base.order; ++j) column[j] = values[begin + j * column_stride];
          for (unsigned k = 0; k < base.order; ++k) {
            std::int64_t sum = 0;
            for (unsigned j = 0; j < base.order; ++j) sum += negative[k * base.order + j] != 0 ? -column[j] : column[j];
            values[begin + k * column_stride] = sum;
          }
        }
      });
    }
    stride *= axis.length();
  }
}

/** Why whole numbers of all mantissa bits, times the scale, are not exact; empty if they are. */
template <class C>
std::string inexact_scale(const Session<C>& session) {
  const double scale = std::abs(session.subject.scale);
  if (std::exp2(std::round(std::log2(scale))) != scale) return "the scale is no power of two";
  const double exponent = std::log2(scale);
  // A small scale needs inputs larger than whole numbers, so that their scaled outputs are not too small.
  const double largest = Element<C>::mantissa_bits + std::max(exponent, Element<C>::smallest_exponent - exponent);
  return largest <= Element<C>::largest_exponent
             ? ""
             : std::string(Element<C>::precision) + " cannot hold numbers before and after this scale exactly";
}

}  // namespace detail

template <class C>
void test_exactness(Session<C>& session) {
  const std::uint64_t points = session.points;
  const std::size_t batch = usual_batch(session);
  const double unit =
      std::exp2(std::max(0.0, Element<C>::smallest_exponent - std::log2(std::abs(session.subject.scale))));
  // One bit of the mantissa is left for intermediate sums of the algorithms.
  const std::uint64_t budget = std::uint64_t{1} << (Element<C>::mantissa_bits - 1);
  const WholeNumbers<C> signal{session.options.seed + 8000, points, budget, unit};

  std::set<std::size_t> members = detail::sampled_members(session, batch);
  constexpr std::uint64_t affordable = emulated ? 1 << 20 : 1 << 24;
  const std::size_t count = session.layout.members(batch);
  if (count * points <= affordable) {
    for (std::size_t member = 0; member < count; ++member) members.insert(member);
  }
  for (const Placement placement : placements_to_try(session)) {
    const std::string test = std::string("whole numbers, ") + placement_text(placement);
    const std::vector<C> outputs = transform(session, batch, placement, signal, test);
    std::string objection;
    for (const std::size_t member : members) {
      std::vector<std::int64_t> exact(points);
      for (std::uint64_t i = 0; i < points; ++i) {
        const std::uint64_t position = member * points + i;
        if (session.input_layout.present(position)) exact[i] = signal.whole(session.input_layout.counted_as(position));
      }
      detail::transform_exactly(session.inputs, exact);
      const auto expected = [&](std::uint64_t position) {
        const std::int64_t whole = exact[session.inputs.position(session.outputs.indices(position))];
        return narrow<C>(session.subject.scale * unit * static_cast<double>(whole));
      };
      const C* const seen = outputs.data() + member * points;
      const auto where = first_where(points, [&](std::uint64_t position) {
        if (!session.layout.present(member * points + position)) return false;
        return !(Number<C>::widen(seen[position]) == Number<C>::widen(expected(position)));
      });
      if (!where) continue;
      char values[80];
      std::snprintf(values, sizeof values, " is %.17g instead of %.17g", Number<C>::widen(seen[*where]),
                    Number<C>::widen(expected(*where)));
      objection = "output " + session.place(member * points + *where) + values;
      break;
    }
    detail::add_verdict(session, test, batch, members.size() * points, objection);
  }
}

template <class C>
void add_exactness_test(Session<C>& session, Steps& steps) {
  const std::string reason =
      is_plainly_stored(session.subject) ? detail::inexact_scale(session) : "arrays hold another type than is computed with";
  if (!reason.empty()) {
    steps.add("whole numbers", 0, [&session, reason] { session.report.skip("whole numbers", reason); });
    return;
  }
  const int transforms = static_cast<int>(placements_to_try(session).size());
  steps.add("whole numbers", work_of(session, usual_batch(session), transforms), [&session] { test_exactness(session); });
}

}  // namespace fftgen::verify
