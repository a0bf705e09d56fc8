// SPDX-License-Identifier: Apache-2.0
// The functions of cuFFT that stand before the real ones: those that make, set, execute and destroy plans. All others are in
// cufft_forward.hpp.
#pragma once

#include <atomic>
#include <initializer_list>

#include "cufft_forward.hpp"

#define FFTGEN_EXPORT extern "C" __attribute__((visibility("default")))

namespace fftgen_cufft {

/** Handles of our own, where there is no cuFFT: of numbers that it would not give out. */
inline int own_handle(Handle* handle) {
  static std::atomic<int> last{1 << 24};
  *handle = ++last;
  return SUCCESS;
}

inline int create(Handle* handle) {
  if (handle == nullptr) return INVALID_VALUE;
  const bool has_real = real<int (*)(Handle*)>("cufftCreate") != nullptr;
  const int status = has_real ? FFTGEN_REAL(cufftCreate, (Handle*), handle) : own_handle(handle);
  if (status != SUCCESS) return status;
  const Handle real_one = *handle;
  *handle = has_real ? given_for(real_one) : real_one;
  plans().add(*handle, real_one);
  return SUCCESS;
}

inline int destroy(Handle handle) {
  const Handle real_one = real_handle(plans().find(handle), handle);
  plans().remove(handle);
  const bool has_real = real<int (*)(Handle)>("cufftDestroy") != nullptr;
  return has_real ? FFTGEN_REAL(cufftDestroy, (Handle), real_one) : static_cast<int>(SUCCESS);
}

/** Makes the plan of a handle that has none. */
inline int make(Handle handle, const Request& request, std::size_t* bytes) {
  const std::shared_ptr<Plan> plan = plans().find(handle);
  if (plan == nullptr || plan->state() != Plan::State::created) return INVALID_PLAN;
  return plan->make(request, bytes);
}

/** Creates a handle and makes its plan: cufftPlan*. */
inline int plan(Handle* handle, const Request& request) {
  const int created = create(handle);
  if (created != SUCCESS) return created;
  std::size_t bytes = 0;
  const int made = make(*handle, request, &bytes);
  if (made != SUCCESS) static_cast<void>(destroy(*handle));
  return made;
}

inline Layout layout(int rank, const long long* embed, long long stride, long long distance) {
  Layout made{embed != nullptr, {}, stride, distance};
  for (int i = 0; embed != nullptr && i < rank && i < MOST_DIMENSIONS; ++i) made.embed[i] = embed[i];
  return made;
}

/** What is wrong with the request, the real library says: its form is kept as it is. */
inline Request request_of(int rank, const long long* lengths, const Layout& input, const Layout& output, int type, long long batch) {
  Request request{};
  request.rank = rank;
  for (int i = 0; lengths != nullptr && i < rank && i < MOST_DIMENSIONS; ++i) request.lengths[i] = lengths[i];
  request.input = input;
  request.output = output;
  request.batch = batch;
  request.is_served = set_type(request, type);
  return request;
}

inline Request dense(std::initializer_list<long long> lengths, int type, long long batch) {
  return request_of(static_cast<int>(lengths.size()), lengths.begin(), layout(0, nullptr, 1, 0), layout(0, nullptr, 1, 0), type, batch);
}

/** A copy of numbers that some functions take as int and some as long long. */
struct Numbers {
  long long values[MOST_DIMENSIONS] = {};
  const long long* pointer = nullptr;
  Numbers(int rank, const int* given) {
    if (given == nullptr) return;
    for (int i = 0; i < rank && i < MOST_DIMENSIONS; ++i) values[i] = given[i];
    pointer = values;
  }
};

/** Whether a setting goes to the real library: with none it is a plan's alone. */
inline bool has_real_or_plan(const std::shared_ptr<Plan>& plan, const char* name) {
  return plan == nullptr || real<int (*)()>(name) != nullptr;
}

/** `is_said`: the program said the direction, which must be the plan's. */
inline int execute(Handle handle, void* in, void* out, int direction, bool is_said, int (*otherwise)(Handle, void*, void*, int)) {
  const std::shared_ptr<Plan> plan = plans().find(handle);
  if (plan == nullptr || plan->state() == Plan::State::created) return otherwise(real_handle(plan, handle), in, out, direction);
  if (plan->state() == Plan::State::ours) {
    if (is_said && !plan->has_direction(direction)) return INVALID_VALUE;
    return in == nullptr || out == nullptr ? static_cast<int>(INVALID_VALUE) : plan->execute(in, out, direction);
  }
  if (plan->state() == Plan::State::failed) return EXEC_FAILED;
  const Execution execution = plan->watched(in, out, direction);
  return otherwise(plan->handle(), in, out, direction);
}

}  // namespace fftgen_cufft

