// node scripts/make-voice-samples.ts
// Cuts the samples of the two voices out of a recorded call, in app/assets/media. Needs FFmpeg; the site needs none.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const media = "app/assets/media";
/** Her last sentence of that call, whose words suit both voices. */
const sentence = ["-ss", "25.55", "-to", "31.15", "-i", join(media, "appel-rendez-vous.mp3")];
const ends = "afade=t=in:d=0.03,afade=t=out:st=5.5:d=0.1";
/** A slower tape lowers voice and throat together, tempo gives the pace back: as `media/voices.ts` does. */
const throats = { feminin: ends, masculin: `${ends},asetrate=24000*0.8,aresample=24000,atempo=1.2` };

for (const [voice, filters] of Object.entries(throats)) {
  const sound = ["-v", "error", "-y", "-fflags", "+bitexact", ...sentence, "-af", filters, "-map_metadata", "-1"];
  execFileSync("ffmpeg", [...sound, "-c:a", "libopus", "-b:a", "32k", join(media, `voix-${voice}.ogg`)]);
  execFileSync("ffmpeg", [...sound, "-c:a", "libmp3lame", "-b:a", "48k", join(media, `voix-${voice}.mp3`)]);
}
