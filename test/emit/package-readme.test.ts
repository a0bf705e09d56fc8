// The README of a package: what it prints to copy is what the header declares.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilePlan } from "../../generator/compile.js";
import { linkBundle } from "../../generator/emit/link-bundle.js";
import { linkPackage } from "../../generator/emit/link-package.js";
import { linkedTransform } from "../../generator/emit/linked-transform.js";
import { packageRoot } from "../../generator/emit/read-template.js";
import { findGpu } from "../../generator/gpu/registry.js";
import type { FourierTransform } from "../../generator/plan/transform.js";
import { emitted, namedPlan, namedRealPlan, type NamedPlan } from "./named-plan.js";

const kernels = ["{ X(1,16,1,16,no-tw) Y(1,8,1,8,no-tw) } on 32 threads"];
const laid = (name: string, options: Partial<Omit<FourierTransform, "kind" | "dimensions" | "precision">>): NamedPlan =>
  namedPlan(name, [8, 16], "f32", kernels, options);

const cases: readonly (readonly [plan: NamedPlan, passed: string])[] = [
  [laid("dense", {}), "in, out, workspace, batch, stream"],
  [laid("planar_input", { planar: "input" }), "in_re, in_im, out, workspace, batch, stream"],
  [laid("planar_output", { planar: "output" }), "in, out_re, out_im, workspace, batch, stream"],
  [
    laid("planar_run_time", { planar: "both", strides: "run-time" }),
    "in_re, in_im, out_re, out_im, workspace, batch, stride_in_batch, stride_in_y, stride_out_batch, stride_out_y, stream",
  ],
  [
    laid("in_place_run_time", { placement: "in-place", strides: "run-time" }),
    "in, out, workspace, batch, stride_batch, stride_y, stream",
  ],
  [
    namedRealPlan("rows_run_time", "r2c", [16], "f32", ["{ X(1,16,1,16,no-tw) } on 16 threads, 16 columns"], {
      strides: "run-time",
    }),
    "in, out, workspace, batch, stride_in_batch, stride_out_batch, stream",
  ],
];

/** Names of what stands between parentheses, without types. */
const namesOf = (parameters: string | undefined): readonly string[] =>
  (parameters ?? "").split(",").map((one) => /\w+$/.exec(one.trim())?.[0] ?? "");

test.each(cases)("the call is the one that the header of $name declares", (named, passed) => {
  const textOf = (end: string): string => emitted(named).find(({ path }) => path === end)?.text ?? "";
  const call = /^cudaError_t status = \S+::execute\((.*)\);$/m.exec(textOf("README.md"))?.[1];
  expect(call).toBe(passed);
  const header = textOf(`include/fftgen/${named.name}.h`).replaceAll(/\s+/g, " ");
  const declared = [...header.matchAll(/cudaError_t (?:\w+_)?execute\(([^)]*?)(?: = nullptr)?\)/g)].map(
    ([, parameters]) => namesOf(parameters),
  );
  // Of C, and of C++.
  expect(declared).toEqual([namesOf(call), namesOf(call)]);
});

test("nvcc's commands for several GPUs have machine code for each, and PTX for later ones", () => {
  const plan = laid("fat", {});
  const units = ["A100", "H200"].map((gpu) => compilePlan(plan.name, plan.plan, findGpu(gpu)));
  const readmes = [
    linkPackage(units),
    linkBundle({ name: "several", transforms: [linkedTransform(plan.name, units)] }),
  ].map((files) => files.find(({ path }) => path === "README.md")?.text ?? "");
  for (const readme of readmes) {
    const commands = [...readme.matchAll(/^nvcc .*$/gm)].map(([command]) => command);
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands)
      expect(command.match(/code=\w+/g)).toEqual(["code=sm_80", "code=sm_90", "code=compute_90"]);
  }
});

test("it says what passing looks like, in the words of the verification program", () => {
  const readme = emitted(laid("dense", {})).find(({ path }) => path === "README.md")?.text ?? "";
  const said = /the line `dense: ([^`]+)`/.exec(readme)?.[1] ?? "";
  const printed = readFileSync(join(packageRoot, "templates/runtime/verify/fftgen_report.hpp"), "utf8");
  expect(printed).toContain(`"%s: ${said.replaceAll("...", "%.2g")}\\n"`);
});
