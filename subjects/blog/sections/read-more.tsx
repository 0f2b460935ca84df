import { Icon } from "#app/ui/icon.tsx";
import { blogCopy } from "#subjects/blog/words/blog.ts";

/** « Lire la suite → », and to whom does not see the card, of what. */
export function ReadMore({ path, title }: { path: string; title: string }) {
  return (
    <a className="arrow-link read-more" href={path}>
      {blogCopy.readMore} <DrawnArrow character="→" icon="arrow" />
      <span className="visually-hidden"> : {title}</span>
    </a>
  );
}

/** The arrow of a required text: drawn, with the character for copying and page search, silent for screen readers. */
export function DrawnArrow({ character, icon }: { character: "→" | "←"; icon: "arrow" | "back" }) {
  return (
    <>
      <span className="visually-hidden" aria-hidden="true">
        {character}
      </span>
      <Icon name={icon} />
    </>
  );
}
