import feminin from "#app/assets/media/voix-feminin.mp3?sound";
import masculin from "#app/assets/media/voix-masculin.mp3?sound";
import marketingPoster from "#app/assets/media/marketing.avif";
import marketingMp4 from "#app/assets/media/marketing.mp4";
import marketingCaptions from "#app/assets/media/marketing.vtt";
import marketingTurns from "#app/assets/media/marketing.vtt?said";
import marketingWebm from "#app/assets/media/marketing.webm";
import presentationPoster from "#app/assets/media/presentation.avif";
import presentationMp4 from "#app/assets/media/presentation.mp4";
import presentationCaptions from "#app/assets/media/presentation.vtt";
import presentationTurns from "#app/assets/media/presentation.vtt?said";
import presentationWebm from "#app/assets/media/presentation.webm";
import { useSite } from "#app/page-kit/site-context.tsx";
import type { films } from "#content/shared/media.ts";
import type { MediaSource, OwnFilm, Sound } from "#domain/site/media.ts";

/** A few seconds of each voice: the owner's, else the demonstration's; nothing where the file cannot be played. */
export function useVoiceSources() {
  const own = useSite().media?.voices;
  const sourcesOf = (voice: "feminin" | "masculin", { sources }: Sound) =>
    own?.[voice] === null ? [] : (own?.[voice] ?? sources);
  return { feminin: sourcesOf("feminin", feminin), masculin: sourcesOf("masculin", masculin) };
}

export type FilmFiles = Pick<OwnFilm, "sources" | "captions" | "turns" | "poster">;

/** Films, their captions and their pictures. */
export const filmFiles: Record<keyof typeof films, FilmFiles> = {
  presentation: {
    sources: video(presentationWebm, presentationMp4),
    captions: presentationCaptions,
    turns: presentationTurns,
    poster: presentationPoster,
  },
  marketing: {
    sources: video(marketingWebm, marketingMp4),
    captions: marketingCaptions,
    turns: marketingTurns,
    poster: marketingPoster,
  },
};

/** The owner's: their presentation also where they made no other, before a film of the demonstration. */
export function useOwnFilm(film: keyof typeof films): OwnFilm | null | undefined {
  const { film: presentation, marketingFilm } = useSite().media ?? {};
  return film === "marketing" && marketingFilm !== undefined ? marketingFilm : presentation;
}

/** Lightest first: a browser takes the first it can play. */
function video(webm: string, mp4: string): MediaSource[] {
  return [
    { src: webm, type: "video/webm" },
    { src: mp4, type: "video/mp4" },
  ];
}
