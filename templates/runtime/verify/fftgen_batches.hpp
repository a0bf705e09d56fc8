// The batches with which a transform is tested: batches that leave blocks partly filled, batches that send the clusters
// of persistent kernels round several times, however many of them this GPU holds, and batches at the edges of ranges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

/** Where time matters more than the size of what is tried. */
template <class C>
bool is_sparing(const Session<C>& session) {
  return emulated && !session.options.thorough;
}

/** The most elements that one test transforms: more would find little more. */
template <class C>
std::uint64_t most_elements(const Session<C>& session) {
  return is_sparing(session) ? 1 << 18 : 1 << 26;
}

/** The most places that the arrays of one test span, gaps included: as for a plan without a batch of its own. */
constexpr std::uint64_t most_places = 1 << 28;

/** How many arrays one test may have within both limits; 0 where one array alone has more elements. */
template <class C>
std::uint64_t affordable_arrays(const Session<C>& session) {
  const Subject<C>& subject = session.subject;
  std::uint64_t arrays = std::min(most_elements(session) / session.layout.array_elements(), most_members(subject));
  for (const Array* array : {&subject.input, &subject.output}) {
    const std::uint64_t distance = distance_of(subject, *array);
    if (distance > 0) arrays = std::min(arrays, 1 + most_places / distance);
  }
  return arrays;
}

/** The most clusters of this kernel that can be resident at once. */
inline std::size_t resident_clusters(const Persistent& kernel) {
  if (emulated) return 2;
  const auto multiprocessors = static_cast<std::size_t>(std::max(1, device_properties().multiProcessorCount));
  return std::max<std::size_t>(1, multiprocessors * kernel.blocks_per_multiprocessor / kernel.cluster);
}

}  // namespace detail

/** Throws UsageError when arrays of so large a batch would overlap. */
template <class C>
void require_room(const Subject<C>& subject, std::uint64_t batch) {
  const std::uint64_t most = most_members(subject);
  if (batch > most)
    throw UsageError("--batch must be at most " + std::to_string(most) +
                     ": arrays of a larger one would overlap, not " + std::to_string(batch));
}

/**
 * A batch that gives every cluster of every persistent kernel three tiles and one of them a fourth: buffers and
 * barriers are used again, and the clusters end in different rounds. Smaller where that would be too much data; 1
 * without such kernels.
 */
template <class C>
std::size_t several_rounds(const Session<C>& session) {
  std::size_t batch = 1;
  for (const Persistent& kernel : session.subject.persistent) {
    const std::size_t tiles = 3 * detail::resident_clusters(kernel) + 1;
    batch = std::max(batch, (tiles + kernel.tiles - 1) / kernel.tiles);
  }
  const std::uint64_t affordable = detail::affordable_arrays(session);
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, std::min<std::uint64_t>(batch, affordable)));
}

/**
 * Batches that fill the last block partially, just about or not at all, and one of several rounds, as far as the amount
 * of data is reasonable; and of each plan for a range of batches its first and its last.
 */
template <class C>
std::vector<std::size_t> batches_to_try(const Session<C>& session) {
  if (session.options.batch) return {*session.options.batch};
  const std::size_t tile = session.subject.batch_tile;
  const std::uint64_t most_arrays = detail::affordable_arrays(session);
  std::set<std::size_t> batches{1, several_rounds(session)};
  for (const std::size_t batch : {tile - 1, tile, tile + 1, 2 * tile + 3}) {
    if (batch > 0 && batch <= most_arrays) batches.insert(batch);
  }
  // More blocks than the 65,535 that a grid's y and z dimensions can have.
  const std::size_t most_blocks = 65536 * tile + 1;
  if (!detail::is_sparing(session) && most_blocks <= most_arrays) batches.insert(most_blocks);
  for (const std::size_t end : session.subject.range_ends) {
    batches.insert(end);
    batches.insert(end + 1);
  }
  return {batches.begin(), batches.end()};
}

/** The batches that the tests other than accuracy use, one for each plan: the largest tried of a reasonable size. */
template <class C>
std::vector<std::size_t> usual_batches(const Session<C>& session) {
  const std::size_t enough = std::max(2 * session.subject.batch_tile + 3, several_rounds(session));
  const std::vector<std::size_t>& ends = session.subject.range_ends;
  std::vector<std::size_t> usual(ends.size() + 1, 0);
  for (const std::size_t batch : batches_to_try(session)) {
    std::size_t plan = 0;
    while (plan < ends.size() && batch > ends[plan]) ++plan;
    if (usual[plan] == 0 || batch <= enough || session.options.batch) usual[plan] = std::max(usual[plan], batch);
  }
  usual.erase(std::remove(usual.begin(), usual.end(), std::size_t{0}), usual.end());
  return usual;
}

/** The largest of them. */
template <class C>
std::size_t usual_batch(const Session<C>& session) {
  return usual_batches(session).back();
}

}  // namespace fftgen::verify
