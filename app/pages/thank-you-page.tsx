import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { AfterOrderNotes } from "#subjects/orders/sections/after-order-notes.tsx";
import { SiteFooter } from "#app/sections/site-footer.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { ArrowLink } from "#app/ui/link.tsx";
import { conferencesCopy, venueOf } from "#subjects/conferences/words/conferences.ts";
import { thankYouCopy } from "#content/merci.ts";
import { orderDatesCopy } from "#subjects/orders/words/order-dates.ts";
import { newsletterCopy, newsletterText } from "#subjects/newsletter/words/newsletter.ts";

/**
 * Return page of every payment link. Its script forgets the funnel's answers and shows what follows for its offers
 * (client/payment-return.ts).
 */
export function ThankYouPage() {
  const { brand, contact, offers, origin } = useSite();
  const { conference } = offers;
  return (
    <>
      <PageTop />
      <MiniHeader />
      <main
        id={mainId}
        className="outer"
        data-behaviour="payment-return"
        data-today={useToday()}
        data-promotion-from={offers.promotion?.from}
        data-promotion-to={offers.promotion?.to}
      >
        <Stack gap={24} alignContent="center" paddingBlock="block-large" paddingInline="cell" className="frame thanks">
          <svg
            className="hidden-until-tablet"
            viewBox="0 0 660 700"
            preserveAspectRatio="xMaxYMid slice"
            aria-hidden="true"
          >
            <path d="M120 210C150 660 500 640 500 380" className="cord" strokeWidth="26" />
            <circle cx="120" cy="210" r="62" className="fill-line-100" />
            <circle cx="120" cy="210" r="27" className="fill-line-800" />
            <circle cx="500" cy="350" r="124" className="fill-line-800" />
            <circle cx="500" cy="350" r="54" className="fill-signal" />
          </svg>
          <h1 className="page-title text-display">{thankYouCopy.title}</h1>
          <Stack gap={24} justify="start" className="thanks-payment">
            <p className="lead">{thankYouCopy.text}</p>
            <Box as="p" maxWidth="48ch" data-ordered hidden>
              {thankYouCopy.access}
            </Box>
            {conference && (
              <Box as="p" maxWidth="56ch" data-conference hidden>
                {thankYouCopy.conference(formatDay(conference.heldOn), venueOf(conference), conferencesCopy.hours)}
              </Box>
            )}
            <Row align="center" isWrapping rowGap={20} columnGap={32} className="full-buttons">
              <span data-next-steps hidden>
                <ButtonLink href={href("/commande-validee")}>{thankYouCopy.nextSteps}</ButtonLink>
              </span>
              {conference && (
                <span data-conference hidden>
                  <ButtonLink href={href("/conference.ics")}>{orderDatesCopy.calendar}</ButtonLink>
                </span>
              )}
              <ButtonLink href={href("/")} variant="secondary">
                {thankYouCopy.backHome}
              </ButtonLink>
            </Row>
            <Box width="full" maxWidth="64ch">
              <Island name="OrderedSchedule" when="fragment" props={{ promotion: offers.promotion, brand, origin }} />
            </Box>
          </Stack>
          <Box className="thanks-payment text-small quiet" maxWidth="56ch" data-not-conference>
            <AfterOrderNotes contact={contact} />
          </Box>
          <NewsletterConfirmation />
        </Stack>
      </main>
      <SiteFooter />
    </>
  );
}

/**
 * The landing of the newsletter's mail: its fragment alone shows it in place of the rest, so the other content does not
 * flash first. Programs of mail servers open links; they press no button (client/newsletter-confirmation.ts).
 */
function NewsletterConfirmation() {
  const { brand } = useSite();
  return (
    <Stack as="section" justify="start" className="thanks-letter" id="lettre" aria-label={thankYouCopy.letter}>
      <Stack gap={24} justify="start" data-asks="">
        <p className="lead">{newsletterCopy.lead}</p>
        <p>{newsletterText(brand)}</p>
        <Button data-confirm="">{newsletterCopy.confirm}</Button>
        <noscript>
          <p>{newsletterCopy.needsScript}</p>
        </noscript>
      </Stack>
      <div role="status">
        {Object.entries(newsletterCopy.outcomes).map(([outcome, sentence]) => (
          <p key={outcome} className="lead" data-outcome={outcome} hidden>
            {sentence}
          </p>
        ))}
      </div>
      <ArrowLink href={href("/")}>{thankYouCopy.backHome}</ArrowLink>
    </Stack>
  );
}
