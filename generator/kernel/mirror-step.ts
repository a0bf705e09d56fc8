// Columns of a cluster that are sent to the blocks of their mirrors (layout/mirrored.ts).
import type { Condition } from "../plan/index-expression.js";

/**
 * Columns change places with their mirrors before they are sent to the block that has both. Of column `below` + count * r, with r in
 * registers, the first half of all have the slots of their numbers, and the rest those of their mirrors: so registers of the second half
 * change places. In numbers: of 128 columns, 8 below 16 registers, register 9 of thread 3 has column 75, the mirror of 53; its destination is
 * that of register 6 and thread 5, half of all slots further on.
 */
export interface MirrorStep {
  readonly kind: "mirror";
  readonly comment?: string;
  /** Whether what is below the registers is 0, and so its own mirror. */
  readonly isFirst: Condition;
  readonly radix: number;
  /** So many groups, one after the other in the registers. */
  readonly groups: number;
}

/** The register that goes to place `to` of the second half. */
export const mirrorRegister = ({ radix }: Pick<MirrorStep, "radix">, isFirst: boolean, to: number): number => {
  const half = radix / 2;
  return half + (isFirst ? (half - to) % half : half - 1 - to);
};
