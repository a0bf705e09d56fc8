// SPDX-License-Identifier: Apache-2.0
// Plans by their handles: a handle is created; then either the bundle has some of what it may be asked for, and it is ours, or the real
// library makes its plan. Of a handle that is ours the real library does the executions that the bundle
// lacks: it makes its plan for the first of them, beside. Where a later call wants more than executions, callbacks for example, the handle
// becomes the real library's for good.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "cufft_check.hpp"
#include "cufft_request.hpp"

namespace fftgen_cufft {

class Plan {
 public:
  explicit Plan(Handle handle) : handle_(handle) {}
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    if (own_area_ != nullptr) static_cast<void>(cudaFree(own_area_));
  }

  /** `failed`: the program's work area is too small for the real library's plan; every execution says so. */
  enum class State { created, ours, real, failed };
  State state() const { return state_; }
  /** The real library's handle of it. */
  Handle handle() const { return handle_; }

  void set_stream(cudaStream_t stream) { stream_ = stream; }
  void set_area(void* area) {
    area_ = area;
    has_area_ = true;
  }
  void set_auto_allocation(bool on) { allocates_ = on; }
  /** What is set before the plan is made may be more than the bundle knows: callbacks, several GPUs. */
  void leave_to_real() { is_left_ = true; }
  std::size_t bytes() const { return bytes_; }
  bool has_direction(int direction) const {
    return request_.kind == Kind::c2c ? direction == FORWARD || direction == INVERSE
                                      : direction == (request_.kind == Kind::r2c ? FORWARD : INVERSE);
  }
  /** Whether settings are the real library's, too. */
  bool is_real_beside() const { return state_ != State::ours || has_real_; }

  /** Ours if the bundle has an execution that may come; else the real library's. */
  int make(const Request& request, std::size_t* bytes) {
    request_ = request;
    if (mode() != Mode::off && !is_left_ && is_plain(request) && is_covered()) {
      bytes_ = 0;
      for (const auto& ways : found_) {
        for (const bundle::Transform* one : ways) {
          if (one != nullptr) bytes_ = std::max(bytes_, one->workspace_bytes(batch_of(*one)));
        }
      }
      const bool has_room = allocates_ ? allocate(bytes_) : has_room_for_real();
      if (has_room && cudaGetDevice(&device_) == cudaSuccess) {
        state_ = State::ours;
        if (bytes != nullptr) *bytes = bytes_;
        return SUCCESS;
      }
    }
    const int status = real_plan(bytes);
    if (status == SUCCESS) state_ = State::real;
    return status;
  }

  /** Of a plan that is ours: the real library's from now on. */
  int hand_over() {
    const int status = make_beside();
    if (status == SUCCESS) state_ = State::real;
    return status;
  }

  /** Lets the real library make its plan beside, once. */
  int make_beside() {
    if (has_real_) return SUCCESS;
    if (is_captured()) {
      say("cuFFT cannot plan while a graph is captured, and the bundle lacks this execution: run it once before", "");
      return EXEC_FAILED;
    }
    std::size_t needed = 0;
    const int status = real_plan(&needed);
    if (status != SUCCESS) return status;
    // The program's work area has the bytes that were said.
    if (!allocates_ && needed > bytes_) {
      state_ = State::failed;
      return EXEC_FAILED;
    }
    has_real_ = true;
    const int streamed = FFTGEN_REAL(cufftSetStream, (Handle, cudaStream_t), handle_, stream_);
    if (streamed != SUCCESS || !has_area_) return streamed;
    return FFTGEN_REAL(cufftSetWorkArea, (Handle, void*), handle_, area_);
  }

  /** `direction` counts for complex transforms alone. */
  int execute(void* in, void* out, int direction) {
    const int way = request_.kind == Kind::c2c ? direction : request_.kind == Kind::r2c ? FORWARD : INVERSE;
    const bundle::Transform* const one = found_[way == INVERSE][in == out];
    if (mode() != Mode::check || !compares_ || !suits(one, in, out) || is_captured()) return transform(in, out, way, nullptr);
    Comparison comparison(request_, way, in, out, stream_);
    const bool has_begun = begin(comparison, way);
    bool served = false;
    const int status = transform(in, out, way, &served);
    if (has_begun && served) end(comparison, 2 * bundle::bound_of(*one));
    return status;
  }

