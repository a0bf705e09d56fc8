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
    "The documented maps of mma.sync: which lane of a warp holds which element of A, B and C, in which order. --probe writes a program that finds out whether a GPU agrees.",
  operands: {
    shape: {
      describe: "m8n8k4, m16n8k8 or m16n8k16; without one, all maps are listed",
      completes: oneOf(FRAGMENT_SHAPES),
    },
  },
  wants: "one shape: m8n8k4, m16n8k8 or m16n8k16",
  options: {
    operand: text("only A, B or C (C is D too)", oneOf(FRAGMENT_OPERANDS)),
    type: text("only elements of f16, bf16, tf32 or f32", oneOf(FRAGMENT_TYPES)),
    gpu: text("only what this GPU has (`fftgen gpu` lists them)", gpus),
    probe: text("write a CUDA program to this new directory that asks the GPU whether the maps are right", directories),
    json,
  },
  examples: [
    ["$0 fragments m16n8k16 --operand A --type f16", "as a table"],
    ["$0 fragments --gpu V100", "what a V100 has"],
    ["$0 fragments --probe fragments", "a program for the machine with the GPU"],
  ],
});
