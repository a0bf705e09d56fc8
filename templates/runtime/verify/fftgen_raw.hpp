// Transforms a file, so that any other program can judge the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
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

/** A file has no imaginary parts of real numbers. */
template <class C>
std::vector<C> read_side(const std::string& path, const Layout& layout) {
  if constexpr (!is_walsh<C>) {
    if (layout.reals()) {
      std::vector<C> elements;
      for (const auto number : read_elements<typename Element<C>::Real>(path)) {
        C element{};
        element.x = number;
        elements.push_back(element);
      }
      return elements;
    }
  }
  return read_elements<C>(path);
}

template <class C>
void write_side(const std::string& path, const std::vector<C>& elements, const Layout& layout) {
  if constexpr (!is_walsh<C>) {
    if (layout.reals()) {
      std::vector<typename Element<C>::Real> numbers;
      for (const C& element : elements) numbers.push_back(element.x);
      write_elements(path, numbers);
      return;
    }
  }
  write_elements(path, elements);
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
  const std::vector<C> input = detail::read_side<C>(options.input, session.input_layout);
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
  detail::write_side(options.output, output, session.layout);
  const Violations& seen = session.violations;
  for (const std::string& violation : {seen.guard_bands, seen.unwritten, seen.input_changed}) {
    if (!violation.empty()) std::fprintf(stderr, "%s: %s\n", subject.name, violation.c_str());
  }
  return seen.guard_bands.empty() && seen.unwritten.empty() && seen.input_changed.empty() ? 0 : 1;
}

}  // namespace fftgen::verify
