// Draws the rows of a kernel: a box for each digit or part of one, of a width proportional to its bits, and a ribbon from each
// place to the next. Vertical ribbons are digits that stay; crossing ribbons are exchanged.
import { escapeMarkup, label, line, raisedExponents } from "../bench/markup.js";
import { isPowerOfTwo } from "../arithmetic/factorisation.js";
import { BATCH, type Atom } from "../layout/digits.js";
import { at } from "../failure/errors.js";
import type { DigitColours } from "./page-colours.js";
import { partText } from "./explain-lines.js";
import type { Place, PlacedRun, PlaceRow, RowPart } from "./page-rows.js";

/** Width in pixels of all charts of the page. */
export const CHART_WIDTH = 760;
const LEFT = 116;
const RIGHT = 756;
const GAP = 7;
const BATCH_WIDTH = 40;
const BRACKET = 16;
const BOX = 32;
const RIBBON = 38;
const WIDEST_BIT = 44;
/** Advance of a letter of the monospaced font, over its size. */
const ADVANCE = 0.6;
/** Font sizes in boxes: of names, the least size of a name, and of the text below. */
const NAME = 11;
const LEAST_NAME = 8;
const UNDER = 9;

interface Box {
  readonly run: PlacedRun;
  readonly x: number;
  readonly width: number;
}

interface PlacedPart {
  readonly part: RowPart;
  readonly x: number;
  readonly width: number;
  readonly boxes: readonly Box[];
}

interface PlacedRow {
  readonly row: PlaceRow;
  /** Top of the boxes. */
  readonly top: number;
  readonly parts: readonly PlacedPart[];
}

const bitsOf = (atoms: readonly Atom[]): number => atoms.reduce((sum, { size }) => sum + Math.log2(size), 0);
const bitsOfParts = (parts: readonly RowPart[]): number =>
  bitsOf(parts.flatMap(({ runs }) => runs.flatMap(({ atoms }) => atoms)));

/** An SVG element. */
export function placeChart(rows: readonly PlaceRow[], title: string, colours: DigitColours): string {
  const { placed, batch } = placeOnPaper(rows);
  const height = at(placed, placed.length - 1).top + BOX + 6;
  const shapes = [
    ...placed.slice(1).flatMap((row, index) => ribbons(at(placed, index), row, colours)),
    ...placed.flatMap((row) => rowShapes(row, batch, colours)),
  ];
  return [
    `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" aria-label="${escapeMarkup(title)}">`,
    ...shapes,
    "</svg>",
  ].join("\n");
}

/** Blocks are drawn to the right of their contents, in all rows at the same place; the batch is to their right. */
function placeOnPaper(rows: readonly PlaceRow[]): { readonly placed: readonly PlacedRow[]; readonly batch: number } {
  const inside = (row: PlaceRow): readonly RowPart[] => row.parts.filter(({ place }) => place !== "grid");
  const most = Math.max(...rows.map((row) => bitsOfParts(row.parts)));
  const gaps = Math.max(...rows.map((row) => inside(row).length));
  const unit = Math.min(WIDEST_BIT, (RIGHT - LEFT - BATCH_WIDTH - GAP * (gaps + 1)) / most);
  const gridBits = Math.max(...rows.map(({ parts }) => bitsOfParts(parts.filter(({ place }) => place === "grid"))));
  const grid = LEFT + (most - gridBits) * unit + GAP * gaps;
  const placed = rows.map((row, index): PlacedRow => {
    let x = LEFT;
    const parts = row.parts.map((part, position): PlacedPart => {
      if (part.place === "grid") x = grid;
      const from = x;
      const boxes = part.runs.map((run): Box => {
        const box = { run, x, width: bitsOf(run.atoms) * unit };
        x += box.width;
        return box;
      });
      const width = x - from;
      // Lanes and warps are threads as well.
      const isWithin = part.place === "lanes" || part.place === "across";
      const next = row.parts[position + 1]?.place;
      x += isWithin && (next === "across" || next === "warps") ? 1 : GAP;
      return { part, x: from, width, boxes };
    });
    return { row, top: BRACKET + index * (BRACKET + BOX + RIBBON), parts };
  });
  return { placed, batch: grid + gridBits * unit + (gridBits === 0 ? 0 : GAP) };
}

