// What a plan fixes, or each call says: strides, and a factor of all outputs. And on which sides frequency 0 is in the middle.

export const STRIDE_CHOICES = ["fixed", "run-time"] as const;
/** Whether strides are those of the plan, or said with each call. */
export type StrideChoice = (typeof STRIDE_CHOICES)[number];

export const SCALINGS = ["fixed", "run-time"] as const;
/** Whether outputs are multiplied by the plan's scale alone, or also by a factor that is said with each call. */
export type Scaling = (typeof SCALINGS)[number];

/** Which sides have frequency 0 in the middle. */
export const SHIFTS = ["none", "input", "output", "both"] as const;
export type Shift = (typeof SHIFTS)[number];
