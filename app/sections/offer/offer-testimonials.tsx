import "#app/ui/frame.css";
import "./offer-testimonials.css";

import { href, type LinkTarget } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { BigQuote } from "#app/sections/big-quote.tsx";
import type { HomeCopy } from "#content/home.ts";

type Props = HomeCopy["testimonials"] & {
  title: string;
  /** Those who bought this offer speak first. */
  first: readonly string[];
  quote?: HomeCopy["quote"];
  target: LinkTarget;
};

/** The site's testimonials in this offer's order, after the one that says it best. */
export function OfferTestimonials({ title, first, list, labels, signUp, quote, target }: Props) {
  const rank = (id: string) => (first.includes(id) ? first.indexOf(id) : first.length);
  const testimonials = list.toSorted((one, other) => rank(one.id) - rank(other.id));

  return (
    <section id="temoignages" aria-label={title}>
      {quote && <BigQuote {...quote} />}
      <div className="outer">
        <div className={quote ? "frame" : "frame offer-testimonials"}>
          <Island
            name="Carousel"
            when="visible"
            props={{ title, testimonials, labels, signUp: { target: href(target), label: signUp } }}
          />
        </div>
      </div>
    </section>
  );
}
