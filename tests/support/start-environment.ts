import { readFileSync } from "node:fs";

/** The variables and options of Node that the start script sets: a site measured without them is another one. */
export function readStartEnvironment(): Record<string, string> {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const [, variables, options] = /^((?:\w+=\S+ )*)exec node ((?:--\S+ )*)server\/main\.ts$/.exec(scripts.start) ?? [];
  if (variables === undefined || options === undefined) throw new Error("The start script has another form.");
  const given = variables
    .split(" ")
    .filter(Boolean)
    .map((each) => each.split("=") as [string, string]);
  return { ...Object.fromEntries(given), ...(options && { NODE_OPTIONS: options.trim() }) };
}
