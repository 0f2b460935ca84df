import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Writes a site's own configuration that production accepts, changed.
 *
 * @param expression what is exported, of `complete`
 * @returns the file's path, for `SITE_CONFIG`
 */
export function writeCompleteConfig(folder: string, name = "complete.ts", expression = "complete"): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    `import { believableConfig as complete } from ${JSON.stringify(pathToFileURL(resolve("tests/support/believable-config.ts")).href)};
     export default ${expression};`,
  );
  return file;
}
