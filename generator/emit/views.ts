// What each template is given: one type per template, strings and lists of strings only.

interface Titled {
  readonly name: string;
  readonly title: string;
}

export interface TableView {
  readonly comment: readonly string[];
  readonly type: string;
  readonly name: string;
  readonly length: string;
  readonly lines: readonly string[];
}

export interface TemplateViews {
  readonly "header.h": Titled & {
    readonly plan: readonly string[];
    readonly contract: readonly string[];
    readonly workspaceNote: string;
    readonly parameters: readonly string[];
    readonly errors: readonly string[];
    readonly complex: string;
    readonly elements: string;
  };
  readonly "kernels.cuh": Titled & {
    readonly plan: readonly string[];
    readonly codelets: readonly string[];
    readonly kernels: readonly string[];
  };
  readonly "twiddles.cuh": Titled & { readonly real: string; readonly tables: readonly TableView[] };
  readonly "launcher.cu": Titled & {
    readonly complex: string;
    readonly workspaceBody: readonly string[];
    readonly largestBatch: string;
    readonly checks: readonly string[];
    /** Lines of code, indented as they are to stand. */
    readonly sharedMemoryHelper: readonly string[];
    readonly sharedMemory: readonly string[];
    readonly launches: readonly string[];
  };
  readonly "CMakeLists.txt": Titled & { readonly architecture: string };
  readonly "verify.cu": Titled & {
    readonly complex: string;
    readonly dimensions: string;
    readonly direction: string;
    readonly order: string;
    readonly scale: string;
    readonly l2Bound: string;
    readonly maxBound: string;
    readonly boundText: string;
    readonly batchTile: string;
  };
  readonly "package-readme.md": Titled & {
    readonly plan: readonly string[];
    readonly contract: readonly string[];
    readonly architectureName: string;
    readonly batchUnit: string;
    readonly launches: readonly {
      readonly name: string;
      readonly blocks: string;
      readonly threads: string;
      readonly shared: string;
      readonly memory: string;
    }[];
  };
}
