import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { FinalCall } from "#app/sections/final-call.tsx";
import { CallsScene } from "#app/sections/final-scenes.tsx";
import { homeCopy } from "#content/home.ts";
import { Clients } from "#app/sections/clients.tsx";
import { closingAmounts } from "#subjects/orders/sections/closing-amounts.ts";
import { ClosingFigure } from "#subjects/orders/sections/closing-figure.tsx";
import { ClosingHero } from "#subjects/orders/sections/closing-hero.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { ClosingRules } from "#subjects/orders/sections/closing-rules.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { formatDayOfYear } from "#app/ui/format.ts";
import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { isWithin } from "#kit/civil-date.ts";

import { orderSite } from "./order-site.ts";

/** Links from anywhere bring the order form into view. Source: specification, section 2. */
const formAnchor = "closing-form";

export function ClosingPage() {
  const site = useSite();
  const { offers } = site;
  const amounts = closingAmounts(site.prices);
  const today = useToday();
  const freeUntil = isWithin(offers.closingFreeSetUp, today) ? formatDayOfYear(offers.closingFreeSetUp.to) : undefined;

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
          <section className="section order-place" id={formAnchor} aria-label={closingCopy.form.title}>
            <Island
              name="ClosingOrderForm"
              when="interaction"
              props={{ site: orderSite(site, "closing", today), freeUntil }}
            />
          </section>
          <Questions path="/closing" />
        </div>
      </div>
      <FinalCall
        {...closingCopy.finalCall(amounts)}
        call={homeCopy(copyFacts(site)).finalCall.call}
        target="/closing#closing-form"
        scene={<CallsScene />}
      />
    </SitePage>
  );
}
