// What a field of a transform is: its form, its option, what is said of it.
import type {
  FourierTransform,
  Kinds,
  Ranges,
  RealTransform,
  Strides,
  Transform,
  TrigonometricTransform,
  WalshTransform,
} from "./transform.js";

export type Kind = Transform["kind"];
export type FieldName = Exclude<
  keyof FourierTransform | keyof WalshTransform | keyof RealTransform | keyof TrigonometricTransform,
  "kind" | "dimensions" | "precision"
>;
export type FieldValue = string | number | readonly string[] | Strides | Ranges | Kinds;

/** Of what may be a list or a record. */
export const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value);

/** The words there are for each kind of transforms that has the field. */
type Choices = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** What values look like. */
export type FieldForm =
  | { readonly kind: "word"; readonly choices: Choices }
  /** A positive integer. */
  | { readonly kind: "count" }
  /** A number other than 0; in words also by the number of points. */
  | { readonly kind: "factor" }
  /** An expression of an element of that side; empty: none. */
  | { readonly kind: "expression"; readonly side: "input" | "output" }
  /** Names of dimensions, in any order. */
  | { readonly kind: "axes" }
  /** A positive integer for some dimensions, and for the batch. */
  | { readonly kind: "strides" }
  /** The first and the last index of some dimensions. */
  | { readonly kind: "ranges" }
  /** Another kind of transform for some dimensions. */
  | { readonly kind: "kinds"; readonly choices: Choices };

/** The option that asks for it. */
export interface FieldFlag {
  readonly name: string;
  readonly alias?: string;
  /** Of one that takes no value: what it asks for. */
  readonly means?: string;
  readonly choices?: readonly string[];
  readonly type?: "string" | "boolean";
  readonly default?: string | boolean;
  readonly describe: string;
}

/** Transforms that have a field. */
export type Having<Name extends FieldName> = Extract<Transform, Readonly<Record<Name, unknown>>>;

/** What it says of a transform it says of those that have it. */
export interface TransformField<T extends Transform = Transform> {
  readonly form: FieldForm;
  /** Why a kind of transforms has one of the words only; undefined where it has several. */
  readonly onlyChoice?: (kind: Kind) => string | undefined;
  /** For the descriptions of JSON. */
  readonly describe?: string;
  /** Whether a new plan file leaves it out: it says nothing that size and precision do not. Absent: it never does. */
  readonly silent?: (transform: T) => boolean;
  readonly flag: FieldFlag;
  /** The kinds of transforms whose entries in suites may say it. */
  readonly inSuites?: readonly Kind[];
  /** Its part of a transform's name, and what place it has there; undefined where it is the usual one. */
  readonly suffix?: { readonly place: number; readonly text: (transform: T) => string | undefined };
  /** What titles say of it; undefined where they do not. */
  readonly title?: (transform: T) => string | undefined;
  /** What contracts say of it, besides formula and shape. */
  readonly sentence?: (transform: T) => string | undefined;
  /** What a verification program sets, as an expression of its `subject.`; undefined where it is what that has anyway. */
  readonly subject?: (transform: T) => string | undefined;
  /** The kinds of transforms that were stored and shared without it, when it was not there yet: with the usual value. */
  readonly absentBefore?: readonly Kind[];
  /** Whether it makes another transform of a plan's. Absent: it does. */
  readonly matters?: (transform: T) => boolean;
}
