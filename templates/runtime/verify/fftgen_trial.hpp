// Runs the transform once and checks the memory around it: sentinels in the outputs, in the workspace, and before and
// behind every buffer; and compares the input with its former values.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_characters.hpp"
#include "fftgen_checked_cuda.hpp"
#include "fftgen_command_line.hpp"
#include "fftgen_input.hpp"
#include "fftgen_layout.hpp"
#include "fftgen_report.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

enum class Placement { out_of_place, in_place };

/** Where buffers begin: at multiples of every alignment, or past one by the alignment that the pointer must have. */
enum class Begin { aligned, least_aligned };

inline const char* placement_text(Placement placement) {
  return placement == Placement::in_place ? "in place" : "out of place";
}

/** The first violation of each kind in all the runs of the program; empty while there is none. */
struct Violations {
  std::string guard_bands;
  std::string unwritten;
  std::string input_changed;
};

/** The state that all tests share. */
template <class C>
struct Session {
  const Subject<C>& subject;
  Options options;
  Layout input_layout;
  Layout layout;  // of the output
  std::uint64_t points;  // the points of one transform
  Grid<C> inputs;
  Grid<C> outputs;
  Violations violations;
  Report report;

  Session(const Subject<C>& what, const Options& how, Progress::Listener listener = Progress::Listener::people)
      : subject(what),
        options(how),
        input_layout(what, what.input),
        layout(what, what.output),
        points(layout.points()),
        inputs(what, Side::inputs),
        outputs(what, Side::outputs),
        report(how.json, listener) {}

  Errors bounds() const { return {subject.l2_bound, subject.max_bound}; }

  /** The array of the batch that a position belongs to. */
  std::string batch_member(std::uint64_t position) const {
    return "batch member " + std::to_string(layout.array_of(position));
  }
  /** `(0, 17, 4) of batch member 2`, for a position in a whole batch; coordinates as stored. */
  std::string place(std::uint64_t position) const { return layout.place(position); }

  /**
   * A signal as the transform sees it: absent elements of the input count as zero, except the conjugates of those
   * present in half a spectrum.
   */
  template <class Signal>
  auto seen(const Signal& signal) const {
    return [this, signal](std::uint64_t position) {
      const auto stored = [&](std::uint64_t at) {
        if (!input_layout.present(at)) return C{};
        const C held = as_held(subject.input, static_cast<C>(signal(input_layout.counted_as(at))));
        return subject.load == nullptr ? held : loaded(subject, held, input_layout.where(at));
      };
      if constexpr (!is_walsh<C>) {
        if (subject.input.content == Content::reals) return real_part(stored(position));
        if (subject.input.content == Content::half) {
          const std::uint64_t other = mirror(position);
          if (other == position) return real_part(stored(position));
          if (!input_layout.is_stored(position)) return conjugate(stored(other));
          // Of two stored elements of a conjugate pair the part with conjugate symmetry counts.
          return input_layout.is_stored(other) ? mean(stored(position), conjugate(stored(other))) : stored(position);
        }
      }
      return stored(position);
    };
  }

  /** The position of the conjugate of a spectrum's element, present or not. */
  std::uint64_t mirror(std::uint64_t position) const {
    std::uint64_t rest = position % points;
    std::uint64_t result = position - rest;
    std::uint64_t weight = 1;
    for (std::size_t d = inputs.rank(); d-- > 0;) {
      const std::uint64_t length = inputs.axis(d).length();
      const std::uint64_t index = rest % length;
      result += inputs.axis(d).position((length - index) % length) * weight;
      rest /= length;
      weight *= length;
    }
    return result;
  }

  /** Completes outputs that are half a spectrum by its other half. */
  void complete(std::vector<C>& known) const {
    if constexpr (!is_walsh<C>) {
      if (subject.output.content != Content::half || !layout.known()) return;
      parallel_pieces(known.size(), [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) {
          if (!layout.is_stored(i)) known[i] = conjugate(known[mirror(i)]);
        }
      });
    }
  }

  static C real_part(C value) {
    if constexpr (!is_walsh<C>) value.y = Element<C>::narrow(Value<C>{0.0, 0.0}).y;
    return value;
  }
  static C mean(C a, C b) { return narrow<C>(Value<C>{0.5, 0.0} * (widen(a) + widen(b))); }
  static C conjugate(C value) { return narrow<C>(verify::conjugate(widen(value))); }

  /**
   * Random numbers in the middle of the range of the elements: [-1, 1), except for 16-bit types with few exponent
   * bits.
   */
  RandomSignal<C> random(std::uint64_t seed, int bits = Element<C>::mantissa_bits) const {
    return {seed, bits, random_amplitude(subject)};
  }
};

