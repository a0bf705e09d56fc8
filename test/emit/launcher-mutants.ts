// A launcher in which one check at a time is lost or wrong: a variable of the environment says which, so that one build has all.

export const MUTANT_VARIABLE = "FFTGEN_TEST_MUTANT";

export interface MutableLauncher {
  readonly text: string;
  /** Of each mutant, the first being 1: `in == nullptr -> false`. */
  readonly mutants: readonly string[];
}

/** What stands in the conditions of a launcher. */
const CONDITION =
  /misaligned\((?:in|out|workspace), \d+\)|(?:\w+(?:<[\w:]+>\(\w+\))?(?: % [\w()]+)?) (?:==|!=|>|<) \w+(?=[;)]| \|\|)/g;

/** Of launches that take what they can get, and of the device: an emulated GPU lacks nothing. */
const isOfDevice = (line: string): boolean =>
  /resident|capability|found|planned|largest|cudaErrorInvalidDeviceFunction|status == /.test(line);

/** Every condition lost, limits moved by one, alignments halved. */
export function mutableLauncher(text: string): MutableLauncher {
  const mutants: string[] = [];
  const lines = text.split("\n").map((line) => {
    if (!/^\s*if \(/.test(line) || isOfDevice(line)) return line;
    return line.replaceAll(CONDITION, (condition) => {
      const wrong = wrongConditions(condition);
      const first = mutants.length + 1;
      mutants.push(...wrong.map((other) => `${condition} -> ${other}`));
      return `(${wrong.map((other, index) => `fftgen_mutant == ${first + index} ? (${other}) : `).join("")}(${condition}))`;
    });
  });
  const head = lines.findIndex((line) => line.startsWith("#include <cstdint>"));
  const chosen = [
    "#include <cstdlib>",
    `static const int fftgen_mutant = std::getenv("${MUTANT_VARIABLE}") ? std::atoi(std::getenv("${MUTANT_VARIABLE}")) : 0;`,
  ];
  return { text: [...lines.slice(0, head + 1), ...chosen, ...lines.slice(head + 1)].join("\n"), mutants };
}

function wrongConditions(condition: string): readonly string[] {
  if (/^batch > \d/.test(condition))
    return ["false", condition.replace(">", ">="), condition.replace(">", "> 1ull +"), `${condition} || true`];
  const [, pointer, alignment] = /^misaligned\((\w+), (\d+)\)/.exec(condition) ?? [];
  if (pointer !== undefined)
    return ["false", `misaligned(${pointer}, ${alignment} / 2)`, `misaligned(${pointer}, ${alignment} * 2)`];
  return ["false"];
}
