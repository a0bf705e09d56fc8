import { expect, test } from "vitest";
import { halvesOf } from "./code-and-comments.js";

test("comments are no code, and what is quoted is", () => {
  const text = [
    "// One.",
    'const char* path = "a // b /* c */ \\" d";  // two',
    "",
    "/** Three,",
    " * four. */",
    "int a = 1 /* five */ + '\"';",
  ];
  expect(halvesOf(text.join("\n"))).toEqual({
    code: 'const char* path = "a // b /* c */ \\" d";\nint a = 1  + \'"\';',
    comments: "// One.\n// two\n/** Three,\n * four. */\n/* five */",
  });
});
