// Evidence is of a text: its hash changes with all that a transform's speed and errors come from, and with nothing else.
import { expect, test, vi } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { deviceTextHash } from "../../generator/emit/device-text.js";
import { FEATURES } from "../../generator/emit/features.js";
import * as launcherView from "../../generator/emit/launcher-view.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import type { Unit } from "../../generator/emit/unit.js";
import { at } from "../../generator/failure/errors.js";
import { gpu, namedPlan } from "./named-plan.js";

const named = namedPlan("one", [64, 64], "f32", [
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, table",
]);
const unit = compilePlan(named.name, named.plan, gpu);
const known = deviceTextHash(unit);

test("is written as evidence has it", () => {
  expect(known).toMatch(/^sha256:[0-9a-f]{64}$/);
});

/** With the text of its first kernel changed. */
const changed = (change: (text: string) => string): Unit => {
  const text = change(at(unit.kernels, 0));
  expect(text).not.toBe(unit.kernels[0]);
  return { ...unit, kernels: [text] };
};

test.each<readonly [string, Unit]>([
  ["its name", compilePlan("another", named.plan, gpu)],
  ["its title", { ...unit, title: "another" }],
  ["a comment of a kernel", changed((text) => text.replace(/\/\/ .*/, "// Another remark."))],
  ["where lines begin", changed((text) => text.replaceAll("\n  ", "\n    "))],
  [
    "device functions that no kernel calls",
    { ...unit, features: FEATURES.filter(({ name }) => !["vector", "matrix", "split", "shapes"].includes(name)) },
  ],
  ["how the host makes maps", { ...unit, features: unit.features.filter(({ name }) => name !== "tensor-map") }],
])("stays with %s", (_, other) => {
  expect(deviceTextHash(other)).toBe(known);
});

test.each<readonly [string, Unit]>([
  ["a statement of a kernel", changed((text) => text.replace("sync_cluster();", ""))],
  ["a butterfly", { ...unit, codelets: unit.codelets.map((one) => ({ ...one, text: `${one.text}\nint more;` })) }],
  ["a constant", { ...unit, tables: unit.tables.slice(1) }],
  ...["device", "cluster"].map((name): readonly [string, Unit] => [
    `the device functions of ${name}`,
    { ...unit, features: unit.features.filter((feature) => feature.name !== name && feature.name !== "tensor-map") },
  ]),
  [
    "how many threads it is launched on",
    {
      ...unit,
      host: {
        ...unit.host,
        launches: unit.host.launches.map((one) => ({ ...one, kernel: { ...one.kernel, threads: 64 } })),
      },
    },
  ],
])("changes with %s", (_, other) => {
  expect(deviceTextHash(other)).not.toBe(known);
});

test.each<readonly [string, object]>([
  ["clusters", { cluster: 8 }],
  ["bytes of shared memory", { sharedBytes: 64 }],
  ["parameters", { parameters: ["stride"] }],
  ["tiles", { tiles: { ...at(unit.host.launches, 0).kernel.tiles, perGroup: 3 } }],
  ["overlap with what is before it", { startsEarly: true }],
])("changes with its %s", (_, change) => {
  const launches = unit.host.launches.map((one) => ({ ...one, kernel: { ...one.kernel, ...change } }));
  expect(deviceTextHash({ ...unit, host: { ...unit.host, launches } })).not.toBe(known);
});

test("stays with what the host asks before it launches", () => {
  const asking = vi.spyOn(launcherView, "askingFunctions").mockReturnValue(["int another;"]);
  expect(deviceTextHash(unit)).toBe(known);
  asking.mockRestore();
});

test("is the same however the transform is packaged: it has no file in it", () => {
  expect(linkPackage([unit]).some(({ text }) => text.includes(known))).toBe(false);
  expect(unit.features.map(({ name }) => name)).toEqual(["device", "cluster", "tensor-map", "asked", "launch"]);
});
