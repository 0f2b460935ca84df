/** Recorded calls of the site, by the name of their files in app/assets/media. */
export type RecordingId = "rendez-vous" | "question" | "urgence";

/** A file of a sound or a film, and what it is. */
export type MediaSource = { src: string; type: string };

/** What is read from a sound's own file. */
export type SoundFacts = {
  durationSeconds: number;
  /** Of equal parts, in hundredths of the loudest one. */
  loudness: readonly number[];
};
