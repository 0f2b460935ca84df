type Props = { name: string; picture: string | undefined };

/** A face beside a name: the initials, and the picture over them where there is one. */
export function Avatar({ name, picture }: Props) {
  return (
    <span className="text-small disc avatar" aria-hidden="true">
      {initialsOf(name)}
      {picture !== undefined && <img src={picture} alt="" loading="lazy" />}
    </span>
  );
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
