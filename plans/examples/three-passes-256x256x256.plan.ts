import { plan } from "fftgen";

/**
 * 256x256x256 the usual way: one kernel for each dimension, natural order, three passes over memory. The yardstick for plans
 * that do it in two, such as c2c_f32_256x256x256.
 */
export default plan({
  transform: { lengths: { Z: 256, Y: 256, X: 256 }, precision: "f32" },
  kernels: [
    "{ X(16,16,16,256,no-tw) X(16,16,1,16,pre-tw) } on 128 threads, 8 columns, 8 blocks/SM, table",
    "{ Y(16,16,16,256,no-tw) Y(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table",
    "{ Z(16,16,16,256,no-tw) Z(16,16,1,16,pre-tw) } on 512 threads, 32 columns, 2 blocks/SM, table, streaming stores",
  ],
});
