// The findings of a verification, as a table for people (line by line, as found) or as one JSON object.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fftgen_json.hpp"
#include "fftgen_metrics.hpp"
#include "fftgen_progress.hpp"
#include "fftgen_subject.hpp"

namespace fftgen::verify {

/** One test with its verdict. */
struct Finding {
  std::string test;
  std::size_t batch = 0;         // 0 where the test covers all batches
  std::uint64_t samples = 0;     // how many numbers were compared; 0 where the test compares none
  std::optional<Errors> errors;  // where the test measures an error ...
  Errors bounds;                 // ... and its bounds
  bool passed = false;
  std::string note;  // the place of the error
};

/**
 * The verdict on measured errors. From fewer than 8 samples, ||error||_2 is too uncertain an estimate to be judged; the
 * maximum always is.
 */
inline Finding judge(std::string test, std::size_t batch, const Tally& tally, const Errors& errors,
                     const Errors& bounds) {
  const bool l2_holds = errors.l2 <= bounds.l2 || (tally.count < 8 && errors.l2 <= bounds.max);
  return {std::move(test), batch, tally.count, errors, bounds, l2_holds && errors.max <= bounds.max, ""};
}

class Report {
 public:
  Report(bool as_json, Progress::Listener listener) : progress(listener), as_json_(as_json) {}

  Progress progress;
  std::string where;  // suffix of the names of tests

  void header(const std::string& line) {
    if (as_json_) return;
    std::printf("%s\n%-30s %9s %10s  %-8s  %-8s  %-19s\n", line.c_str(), "test", "batch", "samples", "L2", "max",
                "bounds (L2, max)");
  }

  void add(Finding finding) {
    finding.test += where;
    findings_.push_back(finding);
    if (as_json_) return;
    progress.clear();
    const auto count_text = [](std::uint64_t count) { return count == 0 ? "" : std::to_string(count); };
    std::string measured = "                                      ";
    if (finding.errors) {
      char text[80];
      std::snprintf(text, sizeof text, "%-8.2g  %-8.2g  %-8.2g  %-8.2g", finding.errors->l2, finding.errors->max,
                    finding.bounds.l2, finding.bounds.max);
      measured = text;
    }
    std::printf("%-30s %9s %10s  %s  %s\n", finding.test.c_str(), count_text(finding.batch).c_str(),
                count_text(finding.samples).c_str(), measured.c_str(), finding.passed ? "ok" : "FAILED");
    if (!finding.note.empty()) std::printf("    %s\n", finding.note.c_str());
    std::fflush(stdout);
  }

  /** A test that was left out, and why. */
  void skip(const std::string& test, const std::string& reason) {
    skipped_.emplace_back(test + where, reason);
    if (as_json_) return;
    progress.clear();
    std::printf("%-30s skipped: %s\n", (test + where).c_str(), reason.c_str());
  }

  /** Adds the findings of another report. */
  void take(const Report& other) {
    findings_.insert(findings_.end(), other.findings_.begin(), other.findings_.end());
    skipped_.insert(skipped_.end(), other.skipped_.begin(), other.skipped_.end());
  }

  bool passed() const {
    return std::all_of(findings_.begin(), findings_.end(), [](const Finding& finding) { return finding.passed; });
  }

  template <class C>
  void finish(const Subject<C>& subject, const std::string& device, std::uint64_t seed,
              const char* mode = "verify") const {
    if (as_json_) {
      std::printf("%s\n", json(subject, device, seed, mode).c_str());
      return;
    }
    if (passed() && mode == std::string("huge")) {
      std::printf("%s: verified, every output is exact\n", subject.name);
      return;
    }
    if (passed()) {
      std::printf("%s: verified, relative L2 error %.2g (bound %.2g)\n", subject.name, worst().l2, subject.l2_bound);
      return;
    }
    std::printf("%s: FAILED: %s\n", subject.name, failures().c_str());
  }

  /** As one JSON object. */
  template <class C>
  std::string json(const Subject<C>& subject, const std::string& device, std::uint64_t seed, const char* mode) const {
    Json json;
    json.open()
        .text("name", subject.name)
        .text("mode", mode)
        .text("device", device)
        .text("size", size_text(subject));
    json.text("precision", Element<C>::precision).count("seed", seed).open_list("tests");
    for (const Finding& finding : findings_) {
      json.open().text("test", finding.test);
      if (finding.batch != 0) json.count("batch", finding.batch);
      if (finding.samples != 0) json.count("samples", finding.samples);
      if (finding.errors) {
        json.number("l2", finding.errors->l2).number("max", finding.errors->max);
        json.number("l2Bound", finding.bounds.l2).number("maxBound", finding.bounds.max);
      }
      json.flag("passed", finding.passed);
      if (!finding.note.empty()) json.text("note", finding.note);
      json.close();
    }
    json.close_list().open_list("skipped");
    for (const auto& [test, reason] : skipped_) json.open().text("test", test).text("reason", reason).close();
    json.close_list().number("l2", worst().l2).number("max", worst().max);
    json.number("l2Bound", subject.l2_bound)
        .number("maxBound", subject.max_bound)
        .text("boundText", subject.bound_text);
    json.flag("passed", passed()).close();
    return json.str();
  }

 private:
  /** `random input, in place (batch 3, 4); guard bands` */
  std::string failures() const {
    std::vector<std::pair<std::string, std::string>> tests;  // with their failing batches, in the order of the tests
    for (const Finding& finding : findings_) {
      if (finding.passed) continue;
      auto known =
          std::find_if(tests.begin(), tests.end(), [&](const auto& test) { return test.first == finding.test; });
      if (known == tests.end()) known = tests.insert(tests.end(), {finding.test, ""});
      if (finding.batch != 0) known->second += (known->second.empty() ? "" : ", ") + std::to_string(finding.batch);
    }
    std::string text;
    for (const auto& [test, batches] : tests) {
      text += (text.empty() ? "" : "; ") + test + (batches.empty() ? "" : " (batch " + batches + ")");
    }
    return text;
  }

  static double larger_or_nan(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

  /** The largest errors of the comparisons with the definition on random input, which the bounds are made for. */
  Errors worst() const {
    Errors worst;
    for (const Finding& finding : findings_) {
      if (finding.test.rfind("random input", 0) != 0 || !finding.errors) continue;
      worst.l2 = larger_or_nan(worst.l2, finding.errors->l2);
      worst.max = larger_or_nan(worst.max, finding.errors->max);
    }
    return worst;
  }

  bool as_json_;
  std::vector<Finding> findings_;
  std::vector<std::pair<std::string, std::string>> skipped_;
};

}  // namespace fftgen::verify
