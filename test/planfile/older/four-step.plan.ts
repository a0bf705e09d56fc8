import { plan } from "fftgen";

/** 296 points as 8 rows of 37. */
export default plan({
  transform: { lengths: { X: 296 }, precision: "f32", batch: 1000 },
  gpu: "NVIDIA H200",
  kernels: [
    "{ rader X(6,6,6,36,no-tw) X(6,6,1,6,pre-tw) } on 24 threads, 4 columns, table",
    "{ Y(2,4,2,8,pre-tw) Y(4,2,1,2,pre-tw) } on 8 threads, 4 columns, table",
  ],
});
