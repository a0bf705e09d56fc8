// The descriptions of JSON that are shipped, made from the schemas that read and type it. `npm run golden` writes them.
import { z } from "zod";
import { suiteFileSchema } from "../bench/suite-file.js";
import { gpuFileSchema } from "../gpu/gpu-file.js";
import { wisdomFileJsonSchema } from "../planfile/wisdom-file.js";
import { projectFileJsonSchema } from "../project/project-file.js";
import { outputSchemas } from "./output-schemas.js";

/** Of fftgen itself, with what is in each file. */
export const SCHEMA_DIRECTORY = "templates/schemas";

export const publishedSchemas = (): ReadonlyMap<string, object> =>
  new Map([
    ["fftgen.schema.json", projectFileJsonSchema()],
    ["gpu.schema.json", gpuFileSchema()],
    ["wisdom.schema.json", wisdomFileJsonSchema()],
    ["suite.schema.json", suiteFileSchema()],
    ...Object.entries(outputSchemas).map(
      ([name, schema]) => [`output/${name}.schema.json`, z.toJSONSchema(schema, { io: "input" })] as const,
    ),
  ]);
