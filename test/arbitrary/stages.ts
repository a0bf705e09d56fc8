// Random sequences of stages: transforms in both directions of one array, and products with constants between them.
import fc from "fast-check";
import type { ScheduledPlan } from "../../generator/plan/plan.js";
import type { Constants, Stage } from "../../generator/plan/stages.js";
import { elementCount } from "../../generator/plan/transform.js";
import { uniformNumbers } from "./schedules.js";

export const constantsOf = (plan: ScheduledPlan, name: string, seed: number): Constants => {
  const elements = elementCount(plan.transform);
  return {
    name,
    re: uniformNumbers(elements, seed),
    im: plan.transform.kind === "c2c" ? uniformNumbers(elements, seed + 1) : undefined,
  };
};

/** Out of place, in natural order: what stages can be of. */
export const canBeStage = ({ transform }: ScheduledPlan): boolean => transform.order === "natural";

/** One to three transforms with the chain and the schedules of a plan, each in a direction of its own. */
export const stagesOf = (plan: ScheduledPlan): fc.Arbitrary<readonly Stage[]> =>
  fc
    .record({
      first: fc.boolean(),
      transforms: fc.array(fc.record({ inverse: fc.boolean(), product: fc.boolean() }), { minLength: 1, maxLength: 3 }),
      seed: fc.nat({ max: 1000 }),
    })
    .map(({ first, transforms, seed }) => {
      const product = (name: string, index: number): Stage => ({
        kind: "pointwise",
        constants: constantsOf(plan, name, seed + 2 * index),
      });
      return [
        ...(first ? [product("first_factors", 0)] : []),
        ...transforms.flatMap(({ inverse, product: isMultiplied }, index): readonly Stage[] => {
          const { transform } = plan;
          const turned =
            transform.kind === "c2c"
              ? { ...transform, direction: inverse ? ("inverse" as const) : ("forward" as const) }
              : transform;
          return [
            { kind: "transform", plan: { ...plan, transform: turned } },
            ...(isMultiplied ? [product(`factors_${index + 1}`, index + 1)] : []),
          ];
        }),
      ];
    });
