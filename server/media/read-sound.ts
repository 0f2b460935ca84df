import type { SoundFacts } from "#domain/site/media.ts";

/** How many bars a recording is drawn with. */
export const barCount = 72;

/** Decoded at most: an hour at 48 kHz would be 1.4 GB. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Length and loudness of an MP3, from its samples; undefined for anything else, or more than 4 MB.
 *
 * Half a minute takes 20 to 90 ms of processor: once at build, or at start for a recording of the owner's.
 */
export async function readSound(file: Uint8Array): Promise<SoundFacts | undefined> {
  if (file.length > mostBytes || !beginsAsMp3(file)) return undefined;
  // Only here: most sites have no recording of their own, and their start does without the decoder.
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(file);
    const [samples] = channelData;
    if (!samples || samplesDecoded < barCount) return undefined;
    return { durationSeconds: samplesDecoded / sampleRate, loudness: measureLoudness(samples) };
  } catch {
    return undefined; // not a sound: the caller says so
  } finally {
    decoder.free();
  }
}

/** With tags, or with a frame of layer III: the decoder finds a second of noise in any other kind of file. */
function beginsAsMp3([first = 0, second = 0, third]: Uint8Array): boolean {
  const hasTags = first === 0x49 && second === 0x44 && third === 0x33; // "ID3"
  return hasTags || (first === 0xff && (second & 0xe6) === 0xe2);
}

/** Root mean square of equal parts of the first channel. */
function measureLoudness(samples: Float32Array): number[] {
  const levels = Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / barCount);
    const part = samples.subarray(from, Math.floor(((bar + 1) * samples.length) / barCount));
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  });
  const loudest = Math.max(...levels);
  return levels.map((level) => (loudest === 0 ? 0 : Math.round((level / loudest) * 100)));
}
