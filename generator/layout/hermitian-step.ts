// The Hermitian step of a kernel: whether it has one, at which end, and of which columns.
import { failure, success, type Result } from "../failure/result.js";
import { contentAxis, partsOf } from "../plan/arrays.js";
import { elementsAtOnce, type KernelElements } from "../plan/elements.js";
import type { ClusterSchedule } from "../plan/plan.js";
import { transformedDigits, type DigitSet, type TransformedDigit } from "./digits.js";
import { columnsOfBlocks, columnsOnCluster, foldedEnd, mirroredColumns, NO_COLUMNS } from "./mirrored.js";
import type { FoldRequest } from "./phases.js";
import type { Reach } from "./reach.js";

interface Ends {
  readonly reads: Reach;
  readonly writes: Reach;
}

/** A kernel on a cluster: `folded`, what a block that works alone would do. */
interface RowsOnCluster extends Ends {
  readonly set: DigitSet;
  readonly digits: readonly TransformedDigit[];
  readonly cluster: Pick<ClusterSchedule, "after" | "size">;
  readonly folded: FoldRequest | undefined;
}

/** The Hermitian step of a kernel: where it reads a half spectrum for what it takes for pairs of real numbers, or writes one. */
export function foldOf(
  set: DigitSet,
  { reads, writes }: Ends,
  { held }: KernelElements,
  { matrices, onCluster }: { readonly matrices: boolean; readonly onCluster: boolean },
  index: number,
): Result<FoldRequest | undefined> {
  if (reads.content === undefined && writes.content === undefined) return success(undefined);
  const computable: Result<undefined> =
    matrices || elementsAtOnce(held) > 1
      ? failure("real transforms are computed on CUDA cores, one butterfly at a time: no units, no native arithmetic")
      : success(undefined);
  const axis = contentAxis(reads.content) ?? contentAxis(writes.content);
  if (axis === undefined) return computable;
  const kernels = new Set(transformedDigits(set).flatMap((digit) => (digit.axis === axis ? [digit.kernel] : [])));
  const isPaired = [set.arrays.input, set.arrays.output].some(({ content }) => content?.kind === "pairs");
  const wanted = set.arrays.input.content?.kind === "half" ? set.kernelCount - 1 : 0;
  if (!isPaired && !set.turns && set.kernelCount > 1 && !kernels.has(wanted))
    return failure("rows of real numbers are transformed by the first kernel, or of spectra by the last one");
  if (!kernels.has(index)) return success(undefined);
  if (!computable.ok) return computable;
  const end = foldedEnd(set, index);
  if (end === undefined) return success(undefined);
  const columns = mirroredColumns(set, index);
  if (!columns.ok) return columns;
  const isAcross = isPaired && transformedDigits(set).some((digit) => digit.axis !== axis);
  if (isAcross && columns.value.kind === "none" && !onCluster) return failure(NO_COLUMNS);
  const along = new Set(set.digits.filter((digit) => digit.axis === axis).map(({ name }) => name));
  return success({ end, along, columns: columns.value });
}

/** The Hermitian step where the front begins, or the back ends: columns are what the other has to transform, or has transformed. */
export function foldOnCluster({
  set,
  digits,
  cluster: { after, size },
  reads,
  writes,
  folded,
}: RowsOnCluster): Result<FoldRequest | undefined> {
  const other = [reads, writes].find(({ content }) => content !== undefined && content.kind !== "pairs");
  if (other === undefined || !digits.some(({ axis }) => axis === (contentAxis(other.content) ?? axis)))
    return success(undefined);
  const [own, behind] = folded?.end === "input" ? [reads, writes] : [writes, reads];
  // Between kernels pairs are complex numbers as any are.
  const isWhole = folded === undefined || folded.columns.kind === "none";
  const wanted = isWhole ? "pairs" : undefined;
  if (folded === undefined || other !== own || behind.content?.kind !== wanted)
    return failure(
      "clusters with a Hermitian step hold whole rows of pairs, and their bulk copies fetch complex numbers",
    );
  const ofColumns = folded.end === "input" ? digits.slice(after) : digits.slice(0, after);
  const columns =
    folded.columns.kind === "none"
      ? columnsOnCluster(set, folded.end, ofColumns)
      : columnsOfBlocks(folded.columns, folded.end, ofColumns, size);
  return columns.ok ? success({ ...folded, columns: columns.value }) : columns;
}

/** Whether no bulk copies bring what a cluster reads: rows or columns with their mirrors, which lie anywhere, or the parts of numbers. */
export const loadsByThreads = (
  folded: { readonly end: FoldRequest["end"]; readonly hasColumns: boolean } | undefined,
  { content }: Pick<Reach, "content">,
): boolean =>
  folded?.end === "input" ||
  folded?.hasColumns === true ||
  (content?.kind === "pairs" && partsOf(content) !== undefined);
