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

/**
 * Recordings and films of the owner's, in `SITE_CONFIG`, instead of the demonstration's. Paths count from that file.
 * Words are in captions (WebVTT): each cue names its speaker, `<v L’assistante>`, and the assistant, who answers, is
 * the first.
 */
export type MediaConfig = {
  /** MP3, 90 seconds at most. */
  recordings?: Partial<Record<RecordingId, CaptionedFile & { title: string; scene: string }>>;
  /** MP3, 15 seconds at most. */
  voices?: Partial<Record<SampledVoice, { file: string }>>;
} & Partial<Record<OwnFilmName, FilmConfig>>;

/** MP4, 2 minutes and 20 MB at most; a poster in AVIF, WebP, JPEG or PNG. */
export type FilmConfig = CaptionedFile & { poster: string };

/** `isSynthetic`: a machine's voice, which is said beside the player. */
type CaptionedFile = { file: string; captions: string; isSynthetic: boolean };

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
