import { readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";

import type { Plugin } from "vite";

import { compress, copySuffixes, encodingsByPreference, isCompressible } from "../server/site/encodings.ts";

/** Compresses what browsers download once, at build time: a start only has to read it. */
export function compressPlugin(): Plugin {
  return {
    name: "compress",
    apply: "build",

    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const isForBrowsers = (name: string) =>
        isCompressible(extname(name)) && (this.environment.name === "client" || name.startsWith("assets/"));

      await Promise.all(
        Object.keys(bundle)
          .filter(isForBrowsers)
          .flatMap((name) => {
            const path = join(dir, name);
            const content = readFileSync(path);
            return encodingsByPreference.map(async (encoding) =>
              writeFileSync(path + copySuffixes[encoding], await compress(content, encoding)),
            );
          }),
      );
    },
  };
}
