// Temporary names: those of other threads and processes are kept while these live, those of dead ones are recognised.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { isAbandoned, removeAbandoned, temporaryName, writerOf } from "../../generator/output/temporary-name.js";
import { mainFile, useProgram } from "../cli/program.js";

useProgram();
const directory = mkdtempSync(join(tmpdir(), "fftgen-names-"));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The same name, of another process. */
const ofProcess = (pid: number): string => temporaryName().replace(`.${process.pid}.`, `.${pid}.`);
const dead = spawnSync("true").pid;

test("a name says who gave it, and no two are alike", () => {
  expect(writerOf(temporaryName())).toMatchObject({ pid: process.pid });
  expect(temporaryName()).not.toBe(temporaryName());
  expect(writerOf("fftgen.json")).toBeUndefined();
});

test.each<[string, string, boolean]>([
  ["of this process", temporaryName(), false],
  ["of one that lives", ofProcess(process.ppid), false],
  ["of one that has ended", ofProcess(dead), true],
  ["of another machine", ofProcess(dead).replace(/-[^.]*/, "-elsewhere"), false],
  ["of one that had this one's number", temporaryName().replace(/\.\d+(?=\.\w+$)/, ".12"), true],
  ["of an older version", ofProcess(dead).replace(/\.\d+(?=\.\w+$)/, ""), true],
  ["a user's file", ".fftgen-notes", false],
])("%s", (_, name, expected) => {
  expect(isAbandoned(name)).toBe(expected);
});

test("what has been left is removed, what somebody is writing is not", () => {
  const [alive, left] = [temporaryName(), ofProcess(dead)];
  for (const name of [alive, left]) writeFileSync(join(directory, name), "");
  removeAbandoned(directory);
  expect(readdirSync(directory)).toEqual([alive]);
  rmSync(join(directory, alive));
});

test("threads of one process write to one directory at the same time", async () => {
  const module = pathToFileURL(join(dirname(mainFile()), "../output/text-file.js")).href;
  const source = `
    const { workerData, parentPort } = require("node:worker_threads");
    import(${JSON.stringify(module)}).then(({ writeTextFile }) => {
      for (let round = 0; round < 60; round++)
        writeTextFile(workerData.directory + "/" + workerData.name + ".txt", String(round));
      parentPort.postMessage("done");
    });`;
  const written = await Promise.all(
    ["a", "b", "c", "d"].map(
      (name) =>
        new Promise((resolve, reject) => {
          new Worker(source, { eval: true, workerData: { directory, name } })
            .once("message", resolve)
            .once("error", reject);
        }),
    ),
  );
  expect(written).toEqual(["done", "done", "done", "done"]);
  expect(readdirSync(directory).toSorted()).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
});
