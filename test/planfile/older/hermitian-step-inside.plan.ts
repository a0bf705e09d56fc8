import { plan } from "fftgen";

export default plan({
  transform: { kind: "dct-2", lengths: { X: 134 }, precision: "f32", batch: 5 },
  kernels: ["{ bluestein X(16,9,16,144,no-tw) X(9,16,1,16,pre-tw) pairs X(67,2,1,2,pre-tw) }"],
});
