// The end of a program that was run in the place of this one: its exit code becomes that of fftgen. Nothing is reported.

export class ProgramEnd extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`the program ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
