/** Recorded calls of the site, by the name of their files in app/assets/media. */
export const recordingIds = ["rendez-vous", "question", "urgence"] as const;
export type RecordingId = (typeof recordingIds)[number];

/** The two voices that can be chosen: as `voices` of `subjects/funnel`, which is above this room. */
export const sampledVoices = ["feminin", "masculin"] as const;
type SampledVoice = (typeof sampledVoices)[number];

/** A file of a sound or a film, and what it is. */
export type MediaSource = { src: string; type: string };

/** What is read from a sound's own file. */
export type SoundFacts = {
  durationSeconds: number;
  /** Of equal parts, in hundredths of the loudest one. */
  loudness: readonly number[];
};

export type SpokenTurn = {
  by: "assistant" | "caller";
  /** As captions name who speaks. */
  speaker: string;
  text: string;
  /** When it is said, from the start of the recording. */
  atSeconds: number;
};

/** A recording, and its words in the order of time. */
export type Spoken = { sources: MediaSource[]; turns: SpokenTurn[] };

export type Sound = SoundFacts & Spoken;

/** Films of the owner's: the presentation, and the one of Marketing, where the presentation stands in for it. */
export const ownFilms = ["film", "marketingFilm"] as const;
type OwnFilmName = (typeof ownFilms)[number];

/** What the pages show of it; null where a file cannot be played, which a sentence then says. */
export type OwnMedia = {
  recordings: Partial<Record<RecordingId, OwnRecording | null>>;
  voices: Partial<Record<SampledVoice, MediaSource[] | null>>;
} & Partial<Record<OwnFilmName, OwnFilm | null>>;

export type OwnRecording = Sound & { title: string; scene: string; isSynthetic: boolean };

export type OwnFilm = {
  durationSeconds: number;
  isSynthetic: boolean;
  sources: MediaSource[];
  captions: string;
  turns: SpokenTurn[];
  poster: string;
};
