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
  readFilm,
  syntheticVoice,
  mediaUnavailable,
} from "#content/shared/media.ts";
import { Box } from "#app/ui/layout.tsx";
import { Transcript } from "#app/ui/transcript.tsx";
import type { OwnFilm } from "#domain/site/media.ts";

import { type FilmFiles, filmFiles, useOwnFilm } from "./media-files.ts";

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
  const { captions, turns, shown, notes, ...files } = own ? ofOwner(own) : ofDemonstration(film);
  const { end } = films[film];
  const phone = contact.testLine || contact.phone;

  return (
    <div>
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
      <Box as="details" marginTop={8}>
        <summary className="text-small">{readFilm}</summary>
        <Box as={Transcript} marginTop={16} turns={turns} label={readFilm} />
        {shown !== undefined && (
          <Box as="p" marginTop={16} className="text-small">
            {shown}
          </Box>
        )}
      </Box>
    </div>
  );
}

/** `shown`: the words that only the pictures show; of a film that the owner gave, they are not known. */
type ShownFilm = FilmFiles & { shown?: string; notes: (string | undefined)[] };

function ofDemonstration(film: keyof typeof films): ShownFilm {
  const { length, disclosure, shown } = films[film];
  return { ...filmFiles[film], shown, notes: [exampleNote, length, disclosure] };
}

function ofOwner({ durationSeconds, isSynthetic, ...files }: OwnFilm): ShownFilm {
  return {
    ...files,
    notes: [lengthInWords(durationSeconds), isSynthetic ? syntheticVoice : undefined],
  };
}
