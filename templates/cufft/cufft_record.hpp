// SPDX-License-Identifier: Apache-2.0
// What a program ran: a line at its end, and with FFTGEN_SHIM_LOG=problems.json a recording for `fftgen bundle NAME --from problems.json`.
#pragma once

#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cufft_request.hpp"

namespace fftgen_cufft {

/** A dimension of a problem, as fft.json has it. */
struct RecordedDimension {
  long long length, input, output;
};

/** A problem with the arrays of a call: what fftgen/problems/1 calls so. */
struct Recorded {
  std::vector<RecordedDimension> dimensions;
  long long count, input, output;
  bool is_problem;   // else the spectrum is halved along a dimension of one element, beside others
  std::string head;  // kind, precision, direction
  std::string name;
};

/** Strides of dense arrays where none are said; returns the distance of arrays. */
inline long long strides_of(const Request& request, const Layout& side, bool is_half, bool has_room, long long* strides) {
  long long next = side.is_said ? side.stride : 1;
  for (int i = request.rank; i-- > 0;) {
    strides[i] = next;
    const bool is_last = i + 1 == request.rank;
    const long long half = request.lengths[i] / 2 + 1;
    const long long dense = !is_last ? request.lengths[i] : is_half ? half : has_room ? 2 * half : request.lengths[i];
    next *= side.is_said ? side.embed[i] : dense;
  }
  return side.is_said ? side.distance : next;
}

inline Recorded recorded(const Request& request, int direction, bool in_place) {
  Recorded made{};
  long long input[MOST_DIMENSIONS];
  long long output[MOST_DIMENSIONS];
  const bool is_complex = request.kind == Kind::c2c;
  made.input = strides_of(request, request.input, request.kind == Kind::c2r, in_place && !is_complex, input);
  made.output = strides_of(request, request.output, request.kind == Kind::r2c, in_place && !is_complex, output);
  made.count = request.batch;
  std::string size;
  for (int i = 0; i < request.rank; ++i) {
    size += (i > 0 ? "x" : "") + std::to_string(request.lengths[i]);
    if (request.lengths[i] > 1) made.dimensions.push_back({request.lengths[i], input[i], output[i]});
  }
  // By falling stride of the input; that of a half spectrum last.
  const bool keeps_last = !is_complex && request.lengths[request.rank - 1] > 1;
  std::stable_sort(made.dimensions.begin(), made.dimensions.end() - (keeps_last ? 1 : 0),
                   [](const RecordedDimension& a, const RecordedDimension& b) { return a.input > b.input; });
  made.is_problem = is_complex || keeps_last || made.dimensions.empty();
  const char* const kind = is_complex ? "c2c" : request.kind == Kind::r2c ? "r2c" : "c2r";
  const char* const precision = request.precision == bundle::F64   ? "f64"
                                : request.precision == bundle::F32 ? "f32"
                                : request.precision == bundle::F16 ? "f16"
                                                                   : "bf16";
  const char* const way = direction == FORWARD ? "forward" : "inverse";
  made.head = std::string("\"kind\": \"") + kind + "\", \"precision\": \"" + precision + "\", \"direction\": \"" + way + "\"";
  made.name = std::string(kind) + " " + size + " " + precision + " " + way;
  return made;
}

/** All executions of the process. */
class Record {
 public:
  /** Never destroyed: what else ends with the program may still run transforms. */
  static Record& the() {
    static Record* const record = [] {
      auto* const made = new Record;
      std::atexit([] { the().end(); });
      return made;
    }();
    return *record;
  }

  bool is_timed() const { return !path_.empty(); }

  void count(bool served) {
    executions_.fetch_add(1, std::memory_order_relaxed);
    if (served) served_.fetch_add(1, std::memory_order_relaxed);
  }

  /** A comparison with the real library: the difference over the one that is allowed. */
  void compared(double share) {
    const std::lock_guard<std::mutex> lock(mutex_);
    compared_ += 1;
    differing_ += share <= 1 ? 0 : 1;
    largest_ = std::max(largest_, share);
  }

  struct Timed {
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
  };

  void add(const Request& request, int direction, bool in_place, bool served, Timed timed) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Recorded posed = recorded(request, direction, in_place);
    std::string key = posed.head;
    for (const RecordedDimension& one : posed.dimensions) key += text_of(one);
    key += text_of({posed.count, posed.input, posed.output});
    Entry& entry = entries_.try_emplace(key, Entry{posed, 0, 0, 0, {}}).first->second;
    entry.calls += 1;
    entry.served += served ? 1 : 0;
    if (timed.end == nullptr) return;
    entry.running.push_back(timed);
    if (entry.running.size() >= 64) settle(entry);
  }

 private:
  struct Entry {
    Recorded posed;
    long long calls, served;
    double milliseconds;
    std::vector<Timed> running;
  };

  Record() : owner_(getpid()) {
    const char* const said = std::getenv("FFTGEN_SHIM_LOG");
    if (said == nullptr) return;
    path_ = said;
    replace("%p", std::to_string(owner_));
    replace("%r", rank());
    // What cannot be written is better said before the program has run.
    if (std::FILE* const file = std::fopen(path_.c_str(), "a")) {
      std::fclose(file);
    } else {
      say("FFTGEN_SHIM_LOG cannot be written: ", path_.c_str());
      path_.clear();
    }
  }