  int execute_real(void* in, void* out, int direction) const {
    if (request_.is_extended) return FFTGEN_REAL(cufftXtExec, (Handle, void*, void*, int), handle_, in, out, direction);
    switch (request_.type) {
      case C2C:
        return FFTGEN_REAL(cufftExecC2C, (Handle, void*, void*, int), handle_, in, out, direction);
      case Z2Z:
        return FFTGEN_REAL(cufftExecZ2Z, (Handle, void*, void*, int), handle_, in, out, direction);
      case R2C:
        return FFTGEN_REAL(cufftExecR2C, (Handle, void*, void*), handle_, in, out);
      case D2Z:
        return FFTGEN_REAL(cufftExecD2Z, (Handle, void*, void*), handle_, in, out);
      case C2R:
        return FFTGEN_REAL(cufftExecC2R, (Handle, void*, void*), handle_, in, out);
      default:
        return FFTGEN_REAL(cufftExecZ2D, (Handle, void*, void*), handle_, in, out);
    }
  }

  /** Records an execution that the real library does. */
  Execution watched(void* in, void* out, int direction) const {
    const int way = request_.kind == Kind::c2c ? direction : request_.kind == Kind::r2c ? FORWARD : INVERSE;
    return Execution(request_, way, in == out, stream_);
  }

 private:
  /** Whether the bundle has any direction and placement of what the plan is for. */
  bool is_covered() {
    bool has_any = false;
    for (const int direction : {FORWARD, INVERSE}) {
      if (request_.kind == (direction == FORWARD ? Kind::c2r : Kind::r2c)) continue;
      for (const bool in_place : {false, true}) {
        const bundle::Transform* const one = bundle::find(problem_of(request_, direction, in_place));
        found_[direction == INVERSE][in_place] = one;
        has_any = has_any || one != nullptr;
      }
    }
    return has_any;
  }

  /** Pointers of real numbers, too, are those of complex ones: others are refused by cuFFT. */
  bool suits(const bundle::Transform* one, const void* in, const void* out) const {
    const std::size_t complex = 2 * side_of(request_, true, false).part_bytes();
    return one != nullptr && is_aligned(in, std::max(one->input_alignment, complex)) &&
           is_aligned(out, std::max(one->output_alignment, complex));
  }

  /** By the bundle, or by the real library. */
  int transform(void* in, void* out, int way, bool* served) {
    const bool in_place = in == out;
    const bundle::Transform*& one = found_[way == INVERSE][in_place];
    Execution execution(request_, way, in_place, stream_);
    if (suits(one, in, out)) {
      void* const area = has_area_ ? area_ : own_area_;
      const std::size_t batch = batch_of(*one);
      if (area == nullptr && one->workspace_bytes(batch) > 0) return NO_WORKSPACE;
      const cudaError_t status = run(*one, in, out, area, batch);
      if (status == cudaSuccess) {
        execution.served();
        if (served != nullptr) *served = true;
        return SUCCESS;
      }
      // Nothing was launched where the device does not suit; what fails later fails for cuFFT, too.
      one = nullptr;
    }
    const int made = make_beside();
    return made == SUCCESS ? execute_real(in, out, way) : made;
  }

  /** Lets the real library do an execution first. Where it cannot, it is not asked again, and nothing else changes. */
  bool begin(Comparison& comparison, int way) {
    const OnDevice here(device_);
    const Relaxed relaxed;
    if (real<int (*)()>("cufftCreate") == nullptr || make_beside() != SUCCESS) {
      state_ = State::ours;
      compares_ = false;
      say("FFTGEN_SHIM=check: there is no plan of cuFFT to compare with", "");
      return false;
    }
    return comparison.begin([&](void* in, void* out) { return execute_real(in, out, way); });
  }

  void end(Comparison& comparison, double allowed) {
    const OnDevice here(device_);
    const double share = comparison.end(allowed);
    if (share < 0) return;
    Record::the().compared(share);
    if (share <= 1 || has_said_difference_) return;
    has_said_difference_ = true;
    comparison.say_difference(allowed);
  }

  std::size_t batch_of(const bundle::Transform& one) const { return static_cast<std::size_t>(request_.batch) / one.members; }

  /**
   * Where the program allocates the work area, it is large enough for the real library's plan, too: a later call may need that, for a pointer
   * that is aligned to an element only, in place, for a callback, or on a GPU that the transforms do not run on.
   */
  bool has_room_for_real() {
    if (real<int (*)()>("cufftMakePlanMany64") == nullptr) return true;
    std::size_t needed = 0;
    if (real_size(&needed) != SUCCESS) return false;
    bytes_ = std::max(bytes_, needed);
    return true;
  }

  bool is_captured() const {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream_, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
  }

