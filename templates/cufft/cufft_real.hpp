// SPDX-License-Identifier: Apache-2.0
// The real cuFFT, behind a library that may have its very name: opened by paths, and known not to be this library itself.
#pragma once

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "cufft_abi.hpp"

namespace fftgen_cufft {

/** Somewhere in this library. */
static const char own_place = 0;

inline const void* base_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

inline std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

inline void add_parts(const char* list, std::vector<std::string>& parts) {
  if (list == nullptr) return;
  const std::string text = list;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

/** What the objects of the process say of cuFFT. */
struct Loaded {
  std::vector<std::string> libraries;  // that are called as cuFFT is
  std::vector<std::string> folders;    // where the loader looks on behalf of an object, and where Python has cuFFT beside it
  std::string own_name;                // of this library: libcufft.so.12, where it has cuFFT's name
};

/** Adds the directories that an object names for the loader, DT_RPATH and DT_RUNPATH, and reads this library's own name. */
inline void read_dynamic(const dl_phdr_info& object, const ElfW(Dyn) * dynamic, const std::string& folder, Loaded& loaded) {
  std::uintptr_t strings = 0;
  for (const ElfW(Dyn)* one = dynamic; one->d_tag != DT_NULL; ++one) {
    if (one->d_tag == DT_STRTAB) strings = one->d_un.d_ptr;
  }
  if (strings == 0) return;
  // Most loaders write the address in memory over the one in the file.
  if (strings < object.dlpi_addr) strings += object.dlpi_addr;
  const char* const text = reinterpret_cast<const char*>(strings);
  for (const ElfW(Dyn)* one = dynamic; one->d_tag != DT_NULL; ++one) {
    if (one->d_tag == DT_SONAME && base_of(dynamic) == base_of(&own_place)) loaded.own_name = text + one->d_un.d_val;
    if (one->d_tag != DT_RPATH && one->d_tag != DT_RUNPATH) continue;
    std::vector<std::string> parts;
    add_parts(text + one->d_un.d_val, parts);
    for (std::string& part : parts) {
      for (const char* origin : {"$ORIGIN", "${ORIGIN}"}) {
        const std::size_t at = part.find(origin);
        if (at != std::string::npos) part.replace(at, std::strlen(origin), folder);
      }
      if (part[0] == '/') loaded.folders.push_back(part);
    }
  }
}

inline int read_object(dl_phdr_info* object, std::size_t, void* given) {
  Loaded& loaded = *static_cast<Loaded*>(given);
  std::string path = object->dlpi_name;
  if (path.empty()) {
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program));
    if (length > 0) path.assign(program, static_cast<std::size_t>(length));
  }
  const std::string folder = folder_of(path);
  if (path.compare(path.rfind('/') + 1, 11, "libcufft.so") == 0) loaded.libraries.push_back(path);
  for (const char* packages : {"/site-packages/", "/dist-packages/"}) {
    const std::size_t at = path.find(packages);
    if (at == std::string::npos) continue;
    const std::string root = path.substr(0, at + std::strlen(packages));
    for (const char* place : {"nvidia/cu13/lib", "nvidia/cufft/lib"}) loaded.folders.push_back(root + place);
  }
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    read_dynamic(*object, reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr), folder, loaded);
  }
  return 0;
}

/** Opens a library if it is a cuFFT, and not this library. */
inline void* opened(const char* path, int mode = RTLD_LAZY | RTLD_LOCAL) {
  void* const library = dlopen(path, mode);
  if (library == nullptr) return nullptr;
  const void* const function = dlsym(library, "cufftCreate");
  if (function != nullptr && base_of(function) != base_of(&own_place)) return library;
  dlclose(library);
  return nullptr;
}

inline void* named_library(const char* path) {
  void* const library = opened(path);
  if (library != nullptr) return library;
  const char* const problem = dlerror();
  say("FFTGEN_CUFFT: ", problem != nullptr ? problem : (std::string(path) + " is not the real cuFFT").c_str());
  return nullptr;
}

/** Looks for the real library where the program would find it; then in the usual places. */
inline void* found_library() {
  Loaded loaded;
  dl_iterate_phdr(read_object, &loaded);
  for (const std::string& path : loaded.libraries) {
    if (void* const found = opened(path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) return found;
  }
  // A program that asked for one version of cuFFT is given no other.
  std::vector<std::string> names = {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"};
  if (loaded.own_name.compare(0, 12, "libcufft.so.") == 0) names = {loaded.own_name};
  std::vector<std::string> folders = loaded.folders;
  add_parts(std::getenv("LD_LIBRARY_PATH"), folders);
  // By its name, where ld.so.conf has it: where this library has that name, it finds itself, and goes on.
  folders.push_back("");
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* const root = std::getenv(variable)) folders.push_back(std::string(root) + "/lib64");
  }
  if (const char* const root = std::getenv("CONDA_PREFIX")) folders.push_back(std::string(root) + "/lib");
  for (const char* usual : {"/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"}) {
    folders.push_back(usual);
  }
  for (const std::string& folder : folders) {
    for (const std::string& name : names) {
      if (void* const found = opened((folder.empty() ? name : folder + "/" + name).c_str())) return found;
    }
  }
  return nullptr;
}

/** The real library, which is mostly loaded already: FFTGEN_CUFFT names another one. nullptr without any. */
inline void* real_library() {
  static void* const library = [] {
    const char* const path = std::getenv("FFTGEN_CUFFT");
    return path != nullptr ? named_library(path) : found_library();
  }();
  return library;
}

inline void* real_symbol(const char* name) {
  void* const library = real_library();
  return library == nullptr ? dlsym(RTLD_NEXT, name) : dlsym(library, name);
}

/** A function of the real library; nullptr without one. */
template <class Function>
Function real(const char* name) {
  void* const symbol = real_symbol(name);
  Function function = nullptr;
  static_assert(sizeof(function) == sizeof(symbol), "a function pointer is as large as a pointer");
  std::memcpy(&function, &symbol, sizeof(symbol));
  return function;
}

/** Calls a function of the real library, which is looked up once; NOT_SUPPORTED without one. */
#define FFTGEN_REAL(name, parameters, ...)                                          \
  ([&]() -> int {                                                                   \
    static const auto function = fftgen_cufft::real<int(*) parameters>(#name);      \
    return function == nullptr ? fftgen_cufft::no_real(#name) : function(__VA_ARGS__); \
  }())

inline int no_real(const char* name) {
  static std::once_flag once;
  std::call_once(once, [&] { say("no cuFFT is there for what the bundle lacks; FFTGEN_CUFFT names its path; called was ", name); });
  return NOT_SUPPORTED;
}

}  // namespace fftgen_cufft