  static std::string rank() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID", "RANK"}) {
      if (const char* const value = std::getenv(name)) return value;
    }
    return "0";
  }

  void replace(const char* what, const std::string& by) {
    for (std::size_t at = path_.find(what); at != std::string::npos; at = path_.find(what, at + by.size())) path_.replace(at, 2, by);
  }

  static std::string text_of(const RecordedDimension& one) {
    return " " + std::to_string(one.length) + ":" + std::to_string(one.input) + ":" + std::to_string(one.output);
  }

  /** Adds the times of what has run. */
  static void settle(Entry& entry) {
    for (const Timed& timed : entry.running) {
      float milliseconds = 0;
      if (cudaEventSynchronize(timed.end) == cudaSuccess && cudaEventElapsedTime(&milliseconds, timed.begin, timed.end) == cudaSuccess) {
        entry.milliseconds += milliseconds;
      }
      static_cast<void>(cudaEventDestroy(timed.begin));
      static_cast<void>(cudaEventDestroy(timed.end));
    }
    entry.running.clear();
  }

  /** A process that was forked has run nothing of what it remembers. */
  void end() {
    if (getpid() != owner_) return;
    const long long executions = executions_.load();
    if (executions > 0 && !bundle::HAS_TRANSFORMS) {
      std::fprintf(stderr, "fftgen: %lld execution%s of cuFFT%s%s\n", executions, executions == 1 ? "" : "s", path_.empty() ? "" : ", recorded in ", path_.c_str());
    } else if (executions > 0 && mode() != Mode::off) {
      std::fprintf(stderr, "fftgen: served %lld of %lld executions of cuFFT\n", static_cast<long long>(served_.load()), executions);
    }
    if (mode() == Mode::check && served_.load() > 0) say_compared();
    if (!path_.empty()) write();
  }

  void say_compared() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::fprintf(stderr, "fftgen: compared %lld of %lld served executions with cuFFT", compared_, static_cast<long long>(served_.load()));
    if (compared_ > 0) {
      std::fprintf(stderr, ": %lld differ%s by more than is allowed; the largest difference is %.2g of the allowed one", differing_,
                   differing_ == 1 ? "s" : "", largest_);
    }
    std::fprintf(stderr, "\n");
  }

  void write() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::FILE* const file = std::fopen(path_.c_str(), "w");
    if (file == nullptr) return say("FFTGEN_SHIM_LOG cannot be written: ", path_.c_str());
    std::fprintf(file, "{\n  \"schema\": \"fftgen/problems/1\",\n  \"program\": \"%s\",\n  \"device\": \"cuda\",\n  \"problems\": [",
                 program_invocation_short_name);
    const char* separator = "\n";
    for (auto& [key, entry] : entries_) {
      settle(entry);
      std::fprintf(file, "%s    {\n", separator);
      write_problem(file, entry.posed);
      std::fprintf(file, "      \"name\": \"%s\",\n      \"reason\": %s,\n", entry.posed.name.c_str(),
                   entry.served == entry.calls ? "null" : bundle::HAS_TRANSFORMS ? "\"the bundle has no such transform\"" : "\"there is no bundle\"");
      std::fprintf(file, "      \"calls\": %lld,\n      \"served\": %lld,\n      \"milliseconds\": %.6g\n    }", entry.calls, entry.served,
                   entry.milliseconds);
      separator = ",\n";
    }
    std::fprintf(file, "\n  ]\n}\n");
    std::fclose(file);
  }

  static void write_problem(std::FILE* file, const Recorded& posed) {
    if (!posed.is_problem) {
      std::fprintf(file, "      \"problem\": null,\n      \"batch\": null,\n");
      return;
    }
    std::fprintf(file, "      \"problem\": {%s, \"scale\": 1, \"dimensions\": [", posed.head.c_str());
    const char* comma = "";
    for (const RecordedDimension& one : posed.dimensions) {
      std::fprintf(file, "%s{\"length\": %lld, \"input\": %lld, \"output\": %lld}", comma, one.length, one.input, one.output);
      comma = ", ";
    }
    std::fprintf(file, "]},\n      \"batch\": {\"count\": %lld, \"input\": %lld, \"output\": %lld},\n", posed.count,
                 std::max(1LL, posed.input), std::max(1LL, posed.output));
  }

  pid_t owner_;
  std::string path_;
  std::atomic<long long> executions_{0};
  std::atomic<long long> served_{0};
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  long long compared_ = 0;
  long long differing_ = 0;
  double largest_ = 0;
};

/** One execution: counted at its end, and timed where there is a recording, but for what is captured into a graph. */
class Execution {
 public:
  Execution(const Request& request, int direction, bool in_place, cudaStream_t stream)
      : request_(request), direction_(direction), in_place_(in_place), stream_(stream) {
    if (!Record::the().is_timed()) return;
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone) return;
    if (cudaEventCreate(&timed_.begin) == cudaSuccess && cudaEventCreate(&timed_.end) == cudaSuccess) {
      static_cast<void>(cudaEventRecord(timed_.begin, stream));
    }
  }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;
  ~Execution() {
    Record& record = Record::the();
    record.count(served_);
    if (!record.is_timed()) return;
    if (timed_.end != nullptr) static_cast<void>(cudaEventRecord(timed_.end, stream_));
    record.add(request_, direction_, in_place_, served_, timed_);
  }
  void served() { served_ = true; }

 private:
  const Request& request_;
  int direction_;
  bool in_place_;
  cudaStream_t stream_;
  bool served_ = false;
  Record::Timed timed_;
};

}  // namespace fftgen_cufft
