import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { SiteFooter } from "#app/sections/site-footer.tsx";
import { Button } from "#app/ui/button.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { thankYouCopy } from "#content/merci.ts";
import { newsletterCopy, newsletterText } from "#subjects/newsletter/words/newsletter.ts";
import { OrderTicket } from "#subjects/orders/sections/order-ticket.tsx";

/**
 * Return page of every payment link: the ticket of the order. Its script fills that in and forgets the funnel
 * (payment-return.ts).
 */
export function ThankYouPage() {
  return (
    <>
      <PageTop />
      <MiniHeader />
      <main id={mainId} className="outer" data-behaviour="payment-return">
        <Stack gap={32} alignContent="start" paddingBlock="block" paddingInline="cell" className="frame thanks">
          <Stack gap={12} lg={{ columns: "5fr 7fr", columnGap: 64, align: "end" }}>
            <h1 className="page-title text-display">{thankYouCopy.title}</h1>
            <p className="lead thanks-payment">{thankYouCopy.text}</p>
          </Stack>
          <div className="thanks-payment">
            <OrderTicket isReturn />
          </div>
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
