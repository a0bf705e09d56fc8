// Plans on clusters of as many blocks as have no bits of a number, whose fronts are one group: what is sent goes to padded places, and threads
// tell their block by divisions.
import { namedPlan, type NamedPlan } from "./named-plan.js";

export const oneGroupPlans: readonly NamedPlan[] = [
  namedPlan("three_blocks", [864], "f32", [
    "{ X(144,6,144,864,no-tw) X(144,6,24,144,pre-tw) X(144,6,4,24,pre-tw) X(216,4,1,4,pre-tw) } on 128 threads, cluster 3 after 2, groups 1, powers",
  ]),
  namedPlan("five_blocks", [2000], "f32", [
    "{ X(200,10,200,2000,no-tw) X(200,10,20,200,pre-tw) X(200,10,2,20,pre-tw) X(1000,2,1,2,pre-tw) } on 128 threads, cluster 5 after 2, groups 1",
  ]),
  namedPlan("fifteen_blocks", [900], "f64", [
    "{ X(450,2,450,900,no-tw) X(60,15,30,450,pre-tw) X(60,15,2,30,pre-tw) X(450,2,1,2,pre-tw) } on 64 threads, cluster 15 after 2, prefetch, groups 1, table",
  ]),
];
