import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

import { readCaptions, turnsOf } from "#server/media/read-captions.ts";
import { readSound } from "#server/media/read-sound.ts";

const question = /^(?<recording>.+)\.(?:mp3\?(?<asked>sound|spoken)|vtt\?said)$/;

/**
 * `import call from "….mp3?spoken"`: the files of a recording and its words, which are its captions. `?sound` adds the
 * length and the loudness, read from the sound itself when the site is built. `import words from "….vtt?said"`: what
 * is said in a film.
 */
export function soundsPlugin(): Plugin {
  return {
    name: "sounds",
    enforce: "pre",

    async load(id) {
      const { recording, asked } = question.exec(id)?.groups ?? {};
      if (recording === undefined) return undefined;
      const [sound, captions] = [`${recording}.mp3`, `${recording}.vtt`];
      this.addWatchFile(captions);
      const cues = readCaptions(readFileSync(captions, "utf8"));
      if (!cues) throw new Error(`${captions} says nothing.`);
      if (asked === undefined) return `export default ${JSON.stringify(turnsOf(cues))};`;
      this.addWatchFile(sound);
      const facts = asked === "sound" ? await readSound(readFileSync(sound)) : {};
      if (!facts) throw new Error(`${sound} is no MP3.`);
      return `import ogg from ${JSON.stringify(`${recording}.ogg`)};
import mp3 from ${JSON.stringify(sound)};
// Lightest first: a browser takes the first it can play.
const sources = [{ src: ogg, type: "audio/ogg; codecs=opus" }, { src: mp3, type: "audio/mpeg" }];
export default { ...${JSON.stringify({ turns: turnsOf(cues), ...facts })}, sources };`;
    },
  };
}
