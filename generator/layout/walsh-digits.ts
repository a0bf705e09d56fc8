// Turns the steps of a Walsh-Hadamard plan into digits of the flat index of the array. What is not transformed is digits too:
// columns of the others.
import { WALSH, type PlanKernel } from "../plan/plan.js";
import type { WalshTransform } from "../plan/transform.js";
import { walshAxes } from "../plan/walsh.js";
import type { Digit } from "./digits.js";

/** All digits of a legal plan: H1, H2, ... in the order of transformation, then I1, I2, ... that stay as they are. */
export function walshDigits(transform: WalshTransform, kernels: readonly PlanKernel[]): readonly Digit[] {
  const axes = walshAxes(transform);
  let ordinal = 0;
  const transformed = kernels.flatMap(({ subComputations }, kernel) =>
    subComputations.map((subComputation): Digit => {
      ordinal += 1;
      const { radix, stride, extent } = subComputation;
      const axis = axes.find(({ step, length }) => stride >= step && stride < step * length);
      // Reversing the bits of an axis' index: what lies just below its extent goes to its step.
      const reversed = axis === undefined ? stride : (axis.step * axis.step * axis.length) / extent;
      return {
        name: `${WALSH}${ordinal}`,
        dimension: WALSH,
        ordinal,
        radix,
        kernel,
        subComputation,
        inPlaceWeight: stride,
        naturalWeight: reversed,
      };
    }),
  );
  return [...transformed, ...idleDigits(transform)];
}

/** Neighbouring dimensions that are not transformed are one digit. */
function idleDigits(transform: WalshTransform): readonly Digit[] {
  const digits: Digit[] = [];
  let step = 1;
  let radix = 1;
  const flush = (): void => {
    const ordinal = digits.length + 1;
    const common = { dimension: IDLE, ordinal, kernel: undefined, subComputation: undefined };
    const weight = step / radix;
    if (radix > 1)
      digits.push({ name: `${IDLE}${ordinal}`, ...common, radix, inPlaceWeight: weight, naturalWeight: weight });
    radix = 1;
  };
  for (const { name, length } of transform.dimensions) {
    if (transform.axes.includes(name)) flush();
    else radix *= length;
    step *= length;
  }
  flush();
  return digits;
}

const IDLE = "I";
