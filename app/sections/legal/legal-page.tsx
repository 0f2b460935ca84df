import "#app/ui/text.css";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/words.css";
import "./legal-page.css";

import type { ReactNode } from "react";

import { useSite } from "#app/page-kit/site-context.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { SiteFooter } from "#app/sections/site-footer.tsx";
import { SiteHeader } from "#app/sections/site-header.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { legalFrame } from "#content/legal/legal-frame.ts";
import type { LegalPath, LegalText } from "#content/legal/legal-text.ts";
import { requiredSentences } from "#content/legal/required-sentences.ts";

import { LegalBlock, Passage } from "./legal-blocks.tsx";
import { legalLinks } from "./legal-links.ts";

type Props = { path: LegalPath; text: LegalText };

/** A legal text with its date, the way to the other texts, its table of contents and its numbered sections. */
export function LegalPage({ path, text }: Props) {
  return (
    <>
      <PageTop />
      <SiteHeader />
      <main id={mainId} className="outer legal" data-behaviour="legal-text">
        <div className="frame">
          <LegalHead title={text.title} />
          <Row
            as="nav"
            isWrapping
            rule="bottom"
            className="text-small stretch-mid legal-tabs"
            aria-label={legalFrame.texts}
          >
            {legalLinks.map(({ target, label }) => (
              <a className="quiet" key={target} href={target} aria-current={target === path ? "page" : undefined}>
                {label}
              </a>
            ))}
          </Row>
          <LegalSections sections={text.sections}>
            <p className="legal-summary">
              <strong>{legalFrame.inShort}</strong> <Passage of={text.summary} />
            </p>
          </LegalSections>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}

/** Numbered sections beside their table of contents; `children` come before the first. */
export function LegalSections({ sections, children }: Pick<LegalText, "sections"> & { children?: ReactNode }) {
  return (
    <Stack columns={1} tablet={{ columns: 4 }} className="legal-columns">
      <Contents sections={sections} />
      <Box
        paddingTop="block"
        paddingInline="cell"
        paddingBottom="section"
        tablet={{ column: "2 / -1" }}
        className="legal-body"
      >
        {children}
        {sections.map(({ id, title, blocks }) => (
          <Stack as="section" columns={1} gap={12} paddingBottom={40} key={id}>
            <h2 className="text-heading leading-tight" id={id}>
              {title}
            </h2>
            {blocks.map((block, place) => (
              <LegalBlock key={place} block={block} />
            ))}
          </Stack>
        ))}
      </Box>
    </Stack>
  );
}

function LegalHead({ title }: { title: string }) {
  const { updatedOn } = useSite().legal;

  return (
    <Stack
      as="header"
      gap={16}
      paddingTop="block-large"
      paddingInline="cell"
      paddingBottom="block-small"
      className="legal-head"
    >
      <Box as="h1" maxWidth="16ch" className="text-title-large stretch-full tracking-display leading-display">
        {title}
      </Box>
      <Row align="center" justify="between" isWrapping rowGap={4} columnGap={24} className="text-small quiet">
        <p className="unbroken">
          {requiredSentences.lastUpdate}
          <time dateTime={updatedOn}>{formatDay(updatedOn)}</time>
        </p>
        {/* Comes into sight with its script: without one it could do nothing. */}
        <button type="button" className="arrow-link arrow-link-still">
          <Icon name="print" /> {legalFrame.print}
        </button>
      </Row>
    </Stack>
  );
}

/** Open from the start: it is the first thing to read, and the place to come back to. */
function Contents({ sections }: Pick<LegalText, "sections">) {
  return (
    <Box
      as="nav"
      paddingBlock={20}
      paddingInline="cell"
      rule="bottom"
      tablet={{ paddingTop: "block", rule: "right" }}
      className="text-small legal-contents"
      aria-label={legalFrame.contents}
    >
      <details open>
        <summary className="strong">{legalFrame.contents}</summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </Box>
  );
}
