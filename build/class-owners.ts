import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Which stylesheets each class belongs to: one, or it is two things. A class belongs where it stands by itself, with no
 * other element before it. Only rules that are not nested are read: the formatter begins those, and no others, in the
 * first column.
 *
 * @param pattern of stylesheets, seen from the root of the project, as are the paths that are returned
 */
export function findClassOwners(pattern: string, root: string): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const file of globSync(pattern, { cwd: root }).toSorted()) {
    for (const [, selector = ""] of readFileSync(join(root, file), "utf8").matchAll(/^(\.[^{}]+?)(?: \{|,)$/gm)) {
      if (splitCompounds(selector.replace(/^\.dark /, "")).length > 1) continue;
      for (const name of classesOfSubject(selector)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
    }
  }
  return owners;
}

/** The classes of the element that a selector styles, without those it only asks about. */
export function classesOfSubject(selector: string): string[] {
  const subject = (splitCompounds(selector).at(-1) ?? "").replace(/:(not|has)\([^)]*\)/g, "");
  return [...subject.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}

function splitCompounds(selector: string): string[] {
  return selector.trim().split(/\s*[\s>+~]\s*(?![^(]*\))/);
}
