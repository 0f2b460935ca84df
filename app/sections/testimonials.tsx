import "#app/ui/frame.css";
import "./testimonials.css";

import { href, type LinkTarget } from "#app/page-kit/href.ts";
import { isHeard } from "#app/page-kit/heard.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import type { HomeCopy } from "#content/home.ts";

import { BigQuote } from "./big-quote.tsx";
import { InventedNote } from "./invented-note.tsx";
import { SectionBar } from "#app/ui/section-bar.tsx";

type Props = HomeCopy["testimonials"] & {
  /** Those who bought this offer speak first. */
  first?: readonly string[];
  quote?: HomeCopy["quote"];
  target: LinkTarget;
};

/** Two turns of three. */
const mostShown = 6;

/**
 * What customers say, after the one that says it best, who is not heard twice. Words that nothing supports are shown by
 * a demonstration only, which says so.
 */
export function Testimonials({ title, invented, first = [], list, labels, signUp, quote, target }: Props) {
  const site = useSite();
  const supported = site.testimonials;
  const rank = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length);
  const shown = list.filter(({ id }) => isHeard(site, id));
  const spoken = shown.some(({ id }) => id === quote?.of) ? quote : undefined;
  const testimonials = shown
    .filter(({ id }) => id !== spoken?.of)
    .toSorted((one, other) => rank(one.id) - rank(other.id))
    .slice(0, mostShown)
    .map((testimonial) => {
      const picture = supported[testimonial.id]?.picture;
      return picture === undefined ? testimonial : { ...testimonial, avatar: picture };
    });

  return (
    <section id="temoignages" aria-label={title}>
      {spoken && <BigQuote {...spoken} />}
      <div className="outer">
        <div className={spoken ? "frame" : "frame testimonials"}>
          {testimonials.length > 0 ? (
            <Island
              name="Carousel"
              when="visible"
              props={{ title, testimonials, labels, signUp: { target: href(target), label: signUp } }}
            />
          ) : (
            <SectionBar title={title} />
          )}
          <InventedNote of={shown.map(({ id }) => id)}>{invented}</InventedNote>
        </div>
      </div>
    </section>
  );
}