using fftgen_cufft::Handle;

FFTGEN_EXPORT int cufftCreate(Handle* handle) { return fftgen_cufft::create(handle); }
FFTGEN_EXPORT int cufftDestroy(Handle handle) { return fftgen_cufft::destroy(handle); }

FFTGEN_EXPORT int cufftPlan1d(Handle* handle, int n, int type, int batch) {
  return fftgen_cufft::plan(handle, fftgen_cufft::dense({n}, type, batch));
}
FFTGEN_EXPORT int cufftPlan2d(Handle* handle, int nx, int ny, int type) {
  return fftgen_cufft::plan(handle, fftgen_cufft::dense({nx, ny}, type, 1));
}
FFTGEN_EXPORT int cufftPlan3d(Handle* handle, int nx, int ny, int nz, int type) {
  return fftgen_cufft::plan(handle, fftgen_cufft::dense({nx, ny, nz}, type, 1));
}
FFTGEN_EXPORT int cufftPlanMany(Handle* handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                                int odist, int type, int batch) {
  const fftgen_cufft::Numbers lengths(rank, n), input(rank, inembed), output(rank, onembed);
  return fftgen_cufft::plan(handle, fftgen_cufft::request_of(rank, lengths.pointer, fftgen_cufft::layout(rank, input.pointer, istride, idist),
                                                             fftgen_cufft::layout(rank, output.pointer, ostride, odist), type, batch));
}

FFTGEN_EXPORT int cufftMakePlan1d(Handle handle, int n, int type, int batch, size_t* bytes) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  return fftgen_cufft::make(handle, fftgen_cufft::dense({n}, type, batch), bytes);
}
FFTGEN_EXPORT int cufftMakePlan2d(Handle handle, int nx, int ny, int type, size_t* bytes) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  return fftgen_cufft::make(handle, fftgen_cufft::dense({nx, ny}, type, 1), bytes);
}
FFTGEN_EXPORT int cufftMakePlan3d(Handle handle, int nx, int ny, int nz, int type, size_t* bytes) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  return fftgen_cufft::make(handle, fftgen_cufft::dense({nx, ny, nz}, type, 1), bytes);
}
FFTGEN_EXPORT int cufftMakePlanMany(Handle handle, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                                    int odist, int type, int batch, size_t* bytes) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  const fftgen_cufft::Numbers lengths(rank, n), input(rank, inembed), output(rank, onembed);
  return fftgen_cufft::make(handle,
                            fftgen_cufft::request_of(rank, lengths.pointer, fftgen_cufft::layout(rank, input.pointer, istride, idist),
                                                     fftgen_cufft::layout(rank, output.pointer, ostride, odist), type, batch),
                            bytes);
}
FFTGEN_EXPORT int cufftMakePlanMany64(Handle handle, int rank, long long* n, long long* inembed, long long istride, long long idist,
                                      long long* onembed, long long ostride, long long odist, int type, long long batch,
                                      size_t* bytes) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  return fftgen_cufft::make(handle,
                            fftgen_cufft::request_of(rank, n, fftgen_cufft::layout(rank, inembed, istride, idist),
                                                     fftgen_cufft::layout(rank, onembed, ostride, odist), type, batch),
                            bytes);
}
FFTGEN_EXPORT int cufftXtMakePlanMany(Handle handle, int rank, long long* n, long long* inembed, long long istride, long long idist,
                                      int input_type, long long* onembed, long long ostride, long long odist, int output_type,
                                      long long batch, size_t* bytes, int execution_type) {
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  fftgen_cufft::Request request = fftgen_cufft::request_of(rank, n, fftgen_cufft::layout(rank, inembed, istride, idist),
                                                           fftgen_cufft::layout(rank, onembed, ostride, odist), fftgen_cufft::C2C, batch);
  request.is_served = fftgen_cufft::set_types(request, input_type, output_type, execution_type);
  return fftgen_cufft::make(handle, request, bytes);
}

