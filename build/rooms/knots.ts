import type { Import } from "./import-graph.ts";

/**
 * The strongly connected parts of an import graph: each of their members is reached from every other, so that none can
 * be read, moved or built alone.
 *
 * @param nameOf the node of a file: the file itself, or its folder
 * @returns members of each part in alphabetical order; nodes that no way leads back to are left out
 */
export function knotsOf(imports: Import[], nameOf: (file: string) => string): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (nameOf(from) === nameOf(to)) continue;
    targets.set(nameOf(from), (targets.get(nameOf(from)) ?? new Set()).add(nameOf(to)));
  }

  const reached = new Map([...targets.keys()].map((name) => [name, reachedFrom(name, targets)]));
  const inKnots = [...reached].filter(([name, names]) => names.has(name));
  const knots = inKnots.map(([name, names]) => [...names].filter((other) => reached.get(other)?.has(name)).toSorted());
  return [...new Map(knots.map((knot) => [knot.join("\n"), knot])).values()].toSorted((one, other) =>
    (one[0] ?? "").localeCompare(other[0] ?? ""),
  );
}

function reachedFrom(start: string, targets: Map<string, Set<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(targets.get(start) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(targets.get(name) ?? []));
  }
  return reached;
}
