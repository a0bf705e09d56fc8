// The JSON Schemas that are shipped: what the schemas of the program say, and nothing else.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedSchemas, SCHEMA_DIRECTORY } from "../../generator/cli/published-schemas.js";

const root = join(import.meta.dirname, "../..");

test("what is shipped is what the schemas say", async () => {
  const schemas = await publishedSchemas();
  for (const [file, schema] of schemas)
    await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(join(root, SCHEMA_DIRECTORY, file));
  const shipped = readdirSync(join(root, SCHEMA_DIRECTORY), { recursive: true, encoding: "utf8" });
  expect(shipped.filter((file) => file.endsWith(".json")).toSorted()).toEqual([...schemas.keys()].toSorted());
});
