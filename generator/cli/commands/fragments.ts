// `fftgen fragments [shape]`.
import { FRAGMENT_OPERANDS, FRAGMENT_SHAPES, FRAGMENT_TYPES } from "../../gpu/fragment-maps.js";
import { form } from "../command.js";
import { text } from "../option-forms.js";
import { json } from "../options.js";
import { directories, gpus, oneOf } from "../suggestions.js";

export const fragmentsForm = form({
  name: "fragments",
  about: "print which lane and register holds which element of a tensor-core operand",
  explanation:
    "Prints the documented fragment layouts of mma.sync: which lane of a warp holds which element of A, B and C, and in which order. --probe writes a program that checks them on a GPU.",
  operands: {
    shape: {
      describe: "m8n8k4, m16n8k8 or m16n8k16; default: list all layouts",
      completes: oneOf(FRAGMENT_SHAPES),
    },
  },
  wants: "one shape: m8n8k4, m16n8k8 or m16n8k16",
  options: {
    operand: text("only A, B or C (D has the layout of C)", oneOf(FRAGMENT_OPERANDS)),
    type: text("only elements of f16, bf16, tf32 or f32", oneOf(FRAGMENT_TYPES)),
    gpu: text("only shapes that this GPU supports (`fftgen gpu` lists GPUs)", gpus),
    probe: text("write a CUDA program to this new directory that checks the layouts on a GPU", directories),
    json,
  },
  examples: [
    ["$0 fragments m16n8k16 --operand A --type f16", "as a table"],
    ["$0 fragments --gpu V100", "the shapes of a V100"],
    ["$0 fragments --probe fragments", "write a program for the machine with the GPU"],
  ],
});
