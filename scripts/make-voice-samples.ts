// node scripts/make-voice-samples.ts
// Says one sentence in each of the two voices, in app/assets/media. Needs what make-media.ts needs, but no browser.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callRecordings } from "#content/shared/media.ts";

import { say, type Voice } from "./media/voices.ts";

const media = "app/assets/media";
/** Her last sentence of that call, whose words suit both voices. */
const sentence = callRecordings.find(({ id }) => id === "rendez-vous")?.turns.findLast(({ by }) => by === "assistant");
if (!sentence) throw new Error("The call « rendez-vous » says nothing.");

/** EBU R 128, as loud as the calls: the two are heard one after the other. */
const loudnessUnits = -19;
const voices: Record<string, Voice> = { feminin: "assistant", masculin: "his" };
const folder = mkdtempSync(join(tmpdir(), "samples-"));
for (const [name, voice] of Object.entries(voices)) {
  const said = say(sentence.text, voice, folder, name);
  const gain = `volume=${(loudnessUnits - loudnessOf(said)).toFixed(2)}dB`;
  const sound = ["-v", "error", "-y", "-fflags", "+bitexact", "-i", said, "-af", gain, "-map_metadata", "-1"];
  execFileSync("ffmpeg", [...sound, "-c:a", "libopus", "-b:a", "32k", join(media, `voix-${name}.ogg`)]);
  execFileSync("ffmpeg", [...sound, "-c:a", "libmp3lame", "-b:a", "48k", join(media, `voix-${name}.mp3`)]);
}
rmSync(folder, { recursive: true });

function loudnessOf(file: string): number {
  const { stderr } = spawnSync("ffmpeg", ["-i", file, "-af", "ebur128", "-f", "null", "-"], { encoding: "utf8" });
  const said = /Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr);
  if (!said) throw new Error(`FFmpeg does not say how loud ${file} is.`);
  return Number(said[1]);
}
