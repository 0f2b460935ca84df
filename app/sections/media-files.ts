import rendezVousMp3 from "#app/assets/media/appel-rendez-vous.mp3";
import rendezVousOgg from "#app/assets/media/appel-rendez-vous.ogg";
import questionMp3 from "#app/assets/media/appel-question.mp3";
import questionOgg from "#app/assets/media/appel-question.ogg";
import urgenceMp3 from "#app/assets/media/appel-urgence.mp3";
import urgenceOgg from "#app/assets/media/appel-urgence.ogg";
import marketingPoster from "#app/assets/media/marketing.avif";
import marketingMp4 from "#app/assets/media/marketing.mp4";
import marketingCaptions from "#app/assets/media/marketing.vtt";
import marketingWebm from "#app/assets/media/marketing.webm";
import presentationPoster from "#app/assets/media/presentation.avif";
import presentationMp4 from "#app/assets/media/presentation.mp4";
import presentationCaptions from "#app/assets/media/presentation.vtt";
import presentationWebm from "#app/assets/media/presentation.webm";
import voixFemininMp3 from "#app/assets/media/voix-feminin.mp3";
import voixFemininOgg from "#app/assets/media/voix-feminin.ogg";
import voixMasculinMp3 from "#app/assets/media/voix-masculin.mp3";
import voixMasculinOgg from "#app/assets/media/voix-masculin.ogg";
import { useSite } from "#app/page-kit/site-context.tsx";
import type { CallRecording, films } from "#content/shared/media.ts";
import type { MediaSource, OwnFilm } from "#domain/site/media.ts";

/** Lightest first: a browser takes the first it can play. */
export const callSources: Record<CallRecording["id"], MediaSource[]> = {
  "rendez-vous": audio(rendezVousOgg, rendezVousMp3),
  question: audio(questionOgg, questionMp3),
  urgence: audio(urgenceOgg, urgenceMp3),
};

const demonstrationVoices: Record<"feminin" | "masculin", MediaSource[]> = {
  feminin: audio(voixFemininOgg, voixFemininMp3),
  masculin: audio(voixMasculinOgg, voixMasculinMp3),
};

/** A few seconds of each voice: the owner's, else the demonstration's; nothing where the file cannot be played. */
export function useVoiceSources() {
  const own = useSite().media?.voices;
  const sourcesOf = (voice: keyof typeof demonstrationVoices) =>
    own?.[voice] === null ? [] : (own?.[voice] ?? demonstrationVoices[voice]);
  return { feminin: sourcesOf("feminin"), masculin: sourcesOf("masculin") };
}

type FilmFiles = { sources: MediaSource[]; captions: string; poster: string };

/** Films, their captions and their pictures. */
export const filmFiles: Record<keyof typeof films, FilmFiles> = {
  presentation: {
    sources: video(presentationWebm, presentationMp4),
    captions: presentationCaptions,
    poster: presentationPoster,
  },
  marketing: {
    sources: video(marketingWebm, marketingMp4),
    captions: marketingCaptions,
    poster: marketingPoster,
  },
};

/** The owner's: their presentation also where they made no other, before a film of the demonstration. */
export function useOwnFilm(film: keyof typeof films): OwnFilm | null | undefined {
  const { film: presentation, marketingFilm } = useSite().media ?? {};
  return film === "marketing" && marketingFilm !== undefined ? marketingFilm : presentation;
}

function audio(ogg: string, mp3: string): MediaSource[] {
  return [
    { src: ogg, type: "audio/ogg; codecs=opus" },
    { src: mp3, type: "audio/mpeg" },
  ];
}

function video(webm: string, mp4: string): MediaSource[] {
  return [
    { src: webm, type: "video/webm" },
    { src: mp4, type: "video/mp4" },
  ];
}
