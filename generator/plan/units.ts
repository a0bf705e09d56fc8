// Which butterflies tensor cores compute: sub-computations whose unit multiplies by a matrix.
import type { MatrixUnit, PlanKernel, SubComputation, Unit } from "./plan.js";
import { isShort, stabilisationOf, type NumberFormat, type Transform } from "./transform.js";

/** Radices of each unit: their matrices fill the operands of `mma.sync` or divide them. */
export const MATRIX_RADICES: Readonly<Record<MatrixUnit, readonly number[]>> = {
  mma: [4, 8, 16],
  "mma.f16": [4, 8, 16],
  "mma.m16n8k8": [4, 8, 16],
  // A lane would hold 64 registers of the matrix of 16 points.
  "mma.m8n8k4": [4, 8],
  split: [4, 8, 16],
  sorna: [4],
  kang: [2, 4, 8],
};

const SPLIT_UNITS: readonly Unit[] = ["split", "sorna", "kang"];

/** Whether a unit splits numbers of single precision. */
export const isSplitUnit = (unit: Unit | undefined): boolean => unit !== undefined && SPLIT_UNITS.includes(unit);

/** Whether products are added up in half precision. */
export const addsInHalf = ({ unit }: Pick<SubComputation, "unit">): boolean =>
  unit === "mma.f16" || unit === "mma.m8n8k4";

/** How a butterfly is multiplied by its matrix; undefined if it is not. */
export const matrixUnit = ({ unit }: Pick<SubComputation, "unit">): MatrixUnit | undefined =>
  unit === "alman-rao" ? undefined : unit;

/** Whether a butterfly is a product with its matrix. */
export const isMatrixProduct = (sub: Pick<SubComputation, "unit">): boolean => matrixUnit(sub) !== undefined;

/** Whether a kernel multiplies by matrices. */
export const usesMatrices = ({ subComputations }: PlanKernel): boolean => subComputations.some(isMatrixProduct);

/** By which algorithm the sums of a Walsh-Hadamard step are computed. */
export const hadamardAlgorithm = ({ unit }: Pick<SubComputation, "unit">): "folklore" | "alman-rao" =>
  unit === "alman-rao" ? unit : "folklore";

/** Numbers that lie in one element of a Walsh-Hadamard kernel on tensor cores: the width of its vectors. */
export const MATRIX_WIDTH = 2;

/** Why a Walsh-Hadamard step cannot be computed so; undefined if it can. */
export function walshUnitProblem(
  unit: Unit,
  { radix, stride }: Pick<SubComputation, "radix" | "stride">,
  transform: Transform,
): string | undefined {
  const { precision, arithmetic } = transform;
  const stabilisation = stabilisationOf(transform);
  if (unit === "alman-rao") {
    if (radix !== ALMAN_RAO_RADIX) return `alman-rao computes radix ${ALMAN_RAO_RADIX}, not ${radix}`;
    return stabilisation === "none"
      ? undefined
      : "alman-rao has fused operations, whose errors no compensated sum keeps: stabilised steps have no unit";
  }
  if (unit !== "mma")
    return `${unit} computes Fourier butterflies; alman-rao computes Walsh-Hadamard steps, and mma those of 16-bit numbers`;
  if (!isShort(precision)) return `mma multiplies f16 or bf16, and this transform is of ${precision}`;
  if (arithmetic === "native")
    return "tensor cores have an arithmetic of their own: leave out mma, or native arithmetic";
  if (stabilisation !== "none") return "products with matrices keep no rounding errors: stabilised steps have no unit";
  // The lightest digit has one part within the vectors.
  const radices = MATRIX_RADICES.mma.map((size) => (stride === 1 ? MATRIX_WIDTH : 1) * size);
  return radices.includes(radix)
    ? undefined
    : `mma computes radices ${radices.join(", ")} at stride ${stride}, not ${radix}`;
}

/** Radix of the only step that Alman and Rao's algorithm computes. */
const ALMAN_RAO_RADIX = 8;

/** Why a Fourier butterfly cannot be computed so; undefined if it can. */
export function fourierUnitProblem(unit: Unit, radix: number, storage: NumberFormat): string | undefined {
  if (unit === "alman-rao") return "alman-rao computes Walsh-Hadamard steps, and this is a Fourier transform";
  const radices = MATRIX_RADICES[unit];
  if (!radices.includes(radix)) {
    const choice = radices.length === 1 ? `radix ${radices.join()}` : `radices ${radices.join(", ")}`;
    return `${unit} computes ${choice}, not ${radix}`;
  }
  if (isSplitUnit(unit))
    return storage === "f32" ? undefined : `${unit} splits f32 into halves, and this transform is of ${storage}`;
  if (addsInHalf({ unit }))
    return storage === "f16" ? undefined : `${unit} adds up in f16, and this transform is of ${storage}`;
  return isShort(storage) ? undefined : `${unit} multiplies f16 or bf16, and this transform is of ${storage}`;
}
