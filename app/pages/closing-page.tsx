import "#app/sections/order/order.css";
import "#app/ui/frame.css";
import "#app/ui/section.css";

import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { closingAmounts } from "#app/sections/order/closing-amounts.ts";
import { ClosingFigure } from "#app/sections/order/closing-figure.tsx";
import { ClosingHero } from "#app/sections/order/closing-hero.tsx";
import { Questions } from "#app/sections/offer/questions.tsx";
import { ClosingRules } from "#app/sections/order/closing-rules.tsx";
import { OrderReceipt } from "#app/sections/order/order-receipt.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { formatDayOfYear } from "#app/ui/format.ts";
import { closingCopy } from "#content/closing.ts";
import { isWithin } from "#domain/kernel/civil-date.ts";
import { vatPercent } from "#domain/kernel/money.ts";

import { orderSite } from "./order-site.ts";

/** Links from anywhere bring the order form into view. Source: specification, section 2. */
const formAnchor = "closing-form";

export function ClosingPage() {
  const site = useSite();
  const { contact, offers } = site;
  const amounts = closingAmounts();
  const today = useToday();
  const freeUntil = isWithin(offers.closingFreeSetUp, today) ? formatDayOfYear(offers.closingFreeSetUp.to) : undefined;
  const { receipt } = closingCopy;

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <ClosingHero
            hero={closingCopy.hero}
            ticket={closingCopy.ticket}
            amounts={amounts}
            freeSetUp={freeUntil && closingCopy.freeSetUp(freeUntil)}
            formAnchor={formAnchor}
          />
          <Clients />
          <ClosingFigure figure={closingCopy.figure} stages={closingCopy.stages} simultaneous={amounts.simultaneous} />
          <ClosingRules {...closingCopy.rules} />
          <section className="section order" id={formAnchor} aria-label={closingCopy.form.title}>
            <OrderReceipt
              label={receipt.label}
              title={receipt.title(amounts)}
              lines={[
                { term: receipt.calls, value: amounts.calls },
                { term: receipt.perCall, value: `${amounts.perCall} HT` },
                ...(freeUntil === undefined ? [] : [{ term: receipt.setUp, value: receipt.setUpFree(freeUntil) }]),
                { term: receipt.simultaneous, value: receipt.upTo(amounts), note: receipt.law },
                { term: receipt.excludingTax, value: amounts.price },
                { term: receipt.tax(vatPercent), value: amounts.tax },
              ]}
              total={{ term: receipt.includingTax, value: amounts.includingTax }}
              question={receipt.question}
              email={contact.email}
            />
            <Island name="ClosingOrderForm" when="interaction" props={{ site: orderSite(site, "closing", today) }} />
          </section>
          <Questions path="/closing" />
        </div>
      </div>
    </SitePage>
  );
}
