import { resolve } from "node:path";

/**
 * A file as the caller named it: npm and the launcher of a pack go to their own folder, and say where they came from.
 */
export function callerFile(name: string): string {
  return resolve(process.env.INIT_CWD ?? ".", name);
}