/** A value that no arithmetic gives. */
template <class C>
C sentinel() {
  C value;
  std::memset(static_cast<void*>(&value), GuardedMemory::sentinel_byte, sizeof value);
  return value;
}

/** The smallest of 0 .. count - 1 for which the predicate holds. */
template <class Predicate>
std::optional<std::uint64_t> first_where(std::uint64_t count, const Predicate& predicate) {
  std::atomic<std::uint64_t> first{count};
  parallel_pieces(count, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t i = begin;
    while (i < end && !predicate(i)) ++i;
    if (i == end) return;
    std::uint64_t known = first.load();
    while (i < known && !first.compare_exchange_weak(known, i)) {
    }
  });
  return first.load() == count ? std::nullopt : std::optional<std::uint64_t>(first.load());
}

/** Buffers for one batch and placement, to be loaded, launched on and collected from any number of times. */
template <class C>
class Trial {
 public:
  Trial(Session<C>& session, std::size_t batch, Placement placement, Begin begin = Begin::aligned)
      : session_(session), batch_(batch), placement_(placement) {
    const std::size_t workspace_bytes = session.subject.workspace_bytes(batch);
    const auto bytes = [&](const Layout& layout, const Array& array) {
      return static_cast<std::size_t>(layout.memory_elements(batch)) * element_bytes<C>(array);
    };
    const auto guarded = [&](std::size_t size, std::size_t alignment) {
      return std::make_unique<GuardedMemory>(size, begin == Begin::aligned ? 0 : alignment);
    };
    const std::size_t input_size = bytes(session.input_layout, session.subject.input);
    const std::size_t output_size = bytes(session.layout, session.subject.output);
    const bool in_place = placement == Placement::in_place;
    const std::size_t output_bytes = in_place ? std::max(input_size, output_size) : output_size;
    const std::size_t input_bytes = in_place ? 0 : input_size;
    try {
      output_ = guarded(output_bytes, alignment_of<C>(session.subject.output));
      if (!in_place) input_ = guarded(input_bytes, alignment_of<C>(session.subject.input));
      if (workspace_bytes > 0) workspace_ = guarded(workspace_bytes, session.subject.workspace_alignment);
    } catch (const CudaFailure& failure) {
      if (failure.status != cudaErrorMemoryAllocation) throw;
      throw CudaFailure(failure.status, not_enough_memory(output_bytes + input_bytes + workspace_bytes, workspace_bytes));
    }
  }

  const C* in() const { return static_cast<const C*>(input_ ? input_->data() : output_->data()); }
  C* out() const { return static_cast<C*>(output_->data()); }
  void* workspace() const { return workspace_ ? workspace_->data() : nullptr; }
  std::size_t batch() const { return batch_; }

