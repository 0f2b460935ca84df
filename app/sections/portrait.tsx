import { type PictureSource, SitePicture } from "#app/ui/site-picture.tsx";

import { initialsOf } from "./avatar.tsx";

type Props = { name: string; picture: PictureSource | undefined };

/** A face made of dots, as large or small as the picture is dark there; the initials on an even field without one. */
export function Portrait({ name, picture }: Props) {
  return (
    <span className="text-heading strong portrait" aria-hidden={picture?.alt === undefined ? true : undefined}>
      {picture === undefined ? (
        initialsOf(name)
      ) : (
        <span>
          <SitePicture {...picture} />
        </span>
      )}
    </span>
  );
}
