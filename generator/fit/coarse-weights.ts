// What is said of a kernel before it is placed: passes over memory that another exchange costs, and what clusters cost over blocks. Of the
// plans of one kernel of each transform it is found what one more exchange, or a cluster, costs beside the others (least squares within
// groups); plans of other transforms differ in more than that.
import { at } from "../failure/errors.js";
import type { Gpu } from "../gpu/gpu.js";
import { segmentTime } from "../gpu/segments.js";
import type { Weights } from "../gpu/weights.js";
import type { FitRow } from "./rows.js";

interface Point {
  readonly passes: number;
  readonly exchanges: number;
  readonly cluster: number;
}

export function coarseWeights(rows: readonly FitRow[], gpu: Gpu): Weights["coarse"] {
  const groups = new Map<string, Point[]>();
  for (const row of rows) {
    const point = pointOf(row, gpu);
    if (point !== undefined) groups.set(row.group, [...(groups.get(row.group) ?? []), point]);
  }
  const apart = [...groups.values()].flatMap((points) => {
    const mean = (of: (point: Point) => number): number =>
      points.reduce((sum, point) => sum + of(point), 0) / points.length;
    const middle = {
      passes: mean(({ passes }) => passes),
      exchanges: mean(({ exchanges }) => exchanges),
      cluster: mean(({ cluster }) => cluster),
    };
    return points.map(({ passes, exchanges, cluster }) => ({
      passes: passes / middle.passes - 1,
      exchanges: exchanges - middle.exchanges,
      cluster: cluster - middle.cluster,
    }));
  });
  const sum = (of: (point: Point) => number): number => apart.reduce((total, point) => total + of(point), 0);
  const [ee, ec, cc] = [
    sum(({ exchanges }) => exchanges ** 2),
    sum(({ exchanges, cluster }) => exchanges * cluster),
    sum(({ cluster }) => cluster ** 2),
  ];
  const [ep, cp] = [sum(({ exchanges, passes }) => exchanges * passes), sum(({ cluster, passes }) => cluster * passes)];
  const determinant = ee * cc - ec ** 2;
  // Without clusters among them exchanges alone.
  const [exchange, cluster] =
    determinant > 0
      ? [(ep * cc - cp * ec) / determinant, (cp * ee - ep * ec) / determinant]
      : [ee > 0 ? ep / ee : 0, 0];
  return { exchange: short(Math.max(0, exchange)), cluster: short(Math.max(1, 1 + cluster)) };
}

const short = (value: number): number => Number(value.toPrecision(3));

/** Launches of few arrays do not take passes over memory. */
const SLOWEST_PASS = 3;

function pointOf({ kernels, milliseconds }: FitRow, gpu: Gpu): Point | undefined {
  if (kernels.length !== 1) return undefined;
  const { kernel, launch } = at(kernels, 0);
  const { tileRunRead, tileRunWritten, stages, front } = kernel;
  const copy = (launch.bytesRead + launch.bytesWritten) / gpu.copyBandwidth / 1e6;
  const passes = milliseconds / copy / segmentTime(gpu, tileRunRead, tileRunWritten);
  return passes > SLOWEST_PASS ? undefined : { passes, exchanges: stages - 1, cluster: Number(front > 0) };
}
