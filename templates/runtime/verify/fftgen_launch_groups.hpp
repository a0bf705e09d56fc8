// Launches that are timed together. A short launch takes the host longer than the GPU, and events around it would say how
// fast the host is: so several of them are captured into a CUDA graph, whose time is the GPU's alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_checked_cuda.hpp"

namespace fftgen::verify {

struct Candidate {
  std::string name;
  std::string placement;
  std::function<void(std::size_t pair, cudaStream_t stream)> launch;
  std::vector<double> milliseconds;  // of one launch, one per repetition, once timed
};

/** How many launches are timed together: one of much data, 64 of little. `bytes`: of one buffer. */
inline std::size_t launches_at_once(std::size_t bytes) {
  if (emulated) return 1;
  constexpr std::size_t enough = std::size_t{32} << 20;
  return std::clamp<std::size_t>(enough / std::max<std::size_t>(bytes, 1), 1, 64);
}

#ifndef FFTGEN_EMULATOR
/** Launches of one candidate on successive pairs of buffers. */
class LaunchGraph {
 public:
  LaunchGraph(const Candidate& candidate, std::size_t first_pair, std::size_t count, cudaStream_t stream) {
    FFTGEN_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (std::size_t i = 0; i < count; ++i) candidate.launch(first_pair + i, stream);
    cudaGraph_t graph = nullptr;
    FFTGEN_CHECK(cudaStreamEndCapture(stream, &graph));
    const cudaError_t status = cudaGraphInstantiateWithFlags(&executable_, graph, 0);
    static_cast<void>(cudaGraphDestroy(graph));
    FFTGEN_CHECK(status);
    FFTGEN_CHECK(cudaGraphUpload(executable_, stream));
  }
  ~LaunchGraph() { static_cast<void>(cudaGraphExecDestroy(executable_)); }
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;
  void launch(cudaStream_t stream) const { FFTGEN_CHECK(cudaGraphLaunch(executable_, stream)); }

 private:
  cudaGraphExec_t executable_ = nullptr;
};
#endif

/**
 * Numbered groups of launches: the candidates take turns, and the pairs of buffers go round. `pairs`: a multiple of
 * `at_once`.
 */
class LaunchGroups {
 public:
  LaunchGroups(const std::vector<Candidate>& candidates, std::size_t pairs, std::size_t at_once, cudaStream_t stream)
      : candidates_(candidates), pairs_(pairs), at_once_(at_once), stream_(stream) {}

  /** Captures what launch() needs, which must not happen between launches that are timed. */
  void prepare(std::size_t number) {
#ifndef FFTGEN_EMULATOR
    if (at_once_ == 1) return;
    std::unique_ptr<LaunchGraph>& graph = graphs_[key(number)];
    if (!graph) graph = std::make_unique<LaunchGraph>(candidate(number), first_pair(number), at_once_, stream_);
#else
    static_cast<void>(number);
#endif
  }

  void launch(std::size_t number) const {
#ifndef FFTGEN_EMULATOR
    if (at_once_ > 1) return graphs_.at(key(number))->launch(stream_);
#endif
    candidate(number).launch(first_pair(number), stream_);
  }

 private:
  using Key = std::pair<std::size_t, std::size_t>;
  const Candidate& candidate(std::size_t number) const { return candidates_[number % candidates_.size()]; }
  std::size_t first_pair(std::size_t number) const { return number * at_once_ % pairs_; }
  Key key(std::size_t number) const { return {number % candidates_.size(), first_pair(number)}; }

  const std::vector<Candidate>& candidates_;
  std::size_t pairs_;
  std::size_t at_once_;
  cudaStream_t stream_;
#ifndef FFTGEN_EMULATOR
  std::map<Key, std::unique_ptr<LaunchGraph>> graphs_;
#endif
};

}  // namespace fftgen::verify
