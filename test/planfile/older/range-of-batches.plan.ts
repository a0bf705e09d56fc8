import { plan } from "fftgen";

export default plan({
  transform: { lengths: { Y: 16, X: 256 }, precision: "f32", axes: ["X"], distance: 8192, batch: 16 },
  gpu: "NVIDIA H200",
  upToBatch: 31,
  directory: "../src/fft",
  kernels: ["{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 64 threads, 4 columns, table"],
});
