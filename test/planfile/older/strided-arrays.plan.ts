import { plan } from "fftgen";

/** Of 512 real numbers the first 256 are there; frequencies are stored in two arrays. */
export default plan({
  transform: {
    kind: "r2c",
    lengths: { X: 512 },
    precision: "f32",
    inputStrides: { batch: 1024 },
    inputRange: { X: [0, 255] },
    planar: "output",
    batch: 1000,
  },
  gpu: "NVIDIA H200",
  kernels: ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 64 threads, 4 columns, table"],
});
