// Finds the name of a kernel from its address, by reading the symbol table of the running program: kernels need no
// registration, and static ones have names too. Knows ELF only; elsewhere a kernel is "(unnamed)".
#pragma once

#include <string>

#ifdef __linux__

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace fftgen::emulator {

/// The file that a piece of code was loaded from, and the distance from the addresses in the file.
struct CodeObject {
  std::uintptr_t code;
  std::string path;
  std::uintptr_t offset;
};

inline CodeObject code_object_of(std::uintptr_t code) {
  CodeObject object{code, "", 0};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& wanted = *static_cast<CodeObject*>(data);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          if (wanted.code < begin || wanted.code >= begin + segment.p_memsz) continue;
          const bool is_program = info->dlpi_name == nullptr || info->dlpi_name[0] == '\0';
          wanted.path = is_program ? "/proc/self/exe" : info->dlpi_name;
          wanted.offset = info->dlpi_addr;
          return 1;
        }
        return 0;
      },
      &object);
  return object;
}

/// "void fft::rows<4>(float2*)" becomes "fft::rows<4>", and "(anonymous namespace)::rows(float2*)" becomes "rows".
inline std::string without_signature(std::string declaration) {
  static const std::string anonymous = "(anonymous namespace)::";
  for (auto at = declaration.find(anonymous); at != std::string::npos; at = declaration.find(anonymous)) {
    declaration.erase(at, anonymous.size());
  }
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < declaration.size(); ++i) {
    const char c = declaration[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c == ' ' && depth == 0) begin = i + 1;
    if (c == '(' && depth == 0) return declaration.substr(begin, i - begin);
  }
  return declaration;
}

inline std::string demangled(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  if (text == nullptr) return symbol;
  const std::string declaration = text;
  std::free(text);
  return without_signature(declaration);
}

inline std::vector<char> contents_of(const std::string& path) {
  std::vector<char> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return bytes;
  char chunk[65536];
  while (const std::size_t got = std::fread(chunk, 1, sizeof(chunk), file)) {
    bytes.insert(bytes.end(), chunk, chunk + got);
  }
  std::fclose(file);
  return bytes;
}

inline std::string kernel_name(const void* kernel) {
  const CodeObject object = code_object_of(reinterpret_cast<std::uintptr_t>(kernel));
  const std::vector<char> image = contents_of(object.path);
  const auto record = [&](auto& into, std::size_t offset) {
    if (offset + sizeof(into) > image.size()) return false;
    std::memcpy(&into, image.data() + offset, sizeof(into));
    return true;
  };
  ElfW(Ehdr) header;
  if (!record(header, 0)) return "(unnamed)";
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) symbols;
    ElfW(Shdr) names;
    if (!record(symbols, header.e_shoff + i * sizeof(symbols)) || symbols.sh_type != SHT_SYMTAB) continue;
    if (!record(names, header.e_shoff + symbols.sh_link * sizeof(names))) continue;
    for (std::size_t at = symbols.sh_offset; at < symbols.sh_offset + symbols.sh_size; at += sizeof(ElfW(Sym))) {
      ElfW(Sym) symbol;
      if (!record(symbol, at)) break;
      if ((symbol.st_info & 0xf) != STT_FUNC || symbol.st_value != object.code - object.offset) continue;
      if (names.sh_offset + symbol.st_name < image.size()) return demangled(&image[names.sh_offset + symbol.st_name]);
    }
  }
  return "(unnamed)";
}

}  // namespace fftgen::emulator

#else

namespace fftgen::emulator {

inline std::string kernel_name(const void*) { return "(unnamed)"; }

}  // namespace fftgen::emulator

#endif
