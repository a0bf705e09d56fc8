// The views of the templates: one type per template, strings and lists of strings only.
import type { BindingTemplateViews } from "./binding-views.js";
import type { CMakeView, EmulatedCMakeView, PythonProjectView } from "./build-views.js";
import type { BundleHeaderView, FoundTransformView, TorchOperatorsView } from "./bundle-views.js";
import type { TableView } from "./table-view.js";

interface Titled {
  readonly name: string;
  readonly title: string;
}

/** The description of a transform in the programs that check it. */
export interface SubjectView extends Titled {
  /** The C++ type of an element. */
  readonly element: string;
  /** Initialisers, slowest first, and a note on their fields. */
  readonly dimensions: string;
  readonly dimensionsNote: string;
  /** Lines of code that only some transforms have. */
  readonly settings: readonly string[];
  /** The output may be the input. */
  readonly inPlace: boolean;
  readonly order: string;
  readonly scale: string;
  readonly l2Bound: string;
  readonly maxBound: string;
  readonly boundText: string;
}

/** One of the transforms of a verification program. */
export interface VerifiedSubjectView extends SubjectView {
  /** Lines that set `subject.execute`. */
  readonly execute: readonly string[];
  readonly symbol: string;
  /** The alignments of its pointers, in bytes. */
  readonly alignments: Readonly<Record<"in" | "out" | "workspace", number>>;
  readonly largestBatch: string;
  /** Lines for settings other than the defaults. */
  readonly unusual: readonly string[];
  /** For each persistent kernel: tiles of a transform, blocks of a cluster, blocks of a multiprocessor. */
  readonly persistent: readonly string[];
}

/** A kernel in the README of a package. */
export interface LaunchRow {
  readonly name: string;
  readonly blocks: string;
  readonly threads: string;
  readonly shared: string;
  readonly memory: string;
}

export type FileRow = Readonly<Record<"path" | "what", string>>;

/** The lines that open and close namespaces. */
export interface Namespaced {
  readonly opening: readonly string[];
  readonly closing: readonly string[];
}

/** A file of device code. */
export interface DeviceCodeView extends Namespaced {
  readonly guard: string;
  /** The namespace of the functions that it calls. */
  readonly runtime: string;
}

/** A number of elements in a header. */
export interface ElementCountView {
  readonly note: string;
  readonly name: string;
  readonly count: string;
}

/** A type of numbers that a system header declares in C++. */
export interface NumberView {
  /** The macro that is defined where C has the type. */
  readonly macro: string;
  readonly type: string;
}

/** The launches of one unit among several, or a choice among these. */
export interface VariantView extends Namespaced {
  readonly functions: readonly string[];
}

