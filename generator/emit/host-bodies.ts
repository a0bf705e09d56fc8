// The host side of a transform, of one unit of it, or of a choice among several units: one shape, so that choices nest.

/** The bodies of its functions, and the functions that these call. */
export interface HostBodies {
  readonly functions: readonly string[];
  readonly workspaceBytes: readonly string[];
  readonly execute: readonly string[];
  readonly prepare: readonly string[];
}
