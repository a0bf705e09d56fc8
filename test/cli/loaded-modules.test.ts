// What commands load at once: those that only look at plan files load nothing that searches or emits, and none loads the compiler.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = "generator";

/** The modules that a file imports as values, all the way down, and the packages among them. */
function loadedBy(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const path of seen) {
    if (!path.endsWith(".ts")) continue;
    const text = readFileSync(path, "utf8");
    for (const [, form = "", from = ""] of text.matchAll(/^(?:import|export) ([^;]*?)\bfrom "([^"]+)";/gm)) {
      if (form.startsWith("type ")) continue;
      seen.add(from.startsWith(".") ? join(dirname(path), from.replace(/\.js$/, ".ts")) : from);
    }
  }
  return [...seen].map((one) => (one.endsWith(".ts") ? relative(ROOT, one) : one));
}

test.each(["list-command", "wisdom-command", "completion-command"])(
  "%s loads nothing that searches or emits",
  (name) => {
    const loaded = loadedBy(join(ROOT, "cli", `${name}.ts`));
    expect(loaded).toContain(`cli/${name}.ts`);
    expect(loaded.filter((one) => /^(?:compile\.ts|(?:search|lower|codelet|kernel)\/)/.test(one))).toEqual([]);
  },
);

test.each(["list-command", "plan-command", "emit-command", "explain-command"])("%s does not load ts-morph", (name) => {
  const loaded = loadedBy(join(ROOT, "cli", `${name}.ts`));
  expect(loaded).toContain("planfile/syntax-tree.ts");
  expect(loaded).not.toContain("ts-morph");
});
