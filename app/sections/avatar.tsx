import { Face } from "#app/ui/face.tsx";
import type { PictureSource } from "#app/ui/site-picture.tsx";

type Props = { name: string; picture: PictureSource | undefined };

/** The face of a person beside their name. */
export function Avatar({ name, picture }: Props) {
  return <Face initials={initialsOf(name)} picture={picture} />;
}

/** Of the first and the last word; an emoji or a letter of two units counts as one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase("fr-FR");
}
