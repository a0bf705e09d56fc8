// A number of an expression, real or complex.

export interface Value {
  readonly re: number;
  readonly im: number;
}
