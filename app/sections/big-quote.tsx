import { Box, Row } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { testimonialCopy as copy } from "#content/shared/testimonial.ts";
import type { ShownTestimonial } from "#domain/site/site-settings.ts";

import { Portrait } from "./portrait.tsx";

type Props = {
  text: string;
  testimonial: ShownTestimonial;
  /** A cord goes from the person out of the page: on one page, the home page. */
  isWired?: boolean;
};

/** One customer says it better: who that is, where, what changed for them, and where that is told. */
export function BigQuote({ text, testimonial, isWired = false }: Props) {
  const { name, role, picture, town, figure, caseUrl } = testimonial;
  return (
    <section className="big-quote outer" aria-label={copy.label}>
      <div className={isWired ? "frame big-quote-matter big-quote-wired" : "frame big-quote-matter"}>
        {isWired && (
          <svg viewBox="0 0 100 300" preserveAspectRatio="none" aria-hidden="true">
            <path className="cord hidden-until-lg" d="M7 157C26 360 70 300 114-40" />
            <path className="cord hidden-from-lg" d="M-9 215C20 320 70 300 109 190" />
          </svg>
        )}
        <Box
          as="blockquote"
          position="relative"
          maxWidth="21ch"
          className="text-title-large strong stretch-mid tracking-display leading-display color-line-800 balanced"
        >
          «&nbsp;{text}&nbsp;»
        </Box>
        <Row
          columnGap={20}
          rowGap={16}
          align="center"
          isWrapping
          position="relative"
          marginTop="block"
          className="text-small leading-snug"
        >
          <Portrait name={name} picture={picture} />
          <span>
            <b className="block">{name}</b>
            <span className="quiet">
              {role}
              {town !== undefined && `, ${town}`}
            </span>
            {caseUrl !== undefined && (
              <span className="block">
                <ArrowLink href={caseUrl}>{copy.toCase}</ArrowLink>
              </span>
            )}
          </span>
          {figure && (
            <Row as="p" gap={8} align="center">
              <b className="text-title leading-tight tracking-display color-line-800 tabular">{figure.number}</b>
              <Box as="span" maxWidth="14ch" className="quiet balanced">
                {figure.unit}
              </Box>
            </Row>
          )}
        </Row>
      </div>
    </section>
  );
}
