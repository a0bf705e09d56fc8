// Why outputs of some kinds of transforms have one order.
import { isTrigonometricKind, type Transform } from "./transform.js";

/** Why outputs have one order; undefined where they have others. */
export function onlyOrder(kind: Transform["kind"]): string | undefined {
  if (isTrigonometricKind(kind))
    return "outputs of cosine and sine transforms are parts of complex numbers, which kernels put in order";
  return kind === "r2c" || kind === "c2r"
    ? "a half spectrum has one order, in which the first half is what is stored"
    : undefined;
}
