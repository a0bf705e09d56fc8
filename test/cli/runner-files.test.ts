// A runner that does not see the project's files is found out before anything is built, and the way out is named.
import { readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as search from "../../generator/search/search.js";
import { requireSharedFiles } from "../../generator/toolchain/shared-files.js";
import { standInCuda, type StandInCuda } from "./stand-in-cuda.js";
import { useProject } from "./program.js";

const project = useProject("a b");
let cuda: StandInCuda;
const searching = vi.spyOn(search, "searchPlans");
beforeAll(async () => {
  cuda = await standInCuda(project.path("../tools"));
});
afterAll(() => {
  searching.mockRestore();
});

function script(name: string, ...lines: readonly string[]): string {
  const path = project.path("..", name);
  writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o755 });
  return path;
}

/** As a node with other disks: there the project's paths lead nowhere. */
const elsewhere = (): readonly (readonly [string, string])[] => [
  [
    "like srun",
    script(
      "srun-elsewhere",
      `for word; do shift; case $word in *.fftgen*) word=/nowhere/file ;; esac; set -- "$@" "$word"; done`,
      `exec "$@"`,
    ),
  ],
  ["like ssh", script("ssh-elsewhere", `exec sh -c "cd / && $(echo "$*" | sed 's#/[^ ]*/#/nowhere/#g')"`)],
];

test.each([["like srun"], ["like ssh"]])("a runner %s to a node with other disks", async (kind) => {
  const runner = elsewhere().find(([name]) => name === kind)?.[1] ?? "";
  for (const words of [
    ["tune", "8"],
    ["bench", "fwht"],
    ["study", "fwht-stability", "--on", "gpu", "--sizes", "3"],
  ]) {
    searching.mockClear();
    const { code, stdout, stderr } = await project.run([...words, "--runner", runner], cuda.environment);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`${runner} does not see the files of this directory`);
    expect(stderr).toContain("--pack DIR writes everything that is needed to measure there");
    expect(cuda.compiled()).toEqual([]);
    expect(searching).not.toHaveBeenCalled();
    expect(readdirSync(project.path(".fftgen"))).toEqual([".gitignore"]);
  }
});

test("runners that see the files are let through, whether a shell parses their words once more or not", async () => {
  await requireSharedFiles([script("srun", `exec "$@"`)], project.path(".fftgen"));
  await requireSharedFiles([script("ssh", `echo "Welcome"`, `exec sh -c "$*"`)], project.path(".fftgen"));
  await expect(requireSharedFiles([script("silent", `exit 0`)], project.path(".fftgen"))).rejects.toThrow(
    "printed something else there",
  );
});
