// The views of the templates of bindings: what programs in C++, Fortran, Rust and Julia call a bundle by.

/** What the bindings of all languages say of a transform. */
export interface BoundTransformView {
  readonly name: string;
  /** The prefix of its functions in C. */
  readonly symbol: string;
  readonly title: string;
  /** Lines of whole sentences. */
  readonly contract: readonly string[];
  /** What the workspace is for. */
  readonly workspace: readonly string[];
  /** What the parameters of execute are. */
  readonly texts: readonly string[];
  /** Parameters of execute, as declared, and their names. */
  readonly declared: readonly string[];
  readonly passed: string;
  /** Not empty: it has a function that computes its constants. */
  readonly prepares: string;
}

export interface CppTransformView {
  readonly name: string;
  readonly symbol: string;
  readonly title: string;
  readonly header: string;
  /** Parameters as declared, first as in C, and then, where elements are complex, of std::complex; and as passed on. `elements`: a remark. */
  readonly calls: readonly Readonly<Record<"declared" | "passed" | "elements", string>>[];
}

export interface FortranTransformView extends BoundTransformView {
  /** Names in Fortran, which may be shorter than those in C. */
  readonly execute: string;
  readonly workspaceBytes: string;
  readonly prepare: string;
}

export interface JuliaTransformView extends BoundTransformView {
  /** Types in C of all parameters, and their values. */
  readonly types: string;
  readonly values: string;
  /** Arrays that must live until the call returns. */
  readonly kept: string;
  /** Conditions on the types of elements. */
  readonly checks: readonly string[];
}

interface BindingView {
  /** The name of the bundle. */
  readonly name: string;
  readonly prefix: string;
}

/** An error that is documented. */
interface ErrorView {
  readonly name: string;
  readonly number: string;
  readonly what: string;
}

/** The templates of bindings. */
export interface BindingTemplateViews {
  readonly "bundle.hpp": BindingView & {
    readonly macro: string;
    readonly guard: string;
    /** The header in C. */
    readonly header: string;
    readonly namespace: string;
    readonly opening: readonly string[];
    readonly closing: readonly string[];
    readonly transforms: readonly CppTransformView[];
  };
  readonly "bundle.f90": BindingView & {
    /** The library as linkers call it, and what is linked with it. */
    readonly errors: readonly string[];
    readonly public: readonly string[];
    readonly transforms: readonly FortranTransformView[];
  };
  readonly "Cargo.toml": { readonly name: string; readonly version: string; readonly title: string };
  readonly "build.rs": { readonly name: string; readonly variable: string; readonly emulated: string };
  readonly "lib.rs": BindingView & {
    readonly variable: string;
    readonly errors: readonly ErrorView[];
    /** Types of 16-bit numbers, where a transform has them. */
    readonly shorts: readonly { readonly name: string; readonly what: string }[];
    readonly transforms: readonly BoundTransformView[];
  };
  readonly "bundle.jl": BindingView & {
    readonly module: string;
    readonly variable: string;
    readonly errors: readonly ErrorView[];
    readonly transforms: readonly JuliaTransformView[];
  };
}
