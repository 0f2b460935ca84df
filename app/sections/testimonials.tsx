import { heardOn } from "#app/page-kit/heard.ts";
import { href, type LinkTarget } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import type { HomeCopy } from "#content/home.ts";
import type { TestimonialPage } from "#domain/site/site-config.ts";

import { initialsOf } from "./avatar.tsx";
import { BigQuote } from "./big-quote.tsx";

type Props = HomeCopy["testimonials"] & { page: TestimonialPage; target: LinkTarget };

/** What customers say, after the one that says it best; nothing where none of them may be named. */
export function Testimonials({ page, title, labels, signUp, target }: Props) {
  const { testimonials } = useSite();
  if (testimonials.length === 0) return null;
  const { quoted, others } = heardOn(page, testimonials);

  return (
    <section id="temoignages" aria-label={title}>
      {quoted && <BigQuote {...quoted} isWired={page === "home"} />}
      <div className="outer">
        <div className={quoted ? "frame" : "frame testimonials"}>
          {others.length > 0 && (
            <Island
              name="Carousel"
              when="visible"
              props={{
                title,
                testimonials: others.map(({ name, text, role, town, picture }, index) => ({
                  id: String(index),
                  text,
                  name,
                  role: town === undefined ? role : `${role}, ${town}`,
                  avatarFallback: initialsOf(name),
                  ...(picture !== undefined && { avatar: picture }),
                })),
                labels,
                signUp: { target: href(target), label: signUp },
              }}
            />
          )}
        </div>
      </div>
    </section>
  );
}
