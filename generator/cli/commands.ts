// The commands, in the order of the help. The code of a command is loaded when it is called, so that help appears at once.
import { command, type Command } from "./command.js";
import { benchForm } from "./commands/bench.js";
import { bundleForm } from "./commands/bundle.js";
import { doctorForm } from "./commands/doctor.js";
import { emitForm } from "./commands/emit.js";
import { exampleForm } from "./commands/example.js";
import { explainForm } from "./commands/explain.js";
import { fragmentsForm } from "./commands/fragments.js";
import { gpuForm } from "./commands/gpu.js";
import { initForm } from "./commands/init.js";
import { listForm } from "./commands/list.js";
import { planForm } from "./commands/plan.js";
import { runForm } from "./commands/run.js";
import { studyForm } from "./commands/study.js";
import { tuneForm } from "./commands/tune.js";
import { verifyForm } from "./commands/verify.js";
import { wisdomForm } from "./commands/wisdom.js";
import * as completion from "./completion-command.js";

export const COMMANDS: readonly Command[] = [
  command(planForm, () => import("./plan-command.js")),
  command(tuneForm, () => import("./tune-command.js")),
  command(emitForm, () => import("./emit-command.js")),
  command(bundleForm, () => import("./bundle-command.js")),
  command(runForm, () => import("./run-command.js")),
  command(verifyForm, () => import("./verify-command.js")),
  command(explainForm, () => import("./explain-command.js")),
  command(benchForm, () => import("./bench-command.js")),
  command(studyForm, () => import("./study-command.js")),
  command(exampleForm, () => import("./example-command.js")),
  command(fragmentsForm, () => import("./fragments-command.js")),
  command(gpuForm, () => import("./gpu-command.js")),
  command(initForm, () => import("./init-command.js")),
  command(listForm, () => import("./list-command.js")),
  command(wisdomForm, () => import("./wisdom-command.js")),
  command(doctorForm, () => import("./doctor-command.js")),
  command(completion.completionForm, () => completion),
];
