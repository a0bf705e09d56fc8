// One transformed dimension: which index is stored at which position, and the factors of which its matrix consists.
// An axis of a Fourier transform is in fftgen_fourier_axis.hpp, one of a Walsh-Hadamard transform in
// fftgen_walsh_axis.hpp. Both have:
//
//   length()
//   index(position), position(index)    which index is stored where
//   run(), offsets()                    positions come in runs: the index of position begin + i of a run is
//                                       index(begin) combined with offsets()[i], and factors multiply accordingly
//   inverse(frequency, index)           the factor of the inverse matrix, times gain()
//   gain()                              the squared norm of an output over the squared norm of its input
//   factor(frequency, index)            entry (k, j) of the matrix: on the inputs' side for frequency k and index j,
//                                       on the outputs' side for frequency j and index k
//   shifts()                            shifts of the inputs that turn into factors of the outputs: 0 .. shifts() - 1
//   shifted(index, shift)               where the value at an index comes from
#pragma once

namespace fftgen::verify {

/** The same dimension has different orders, and the matrix different roles, on the two sides. */
enum class Side { inputs, outputs };

/** `Family` is the family of the elements: Fourier or Walsh. */
template <class Family>
class Axis;

}  // namespace fftgen::verify
