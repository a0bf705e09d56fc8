#!/usr/bin/env node
// The program: checks the version of Node before it loads code that an old version could not read. Imports nothing by itself.

/** The version in package.json under `engines`. */
const OLDEST = [20, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `fftgen: Node ${process.versions.node} is too old: fftgen needs Node ${OLDEST.join(".")} or later (https://nodejs.org/)\n`,
  );
  process.exit(2);
}
// V8 compiles a function for speed once it has run so many bytes of bytecode, of which 132 KiB are its own choice: too early for searches
// of a few seconds, where much is compiled twice. With this 256x256x256 and 4096 take a quarter less processor time, 100003 a sixth.
const { setFlagsFromString } = await import("node:v8");
setFlagsFromString("--interrupt-budget=1000000");
await import("./program.js");

export {};
