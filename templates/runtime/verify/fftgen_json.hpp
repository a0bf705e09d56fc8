// Prints JSON, one value after another; adds commas and quotes.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace fftgen::verify {

class Json {
 public:
  Json& open(const char* key = nullptr) { return begin(key, '{'); }
  Json& close() { return end('}'); }
  Json& open_list(const char* key = nullptr) { return begin(key, '['); }
  Json& close_list() { return end(']'); }

  Json& text(const char* key, const std::string& value) {
    name(key);
    quote(value);
    return *this;
  }
  Json& flag(const char* key, bool value) { return literal(key, value ? "true" : "false"); }
  Json& count(const char* key, std::uint64_t value) { return literal(key, std::to_string(value)); }
  /** A number that is not finite becomes null, since JSON has no such numbers. */
  Json& number(const char* key, double value) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.9g", value);
    return literal(key, std::isfinite(value) ? digits : "null");
  }

  const std::string& str() const { return out_; }

 private:
  Json& begin(const char* key, char bracket) {
    name(key);
    out_ += bracket;
    first_ = true;
    return *this;
  }
  Json& end(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }
  Json& literal(const char* key, const std::string& value) {
    name(key);
    out_ += value;
    return *this;
  }
  void name(const char* key) {
    if (!first_) out_ += ',';
    first_ = false;
    if (key == nullptr) return;
    quote(key);
    out_ += ':';
  }
  void quote(const std::string& value) {
    out_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') out_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20)
        out_ += ' ';
      else
        out_ += c;
    }
    out_ += '"';
  }

  std::string out_;
  bool first_ = true;
};

}  // namespace fftgen::verify
