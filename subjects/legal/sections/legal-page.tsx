import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { href } from "#app/page-kit/href.ts";
import { usePageContext, useSite, useToday } from "#app/page-kit/site-context.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { SiteFooter } from "#app/sections/site-footer.tsx";
import { SiteHeader } from "#app/sections/site-header.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { legalFrame } from "#subjects/legal/words/legal-frame.ts";
import type { LegalPath, LegalText } from "#subjects/legal/words/legal-text.ts";
import { legalTexts } from "#subjects/legal/words/legal-texts.ts";
import { type LegalVersion, versionInForce, versionsOf } from "#subjects/legal/words/legal-versions.ts";
import { legalVersionPath } from "#subjects/legal/words/version-address.ts";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";

import { LegalBlock, LegalPassage } from "./legal-blocks.tsx";
import { legalLinks } from "#app/sections/legal-links.ts";

/** `version`: the one that is read at its permanent address; the one in force without. */
type Props = { path: LegalPath; version?: LegalVersion };

/**
 * A legal text with its date, the way to the other texts, its table of contents, its numbered sections and its earlier
 * versions.
 */
export function LegalPage({ path, version }: Props) {
  const { site, today } = usePageContext();
  const shown = version ?? versionInForce(path, today, site.offers);
  const text = legalTexts[path](site, shown.day);
  return (
    <>
      <PageTop />
      <SiteHeader />
      <main id={mainId} className="outer legal" data-behaviour="legal-text">
        <div className="frame">
          <LegalHead title={text.title} version={shown} />
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
          <LegalSections sections={text.sections} end={<History path={path} />}>
            {version && <VersionNotice path={path} version={version} />}
            <p className="legal-summary">
              <strong>{legalFrame.inShort}</strong> <LegalPassage of={text.summary} />
            </p>
          </LegalSections>
        </div>
      </main>
      <SiteFooter />
    </>
  );
}

/** Numbered sections beside their table of contents; `children` come before the first, `end` after the last. */
export function LegalSections({
  sections,
  areTablesFolded = false,
  children,
  end,
}: Pick<LegalText, "sections"> & {
  /** On a telephone, behind what they are about: where they stand in full elsewhere. */
  areTablesFolded?: boolean;
  children?: ReactNode;
  end?: ReactNode;
}) {
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
              <LegalBlock key={place} block={block} isTableFolded={areTablesFolded} />
            ))}
          </Stack>
        ))}
        {end}
      </Box>
    </Stack>
  );
}

/** At a permanent address: whether this version is still the one in force. */
function VersionNotice({ path, version: { day } }: { path: LegalPath; version: LegalVersion }) {
  const { site, today } = usePageContext();
  const copy = legalFrame.version;
  const inForce = versionInForce(path, today, site.offers).day;
  const next = versionsOf(path, site.offers).find((each) => each.day > day && each.day <= inForce);
  if (day === inForce) return <p className="legal-framed">{copy.current(formatDay(day))}</p>;
  return (
    <p className="legal-framed">
      {next ? copy.replaced(formatDay(day), formatDay(next.day)) : copy.announced(formatDay(day))}{" "}
      <TextLink href={href(path)}>{copy.readCurrent}</TextLink>
    </p>
  );
}

/** What each version changed, newest first, each at its permanent address. */
function History({ path }: { path: LegalPath }) {
  const { site, today } = usePageContext();
  const { updatedOn } = site.legal;
  const copy = legalFrame.history;
  const inForce = versionInForce(path, today, site.offers).day;
  const begun = versionsOf(path, site.offers)
    .filter(({ day }) => day <= inForce)
    .toReversed();
  return (
    <Stack as="aside" gap={12} paddingBottom={40} className="text-small" aria-label={copy.title}>
      <h3 className="text-small tracking-snug">{copy.title}</h3>
      {updatedOn > inForce && updatedOn <= today && <p>{copy.facts(formatDay(updatedOn))}</p>}
      <Stack as="ul" gap={8}>
        {begun.map(({ day, changes }) => (
          <li key={day}>
            <TextLink href={href(legalVersionPath(path, day))}>{copy.version(formatDay(day))}</TextLink>
            {`\u00a0: ${changes.length === 0 ? copy.first : changes.join(" ")}`}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** Facts of the site that are newer than the text have the last word on its date. */
function LegalHead({ title, version }: { title: string; version: LegalVersion }) {
  const facts = useSite().legal.updatedOn;
  const today = useToday();
  const updatedOn = facts > version.day && facts <= today ? facts : version.day;

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
