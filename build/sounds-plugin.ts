import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

import { readSound } from "#server/media/read-sound.ts";

const question = "?sound";

/** `import facts from "….mp3?sound"`: the length and the loudness of the file itself, read when the site is built. */
export function soundsPlugin(): Plugin {
  return {
    name: "sounds",
    enforce: "pre",

    async load(id) {
      if (!id.endsWith(question)) return undefined;
      const file = id.slice(0, -question.length);
      this.addWatchFile(file);
      const facts = await readSound(readFileSync(file));
      if (!facts) throw new Error(`${file} is no MP3.`);
      return `export default ${JSON.stringify(facts)};`;
    },
  };
}
