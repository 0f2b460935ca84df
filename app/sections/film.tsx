import { Island } from "#app/page-kit/island.tsx";
import { captionsLabel, films } from "#content/media.ts";

import { filmFiles } from "./media-files.ts";

type Props = {
  film: keyof typeof films;
  /** Beside the button. */
  title: string;
  /** What the button does. */
  play: string;
};

/** A picture until it is clicked: the page names the film, whose own picture and words have no brand. */
export function Film({ film, title, play }: Props) {
  const { captions, ...files } = filmFiles[film];
  const { length, disclosure } = films[film];

  return (
    <Island
      name="VideoFacade"
      when="interaction"
      props={{
        ...files,
        captions: { src: captions, label: captionsLabel },
        title,
        notes: [length, disclosure].filter((note) => note !== undefined),
        play,
      }}
    />
  );
}
