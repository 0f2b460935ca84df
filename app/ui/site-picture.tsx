/**
 * An address of this site; `avif`: the same in fewer bytes. `alt`: what it shows; without, it says no more than what
 * stands beside it.
 */
export type PictureSource = { src: string; avif?: string; alt?: string };

type Props = PictureSource & { loading?: "lazy" | "eager" };

/** A picture in the best kind that the browser knows. */
export function SitePicture({ src, avif, alt = "", loading = "lazy" }: Props) {
  const picture = <img src={src} alt={alt} loading={loading} />;
  if (avif === undefined) return picture;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} />
      {picture}
    </picture>
  );
}
