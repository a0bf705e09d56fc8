// The plans of Wu & JaJa letter by letter, misprints included: the running example of section 4.3.2 and appendix A. The
// paper lists X first; the names here list the slowest dimension first.

export interface PrintedPlan {
  /** The plan file's name, without `.plan.ts`. */
  readonly name: string;
  readonly section: string;
  readonly kernels: readonly string[];
}

export const PRINTED_PLANS: readonly PrintedPlan[] = [
  {
    name: "running-example-256x256x256",
    section: "4.3.2",
    kernels: [
      String.raw`\{Y(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Z(16, 16, 16, 156, tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)\}`,
    ],
  },
  {
    name: "tesla-256x256x256",
    section: "A.1.1",
    kernels: [
      String.raw`\{Y(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)\}`,
    ],
  },
  {
    name: "tesla-256x256x512",
    section: "A.1.2",
    kernels: [
      String.raw`\{X(128, 4, 128, 512, tw), Y(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(256, 2, 64, 128, tw), Y(16, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(64, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(64, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)\}`,
    ],
  },
  {
    name: "tesla-256x256x1024",
    section: "A.1.3",
    kernels: [
      String.raw`\{X(256, 4, 256, 1024, tw), Y(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(256, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(128, 8, 8, 64, tw), Z(16, 16, 16, 256, tw)\}`,
      String.raw`\{X(128, 8, 1, 8, no-tw), Z(16, 16, 1, 16, no-tw)\}`,
    ],
  },
  {
    name: "tesla-128x128x128",
    section: "A.1.4",
    kernels: [
      String.raw`\{X(32, 4, 32, 128, tw), Y(4, 32, 4, 128, tw)\}`,
      String.raw`\{X(16, 8, 4, 32, tw), Y(32, 4, 1, 4, no-tw), Z(32, 4, 32, 128, tw)\}`,
      String.raw`\{X(32, 4, 1, 4, no-tw), Z(4, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "tesla-128x128x256",
    section: "A.1.5",
    kernels: [
      String.raw`\{X(64, 4, 64, 256, tw), Y(4, 32, 4, 128, tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Y(32, 4, 1, 4, no-tw), Z(32, 4, 32, 128, tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(4, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "tesla-512x512x512",
    section: "A.1.6",
    kernels: [
      String.raw`\{X(128, 4, 128, 512, tw), Y(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(128, 4, 32, 128, tw), Y(16, 32, 1, 32, no-tw)\}`,
      String.raw`\{X(64, 8, 4, 32, tw), Z(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(128, 4, 1, 4, no-tw), Z(16, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-1024x512x128",
    section: "A.2.1",
    kernels: [
      String.raw`\{X(64, 2, 64, 128, tw), Y(16, 32, 16, 512, tw)\}`,
      String.raw`\{X(16, 8, 8, 64, tw), Y(32, 16, 1, 16, no-tw)\}`,
      String.raw`\{Z(32, 32, 32, 1024, tw)\}`,
      String.raw`\{X(16, 8, 1, 8, no-tw), Z(32, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-1024x1024x128",
    section: "A.2.2",
    kernels: [
      String.raw`\{X(64, 2, 64, 128, tw), Y(32, 32, 32, 1024, tw)\}`,
      String.raw`\{X(16, 8, 8, 64, tw), Y(32, 32, 1, 32, no-tw)\}`,
      String.raw`\{Z(32, 32, 32, 1024, tw)\}`,
      String.raw`\{X(16, 8, 1, 8, no-tw), Z(32, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-512x512x128",
    section: "A.2.3",
    kernels: [
      String.raw`\{X(64, 2, 64, 128, tw), Y(16, 32, 16, 512, tw)\}`,
      String.raw`\{X(16, 8, 8, 64, tw), Y(32, 16, 1, 16, no-tw)\}`,
      String.raw`\{X(16, 8, 1, 8, no-tw), Z(32, 16, 32, 512, tw)\}`,
      String.raw`\{Z(16, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-512x512x256",
    section: "A.2.4",
    kernels: [
      String.raw`\{X(64, 4, 64, 256, tw), Y(32, 16, 32, 512, tw)\}`,
      String.raw`\{Y(16, 32, 1, 32, no-tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Z(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(16, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-1024x512x256",
    section: "A.2.5",
    kernels: [
      String.raw`\{X(64, 4, 64, 256, tw), Y(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(32, 8, 8, 64, tw), Y(16, 32, 1, 32, no-tw)\}`,
      String.raw`\{X(32, 8, 1, 8, no-tw), Z(32, 32, 32, 512, tw)\}`,
      String.raw`\{Z(32, 32, 1, 32, no-tw)\}`,
    ],
  },
  {
    name: "fermi-512x512x512",
    section: "A.2.6",
    kernels: [
      String.raw`\{X(64, 8, 64, 512, tw), Y(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(64, 8, 8, 64, tw), Y(16, 32, 1, 32, no-tw)\}`,
      String.raw`\{Z(32, 16, 32, 512, tw)\}`,
      String.raw`\{X(64, 8, 1, 8, no-tw), Z(16, 32, 1, 32, no-tw)\}`,
    ],
  },
];