FFTGEN_EXPORT int cufftGetSize(Handle handle, size_t* bytes) {
  const std::shared_ptr<fftgen_cufft::Plan> plan = fftgen_cufft::plans().find(handle);
  if (plan == nullptr || plan->state() != fftgen_cufft::Plan::State::ours) {
    return FFTGEN_REAL(cufftGetSize, (Handle, size_t*), fftgen_cufft::real_handle(plan, handle), bytes);
  }
  if (bytes == nullptr) return fftgen_cufft::INVALID_VALUE;
  *bytes = plan->bytes();
  return fftgen_cufft::SUCCESS;
}
FFTGEN_EXPORT int cufftSetStream(Handle handle, cudaStream_t stream) {
  const std::shared_ptr<fftgen_cufft::Plan> plan = fftgen_cufft::plans().find(handle);
  if (plan != nullptr) plan->set_stream(stream);
  if (plan != nullptr && !plan->is_real_beside()) return fftgen_cufft::SUCCESS;
  if (!fftgen_cufft::has_real_or_plan(plan, "cufftSetStream")) return fftgen_cufft::SUCCESS;
  return FFTGEN_REAL(cufftSetStream, (Handle, cudaStream_t), fftgen_cufft::real_handle(plan, handle), stream);
}
FFTGEN_EXPORT int cufftSetWorkArea(Handle handle, void* area) {
  const std::shared_ptr<fftgen_cufft::Plan> plan = fftgen_cufft::plans().find(handle);
  if (plan != nullptr) plan->set_area(area);
  if (plan != nullptr && !plan->is_real_beside()) return fftgen_cufft::SUCCESS;
  if (!fftgen_cufft::has_real_or_plan(plan, "cufftSetWorkArea")) return fftgen_cufft::SUCCESS;
  return FFTGEN_REAL(cufftSetWorkArea, (Handle, void*), fftgen_cufft::real_handle(plan, handle), area);
}
FFTGEN_EXPORT int cufftSetAutoAllocation(Handle handle, int on) {
  const std::shared_ptr<fftgen_cufft::Plan> plan = fftgen_cufft::plans().find(handle);
  if (plan != nullptr && plan->state() == fftgen_cufft::Plan::State::created) plan->set_auto_allocation(on != 0);
  // cuFFT takes it of a plan that is made, and it means nothing.
  if (plan != nullptr && plan->state() == fftgen_cufft::Plan::State::ours) return fftgen_cufft::SUCCESS;
  if (!fftgen_cufft::has_real_or_plan(plan, "cufftSetAutoAllocation")) return fftgen_cufft::SUCCESS;
  return FFTGEN_REAL(cufftSetAutoAllocation, (Handle, int), fftgen_cufft::real_handle(plan, handle), on);
}

// The plan decides what is computed, not the name of the function: so does cuFFT.
FFTGEN_EXPORT int cufftXtExec(Handle handle, void* in, void* out, int direction) {
  return fftgen_cufft::execute(handle, in, out, direction, true, [](Handle real, void* from, void* to, int way) {
    return FFTGEN_REAL(cufftXtExec, (Handle, void*, void*, int), real, from, to, way);
  });
}
#define FFTGEN_EXEC_BOTH_WAYS(name)                                                                              \
  FFTGEN_EXPORT int name(Handle handle, void* in, void* out, int direction) {                                    \
    return fftgen_cufft::execute(handle, in, out, direction, true, [](Handle real, void* from, void* to, int way) { \
      return FFTGEN_REAL(name, (Handle, void*, void*, int), real, from, to, way);                                \
    });                                                                                                          \
  }
#define FFTGEN_EXEC_ONE_WAY(name, way)                                                                           \
  FFTGEN_EXPORT int name(Handle handle, void* in, void* out) {                                                   \
    return fftgen_cufft::execute(handle, in, out, way, false, [](Handle real, void* from, void* to, int) {              \
      return FFTGEN_REAL(name, (Handle, void*, void*), real, from, to);                                          \
    });                                                                                                          \
  }
FFTGEN_EXEC_BOTH_WAYS(cufftExecC2C)
FFTGEN_EXEC_BOTH_WAYS(cufftExecZ2Z)
FFTGEN_EXEC_ONE_WAY(cufftExecR2C, fftgen_cufft::FORWARD)
FFTGEN_EXEC_ONE_WAY(cufftExecD2Z, fftgen_cufft::FORWARD)
FFTGEN_EXEC_ONE_WAY(cufftExecC2R, fftgen_cufft::INVERSE)
FFTGEN_EXEC_ONE_WAY(cufftExecZ2D, fftgen_cufft::INVERSE)