  bool allocate(std::size_t bytes) { return bytes == 0 || cudaMalloc(&own_area_, bytes) == cudaSuccess; }

  static bool is_aligned(const void* pointer, std::size_t bytes) { return reinterpret_cast<std::uintptr_t>(pointer) % bytes == 0; }

  /** The plan's device as the current one, for a while. */
  class OnDevice {
   public:
    explicit OnDevice(int device) : is_elsewhere_(cudaGetDevice(&current_) == cudaSuccess && current_ != device) {
      if (is_elsewhere_) static_cast<void>(cudaSetDevice(device));
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;
    ~OnDevice() {
      if (is_elsewhere_) static_cast<void>(cudaSetDevice(current_));
    }

   private:
    int current_ = -1;
    bool is_elsewhere_;
  };

  cudaError_t run(const bundle::Transform& one, void* in, void* out, void* area, std::size_t batch) const {
    const OnDevice here(device_);
    return one.execute(in, out, area, batch, stream_);
  }

  int real_plan(std::size_t* bytes) { return ask_real("cufftXtMakePlanMany", "cufftMakePlanMany64", bytes); }
  int real_size(std::size_t* bytes) { return ask_real("cufftXtGetSizeMany", "cufftGetSizeMany64", bytes); }

  /** Both functions that make a plan take what those take that say its bytes. */
  int ask_real(const char* extended, const char* plain, std::size_t* bytes) {
    using Extended = int (*)(Handle, int, long long*, long long*, long long, long long, int, long long*, long long, long long, int, long long,
                             std::size_t*, int);
    using Plain = int (*)(Handle, int, long long*, long long*, long long, long long, long long*, long long, long long, int, long long,
                          std::size_t*);
    Request& asked = request_;
    Layout& in = asked.input;
    Layout& out = asked.output;
    long long* const in_embed = in.is_said ? in.embed : nullptr;
    long long* const out_embed = out.is_said ? out.embed : nullptr;
    if (asked.is_extended) {
      const auto function = real<Extended>(extended);
      if (function == nullptr) return no_real(extended);
      return function(handle_, asked.rank, asked.lengths, in_embed, in.stride, in.distance, asked.types[0], out_embed, out.stride,
                      out.distance, asked.types[1], asked.batch, bytes, asked.types[2]);
    }
    const auto function = real<Plain>(plain);
    if (function == nullptr) return no_real(plain);
    return function(handle_, asked.rank, asked.lengths, in_embed, in.stride, in.distance, out_embed, out.stride, out.distance, asked.type,
                    asked.batch, bytes);
  }

  Handle handle_;
  State state_ = State::created;
  Request request_{};
  const bundle::Transform* found_[2][2] = {};  // forward, inverse; out of place, in place
  cudaStream_t stream_ = nullptr;
  void* area_ = nullptr;
  void* own_area_ = nullptr;
  bool is_left_ = false;
  bool has_real_ = false;  // a real plan beside ours
  bool has_area_ = false;
  bool allocates_ = true;
  bool compares_ = true;
  bool has_said_difference_ = false;
  std::size_t bytes_ = 0;
  int device_ = 0;
};

/** All plans of the process. */
class Plans {
 public:
  void add(Handle given, Handle real) { put(given, std::make_shared<Plan>(real)); }
  void remove(Handle given) { put(given, nullptr); }
  /** nullptr for a handle that is the real library's alone. */
  std::shared_ptr<Plan> find(Handle given) const {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    const auto found = plans_.find(given);
    return found == plans_.end() ? nullptr : found->second;
  }

 private:
  /** The plan that was there ends after the lock: it may wait for its device. */
  void put(Handle given, std::shared_ptr<Plan> plan) {
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    // The parameter outlives the lock.
    plans_[given].swap(plan);
  }

  mutable std::shared_mutex mutex_;
  std::unordered_map<Handle, std::shared_ptr<Plan>> plans_;
};

/** Never destroyed: programs destroy plans at their very end, too. */
inline Plans& plans() {
  static Plans* const all = new Plans;
  return *all;
}

/**
 * What a program is given for a handle of the real library: a number that the real library has not, where plans may be ours. A function of
 * it that the program looked up by itself, past this library, refuses the number; it would set a callback in a plan that the real library
 * never executes.
 */
inline Handle given_for(Handle real) { return bundle::HAS_TRANSFORMS && mode() != Mode::off ? real + (1 << 28) : real; }

inline Handle real_handle(const std::shared_ptr<Plan>& plan, Handle given) { return plan != nullptr ? plan->handle() : given; }

}  // namespace fftgen_cufft
