// The launch configurations of kernels, independent of a program's text: the properties of a launch on a GPU, whatever the host
// queries before it.
import { fetchOf, inputArray, isOnClusters, isPersistent } from "../kernel/program.js";
import { launchSource, launchTarget, type HostProgram, type Launch } from "../kernel/host-program.js";
import { elementText } from "./element-text.js";
import { mapDimensions, mapOffset, tilesText } from "./launcher-view.js";

/** The configurations of all launches, in their order. */
export const launchConfigurations = ({ launches }: HostProgram): readonly string[] => launches.map(configurationOf);

function configurationOf(launch: Launch): string {
  const { kernel, counter } = launch;
  const { cluster, threads, sharedBytes, startsEarly, parameters } = kernel;
  const fetched = fetchOf(kernel);
  const facts: readonly (readonly [string, string | number])[] = [
    ["tiles", tilesText(kernel)],
    ...(isOnClusters(kernel) ? ([["cluster", cluster]] as const) : []),
    ...(isPersistent(kernel) ? ([["clusters", "as many as fit"]] as const) : []),
    ["threads", threads],
    ["shared bytes", sharedBytes],
    ["from", launchSource(launch)],
    ["to", launchTarget(launch)],
    ...(counter === undefined ? [] : ([["counter", counter]] as const)),
    ...(startsEarly ? ([["starts", "early"]] as const) : []),
    ...(parameters.length === 0 ? [] : ([["parameters", parameters.join(" ")]] as const)),
    ...(fetched === undefined
      ? []
      : ([
          ["elements", elementText(inputArray(kernel).element)],
          ["first", mapOffset(fetched)],
          ...mapDimensions(kernel, fetched).map(
            ({ extent, stride, box }) => ["dimension", `${extent} by ${stride} in ${box}`] as const,
          ),
        ] as const)),
  ];
  return facts.map(([name, value]) => `${name}: ${value}`).join("\n");
}
