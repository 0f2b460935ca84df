import { Box, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { OrderNotes } from "#subjects/orders/sections/order-notes.tsx";
import { SiteFooter } from "#app/sections/site-footer.tsx";
import { StepList } from "#app/sections/step-list.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DrawnApostrophe } from "#app/ui/drawn-apostrophe.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { OrderTicket } from "#subjects/orders/sections/order-ticket.tsx";
import { orderConfirmedCopy as copy } from "#subjects/orders/words/order-confirmed.ts";

/** What follows an order. Reached from the thank-you page: it knows nothing of who reads it. */
export function OrderConfirmedPage() {
  const { brand, contact } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader />
      <main id={mainId} className="outer">
        <div className="frame">
          <Stack
            gap={24}
            paddingTop="block-large"
            paddingInline="cell"
            paddingBottom="block"
            lg={{ columns: "3fr 1fr", align: "end" }}
            className="confirmed"
          >
            <h1 className="page-title text-display">
              {copy.title.done} <DrawnApostrophe text={copy.title.thanks} />
              <span className="unbroken">{copy.title.end(brand)}</span>
            </h1>
            <Stack gap={16} tablet={{ columns: 2, columnGap: 32, align: "end" }} lg={{ columns: 1 }}>
              <Stack gap={20} justify="start">
                <p className="lead">{copy.lead}</p>
                <ButtonLink isWrapping href={href("/dashboard")}>
                  {copy.toDashboard}
                </ButtonLink>
              </Stack>
            </Stack>
          </Stack>
          <section className="confirmed-steps" aria-labelledby="etapes">
            <h2 className="visually-hidden" id="etapes">
              {copy.stepsTitle}
            </h2>
            <StepList list={copy.steps} label={copy.stepsTitle} />
          </section>
          <Stack gap={8} paddingBlock={24} paddingInline="cell" rule="top" className="text-small quiet">
            <OrderNotes />
          </Stack>
          <Box paddingInline="cell" paddingBlock="block-small" className="confirmed-ticket">
            <OrderTicket behaviour="order-ticket" />
          </Box>
          {contact.email && (
            <Box as="p" paddingBlock={24} paddingInline="cell" rule="top" className="text-small quiet">
              {copy.support.before}
              <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
              {copy.support.after}
            </Box>
          )}
        </div>
      </main>
      <SiteFooter />
    </>
  );
}