function rowShapes({ row, top, parts }: PlacedRow, batch: number, colours: DigitColours): readonly string[] {
  const arrival = row.arrival ?? ["", ""];
  const middle = top - BRACKET - RIBBON / 2;
  return [
    label(0, middle + 1, "step", escapeMarkup(arrival[0])),
    label(0, middle + 13, "small muted", escapeMarkup(arrival[1])),
    label(0, top + 14, "strong", escapeMarkup(row.title)),
    label(0, top + 27, "small muted", escapeMarkup(row.note)),
    ...parts.flatMap((part) => [
      ...bracket(part, top),
      ...part.boxes.map((box) => boxShape(box, top, part.part.place, colours)),
    ]),
    rectangle(batch, BATCH_WIDTH, top, "box digit plain away"),
    label(batch + BATCH_WIDTH / 2, top + BOX / 2 + 4, "under middle", BATCH),
  ].filter((shape) => !shape.endsWith("></text>"));
}

const rectangle = (x: number, width: number, top: number, classes: string): string =>
  `<rect x="${tenth(x + 0.75)}" y="${tenth(top)}" width="${tenth(width - 1.5)}" height="${BOX}" rx="4" class="${classes}"/>`;

const tenth = (value: number): string => String(Math.round(value * 10) / 10);

const PLACE_NAMES: Readonly<Record<Place, string>> = {
  lanes: "lanes",
  across: "lanes, warps",
  warps: "warps",
  memory: "addresses, neighbours first",
  vector: "vector",
  registers: "registers",
  buffer: "addresses in shared memory",
  group: "group",
  block: "block",
  grid: "grid",
};

/** A line above a place, with its name. */
const bracket = ({ part: { place }, x, width }: PlacedPart, top: number): readonly string[] =>
  width === 0
    ? []
    : [
        line(x + 2, top - 4, x + width - 2, top - 4, "bracket"),
        label(x + width / 2, top - 7, "place middle", PLACE_NAMES[place]),
      ];

function boxShape({ run, x, width }: Box, top: number, place: Place, colours: DigitColours): string {
  const classes = [
    "box",
    colours.classOf(run.digit),
    run.isTransformed || run.isActive ? "done" : "",
    run.isActive ? "active" : "",
    run.isAway ? "away" : "",
    run.stride?.isPadded === true ? "padded" : "",
  ];
  const middle = x + width / 2;
  const lines = boxLines(run, width);
  const from = top + BOX / 2 + (lines.length === 1 ? 4 : -2);
  return [
    `<g class="${classes.filter((one) => one !== "").join(" ")}">`,
    `<title>${escapeMarkup(inWords(run, place))}</title>`,
    rectangle(x, width, top, "face"),
    ...lines.map(({ text, size }, index) => fitted(middle, from + 12 * index, text, size, width)),
    "</g>",
  ].join("");
}

/** The text of a box in one line or two: the digit, and the stride where it has addresses. */
function boxLines({ text, digit, stride }: PlacedRun, width: number): readonly { text: string; size: number }[] {
  const name = digit.toLowerCase();
  const fits = (size: number): boolean => text.length * size * ADVANCE <= width - 3;
  if (stride !== undefined) {
    const exchanged = stride.exchanged === 0 ? "" : ` ^${stride.exchanged}`;
    return [
      { text: fits(LEAST_NAME) ? text : name, size: NAME },
      { text: `\u00d7${shortNumber(stride.elements)}${exchanged}`, size: UNDER },
    ];
  }
  if (fits(NAME)) return [{ text, size: NAME }];
  return [
    { text: name, size: NAME },
    { text: text.slice(name.length), size: UNDER },
  ];
}

