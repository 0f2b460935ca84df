import type { ReactNode } from "react";

import { Box, Row } from "#app/ui/layout.tsx";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { HomeCopy } from "#content/home.ts";

type Props = Omit<HomeCopy["finalCall"], "title"> & {
  title: readonly string[];
  target?: LinkTarget;
  /** What the page was about, drawn once more; the home page's is its cord. */
  scene?: ReactNode;
};

/** Last word of the page: the trial of the secretariat, or the offer the page is about. */
export function FinalCall({
  title,
  text,
  trial,
  call,
  target = "/inscription-secretariat",
  scene = <HomeCord />,
}: Props) {
  const { contact } = useSite();

  return (
    <section className="final-call dark outer" data-moves="final">
      <Box paddingBlock={24} paddingInline="cell" tablet={{ paddingBlock: "section" }} className="frame">
        {scene}
        <Box
          as="h2"
          position="relative"
          maxWidth="11ch"
          className="text-figure stretch-full tracking-display leading-figure color-white"
        >
          {title[0]}
          <br />
          {title[1]}
        </Box>
        <Box
          as="p"
          position="relative"
          maxWidth="46ch"
          marginTop={20}
          marginBottom={24}
          tablet={{ marginTop: 32, marginBottom: 40 }}
          lg={{ maxWidth: "36ch" }}
          className="text-lead leading-snug color-on-line-2"
        >
          {text}
        </Box>
        <Row gap={12} isWrapping position="relative" className="full-buttons">
          <ButtonLink href={href(target)} data-follows-volume="">
            {trial}
          </ButtonLink>
          {contact.phone !== "" && (
            <ButtonLink href={phoneHref(contact.phone)} variant="secondary" className="tabular">
              {call(contact.phone)}
            </ButtonLink>
          )}
        </Row>
      </Box>
    </section>
  );
}

/** The home page's own ending: its cord comes in from the section above, into one of the sleeping jacks. */
function HomeCord() {
  return (
    <>
      <svg
        className="jack-field hidden-until-lg"
        viewBox="0 0 500 600"
        fill="none"
        overflow="visible"
        aria-hidden="true"
      >
        <pattern id="sleeping-jacks" width="50" height="50" patternUnits="userSpaceOnUse">
          <circle cx="25" cy="25" r="8" className="fill-line-rule" />
          <circle cx="25" cy="25" r="3.5" className="fill-line-900" />
        </pattern>
        <path d="M0 0h500v600H0z" fill="url(#sleeping-jacks)" />
        <g>
          <path d="M860-60C560-130 60-20 175 375" pathLength={1} className="cord" strokeWidth="9" />
          <circle cx="175" cy="375" r="15" className="fill-line-800 stroke-signal" strokeWidth="4" />
          <circle cx="175" cy="375" r="7" className="fill-signal" />
        </g>
      </svg>
      <svg
        className="short-cord hidden-from-lg"
        viewBox="0 0 180 150"
        fill="none"
        overflow="visible"
        aria-hidden="true"
      >
        <g>
          <path d="M190-40C90-50 120 20 120 90" pathLength={1} className="cord" strokeWidth="6" />
          <circle cx="120" cy="94" r="13" className="fill-line-800 stroke-signal" strokeWidth="4" />
          <circle cx="120" cy="94" r="5.5" className="fill-signal" />
        </g>
      </svg>
    </>
  );
}
