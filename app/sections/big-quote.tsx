import { Box, Row } from "#app/ui/layout.tsx";

import type { ShownTestimonial } from "#domain/site/site-settings.ts";

import { Avatar } from "./avatar.tsx";

type Props = {
  label: string;
  text: string;
  testimonial: ShownTestimonial;
  /** A cord goes from the person to a jack: on one page, the home page. */
  isWired?: boolean;
};

/** One customer says it better. */
export function BigQuote({ label, text, testimonial: { name, role, picture }, isWired = false }: Props) {
  return (
    <section className="big-quote outer" aria-label={label}>
      <div className={isWired ? "frame big-quote-matter big-quote-wired" : "frame big-quote-matter"}>
        {isWired && (
          <>
            <svg viewBox="0 0 100 300" preserveAspectRatio="none" aria-hidden="true">
              <path className="cord hidden-until-lg" d="M0 157C7 300 92 360 100 60" />
              <path className="cord cord-narrow hidden-from-lg" d="M0 142C10 290 90 330 100 158" />
            </svg>
            <span className="big-quote-jack" aria-hidden="true" />
          </>
        )}
        <Box
          as="blockquote"
          position="relative"
          maxWidth="21ch"
          className="text-title-large strong stretch-mid tracking-display leading-display color-line-800 balanced"
        >
          «&nbsp;{text}&nbsp;»
        </Box>
        <Row gap={16} align="center" position="relative" marginTop="block" className="text-small leading-snug">
          <Avatar name={name} picture={picture} isLarge />
          <span>
            <b className="block">{name}</b>
            <span className="quiet">{role}</span>
          </span>
        </Row>
      </div>
    </section>
  );
}
