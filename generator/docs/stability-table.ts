// The stability study beside Table 4.1 of Andersson's thesis.
import { THESIS_TABLE } from "../study/thesis-table.js";
import { NUMBER_FORMATS, type Algorithm } from "../study/vocabulary.js";
import { left, markdownTable, right } from "./markdown-table.js";
import { tableRows } from "./measured-plans.js";

const COLUMNS = [
  ["kahan", "Kahan"],
  ["neumaier", "Neumaier"],
  ["alman-rao", "Alman & Rao"],
] as const satisfies readonly (readonly [Algorithm, string])[];

/** `table`: test/study/measured/h200.tsv. Ours in percent, the thesis's in brackets. */
export function stabilityTable(table: string): string {
  const measured = new Map(
    tableRows(table).map(([storage = "", exponent = "", algorithm = "", drawn = ""]) => [
      `${storage} ${exponent} ${algorithm}`,
      Number(drawn),
    ]),
  );
  const exponents = [...THESIS_TABLE.f64.keys()];
  return markdownTable(
    [
      left("size"),
      ...NUMBER_FORMATS.flatMap((storage) =>
        COLUMNS.map(([, title], index) => right(index === 0 ? `${storage} ${title}` : title)),
      ),
    ],
    exponents.map((exponent) => [
      `2^${exponent}`,
      ...NUMBER_FORMATS.flatMap((storage) =>
        COLUMNS.map(([algorithm], column) => {
          const own = measured.get(`${storage} ${exponent} ${algorithm}`);
          const thesis = THESIS_TABLE[storage].get(exponent)?.[column];
          return [wholeText(own), thesis === undefined ? "" : `(${wholeText(thesis)})`].join(" ").trim();
        }),
      ),
    ]),
  );
}

/** Halves away from 0. */
const wholeText = (percent: number | undefined): string =>
  percent === undefined || !Number.isFinite(percent)
    ? ""
    : String(Math.sign(percent) * Math.round(Math.abs(percent)) + 0);
