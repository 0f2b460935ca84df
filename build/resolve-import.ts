import { dirname, join, normalize } from "node:path";

/**
 * The module of ours that an import names, however it is written.
 *
 * @param from the importing file, seen from the root of the project, as is the path that is returned
 * @returns nothing for packages and for Node's own modules
 */
export function resolveImport(from: string, specifier: string): string | undefined {
  const [path = ""] = specifier.split("?");
  if (path.startsWith("#")) return path.slice(1);
  return path.startsWith(".") ? normalize(join(dirname(from), path)) : undefined;
}
