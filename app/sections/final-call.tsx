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
    <section className="final-call dark outer">
      <Box paddingBlock="section" paddingInline="cell" className="frame">
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
          marginTop={32}
          marginBottom={40}
          lg={{ maxWidth: "36ch" }}
          className="text-lead color-on-line-2"
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

/** The home page's own ending. */
function HomeCord() {
  return (
    <>
      <JackField />
      <ShortCord />
    </>
  );
}

/** Crosses the top edge on small screens, and stays unplugged: the way in is below. */
function ShortCord() {
  return (
    <svg className="short-cord hidden-from-lg" viewBox="0 0 180 150" fill="none" aria-hidden="true">
      <path d="M150 0C150 90 70 150 60 66" className="cord" strokeWidth="6" />
      <circle cx="60" cy="52" r="13" className="fill-line-800 stroke-signal" strokeWidth="4" />
      <circle cx="60" cy="52" r="5.5" className="fill-signal" />
    </svg>
  );
}

function JackField() {
  return (
    <svg className="jack-field hidden-until-lg" viewBox="0 0 500 600" fill="none" aria-hidden="true">
      <pattern id="sleeping-jacks" width="50" height="50" patternUnits="userSpaceOnUse">
        <circle cx="25" cy="25" r="8" className="fill-line-rule" />
        <circle cx="25" cy="25" r="3.5" className="fill-line-900" />
      </pattern>
      <path d="M0 0h500v600H0z" fill="url(#sleeping-jacks)" />
      <path d="M75 125C75 525 375 655 375 425" className="cord" strokeWidth="9" />
      {[
        { x: 75, y: 125 },
        { x: 375, y: 425 },
      ].map(({ x, y }) => (
        <g key={x} className="fill-line-800 stroke-signal">
          <circle cx={x} cy={y} r="15" strokeWidth="4" />
          <circle cx={x} cy={y} r="7" className="fill-signal" strokeWidth="0" />
        </g>
      ))}
    </svg>
  );
}
