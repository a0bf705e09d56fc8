// The report of a program, launch by launch: the cost of the kernels' accesses and the faults. Programs can read it
// as values and as JSON; FFTGEN_EMULATOR_REPORT makes any program write the JSON when it exits.
#pragma once

#include <cstdio>
#include <vector>

#include "device.h"

namespace fftgen::emulator {

/// All launches since the program began or reset_report was called, oldest first.
std::vector<LaunchRecord> report();

void reset_report();

/// Sets whether, in allocations from now on, reads of words that nothing has written are faults.
void check_initialised(bool enabled);

/// Writes {"launches": [...]}, with the fields of LaunchRecord in camelCase; counts are sums over the sampled blocks.
void write_report_json(std::FILE* file);

}  // namespace fftgen::emulator
