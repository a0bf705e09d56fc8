// Products of matrices whose elements the lanes of a warp hold: the operands and results of each lane, and the
// product.
//
// Products of 16-bit numbers are exact, and their sums nearly: they are made in double precision, whose error is at
// most 16 * 2^-53 of the largest partial sum. The caller rounds once, to float or to half. Tensor cores instead align
// the addends of 4 to 16 products and the sum so far to the largest of them and cut off the digits that are then too
// low: they differ from this by a few units of 2^-23 of the largest addend, by generation.
//
// Does not make lanes meet.
#pragma once

#include "device_calls.h"
#include "traffic.h"
#include "warp_act.h"

namespace fftgen::emulator {

/// The operands of a lane in a product.
struct ProductPart : LanePart {
  LaneProduct* own;
};

/// c += a * b of all lanes of a warp. The number of columns of a and rows of b: 8 or 16.
template <unsigned Depth>
void multiply_lanes(LanePart* const (&lanes)[lanes_of_a_warp]) {
  constexpr unsigned rows = 16;
  constexpr unsigned columns = 8;
  double a[rows][Depth] = {};
  double b[Depth][columns] = {};
  double c[rows][columns] = {};
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    const LaneProduct& own = *static_cast<const ProductPart&>(*lanes[lane]).own;
    const unsigned group = lane / 4;
    const unsigned pair = lane % 4 * 2;
    for (unsigned i = 0; i < Depth / 2; ++i) a[group + i / 2 % 2 * 8][pair + i % 2 + i / 4 * 8] = own.a[i];
    for (unsigned i = 0; i < Depth / 4; ++i) b[pair + i % 2 + i / 2 * 8][group] = own.b[i];
    for (unsigned i = 0; i < 4; ++i) c[group + i / 2 * 8][pair + i % 2] = own.c[i];
  }
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned k = 0; k < Depth; ++k) {
      for (unsigned column = 0; column < columns; ++column) c[row][column] += a[row][k] * b[k][column];
    }
  }
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    LaneProduct& own = *static_cast<ProductPart&>(*lanes[lane]).own;
    for (unsigned i = 0; i < 4; ++i) own.c[i] = c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
  }
}

/// Four such products of 8 rows and 4 columns of a (m8n8k4): bits 2 and 3 of a lane select one.
inline void multiply_quads(LanePart* const (&lanes)[lanes_of_a_warp]) {
  const auto own = [&](unsigned product, unsigned row) -> LaneProduct& {
    return *static_cast<ProductPart&>(*lanes[row % 4 + product * 4 + row / 4 * 16]).own;
  };
  for (unsigned product = 0; product < 4; ++product) {
    for (unsigned row = 0; row < 8; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        for (unsigned k = 0; k < 4; ++k) {
          own(product, row).c[column] += static_cast<double>(own(product, row).a[k]) * own(product, column).b[k];
        }
      }
    }
  }
}

inline constexpr WarpAct multiplication_4 = {"multiplies", "multiply", multiply_quads};

template <unsigned Depth>
inline constexpr WarpAct multiplication = {"multiplies", "multiply", multiply_lanes<Depth>};

}  // namespace fftgen::emulator
