// Plan files that were written before kernels said the rules around them. Nothing but the words is new: what the file means, its comments,
// its spacing and its evidence stay as they are.
import { sayRules } from "../notation/parse-plan.js";
import { checkedPlan } from "./checked-plan.js";
import { readPlanFile } from "./read.js";
import { updatePlanFile } from "./update.js";

/**
 * The text of a plan file in the notation of today; the same text where it is so already.
 * @param path what messages call the file
 * @throws InputError `path:line:column: what is wrong; what would be right`, for the first mistake
 */
export async function upgradePlanFile(path: string, text: string): Promise<string> {
  const contents = readPlanFile(path, text);
  const { plan } = checkedPlan(path, contents);
  const kernels = sayRules(
    plan,
    contents.kernels.map((kernel) => kernel.text),
  );
  return updatePlanFile(path, text, { kernels });
}
