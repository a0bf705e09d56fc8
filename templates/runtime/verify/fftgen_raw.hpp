// Transforms a file, so that any other program can judge the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

template <class C>
std::vector<C> read_elements(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw UsageError("cannot read " + path);
  std::vector<C> elements;
  std::vector<C> piece(1 << 16);
  std::size_t bytes = 0;
  while (const std::size_t got =
             std::fread(reinterpret_cast<unsigned char*>(piece.data()), 1, piece.size() * sizeof(C), file.get())) {
    bytes += got;
    elements.insert(elements.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got / sizeof(C)));
  }
  if (bytes % sizeof(C) != 0 || std::ferror(file.get()) != 0)
    throw UsageError(path + " does not hold whole elements");
  return elements;
}

template <class C>
void write_elements(const std::string& path, const std::vector<C>& elements) {
  File file(std::fopen(path.c_str(), "wb"));
  const bool written = file && std::fwrite(elements.data(), sizeof(C), elements.size(), file.get()) == elements.size();
  if (!written || std::fclose(file.release()) != 0) throw UsageError("cannot write " + path);
}

/** A file has no imaginary parts of real numbers, and numbers in the type of the array. */
template <class C>
std::vector<C> read_side(const std::string& path, const Array& array) {
  using R = typename Element<C>::Real;
  if (array.content != Content::reals && array.stored == Stored::as_tested) return read_elements<C>(path);
  const std::vector<unsigned char> bytes = read_elements<unsigned char>(path);
  const std::size_t size = element_bytes<C>(array);
  if (bytes.size() % size != 0) throw UsageError(path + " does not hold whole elements");
  std::vector<C> elements(bytes.size() / size);
  const std::size_t numbers = size / number_bytes<C>(array);
  for (std::size_t i = 0; i < elements.size() * numbers; ++i) {
    R number;
    if (array.stored == Stored::as_tested)
      std::memcpy(static_cast<void*>(&number), bytes.data() + i * sizeof number, sizeof number);
    else
      number = Number<R>::narrow(read_number(array.stored, bytes.data(), i));
    reinterpret_cast<R*>(&elements[i / numbers])[i % numbers] = number;
  }
  return elements;
}

template <class C>
void write_side(const std::string& path, const std::vector<C>& elements, const Array& array) {
  using R = typename Element<C>::Real;
  if (array.content != Content::reals && array.stored == Stored::as_tested) return write_elements(path, elements);
  const std::size_t numbers = element_bytes<C>(array) / number_bytes<C>(array);
  std::vector<unsigned char> bytes(elements.size() * element_bytes<C>(array));
  for (std::size_t i = 0; i < elements.size() * numbers; ++i) {
    const R number = reinterpret_cast<const R*>(&elements[i / numbers])[i % numbers];
    if (array.stored == Stored::as_tested)
      std::memcpy(bytes.data() + i * sizeof number, &number, sizeof number);
    else
      write_number(array.stored, bytes.data(), i, Number<R>::widen(number));
  }
  write_elements(path, bytes);
}

}  // namespace detail

/**
 * Without --batch, as many transforms as the file holds. Returns 0, or 1 when something was written outside the
 * outputs.
 */
template <class C>
int transform_file(const Subject<C>& subject, const Options& options) {
  if (options.in_place && !subject.in_place)
    throw UsageError(std::string(subject.name) + " cannot be computed in place");
  Session<C> session(subject, options);
  const std::vector<C> input = detail::read_side<C>(options.input, subject.input);
  const std::uint64_t elements = session.input_layout.stored_elements();
  const std::size_t batch = options.batch.value_or(static_cast<std::size_t>(input.size() / elements));
  if (batch == 0 || input.size() != batch * elements) {
    throw UsageError(options.input + " holds " + std::to_string(input.size()) + " elements, not " +
                     (options.batch ? std::to_string(batch * elements) : "a multiple of " + std::to_string(elements)));
  }
  const Placement placement = options.in_place ? Placement::in_place : Placement::out_of_place;
  // Files hold arrays one behind the other, whole and without the gaps that memory may have.
  const auto signal = [&](std::uint64_t position) { return input[session.input_layout.stored_address(position)]; };
  const std::vector<C> transformed = transform(session, batch, placement, signal, "raw");
  std::vector<C> output(static_cast<std::size_t>(session.layout.stored_elements()) * batch);
  for (std::uint64_t position = 0; position < transformed.size(); ++position) {
    if (session.layout.is_stored(position)) output[session.layout.stored_address(position)] = transformed[position];
  }
  detail::write_side(options.output, output, subject.output);
  const Violations& seen = session.violations;
  for (const std::string& violation : {seen.guard_bands, seen.unwritten, seen.input_changed}) {
    if (!violation.empty()) std::fprintf(stderr, "%s: %s\n", subject.name, violation.c_str());
  }
  return seen.guard_bands.empty() && seen.unwritten.empty() && seen.input_changed.empty() ? 0 : 1;
}

}  // namespace fftgen::verify
