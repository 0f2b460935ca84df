import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** By which a command says whose server it means: two sites of one machine may have one key. */
export const folderHeader = "x-data-dir";

/** The data folder, as a header holds it: however it was spelt, one name. */
export function nameFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    return encodeURIComponent(realpathSync(path));
  } catch {
    return encodeURIComponent(path); // not there yet
  }
}
