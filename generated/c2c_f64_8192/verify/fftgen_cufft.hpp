// cuFFT as a yardstick, when compiled with -DFFTGEN_WITH_CUFFT and linked with -lcufft.
#pragma once

#ifdef FFTGEN_WITH_CUFFT

#include <cufft.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "fftgen_subject.hpp"

namespace fftgen::verify {

struct CufftFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require_cufft(cufftResult status, const char* call) {
  if (status == CUFFT_SUCCESS) return;
  throw CufftFailure(std::string(call) + " failed with cufftResult " + std::to_string(static_cast<int>(status)));
}

/** The same transform (natural order, scale 1). Throws CufftFailure where cuFFT has no such transform or not enough
 * memory. */
template <class C>
class CufftPlan {
 public:
  CufftPlan(const Subject<C>& subject, std::size_t batch)
      : direction_(subject.direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE) {
    if (subject.dimensions.size() > 3) throw CufftFailure("cuFFT has at most 3 dimensions");
    std::vector<long long> lengths;
    for (const Dimension& dimension : subject.dimensions) lengths.push_back(static_cast<long long>(dimension.length));
    require_cufft(cufftCreate(&plan_), "cufftCreate");
    std::size_t workspace_bytes = 0;
    // The 64-bit form of cufftPlanMany. Null embeddings: dense arrays, one behind the other.
    const cufftResult made = cufftMakePlanMany64(
        plan_, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1, 0, nullptr, 1, 0,
        sizeof(C) == sizeof(cufftComplex) ? CUFFT_C2C : CUFFT_Z2Z, static_cast<long long>(batch), &workspace_bytes);
    if (made != CUFFT_SUCCESS) cufftDestroy(plan_);
    require_cufft(made, "cufftMakePlanMany64");
  }
  ~CufftPlan() { cufftDestroy(plan_); }
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;

  void execute(const float2* in, float2* out) const {
    require_cufft(cufftExecC2C(plan_, const_cast<float2*>(in), out, direction_), "cufftExecC2C");
  }
  void execute(const double2* in, double2* out) const {
    require_cufft(cufftExecZ2Z(plan_, const_cast<double2*>(in), out, direction_), "cufftExecZ2Z");
  }

 private:
  int direction_;
  cufftHandle plan_{};
};

}  // namespace fftgen::verify

#endif
