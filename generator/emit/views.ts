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

/** What the programs that check a transform know of it. */
export interface SubjectView extends Titled {
  /** The C++ type of an element. */
  readonly element: string;
  /** Headers of the verification runtime beside the usual. */
  readonly includes: readonly string[];
  /** Initialisers, slowest first, and what stands in them. */
  readonly dimensions: string;
  readonly dimensionsNote: string;
  /** Lines of code: what only some transforms have. */
  readonly settings: readonly string[];
  readonly order: string;
  readonly scale: string;
  readonly l2Bound: string;
  readonly maxBound: string;
  readonly boundText: string;
}

export interface TemplateViews {
  readonly "header.h": Titled & {
    readonly plan: readonly string[];
    readonly contract: readonly string[];
    readonly workspaceNote: string;
    readonly parameters: readonly string[];
    readonly errors: readonly string[];
    readonly complex: string;
    /** Its type, and the system header that declares it, unless all compilers know it. */
    readonly numbers: readonly { readonly header: string; readonly type: string }[];
    readonly elementsNote: string;
    readonly elements: string;
  };
  readonly "kernels.cuh": Titled & {
    readonly plan: readonly string[];
    readonly notation: readonly string[];
    readonly tables: readonly string[];
    /** Runtime headers beside the one that all kernels need. */
    readonly includes: readonly string[];
    readonly codelets: readonly string[];
    readonly kernels: readonly string[];
  };
  readonly "constants.cuh": {
    readonly name: string;
    readonly heading: readonly string[];
    readonly includes: readonly string[];
    readonly tables: readonly TableView[];
  };
  readonly "launcher.cu": Titled & {
    readonly complex: string;
    readonly workspaceBody: readonly string[];
    readonly largestBatch: string;
    readonly checks: readonly string[];
    /** What pointers are multiples of: an expression. */
    readonly alignment: string;
    readonly includes: readonly string[];
    /** Lines of code, indented as they are to stand. */
    readonly functions: readonly string[];
    readonly preparation: readonly string[];
    readonly launches: readonly string[];
  };
  readonly "CMakeLists.txt": Titled & { readonly architecture: string };
  readonly "verify.cu": SubjectView & {
    /** Lines on what else the program does, as the comment has them. */
    readonly modes: readonly string[];
    readonly alignment: string;
    readonly batchTile: string;
    /** Of each kernel whose clusters stay: tiles of a transform, blocks of a cluster, blocks of a multiprocessor. */
    readonly persistent: readonly string[];
  };
  readonly "measure.cu": SubjectView;
  /** `architecture`: `sm_90`. */
  readonly "pack-run.sh": { readonly architecture: string };
  readonly "pack-CMakeLists.txt": {
    /** `90` */
    readonly architecture: string;
    readonly mains: readonly { readonly target: string; readonly source: string }[];
    readonly programs: readonly { readonly target: string; readonly source: string; readonly main: string }[];
  };
  readonly "pack-readme.md": {
    readonly summary: string;
    readonly architectureName: string;
    readonly transforms: readonly { readonly title: string; readonly batch: string; readonly candidates: string }[];
  };
  readonly "package-readme.md": Titled & {
    readonly plan: readonly string[];
    readonly tables: readonly string[];
    readonly contract: readonly string[];
    readonly architectureName: string;
    readonly launches: readonly {
      readonly name: string;
      readonly blocks: string;
      readonly threads: string;
      readonly shared: string;
      readonly memory: string;
    }[];
  };
  readonly "bench-chart.svg": {
    /** Pixels. */
    readonly width: string;
    readonly height: string;
    readonly title: string;
    readonly description: string;
    /** SVG elements. */
    readonly shapes: readonly string[];
  };
  readonly "fragment-probe.cu": FragmentProbeView;
  /** The program of the stability study: which implementations it measures. */
  readonly "study.cu": {
    readonly headers: readonly string[];
    readonly formats: readonly {
      readonly name: string;
      readonly implementations: readonly {
        readonly name: string;
        readonly algorithm: string;
        readonly exponent: string;
      }[];
    }[];
  };
  readonly "study-unit.cu": { readonly sources: readonly string[] };
  /** `architecture`: `sm_90`. */
  readonly "study-run.sh": { readonly architecture: string };
  readonly "study-readme.md": { readonly summary: string; readonly architectureName: string };
  readonly "study-figure.svg": {
    /** Pixels. */
    readonly width: string;
    readonly height: string;
    readonly title: string;
    readonly description: string;
    /** SVG elements. */
    readonly shapes: readonly string[];
  };
  readonly "bench-report.html": {
    readonly title: string;
    readonly subtitle: string;
    readonly figures: readonly { readonly figure: string; readonly meaning: string }[];
    /** An SVG element. */
    readonly chart: string;
    readonly cases: HtmlTableView;
    readonly costModel: readonly string[];
    readonly costModelCases: HtmlTableView;
    readonly notes: readonly string[];
  };
}

/** What the program knows that asks a GPU where lanes hold operands: the instructions, and the maps as documented. */
export interface FragmentProbeView {
  readonly instructions: readonly {
    readonly name: string;
    readonly capability: string;
    /** `F16` */
    readonly number: string;
    readonly sum: string;
    /** `unsigned` or `float` */
    readonly sumRegister: string;
    readonly sumRegisters: string;
    readonly aRegisters: string;
    readonly bRegisters: string;
    /** Initialisers of Maps. */
    readonly a: string;
    readonly b: string;
    readonly c: string;
    readonly instruction: string;
    /** `{%0, %1}, {%2, %3}, {%4}, {%0, %1}` */
    readonly operands: string;
    readonly outputs: string;
    readonly inputs: string;
  }[];
  readonly maps: readonly {
    readonly name: string;
    readonly operand: string;
    readonly capability: string;
    readonly probes: string;
  }[];
}

/** Cells are markup, escaped before. */
export interface HtmlTableView {
  readonly columns: readonly { readonly classes: string; readonly text: string }[];
  readonly rows: readonly { readonly cells: readonly { readonly classes: string; readonly text: string }[] }[];
}
