// Versions of tools, as far as they decide whether a tool is new enough.

/** Whether a version, such as 3.9, is older than another one, such as 3.18. */
export const isOlder = ([major, minor]: readonly [number, number], than: readonly [number, number]): boolean =>
  major < than[0] || (major === than[0] && minor < than[1]);