/** `272`, `2¹⁶`, `¼` */
const shortNumber = (value: number): string =>
  value < 1
    ? partText(value)
    : value >= 1024 && isPowerOfTwo(value)
      ? raisedExponents(`2^${Math.log2(value)}`)
      : String(value);

/** The largest font size that fits into the width and is readable. */
function fitted(x: number, y: number, text: string, size: number, width: number): string {
  const fitting = Math.max(6.5, Math.min(size, (width - 3) / (text.length * ADVANCE)));
  const shrunk = fitting < size ? ` style="font-size:${tenth(fitting)}px"` : "";
  return `<text x="${tenth(x)}" y="${tenth(y)}" class="${size === NAME ? "name" : "under"} middle"${shrunk}>${escapeMarkup(text)}</text>`;
}

function inWords(run: PlacedRun, place: Place): string {
  const on = place === "lanes" || place === "warps" || place === "across";
  const where = `${place === "vector" ? "at" : on ? "on" : "in"} ${PLACE_NAMES[place]}`;
  const stride = run.stride === undefined ? "" : `, neighbours ${partText(run.stride.elements)} apart`;
  const padded = run.stride?.isPadded === true ? ", with padding before" : "";
  return `${run.text} ${where}${stride}${padded}${run.isTransformed ? ", transformed" : ""}`;
}

/** The place of each atom in a row, in the order of the row. */
function atomPlaces({ parts }: PlacedRow): readonly {
  readonly key: string;
  readonly atom: Atom;
  readonly x: number;
  readonly width: number;
  readonly isAway: boolean;
}[] {
  return parts.flatMap(({ boxes }) =>
    boxes.flatMap(({ run, x, width }) => {
      const bits = bitsOf(run.atoms);
      let from = x;
      return run.atoms.map((atom) => {
        const place = {
          key: `${atom.digit}/${atom.weight}`,
          atom,
          x: from,
          width: (width * Math.log2(atom.size)) / bits,
          isAway: run.isAway,
        };
        from += place.width;
        return place;
      });
    }),
  );
}

/** From each atom to the same atom in the next row; adjacent ones form one ribbon. */
function ribbons(upper: PlacedRow, lower: PlacedRow, colours: DigitColours): readonly string[] {
  const targets = new Map(atomPlaces(lower).map((place) => [place.key, place]));
  const merged: { digit: string; x: number; below: number; width: number; isAway: boolean }[] = [];
  for (const { key, atom, x, width, isAway } of atomPlaces(upper)) {
    const target = targets.get(key);
    if (target === undefined) continue;
    const last = merged.at(-1);
    const goesOn = (from: number, to: number): boolean => Math.abs(from - to) < 0.01;
    if (last?.digit === atom.digit && goesOn(last.x + last.width, x) && goesOn(last.below + last.width, target.x))
      last.width += width;
    else merged.push({ digit: atom.digit, x, below: target.x, width, isAway: isAway && target.isAway });
  }
  return merged.map(({ digit, x, below, width, isAway }) => {
    const [top, bottom] = [upper.top + BOX, lower.top - (BRACKET - 2)];
    const middle = (top + bottom) / 2;
    const [left, right] = [x + 1.5, x + width - 1.5];
    const [leftBelow, rightBelow] = [below + 1.5, below + width - 1.5];
    const path = [
      `M${tenth(left)} ${tenth(top)}`,
      `C${tenth(left)} ${tenth(middle)} ${tenth(leftBelow)} ${tenth(middle)} ${tenth(leftBelow)} ${tenth(bottom)}`,
      `H${tenth(rightBelow)}`,
      `C${tenth(rightBelow)} ${tenth(middle)} ${tenth(right)} ${tenth(middle)} ${tenth(right)} ${tenth(top)}z`,
    ];
    return `<path d="${path.join("")}" class="ribbon ${colours.classOf(digit)}${isAway ? " away" : ""}"/>`;
  });
}
