// The report of all launches, as values and as JSON, and its file.
#include "report.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "cuda_language.h"
#include "device.h"
#include "faults.h"
#include "traffic.h"

namespace fftgen::emulator {

std::vector<LaunchRecord> report() {
  Device& device = Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  return device.records;
}

void reset_report() {
  Device& device = Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  device.records.clear();
}

void check_initialised(bool enabled) {
  Device& device = Device::instance();
  const std::lock_guard<std::mutex> lock(device.mutex);
  device.track_writes = enabled;
}

namespace {

void write_string(std::FILE* file, const std::string& text) {
  std::fputc('"', file);
  for (const char c : text) {
    if (c == '"' || c == '\\') std::fputc('\\', file);
    if (static_cast<unsigned char>(c) < 0x20) {
      std::fprintf(file, "\\u%04x", static_cast<unsigned>(c));
    } else {
      std::fputc(c, file);
    }
  }
  std::fputc('"', file);
}

void write_dimensions(std::FILE* file, const char* name, dim3 extent) {
  std::fprintf(file, "\"%s\": [%u, %u, %u], ", name, extent.x, extent.y, extent.z);
}

void write_traffic(std::FILE* file, const char* name, const GlobalTraffic& traffic) {
  std::fprintf(file, "\n     \"%s\": {\"requests\": %llu, \"sectors\": %llu, \"idealSectors\": %llu},", name,
               static_cast<unsigned long long>(traffic.requests), static_cast<unsigned long long>(traffic.sectors),
               static_cast<unsigned long long>(traffic.ideal_sectors));
}

void write_traffic(std::FILE* file, const char* name, const SharedTraffic& traffic) {
  std::fprintf(file, "\n     \"%s\": {\"requests\": %llu, \"wavefronts\": %llu, \"idealWavefronts\": %llu},", name,
               static_cast<unsigned long long>(traffic.requests), static_cast<unsigned long long>(traffic.wavefronts),
               static_cast<unsigned long long>(traffic.ideal_wavefronts));
}

void write_traffic(std::FILE* file, const char* name, const RemoteTraffic& traffic) {
  std::fprintf(file, "\n     \"%s\": {\"requests\": %llu, \"bytes\": %llu},", name,
               static_cast<unsigned long long>(traffic.requests), static_cast<unsigned long long>(traffic.bytes));
}

void write_record(std::FILE* file, const LaunchRecord& record) {
  std::fprintf(file, "    {\"ordinal\": %u, \"kernel\": ", record.ordinal);
  write_string(file, record.kernel);
  std::fputs(", ", file);
  write_dimensions(file, "grid", record.grid);
  write_dimensions(file, "block", record.block);
  std::fprintf(file, "\"clusterBlocks\": %u, ", record.cluster_blocks);
  std::fprintf(file, "\"dynamicSharedBytes\": %zu, \"sampledBlocks\": %zu,", record.dynamic_shared_bytes,
               record.sampled_blocks);
  write_traffic(file, "globalLoads", record.traffic.global_loads);
  write_traffic(file, "globalStores", record.traffic.global_stores);
  write_traffic(file, "sharedLoads", record.traffic.shared_loads);
  write_traffic(file, "sharedStores", record.traffic.shared_stores);
  write_traffic(file, "remoteStores", record.traffic.remote_stores);
  std::fputs("\n     \"errors\": [", file);
  for (std::size_t i = 0; i < record.errors.size(); ++i) {
    std::fprintf(file, "%s{\"kind\": \"%s\", \"message\": ", i == 0 ? "" : ", ", name_of(record.errors[i].kind));
    write_string(file, record.errors[i].message);
    std::fputc('}', file);
  }
  std::fputs("]}", file);
}

}  // namespace

void write_report_json(std::FILE* file) {
  const std::vector<LaunchRecord> records = report();
  std::fputs("{\n  \"launches\": [", file);
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::fputs(i == 0 ? "\n" : ",\n", file);
    write_record(file, records[i]);
  }
  std::fputs("\n  ]\n}\n", file);
}

namespace {

/// Registers, once per program, the report to the file that FFTGEN_EMULATOR_REPORT names.
[[maybe_unused]] const bool report_at_exit = [] {
  if (std::getenv("FFTGEN_EMULATOR_REPORT") == nullptr) return false;
  std::atexit([] {
    const char* path = std::getenv("FFTGEN_EMULATOR_REPORT");
    std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
    if (file == nullptr) {
      std::fprintf(stderr, "fftgen emulator: cannot write the report to %s\n", path == nullptr ? "(unset)" : path);
      return;
    }
    write_report_json(file);
    std::fclose(file);
  });
  return true;
}();

}  // namespace

}  // namespace fftgen::emulator
