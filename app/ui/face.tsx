import { type PictureSource, SitePicture } from "./site-picture.tsx";

type Props = { initials: string; picture: PictureSource | undefined };

/** A face beside a name: the initials, and the picture over them where there is one. */
export function Face({ initials, picture }: Props) {
  const isDescribed = picture?.alt !== undefined;
  return (
    <span className="text-small disc avatar" aria-hidden={isDescribed ? undefined : true}>
      {isDescribed ? <span aria-hidden="true">{initials}</span> : initials}
      {picture && <SitePicture {...picture} />}
    </span>
  );
}
