import { phoneHref } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import {
  captionsLabel,
  closeFilm,
  exampleNote,
  filmEnd,
  films,
  lengthInWords,
  syntheticVoice,
  mediaUnavailable,
} from "#content/shared/media.ts";
import type { OwnFilm } from "#domain/site/media.ts";

import { filmFiles, useOwnFilm } from "./media-files.ts";

type Props = {
  film: keyof typeof films;
  /** Beside the button. */
  title: string;
  /** What the button does. */
  play: string;
  /** Where its end leads. */
  target: string;
  /** A line beside its picture, where it is not what the page shows first. */
  isLow?: boolean;
};

/** A picture until it is clicked: the page names the film, whose own picture and words have no brand. */
export function Film({ film, title, play, target, isLow }: Props) {
  const { contact } = useSite();
  const own = useOwnFilm(film);
  if (own === null) return <p>{mediaUnavailable.film}</p>;
  const { captions, notes, ...files } = own ? ofOwner(own) : ofDemonstration(film);
  const { end } = films[film];
  const phone = contact.testLine || contact.phone;

  return (
    <Island
      name="VideoFacade"
      when="interaction"
      props={{
        ...files,
        captions: { src: captions, label: captionsLabel },
        title,
        notes: notes.filter((note) => note !== undefined),
        play,
        ...(isLow && { isLow }),
        close: closeFilm,
        end: {
          title: end.title,
          call: { href: phoneHref(phone), label: filmEnd.call(phone) },
          trial: { href: target, label: end.trial },
          replay: filmEnd.replay,
        },
      }}
    />
  );
}

function ofDemonstration(film: keyof typeof films) {
  const { length, disclosure } = films[film];
  return { ...filmFiles[film], notes: [exampleNote, length, disclosure] };
}

function ofOwner({ sources, captions, poster, durationSeconds, isSynthetic }: OwnFilm) {
  return {
    sources,
    captions,
    poster,
    notes: [lengthInWords(durationSeconds), isSynthetic ? syntheticVoice : undefined],
  };
}