export interface TemplateViews extends BindingTemplateViews {
  readonly "header.h": {
    readonly title: string;
    /** The prefix of C functions. */
    readonly symbol: string;
    readonly guard: string;
    readonly plans: readonly { readonly heading: readonly string[]; readonly lines: readonly string[] }[];
    readonly contract: readonly string[];
    readonly workspaceNote: string;
    /** Whether different batches have plans of their own. */
    readonly isRanged: boolean;
    /** The work of a call on the host, and that of the first besides launching, empty where all constants are printed. */
    readonly onHost: readonly string[];
    readonly preparation: readonly string[];
    readonly parameters: readonly string[];
    readonly errors: readonly string[];
    /** Parameters of execute, as declared and as passed on. */
    readonly declared: string;
    readonly passed: string;
    readonly numbers: readonly NumberView[];
    readonly numberHeaders: readonly string[];
    readonly commonHeaders: readonly string[];
    /** The prefix of macros, and the macros of the version and of visibility. */
    readonly macro: string;
    readonly macros: readonly string[];
    readonly elements: readonly ElementCountView[];
  } & Namespaced;
  readonly "device.cuh": {
    readonly guard: string;
    readonly namespace: string;
    /** `<cuda_runtime.h>` */
    readonly includes: readonly string[];
    readonly sections: readonly { readonly lines: readonly string[] }[];
  } & Namespaced;
  readonly "kernels.cuh": DeviceCodeView & {
    readonly plan: readonly string[];
    readonly notation: readonly string[];
    readonly includes: readonly string[];
    /** Tables in other namespaces: `f32::dft16_pre_w256`. */
    readonly tables: readonly string[];
    readonly functions: readonly string[];
  } & { readonly title: string };
  readonly "tables.cuh": DeviceCodeView & {
    readonly heading: readonly string[];
    readonly deviceHeader: string;
    readonly tables: readonly TableView[];
  };
  readonly "codelets.cuh": DeviceCodeView & {
    readonly title: string;
    readonly deviceHeader: string;
    readonly codelets: readonly string[];
  };
  readonly "launcher.cu": {
    readonly title: string;
    /** Lines for state that persists between calls. */
    readonly state: readonly string[];
    /** The body of the function that computes constants; empty where all are printed. */
    readonly prepareBody: readonly string[];
    readonly symbol: string;
    readonly header: string;
    /** Parameters of execute, as declared and as passed on. */
    readonly declared: string;
    readonly passed: string;
    readonly workspaceBody: readonly string[];
    readonly largestBatch: string;
    readonly checks: readonly string[];
    /** The function that detects pointers which kernels cannot use. */
    readonly includes: readonly string[];
    readonly variants: readonly VariantView[];
    /** Lines of code with their indentation. */
    readonly functions: readonly string[];
    readonly body: readonly string[];
    /** The namespace of the functions: `fftgen::c2c_f32_256`. */
    readonly namespace: string;
  } & Namespaced;
  readonly "CMakeLists.txt": Titled & CMakeView;
  readonly "emulated-CMakeLists.txt": Titled & EmulatedCMakeView;
  readonly "pyproject.toml": PythonProjectView;
  readonly "verify.cu": {
    readonly program: string;
    readonly title: string;
    /** Lines of the comment about further modes of the program. */
    readonly modes: readonly string[];
    /** Whether there are several transforms to select. */
    readonly names: boolean;
    /** The include of the verification runtime. */
    readonly runtime: string;
    readonly interfaces: readonly string[];
    readonly subjects: readonly VerifiedSubjectView[];
  };
  readonly "fftgen_verify.hpp": {
    readonly systemHeaders: readonly string[];
    readonly sections: readonly { readonly name: string; readonly lines: readonly string[] }[];
  };
  readonly "measure.cu": SubjectView & {
    /** The prefix of the transform's functions. */
    readonly symbol: string;
    /** Parameters of the transform's execute function. */
    readonly declared: string;
    /** Lines that set `subject.execute`. */
    readonly execute: readonly string[];
  };
  /** `architecture`: `sm_90`. `mostSpilled`: in bytes. */
  readonly "pack-run.sh": { readonly architecture: string; readonly functions: string; readonly mostSpilled: number };
  readonly "pack-CMakeLists.txt": {
    /** `90` */
    readonly architecture: string;
    readonly mains: readonly { readonly target: string; readonly source: string }[];
    readonly programs: readonly { readonly target: string; readonly source: string; readonly main: string }[];
  };
  readonly "pack-readme.md": {
    readonly summary: string;
    readonly architectureName: string;
    /** In bytes. */
    readonly mostSpilled: number;
    readonly transforms: readonly { readonly title: string; readonly batch: string; readonly candidates: string }[];
  };
  readonly "package-readme.md": Titled & {
    readonly plans: readonly { readonly heading: readonly string[]; readonly lines: readonly string[] }[];
    readonly contract: readonly string[];
    /** The work of the first call besides launching; empty where all constants are printed. */
    readonly preparation: readonly string[];
    /** `fftgen/c2c_f32_256.h`, as programs include it. */
    readonly include: string;
    readonly target: string;
    /** The prefix of C functions, and the namespace of C++ ones. */
    readonly symbol: string;
    readonly namespace: string;
    /** Arguments of execute, by their names in the header. */
    readonly passed: string;
    /** `-arch=sm_90`, a flag of nvcc. */
    readonly architectureFlags: string;
    readonly launches: readonly LaunchRow[];
    readonly files: readonly FileRow[];
  };
  readonly "bundle.h": BundleHeaderView;
  readonly "torch_operators.cu": TorchOperatorsView;
  readonly "jax_handler.cu": Omit<TorchOperatorsView, "operators">;
  readonly "cufft_shim.cu": Pick<BundleHeaderView, "name" | "prefix" | "macro"> & {
    readonly header: string;
    readonly description: string; // the file that has the bounds, too
    readonly bounds: readonly string[];
  };
  readonly "bundle.cu": Namespaced & {
    readonly name: string;
    readonly header: string;
    readonly prefix: string;
    readonly macro: string;
    readonly namespace: string;
    readonly transforms: readonly FoundTransformView[];
  };
  readonly "bundle-readme.md": {
    readonly name: string;
    /** `fft/fft.h`, as programs include it. */
    readonly include: string;
    readonly target: string;
    readonly prefix: string;
    readonly macro: string;
    readonly namespace: string;
    readonly architectureFlags: string;
    readonly objects: string;
    readonly sources: string;
    readonly transforms: readonly {
      readonly name: string;
      readonly title: string;
      readonly gpus: string;
      readonly plan: string;
    }[];
    readonly files: readonly FileRow[];
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
  /** `version`: of GPU files; `segments`: bytes, the longest first. */
  readonly "gpu-probe.cu": { readonly version: string; readonly segments: string };
  /** The program of the stability study: the implementations that it measures. */
  readonly "study.cu": {
    readonly headers: readonly string[];
    readonly formats: readonly {
      readonly name: string;
      readonly implementations: readonly {
        readonly symbol: string;
        readonly algorithm: string;
        readonly exponent: string;
      }[];
    }[];
  };
  readonly "study-unit.cu": { readonly sources: readonly string[] };
  /** `architecture`: `sm_90`. */
  readonly "study-run.sh": { readonly architecture: string; readonly functions: string };
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
  /** The common part of all pages: a head, and the styles of everything in them; other styles are the page's own. Markup. */
  readonly "page.html": {
    readonly title: string;
    readonly subtitle: string;
    readonly figures: readonly { readonly figure: string; readonly meaning: string }[];
    readonly style: string;
    readonly body: string;
  };
  readonly "bench-report.html": {
    /** An SVG element. */
    readonly chart: string;
    readonly cases: HtmlTableView;
    readonly costModel: readonly string[];
    readonly costModelCases: HtmlTableView;
    readonly notes: readonly string[];
  };
  readonly "explain-page.css": {
    /** `d1`, and the hue of its colour in degrees. */
    readonly digits: readonly { readonly name: string; readonly hue: string }[];
  };
  readonly "explain-page.html": ExplainPageView;
}

/** All fields are markup, escaped before. */
export interface ExplainPageView {
  /** SVG elements. */
  readonly time: string;
  /** The kernels in notation, with digits in their colours. */
  readonly plan: readonly { readonly number: string; readonly braces: string; readonly schedule: string }[];
  readonly facts: readonly FactView[];
  readonly digits: readonly {
    readonly name: string;
    readonly notation: string;
    readonly kernel: string;
    readonly radix: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly kernels: readonly {
    readonly number: string;
    readonly arrays: string;
    readonly notation: string;
    readonly places: string;
    readonly facts: readonly FactView[];
    /** A further class for phases next to each other. */
    readonly flow: string;
    readonly roles: readonly {
      readonly name: string;
      readonly threads: string;
      readonly steps: readonly {
        readonly classes: string;
        readonly title: string;
        readonly lines: readonly { readonly classes: string; readonly text: string; readonly note: string }[];
      }[];
    }[];
    readonly barriers: readonly {
      readonly name: string;
      readonly says: string;
      readonly arrivals: string;
      readonly waits: string;
    }[];
    readonly time: string;
  }[];
  readonly notes: readonly string[];
}

export interface FactView {
  readonly name: string;
  readonly text: string;
}

/** The instructions of tensor cores, and the documented maps, in the program that checks fragments on a GPU. */
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
