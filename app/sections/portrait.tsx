import { initialsOf } from "./avatar.tsx";

type Props = { name: string; picture: string | undefined };

/** A face made of dots, as large or small as the picture is dark there; the initials on an even field without one. */
export function Portrait({ name, picture }: Props) {
  return (
    <span className="text-heading strong portrait" aria-hidden="true">
      {picture === undefined ? (
        initialsOf(name)
      ) : (
        <span>
          <img src={picture} alt="" loading="lazy" />
        </span>
      )}
    </span>
  );
}
