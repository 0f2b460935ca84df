import { startOptions, startVariables } from "#server/start-options.ts";

/** The variables and options of Node that `npm start` sets: a site measured without them is another one. */
export function readStartEnvironment(): Record<string, string> {
  return { ...startVariables, NODE_OPTIONS: startOptions.join(" ") };
}
