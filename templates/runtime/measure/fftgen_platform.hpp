// The platform of a measurement: everything on which it depends except the measured text.
#pragma once

#include <string>

#if defined(__linux__) && !defined(FFTGEN_EMULATOR)
#include <dlfcn.h>
#endif

#include "fftgen_checked_cuda.hpp"
#include "fftgen_json.hpp"

namespace fftgen::verify {

struct Platform {
  std::string gpu;        // as the CUDA runtime reports it
  std::string driver;     // its release branch: `580`
  std::string toolchain;  // `nvcc 13.0`
};

namespace detail {

/** The branch of the driver's version, the part before its first dot, from nvidia-smi's library. */
inline std::string driver_branch() {
#if defined(__linux__) && !defined(FFTGEN_EMULATOR)
  char version[96] = "";
  if (void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    const auto initialise = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
    const auto get_version = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion"));
    const bool callable = initialise != nullptr && get_version != nullptr;
    if (!callable || initialise() != 0 || get_version(version, sizeof version) != 0) version[0] = '\0';
  }
  const std::string text = version;
  return text.empty() ? "unknown" : text.substr(0, text.find('.'));
#else
  return "none";
#endif
}

inline std::string compiler_version() {
  const auto version = [](const char* name, int major, int minor) {
    return std::string(name) + " " + std::to_string(major) + "." + std::to_string(minor);
  };
#if defined(__CUDACC_VER_MAJOR__)
  return version("nvcc", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
#elif defined(__clang__)
  return version("clang++", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
  return version("g++", __GNUC__, __GNUC_MINOR__);
#else
  return "unknown";
#endif
}

}  // namespace detail

/** Throws CudaFailure where there is no device. */
inline Platform this_platform() {
  return {device_properties().name, detail::driver_branch(), detail::compiler_version()};
}

inline void add_platform(Json& json, const char* key, const Platform& platform) {
  json.open(key)
      .text("gpu", platform.gpu)
      .text("driver", platform.driver)
      .text("toolchain", platform.toolchain)
      .close();
}

}  // namespace fftgen::verify
