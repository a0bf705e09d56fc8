// The device header of a package has the functions that its kernels and launchers call, and those that these call, and no others.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { amalgamate } from "../../generator/emit/amalgamate.js";
import { deviceFunctions } from "../../generator/emit/device-functions.js";
import { callsIn, deviceNodes, partsOf, printedNodes } from "../../generator/emit/device-parts.js";
import { FEATURES, type FeatureName } from "../../generator/emit/features.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { packageRoot, readDeviceSource } from "../../generator/emit/read-template.js";
import { gpu, namedPlan, namedWalshPlan } from "./named-plan.js";

const plain = namedPlan("plain", [16], "f32", [
  "{ X(4,4,4,16,no-tw) X(4,4,1,4,pre-tw) } on 64 threads, 16 columns, table",
]);
const clusters = namedPlan("clusters", [64, 64], "f64", [
  "{ X(8,8,8,64,no-tw) X(8,8,1,8,pre-tw) Y(8,8,8,64,no-tw) Y(8,8,1,8,pre-tw) } on 128 threads, cluster 4 after 2, prefetch, table",
]);
const walsh = namedWalshPlan("walsh", [64], "f32", ["{ H(8,8,8,64) H(8,8,1,8) } on 32 threads, 4 columns"]);
const [plainUnit, clusterUnit, walshUnit] = [plain, clusters, walsh].map(({ name, plan }) =>
  compilePlan(name, plan, gpu),
) as [ReturnType<typeof compilePlan>, ReturnType<typeof compilePlan>, ReturnType<typeof compilePlan>];

const headerOf = (files: ReturnType<typeof linkPackage>): string =>
  files.find(({ path }) => path === "fftgen_device.cuh")?.text ?? "";
/** Names that the header's definitions have, as often as they have them. */
const definedIn = (header: string): readonly string[] =>
  partsOf(
    deviceNodes(
      header
        .slice(header.indexOf("\n// Memory accesses"), header.indexOf("\n}  // namespace rt_"))
        .split("\n")
        .filter((line) => !line.startsWith("}  // namespace rt_")),
    ),
  ).map(({ name }) => name);

test("a plain kernel has its few", () => {
  const launching = ["Start", "Grid", "passed", "passed", "launch"];
  const defined = definedIn(headerOf(linkPackage([plainUnit])));
  expect(defined).toEqual(["load", "load_table", "store", "dynamic_shared", ...launching]);
});

test("of overloads those are there that something could mean", () => {
  const defined = definedIn(headerOf(linkPackage([clusterUnit])));
  const text = headerOf(linkPackage([clusterUnit]));
  expect(defined.filter((name) => name === "load_box")).toHaveLength(1);
  expect(text).toContain("const TensorMap& map, Barrier barrier, int x, int y, int z)");
  expect(text).not.toContain("float2 multiply");
  expect(defined).toContain("make_tensor_map");
});

test("a bundle has what its kernels need together", () => {
  const transforms = [plainUnit, clusterUnit, walshUnit].map((unit) => linkedTransform(unit.name, [unit]));
  const all = new Set(definedIn(headerOf(linkBundle({ name: "several", transforms }))));
  for (const unit of [plainUnit, clusterUnit, walshUnit])
    for (const name of definedIn(headerOf(linkPackage([unit])))) expect(all).toContain(name);
});

test("the header is one namespace, its includes come first, and it knows of no emulator", () => {
  for (const unit of [plainUnit, clusterUnit, walshUnit]) {
    const text = headerOf(linkPackage([unit]));
    expect(text.match(/^namespace fftgen \{$/gm)).toHaveLength(1);
    expect(text.match(/^namespace rt_\w+ \{$/gm)).toHaveLength(1);
    expect(text.lastIndexOf("#include")).toBeLessThan(text.indexOf("namespace fftgen {"));
    expect(text).not.toMatch(/emulator/i);
  }
  expect(headerOf(linkPackage([clusterUnit]))).toContain("#include <cuda.h>\n");
  const includes = headerOf(linkPackage([plainUnit])).match(/#include .*/g);
  expect(includes).toEqual(["#include <cstddef>", "#include <cuda_runtime.h>"]);
});

test.each(readdirSync(join(packageRoot, "templates", "runtime", "device")))("%s is what its parts are", (source) => {
  const { sections } = amalgamate([source], readDeviceSource);
  for (const { lines } of sections) {
    const inner = lines.filter((line) => line !== "namespace fftgen {" && line !== "}  // namespace fftgen");
    const text = inner
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
    expect(printedNodes(deviceNodes(lines), () => true).join("\n")).toBe(text);
    expect(text).not.toMatch(/emulator/i);
  }
});

const featuresOf = (...names: FeatureName[]) => FEATURES.filter(({ name }) => names.includes(name));
const reachedBy = (text: string, ...names: FeatureName[]): readonly string[] =>
  deviceFunctions(featuresOf(...names), [text]).parts.map(({ name, taken }) =>
    [name, ...taken.filter((word) => /\d$|^[A-Z]/.test(word))].join(" "),
  );

test("comments, strings and what is not called reach nothing", () => {
  expect(reachedBy('// multiply(a, b)\nconst char* name = "store(a)";', "device")).toEqual([]);
  expect(reachedBy("void f(float2 a) { multiply(a, a); }", "device")).toEqual(["multiply float2 float2"]);
  expect(reachedBy("void f(double2 a) { multiply(a, a); }", "device")).toEqual(["multiply double2 double2"]);
});

test("what functions call is reached through them, operators by what they add", () => {
  expect(reachedBy("auto f() { return fast_root(0.5f); }", "device")).toEqual(["fast_root", "fast_root"]);
  expect(reachedBy("Planar<float, float2> f(Planar<float, float2> a) { return a + 1; }", "planar")).toContain("Planar");
  expect(reachedBy("Kahan<float> f(Kahan<float> a) { return a + a; }", "vector")).toContain("operator+ Kahan Kahan");
  expect(reachedBy("Kahan<float> f(Kahan<float> a) { return a + a; }", "vector")).not.toContain("by_least");
  expect(reachedBy("float f(float a) { return scale(a, 2.0); }", "vector")).toEqual(
    expect.arrayContaining(["scale", "multiply", "Factor"]),
  );
});

test("calls are counted by their arguments, but for those that only a compiler reads", () => {
  const calls = callsIn("f(a, g(b, c), {d, e}); h<2, T>(a); k(x<1, 2>(y)); m; n(p->q, r); s();");
  expect([..."fghkmns"].map((name) => [...(calls.get(name) ?? [])])).toEqual([
    [3],
    [2],
    [1],
    ["any"],
    ["any"],
    [2],
    [0],
  ]);
});

test("comments of what is left out go with it, and overloads keep the first one's", () => {
  const lines = [
    "// ---- One ----",
    "",
    "/// Of two numbers.",
    "__device__ void f(float2 a) {}",
    "",
    "__device__ void f(double2 a) {}",
    "",
    "// ---- Two ----",
    "",
    "namespace inner {",
    "",
    "__device__ void g() {}",
    "",
    "}  // namespace inner",
  ];
  const nodes = deviceNodes(lines);
  const printed = printedNodes(nodes, ({ taken }) => taken.includes("double2"));
  expect(printed).toEqual(["// ---- One ----", "", "/// Of two numbers.", "__device__ void f(double2 a) {}"]);
});
