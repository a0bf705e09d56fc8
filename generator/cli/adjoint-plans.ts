// The plans that --differentiable adds to a bundle: of the adjoint of each transform, by which gradients go back.
import { at, InputError } from "../failure/errors.js";
import { adjointOf, serves } from "../join/adjoint.js";
import { plansThere, type IfMissing } from "./missing-plans.js";
import { wantedPackages, type PackagePlans } from "./packages.js";
import type { Project } from "./project.js";
import { askedGpus } from "./asked-gpu.js";

/**
 * The plan files that a bundle of these plans lacks for gradients, for the GPU of --gpu or of the project. An adjoint is planned for
 * the batches of its transform.
 * @throws InputError for one that no plan is found for
 */
export async function adjointPlans(
  project: Project,
  plans: readonly string[],
  gpu: string | undefined,
  ifMissing: IfMissing,
): Promise<readonly string[]> {
  const transforms = wantedPackages(project, plans).map(widest);
  const adjoints = transforms.flatMap((transform) => adjointOf(transform)?.transform ?? []);
  const lacking = adjoints.filter(
    (adjoint, index) =>
      !transforms.some((transform) => serves(transform, adjoint)) &&
      adjoints.findIndex((other) => serves(other, adjoint)) === index,
  );
  const wanted = lacking.map((transform) => ({ transform, batches: { from: 1, to: transform.batch } }));
  const found = await plansThere(project, wanted, at(askedGpus(project, gpu), 0), ifMissing);
  return found.flatMap(({ name, plan }) => {
    if ("reason" in plan) throw new InputError(`--differentiable: no plan for the adjoint ${name}: ${plan.reason}`);
    return plan.paths;
  });
}

/** The transform of a package, in the largest batch of its plans. */
const widest = ({ plans }: PackagePlans): PackagePlans["plans"][number]["plan"]["transform"] =>
  at(
    plans.map(({ plan }) => plan.transform).toSorted((one, other) => other.batch - one.batch),
    0,
  );
