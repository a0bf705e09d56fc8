import { join } from "node:path";
import { expect, test } from "vitest";
import { commandOf, type Call } from "../../generator/cli/called-as.js";
import { useProject } from "./program.js";

const call = (script: string, environment: Call["environment"] = {}): string =>
  commandOf({ script: join(script), environment, directory: join("/home/u/project") });

test.each([
  ["a global installation", "/usr/bin/fftgen", {}, "fftgen"],
  ["npx in a project", "/home/u/project/node_modules/.bin/fftgen", { npm_lifecycle_event: "npx" }, "npx fftgen"],
  ["the path of it", "/home/u/project/node_modules/.bin/fftgen", {}, "npx fftgen"],
  [
    "a script of package.json",
    "/home/u/project/node_modules/.bin/fftgen",
    { npm_lifecycle_event: "generate", npm_config_user_agent: "npm/11.1.0 node/v20.20.2" },
    "npx fftgen",
  ],
  [
    "pnpm",
    "/home/u/project/node_modules/fftgen/dist/cli/main.js",
    { npm_config_user_agent: "pnpm/9.0.0 npm/? node/v20.20.2" },
    "pnpm exec fftgen",
  ],
  [
    "yarn",
    "/home/u/project/node_modules/.bin/fftgen",
    { npm_config_user_agent: "yarn/1.22.0 npm/? node/v20.20.2" },
    "yarn fftgen",
  ],
  [
    "a tarball that is not installed",
    "/home/u/.npm/_npx/1f/node_modules/.bin/fftgen",
    { npm_lifecycle_event: "npx", npm_config_package: "/tmp/fftgen-0.1.0.tgz" },
    "npx --package=/tmp/fftgen-0.1.0.tgz fftgen",
  ],
  ["a checkout", "/home/u/project/dist/cli/main.js", {}, `node ${join("dist/cli/main.js")}`],
  ["a checkout, from elsewhere", "/home/u/fftgen/dist/cli/main.js", {}, `node ${join("../fftgen/dist/cli/main.js")}`],
  ["another program that uses the command line", "/home/u/tool.js", {}, "fftgen"],
] as const)("%s", (_, script, environment, expected) => {
  expect(call(script, environment)).toBe(expected);
});

const project = useProject();

test("errors, help and what comes next say it", async () => {
  const before = process.argv[1];
  process.argv[1] = project.path("node_modules/.bin/fftgen");
  try {
    expect((await project.run(["emit", "x"])).stderr).toContain("`npx fftgen plan <size>` makes one");
    expect((await project.run(["plan", "16", "--no-verify", "--no-compile"])).stdout).toContain(
      "npx fftgen explain c2c_f32_16",
    );
    expect((await project.run(["list"])).stdout).not.toContain("`fftgen ");
  } finally {
    process.argv[1] = before ?? "";
  }
});
