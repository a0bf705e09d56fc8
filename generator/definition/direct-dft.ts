// The discrete Fourier transform by its definition, one dimension after the other: N times the sum of the lengths
// operations, in f64. Knows nothing of plans.

export interface ComplexNumbers {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * The unnormalised transform of a batch of dense arrays with these lengths, slowest dimension first. `sign` is that of
 * the exponent: -1 forward, +1 inverse. The batch is the number of elements over the product of the lengths. Dimensions that are
 * not transformed are false in `isTransformed`.
 */
export function directDft(
  re: Float64Array,
  im: Float64Array,
  lengths: readonly number[],
  sign: -1 | 1,
  isTransformed: readonly boolean[] = lengths.map(() => true),
): ComplexNumbers {
  let current: ComplexNumbers = { re, im };
  let step = 1;
  for (const [index, length] of [...lengths.entries()].toReversed()) {
    if (isTransformed[index] === true) current = alongOneDimension(current, length, step, sign);
    step *= length;
  }
  if (re.length !== im.length || re.length % step !== 0) throw new Error(`no batch of ${lengths.join("x")} arrays`);
  return current;
}

function alongOneDimension({ re, im }: ComplexNumbers, length: number, step: number, sign: -1 | 1): ComplexNumbers {
  const angles = Array.from({ length }, (_, power) => (2 * Math.PI * power) / length);
  const cosines = Float64Array.from(angles, Math.cos);
  const sines = Float64Array.from(angles, (angle) => sign * Math.sin(angle));
  const result = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  // The elements of one sum side by side, for long ones read each of them many times.
  const line = { re: new Float64Array(length), im: new Float64Array(length) };
  for (let first = 0; first < re.length; first++) {
    if (Math.floor(first / step) % length !== 0) continue;
    for (let input = 0; input < length; input++) {
      line.re[input] = re[first + input * step] ?? NaN;
      line.im[input] = im[first + input * step] ?? NaN;
    }
    for (let output = 0; output < length; output++) {
      let sumRe = 0;
      let sumIm = 0;
      let power = 0;
      for (let input = 0; input < length; input++) {
        const x = line.re[input] ?? NaN;
        const y = line.im[input] ?? NaN;
        const c = cosines[power] ?? NaN;
        const s = sines[power] ?? NaN;
        sumRe += x * c - y * s;
        sumIm += x * s + y * c;
        power += output;
        if (power >= length) power -= length;
      }
      result.re[first + output * step] = sumRe;
      result.im[first + output * step] = sumIm;
    }
  }
  return result;
}

/** The relative error in the Euclidean norm: ||actual - expected|| / ||expected||. */
export function relativeError(actual: ComplexNumbers, expected: ComplexNumbers): number {
  let difference = 0;
  let norm = 0;
  for (let element = 0; element < expected.re.length; element++) {
    const [re, im] = [expected.re[element] ?? NaN, expected.im[element] ?? NaN];
    difference += ((actual.re[element] ?? NaN) - re) ** 2 + ((actual.im[element] ?? NaN) - im) ** 2;
    norm += re ** 2 + im ** 2;
  }
  return norm === 0 ? Math.sqrt(difference) : Math.sqrt(difference / norm);
}