  /** Fills the input with signal(position), position running over all members, and everything else with sentinels. */
  template <class Signal>
  void load(const Signal& signal) const {
    output_->clear();
    if (input_) input_->clear();
    if (workspace_) workspace_->clear();
    C* const destination = const_cast<C*>(in());
    in_pieces(input_layout(), [&](std::vector<C>& staging, std::uint64_t begin, std::uint64_t count) {
      parallel_pieces(count, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) staging[i] = input_at(signal, begin + i);
      });
      write_elements_to(destination, input_array(), input_layout(), staging, begin, count);
    });
    FFTGEN_CHECK(cudaDeviceSynchronize());
  }

  cudaError_t try_launch(cudaStream_t stream) const {
    return verify::launch(session_.subject, in(), out(), workspace(), batch_, stream);
  }

  void launch(cudaStream_t stream = nullptr) const { require_success(try_launch(stream), "execute"); }

  /** Waits, looks for violations and returns the outputs by position. `context` names the test in what is reported. */
  template <class Signal>
  std::vector<C> collect(const Signal& signal, const std::string& context) const {
    require_success(cudaDeviceSynchronize(), ("execute (" + context + ")").c_str());
    std::vector<C> outputs(session_.layout.members(batch_) * session_.points);
    if (output_layout().is_dense() && lies_as_tested(output_array(), output_layout()))
      FFTGEN_CHECK(cudaMemcpy(outputs.data(), out(), outputs.size() * sizeof(C), cudaMemcpyDeviceToHost));
    else
      gather(outputs, context);
    if (placement_ == Placement::out_of_place) look_for_unwritten(outputs, context);
    look_around(signal, context);
    session_.complete(outputs);
    return outputs;
  }

  /** Whether all buffers and their surroundings are as load(signal) left them. */
  template <class Signal>
  bool untouched(const Signal& signal) const {
    const std::string before = session_.violations.guard_bands + session_.violations.input_changed;
    look_around(signal, "arguments");
    const bool clean = before == session_.violations.guard_bands + session_.violations.input_changed;
    return clean && all_sentinels(*output_) && (!workspace_ || all_sentinels(*workspace_));
  }

 private:
  static constexpr std::uint64_t staging_elements = 1 << 20;

  const Layout& output_layout() const { return session_.layout; }
  const Array& output_array() const { return session_.subject.output; }
  const Array& input_array() const { return session_.subject.input; }
  /** In place both layouts are equal. */
  const Layout& input_layout() const { return session_.input_layout; }

  /** The number that load(signal) put at an address of the input, in elements. */
  template <class Signal>
  C input_at(const Signal& signal, std::uint64_t address) const {
    const std::optional<std::uint64_t> position = input_layout().position(address, batch_);
    if (!position) return sentinel_in(input_array());
    const auto held = [&](std::uint64_t at) { return as_held(input_array(), static_cast<C>(signal(at))); };
    C value = as_stored(held(*position), input_layout());
    if constexpr (!is_walsh<C>) {
      if (const auto last = input_layout().packed_in(*position)) value.y = held(*last).x;
    }
    return value;
  }

  /** Memory does not hold the imaginary part of a real number. */
  static C as_stored(C value, const Layout& layout) {
    if constexpr (!is_walsh<C>) {
      if (layout.reals()) value.y = sentinel<C>().y;
    }
    return value;
  }

  /** Calls body(staging, begin, count) for the memory's elements, piece by piece. */
  template <class Body>
  void in_pieces(const Layout& layout, const Body& body) const {
    const std::uint64_t elements = layout.memory_elements(batch_);
    std::vector<C> staging(std::min<std::uint64_t>(elements, staging_elements));
    for (std::uint64_t begin = 0; begin < elements; begin += staging_elements) {
      body(staging, begin, std::min<std::uint64_t>(staging_elements, elements - begin));
    }
  }

  using Real = typename Element<C>::Real;

  /** A sentinel as it is read from an array: a NaN, or of whole numbers the one with its bits. */
  static C sentinel_in(const Array& array) {
    if (!is_whole(array.stored)) return sentinel<C>();
    unsigned char bits[8];
    std::memset(bits, GuardedMemory::sentinel_byte, sizeof bits);
    C value = sentinel<C>();
    const int count = array.content == Content::reals || array.single ? 1 : parts<C>;
    for (int part = 0; part < count; ++part)
      reinterpret_cast<Real*>(&value)[part] = Number<Real>::narrow(read_number(array.stored, bits, 0));
    return value;
  }

  static bool is_sentinel(Real value) {
    const C untouched = sentinel<C>();
    return std::memcmp(&value, &untouched, sizeof value) == 0;
  }

  static void number_into(const Array& array, unsigned char* bytes, std::size_t index, Real value) {
    unsigned char* const place = bytes + index * number_bytes<C>(array);
    if (array.stored == Stored::as_tested)
      std::memcpy(place, &value, sizeof value);
    else if (!is_whole(array.stored) && is_sentinel(value))
      std::memset(place, GuardedMemory::sentinel_byte, number_bytes<C>(array));
    else
      write_number(array.stored, bytes, index, Number<Real>::widen(value));
  }

  static Real number_from(const Array& array, const unsigned char* bytes, std::size_t index) {
    Real value;
    const unsigned char* const place = bytes + index * number_bytes<C>(array);
    std::memset(static_cast<void*>(&value), GuardedMemory::sentinel_byte, sizeof value);
    if (array.stored == Stored::as_tested)
      std::memcpy(static_cast<void*>(&value), place, sizeof value);
    else if (is_whole(array.stored) || !all_sentinel(place, number_bytes<C>(array)))
      value = Number<Real>::narrow(read_number(array.stored, bytes, index));
    return value;
  }

  static bool all_sentinel(const unsigned char* bytes, std::size_t count) {
    return std::all_of(bytes, bytes + count, [](unsigned char byte) { return byte == GuardedMemory::sentinel_byte; });
  }

  /** Whether the elements lie in memory as they are tested. */
  static bool lies_as_tested(const Array& array, const Layout& layout) {
    return !layout.planar() && !layout.reals() && !array.single && array.stored == Stored::as_tested;
  }

  /** Real parts and imaginary ones lie in planes of their own, real numbers have one. */
  static int planes(const Layout& layout) { return layout.planar() ? parts<C> : 1; }
  static int numbers_together(const Array& array, const Layout& layout) {
    return layout.planar() || layout.reals() || array.single ? 1 : parts<C>;
  }

  /** Where the numbers of elements from `begin` on lie in a plane. */
  unsigned char* numbers_at(C* buffer, const Array& array, const Layout& layout, int plane, std::uint64_t begin) const {
    const std::uint64_t first = (static_cast<std::uint64_t>(plane) * layout.memory_elements(batch_) + begin) *
                                static_cast<std::uint64_t>(numbers_together(array, layout));
    return reinterpret_cast<unsigned char*>(buffer) + first * number_bytes<C>(array);
  }

  void write_elements_to(C* buffer, const Array& array, const Layout& layout, const std::vector<C>& staging,
                         std::uint64_t begin, std::uint64_t count) const {
    if (lies_as_tested(array, layout)) {
      FFTGEN_CHECK(cudaMemcpy(buffer + begin, staging.data(), count * sizeof(C), cudaMemcpyHostToDevice));
      return;
    }
    const int together = numbers_together(array, layout);
    std::vector<unsigned char> bytes(count * static_cast<std::size_t>(together) * number_bytes<C>(array));
    for (int plane = 0; plane < planes(layout); ++plane) {
      for (std::uint64_t i = 0; i < count; ++i) {
        const Real* const numbers = reinterpret_cast<const Real*>(&staging[i]) + plane;
        for (int part = 0; part < together; ++part)
          number_into(array, bytes.data(), i * static_cast<std::size_t>(together) + part, numbers[part]);
      }
      FFTGEN_CHECK(cudaMemcpy(numbers_at(buffer, array, layout, plane, begin), bytes.data(), bytes.size(),
                              cudaMemcpyHostToDevice));
    }
  }

  void read_elements_from(const C* buffer, const Array& array, const Layout& layout, std::vector<C>& staging,
                          std::uint64_t begin, std::uint64_t count) const {
    if (lies_as_tested(array, layout)) {
      FFTGEN_CHECK(cudaMemcpy(staging.data(), buffer + begin, count * sizeof(C), cudaMemcpyDeviceToHost));
      return;
    }
    if (layout.reals() || array.single) std::fill(staging.begin(), staging.begin() + static_cast<std::ptrdiff_t>(count), sentinel<C>());
    const int together = numbers_together(array, layout);
    std::vector<unsigned char> bytes(count * static_cast<std::size_t>(together) * number_bytes<C>(array));
    for (int plane = 0; plane < planes(layout); ++plane) {
      FFTGEN_CHECK(cudaMemcpy(bytes.data(), numbers_at(const_cast<C*>(buffer), array, layout, plane, begin),
                              bytes.size(), cudaMemcpyDeviceToHost));
      for (std::uint64_t i = 0; i < count; ++i) {
        Real* const numbers = reinterpret_cast<Real*>(&staging[i]) + plane;
        for (int part = 0; part < together; ++part)
          numbers[part] = number_from(array, bytes.data(), i * static_cast<std::size_t>(together) + part);
      }
    }
  }

  /** The outputs by position; gaps between the arrays must be unchanged. */
  void gather(std::vector<C>& outputs, const std::string& context) const {
    in_pieces(output_layout(), [&](std::vector<C>& staging, std::uint64_t begin, std::uint64_t count) {
      read_elements_from(out(), output_array(), output_layout(), staging, begin, count);
      parallel_pieces(count, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) {
          const std::optional<std::uint64_t> position = output_layout().position(begin + i, batch_);
          if (position) put(outputs, *position, staging[i]);
        }
      });
      const auto damaged = first_where(count, [&](std::uint64_t i) {
        return !output_layout().position(begin + i, batch_) && !same_bits(staging[i], sentinel_in(output_array()));
      });
      // In place, the gaps between real rows were part of the input.
      if (damaged && !(placement_ == Placement::in_place && is_real(session_.subject))) {
        note(session_.violations.guard_bands,
             "element " + output_layout().place_at(begin + *damaged, batch_) + " of the output was overwritten", context);
      }
    });
  }

  void put(std::vector<C>& outputs, std::uint64_t position, C value) const {
    if constexpr (!is_walsh<C>) {
      if (const auto last = output_layout().packed_in(position)) {
        C behind = value;
        behind.x = value.y;
        outputs[*last] = Session<C>::real_part(behind);
        value = Session<C>::real_part(value);
      }
    }
    outputs[position] = output_layout().reals() || output_array().single ? Session<C>::real_part(value) : value;
  }

  std::string not_enough_memory(std::size_t needed, std::size_t workspace_bytes) const {
    return "not enough device memory: batch " + std::to_string(batch_) + " " + placement_text(placement_) + " needs " +
           std::to_string(needed) + " bytes (" + std::to_string(workspace_bytes) +
           " of them workspace); the device has " + std::to_string(device_properties().totalGlobalMem) +
           " in all; a smaller --batch needs less";
  }

  static void note(std::string& violation, const std::string& what, const std::string& context) {
    if (violation.empty()) violation = what + ", in: " + context;
  }

  template <class Signal>
  void look_around(const Signal& signal, const std::string& context) const {
    look_for_damage("output", output_, context);
    look_for_damage("input", input_, context);
    look_for_damage("workspace", workspace_, context);
    if (placement_ == Placement::out_of_place) look_for_changed_input(signal, context);
  }

  static bool all_sentinels(const GuardedMemory& memory) {
    std::vector<unsigned char> bytes(memory.bytes());
    FFTGEN_CHECK(cudaMemcpy(bytes.data(), memory.data(), bytes.size(), cudaMemcpyDeviceToHost));
    return !first_where(bytes.size(), [&](std::uint64_t i) { return bytes[i] != GuardedMemory::sentinel_byte; });
  }

  void look_for_damage(const char* buffer, const std::unique_ptr<GuardedMemory>& memory,
                       const std::string& context) const {
    if (!memory) return;
    const std::optional<std::string> where = memory->damage();
    if (where) note(session_.violations.guard_bands, *where + " of the " + buffer + " was overwritten", context);
  }

  void look_for_unwritten(const std::vector<C>& outputs, const std::string& context) const {
    if (is_whole(output_array().stored)) return;  // any bits are a number
    const auto unwritten = [&](std::uint64_t i) {  // one part left unwritten is as bad as both
      if (!output_layout().present(i)) return false;
      const C untouched = sentinel<C>();
      constexpr std::size_t bytes = sizeof(C) / parts<C>;
      const auto* const seen = reinterpret_cast<const unsigned char*>(&outputs[i]);
      for (int part = 0; part < parts<C>; ++part) {
        if (std::memcmp(seen + part * bytes, &untouched, bytes) == 0) return true;
      }
      return false;
    };
    const std::optional<std::uint64_t> where = first_where(outputs.size(), unwritten);
    if (where) note(session_.violations.unwritten, "output " + session_.place(*where) + " was not written", context);
  }

  template <class Signal>
  void look_for_changed_input(const Signal& signal, const std::string& context) const {
    in_pieces(input_layout(), [&](std::vector<C>& staging, std::uint64_t begin, std::uint64_t count) {
      read_elements_from(in(), input_array(), input_layout(), staging, begin, count);
      const std::optional<std::uint64_t> where =
          first_where(count, [&](std::uint64_t i) { return !same_bits(staging[i], input_at(signal, begin + i)); });
      if (!where) return;
      note(session_.violations.input_changed, "input " + input_layout().place_at(begin + *where, batch_) + " was changed",
           context);
    });
  }

  Session<C>& session_;
  std::size_t batch_;
  Placement placement_;
  std::unique_ptr<GuardedMemory> input_;  // absent in place
  std::unique_ptr<GuardedMemory> output_;
  std::unique_ptr<GuardedMemory> workspace_;  // absent when no workspace is needed
};

/** One transform of a batch: outputs as stored, member by member. */
template <class C, class Signal>
std::vector<C> transform(Session<C>& session, std::size_t batch, Placement placement, const Signal& signal,
                         const std::string& test) {
  const std::string context = test + ", batch " + std::to_string(batch);
  session.report.progress.announce(context);
  const Trial<C> trial(session, batch, placement);
  trial.load(signal);
  trial.launch();
  return trial.collect(signal, context);
}

}  // namespace fftgen::verify
