import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { lastingOfferLinks } from "#app/page-kit/offer-links.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DrawnApostrophe } from "#app/ui/drawn-apostrophe.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { notFoundCopy } from "#content/not-found.ts";

export function NotFoundPage() {
  const { contact } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader />
      <Box as="main" id={mainId} background="line-900" className="color-on-line lost dark outer">
        <Stack
          gap={24}
          alignContent="end"
          justify="start"
          paddingBlock="block-large"
          paddingInline="cell"
          className="frame lost-matter"
        >
          <LooseCord />
          <Box as="h1" maxWidth="12ch" className="page-title text-headline color-white">
            <DrawnApostrophe text={notFoundCopy.title} />
          </Box>
          <Box as="p" maxWidth="40ch" className="text-lead color-on-line-2">
            {notFoundCopy.text}
          </Box>
          <Row align="center" isWrapping rowGap={12} columnGap={24} className="full-buttons">
            <ButtonLink href={href("/")}>{notFoundCopy.backHome}</ButtonLink>
            {contact.phone !== "" && (
              <ButtonLink variant="secondary" href={phoneHref(contact.phone)}>
                {notFoundCopy.call(contact.phone)}
              </ButtonLink>
            )}
          </Row>
          <Row as="ul" isWrapping columnGap={24} aria-label={notFoundCopy.offers}>
            {lastingOfferLinks.map(({ target, label }) => (
              <li key={target}>
                <ArrowLink isTall href={target}>
                  {label}
                </ArrowLink>
              </li>
            ))}
          </Row>
        </Stack>
      </Box>
      <MiniFooter />
    </>
  );
}

function LooseCord() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMin slice" fill="none" aria-hidden="true">
      <pattern id="lost-jacks" width="100" height="100" patternUnits="userSpaceOnUse">
        <circle cx="50" cy="50" r="16" className="fill-line-850" />
        <circle cx="50" cy="50" r="7" className="fill-line-hole" />
      </pattern>
      <path d="M200 0h600v800H200z" fill="url(#lost-jacks)" />
      <circle cx="250" cy="350" r="30" className="fill-line-hole stroke-signal" strokeWidth="7" />
      <g className="lost-cord">
        <path d="M560-20C540 160 600 240 560 372" className="cord" strokeWidth="15" />
        <g transform="translate(560 380)">
          <rect x="-25" y="-10" width="50" height="74" rx="10" className="fill-canvas" />
          <path d="M-25 12h50v13h-50z" className="fill-signal" />
          <path d="M-9 64H9v34a9 9 0 0 1-18 0z" className="fill-line-300" />
        </g>
      </g>
    </svg>
  );
}
