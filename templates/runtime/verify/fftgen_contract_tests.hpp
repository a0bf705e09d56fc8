// What the launcher promises besides correct numbers: repeatable bits, independence of the position in the batch,
// streams, graph capture, and errors instead of crashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "fftgen_accuracy_tests.hpp"
#include "fftgen_checked_cuda.hpp"
#include "fftgen_input.hpp"
#include "fftgen_steps.hpp"
#include "fftgen_trial.hpp"

namespace fftgen::verify {

namespace detail {

/** A test without a measured error passes when it reports no objection. */
template <class C>
void add_verdict(Session<C>& session, const std::string& test, std::size_t batch, std::uint64_t samples,
                 const std::string& objection) {
  session.report.add({test, batch, samples, std::nullopt, {}, objection.empty(), objection});
}

template <class C>
std::string bits_objection(const Session<C>& session, const std::vector<C>& expected, const std::vector<C>& seen) {
  const auto where = first_where(expected.size(), [&](std::uint64_t i) { return !same_bits(expected[i], seen[i]); });
  return where ? "output " + session.place(*where) + " came out differently" : "";
}

inline std::string status_text(cudaError_t status) { return cudaGetErrorName(status); }

}  // namespace detail

/** The same input gives the same bits. */
template <class C>
void test_repeatability(Session<C>& session, std::size_t batch) {
  const RandomSignal<C> signal = session.random(session.options.seed + 7000);
  const int repetitions = emulated ? 1 : 3;  // races need luck to be seen
  const std::vector<C> expected = transform(session, batch, Placement::out_of_place, signal, "repeatable bits");
  std::string objection;
  for (int i = 0; i < repetitions && objection.empty(); ++i) {
    const std::vector<C> again = transform(session, batch, Placement::out_of_place, signal, "repeatable bits");
    objection = detail::bits_objection(session, expected, again);
  }
  detail::add_verdict(session, "repeatable bits", batch, expected.size(), objection);
}

/** Equal members of a batch give equal bits. */
template <class C>
void test_batch_position(Session<C>& session, std::size_t batch) {
  if (session.input_layout.shares()) {
    session.report.skip("bits by batch position", "elements of the input are read by several transforms");
    return;
  }
  if (session.subject.depends_on_member) {
    session.report.skip("bits by batch position", "an expression asks for the number of the transform");
    return;
  }
  const RandomSignal<C> member = session.random(session.options.seed + 7100);
  const auto signal = [&](std::uint64_t position) { return member(position % session.points); };
  const std::vector<C> outputs = transform(session, batch, Placement::out_of_place, signal, "bits by batch position");
  if (!session.input_layout.known() || !session.layout.known()) {
    session.report.skip("bits by batch position", "only a part of the arrays is there");
    return;
  }
  const auto where =
      first_where(outputs.size(), [&](std::uint64_t i) { return !same_bits(outputs[i], outputs[i % session.points]); });
  const std::string objection = where ? "output " + session.place(*where) + " is not what it is in batch member 0" : "";
  detail::add_verdict(session, "bits by batch position", batch, outputs.size(), objection);
}

/** A stream other than the default one gives the same bits. */
template <class C>
void test_stream(Session<C>& session, std::size_t batch) {
  const RandomSignal<C> signal = session.random(session.options.seed + 7200);
  const std::vector<C> expected = transform(session, batch, Placement::out_of_place, signal, "another stream");
  const Trial<C> trial(session, batch, Placement::out_of_place);
  const Stream stream;
  trial.load(signal);
  trial.launch(stream.get());
  FFTGEN_CHECK(cudaStreamSynchronize(stream.get()));
  const std::vector<C> seen = trial.collect(signal, "another stream");
  detail::add_verdict(session, "another stream", batch, seen.size(), detail::bits_objection(session, expected, seen));
}

#ifndef FFTGEN_EMULATOR
/** The launches can be captured into a graph (so nothing synchronises, allocates or strays to another stream) and
 * replayed. */
template <class C>
void test_graph(Session<C>& session, std::size_t batch) {
  const RandomSignal<C> first = session.random(session.options.seed + 7300);
  const RandomSignal<C> second = session.random(session.options.seed + 7301);
  const std::vector<C> expected = transform(session, batch, Placement::out_of_place, second, "CUDA graph");
  const Trial<C> trial(session, batch, Placement::out_of_place);
  const Stream stream;
  trial.load(first);
  trial.launch(stream.get());  // The first call may set something up, which does not belong in the graph.
  FFTGEN_CHECK(cudaStreamSynchronize(stream.get()));

  cudaGraph_t graph = nullptr;
  FFTGEN_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
  const cudaError_t launched = trial.try_launch(stream.get());
  const cudaError_t captured = cudaStreamEndCapture(stream.get(), &graph);
  if (launched != cudaSuccess || captured != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    const cudaError_t status = launched != cudaSuccess ? launched : captured;
    detail::add_verdict(session, "CUDA graph", batch, 0,
                        "the launches cannot be captured: " + detail::status_text(status));
    return;
  }
  cudaGraphExec_t executable = nullptr;
  FFTGEN_CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  std::string objection;
  std::uint64_t compared = 0;
  for (int replay = 0; replay < 2; ++replay) {
    trial.load(second);
    FFTGEN_CHECK(cudaGraphLaunch(executable, stream.get()));
    FFTGEN_CHECK(cudaStreamSynchronize(stream.get()));
    const std::vector<C> seen = trial.collect(second, "CUDA graph");
    compared += seen.size();
    if (objection.empty()) objection = detail::bits_objection(session, expected, seen);
  }
  FFTGEN_CHECK(cudaGraphExecDestroy(executable));
  FFTGEN_CHECK(cudaGraphDestroy(graph));
  detail::add_verdict(session, "CUDA graph", batch, compared, objection);
}
#endif

/** Pointers that are multiples of nothing larger than the stated alignment give the same bits. */
template <class C>
void test_alignment(Session<C>& session, std::size_t batch) {
  const RandomSignal<C> signal = session.random(session.options.seed + 7500);
  const std::vector<C> expected = transform(session, batch, Placement::out_of_place, signal, "least alignment");
  const Trial<C> trial(session, batch, Placement::out_of_place, Begin::least_aligned);
  trial.load(signal);
  trial.launch();
  const std::vector<C> seen = trial.collect(signal, "least alignment");
  detail::add_verdict(session, "least alignment", batch, seen.size(), detail::bits_objection(session, expected, seen));
}

/**
 * Batch 0 succeeds and touches nothing; null pointers and batches that are too large are refused with
 * cudaErrorInvalidValue, and less than the stated alignment with cudaErrorMisalignedAddress.
 */
template <class C>
void test_arguments(Session<C>& session) {
  const Trial<C> trial(session, 1, Placement::out_of_place);
  const RandomSignal<C> signal = session.random(session.options.seed + 7400);
  trial.load(signal);
  std::string objection;
  const auto call = [&](const char* what, const C* in, C* out, void* workspace, std::size_t batch, cudaError_t wanted) {
    const cudaError_t status = launch(session.subject, in, out, workspace, batch, nullptr);
    static_cast<void>(cudaGetLastError());
    FFTGEN_CHECK(cudaDeviceSynchronize());
    if (status == wanted || !objection.empty()) return;
    objection =
        std::string(what) + " returned " + detail::status_text(status) + " instead of " + detail::status_text(wanted);
  };
  call("batch 0", trial.in(), trial.out(), trial.workspace(), 0, cudaSuccess);
  call("a null input", nullptr, trial.out(), trial.workspace(), 1, cudaErrorInvalidValue);
  call("a null output", trial.in(), nullptr, trial.workspace(), 1, cudaErrorInvalidValue);
  if (trial.workspace() != nullptr)
    call("a null workspace", trial.in(), trial.out(), nullptr, 1, cudaErrorInvalidValue);
  const auto misaligned = [](auto* pointer, std::size_t alignment) {
    return reinterpret_cast<decltype(pointer)>(reinterpret_cast<std::uintptr_t>(pointer) + alignment / 2);
  };
  const C* const misaligned_input = misaligned(trial.in(), alignment_of<C>(session.subject.input));
  C* const misaligned_output = misaligned(trial.out(), alignment_of<C>(session.subject.output));
  // Bytes lie anywhere.
  const bool input_is_aligned = misaligned_input != trial.in();
  const bool output_is_aligned = misaligned_output != trial.out();
  if (input_is_aligned)
    call("a misaligned input", misaligned_input, trial.out(), trial.workspace(), 1, cudaErrorMisalignedAddress);
  if (output_is_aligned)
    call("a misaligned output", trial.in(), misaligned_output, trial.workspace(), 1, cudaErrorMisalignedAddress);
  if (trial.workspace() != nullptr) {
    call("a misaligned workspace", trial.in(), trial.out(), misaligned(trial.workspace(), session.subject.workspace_alignment), 1,
         cudaErrorMisalignedAddress);
  }
  if (session.subject.largest_batch > 0) {
    // No array is that large: the pointer, which is looked at after the batch, keeps what is accepted from running.
    const std::size_t largest = session.subject.largest_batch;
    if (input_is_aligned || output_is_aligned)
      call("the largest batch, misaligned,", misaligned_input, misaligned_output, trial.workspace(), largest, cudaErrorMisalignedAddress);
    call("a batch that is too large by 1", misaligned_input, trial.out(), trial.workspace(), largest + 1, cudaErrorInvalidValue);
    call("the largest of all numbers", misaligned_input, trial.out(), trial.workspace(), SIZE_MAX, cudaErrorInvalidValue);
  }
  if (objection.empty() && !trial.untouched(signal))
    objection = "a call that had nothing to do, or was refused, wrote to a buffer";
  detail::add_verdict(session, "arguments", 1, 0, objection);
}

#ifdef FFTGEN_EMULATOR
/**
 * An error of any call of the runtime that execute makes is the error that it returns: one that nothing else gives, as
 * a kernel would that is launched none the less.
 */
template <class C>
void test_failing_calls(Session<C>& session) {
  const Trial<C> trial(session, 1, Placement::out_of_place);
  const RandomSignal<C> signal = session.random(session.options.seed + 7600);
  trial.load(signal);
  std::string objection;
  unsigned calls = 0;
  for (bool has_failed = true; has_failed;) {
    emulator::fail_call(calls + 1, cudaErrorUnknown);
    const cudaError_t status = trial.try_launch(nullptr);
    has_failed = !emulator::forget_failure();
    static_cast<void>(cudaGetLastError());
    if (!has_failed) break;
    ++calls;
    if (status != cudaErrorUnknown && objection.empty()) {
      objection = "call " + std::to_string(calls) + " of the CUDA runtime gave cudaErrorUnknown, execute " +
                  detail::status_text(status);
    }
  }
  detail::add_verdict(session, "errors of CUDA", 1, calls, objection);
}
#endif

/** The tests of one batch. */
template <class C>
void add_tests_of_batch(Session<C>& session, Steps& steps, std::size_t batch, bool everything) {
  const auto test = [&](const char* name, int transforms, void (*run)(Session<C>&, std::size_t)) {
    steps.add(name, work_of(session, batch, transforms), [&session, batch, run] { run(session, batch); });
  };
  test("repeatable bits", emulated ? 2 : 4, test_repeatability<C>);
  if (session.layout.members(batch) > 1) test("bits by batch position", 1, test_batch_position<C>);
  if (everything) {
    test("another stream", 2, test_stream<C>);
    test("least alignment", 2, test_alignment<C>);
  }
#ifndef FFTGEN_EMULATOR
  test("CUDA graph", 4, test_graph<C>);
#endif
}

template <class C>
void add_contract_tests(Session<C>& session, Steps& steps) {
  const auto test = [&](const char* name, void (*run)(Session<C>&)) {
    steps.add(name, work_of(session, 1), [&session, run] { run(session); });
  };
  const auto skip = [&](const char* name, const char* reason) {
    steps.add(name, 0, [&session, name, reason] { session.report.skip(name, reason); });
  };
  constexpr std::uint64_t long_for_an_emulator = 1 << 20;
  const bool everything = !emulated || session.points <= long_for_an_emulator || session.options.thorough;
  for (const std::size_t batch : usual_batches(session)) add_tests_of_batch(session, steps, batch, everything);
  if (!everything) {
    for (const char* const name : {"another stream", "least alignment"})
      skip(name, "long under the emulator; --thorough runs it");
  }
#ifdef FFTGEN_EMULATOR
  skip("CUDA graph", "the emulator has no graphs");
#endif
  // No kernel is launched, or none to its end, but buffers are filled and looked through.
  test("arguments", test_arguments<C>);
#ifdef FFTGEN_EMULATOR
  test("errors of CUDA", test_failing_calls<C>);
#endif
}

/** The violations that all the runs have found around their buffers. */
template <class C>
void report_violations(Session<C>& session) {
  detail::add_verdict(session, "guard bands", 0, 0, session.violations.guard_bands);
  if (is_whole(session.subject.output.stored))
    session.report.skip("every output written", "any bits are a whole number");
  else
    detail::add_verdict(session, "every output written", 0, 0, session.violations.unwritten);
  detail::add_verdict(session, "input unchanged", 0, 0, session.violations.input_changed);
}

}  // namespace fftgen::verify
