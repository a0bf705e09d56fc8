// The shipped JSON schemas, made from the schemas that read and type the values. `npm run golden` writes them.
import { z } from "zod";
import { suiteFileSchema } from "../bench/suite-file.js";
import { gpuFileSchema } from "../gpu/gpu-file.js";
import { wisdomFileJsonSchema } from "../planfile/wisdom-file.js";
import { bundleDescriptionSchema } from "../json/bundle-description.js";
import { problemFileSchema } from "../json/problem-file.js";
import { verifiedFileSchema } from "../json/verified.js";
import { projectFileJsonSchema } from "../project/project-file.js";
import { COMMANDS } from "./commands.js";
import type { Output } from "./output.js";
import { errorOutput } from "./report.js";

/** The schemas of fftgen itself, with the content of each file. */
export const SCHEMA_DIRECTORY = "templates/schemas";

/** The outputs of all commands, and of failures. */
export const allOutputs = async (): Promise<readonly Output[]> => [
  ...new Set([errorOutput, ...(await Promise.all(COMMANDS.map(({ outputs }) => outputs()))).flat()]),
];

export const publishedSchemas = async (): Promise<ReadonlyMap<string, object>> =>
  new Map([
    ["fftgen.schema.json", projectFileJsonSchema()],
    ["gpu.schema.json", gpuFileSchema()],
    ["wisdom.schema.json", wisdomFileJsonSchema()],
    ["verified.schema.json", z.toJSONSchema(verifiedFileSchema)],
    ["bundle.schema.json", z.toJSONSchema(bundleDescriptionSchema)],
    ["problems.schema.json", z.toJSONSchema(problemFileSchema)],
    ["suite.schema.json", suiteFileSchema()],
    ...(await allOutputs()).map(
      ({ name, schema }) => [`output/${name}.schema.json`, z.toJSONSchema(schema, { io: "input" })] as const,
    ),
  ]);
