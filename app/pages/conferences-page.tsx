import { heardOn } from "#app/page-kit/heard.ts";
import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { FinalCall } from "#app/sections/final-call.tsx";
import { homeCopy } from "#content/home.ts";
import { SeatPlan } from "#subjects/conferences/sections/seat-plan.tsx";
import { BigQuote } from "#app/sections/big-quote.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { ConferenceHero } from "#subjects/conferences/sections/conference-hero.tsx";
import { ConferenceProgramme } from "#subjects/conferences/sections/conference-programme.tsx";
import { OrderReceipt } from "#subjects/orders/site/order-receipt.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { formatDay, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { conferencesCopy as copy, hoursOf, programmeOf, venueOf } from "#subjects/conferences/words/conferences.ts";
import type { Conference } from "#domain/site/site-config.ts";
import { type Cents, cents, includingTax, vatPercent } from "#domain/kernel/money.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";

import { orderSite } from "./order-site.ts";

const formAnchor = "conference-form";

function amountsOf(price: Cents) {
  const inAll = includingTax(price);
  return { excludingTax: formatEuros(price), tax: formatEuros(cents(inAll - price)), includingTax: formatEuros(inAll) };
}

/** A conference one registers for until it is held, and hears of afterwards. A site without one has no such page. */
export function ConferencesPage() {
  const { conference } = useSite().offers;
  return conference && <Announced conference={conference} />;
}

function Announced({ conference }: { conference: Conference }) {
  const site = useSite();
  const today = useToday();
  const amounts = amountsOf(site.prices.conferences);
  const phase = conferencePhase(conference, today);
  const isOpen = phase === "open";
  const { quoted } = heardOn("conferences", site.testimonials);

  return (
    <SitePage>
      <ConferenceHero
        {...copy.hero}
        heldOn={conference.heldOn}
        day={splitDay(formatDay(conference.heldOn))}
        place={copy.place}
        hours={hoursOf(conference)}
        price={copy.price(amounts)}
        seats={isOpen ? conference.seats : undefined}
        label={isOpen ? undefined : copy.labels[phase]}
        action={isOpen ? copy.hero.register : copy.waitlist.title}
        formAnchor={formAnchor}
      />
      <div className="outer">
        <div className="frame">
          <ConferenceProgramme
            {...copy.programme}
            {...(conference.programme?.length && { lead: undefined })}
            list={programmeOf(conference)}
            people={conference.speakers ?? []}
          />
          <section
            className="section order order-place"
            id={formAnchor}
            aria-label={isOpen ? copy.form.title : copy.waitlist.title}
          >
            <ConferenceReceipt conference={conference} isOpen={isOpen} />
            <Island
              name="ConferenceRegistrationForm"
              when="interaction"
              props={{ site: orderSite(site, "conferences", today), price: amounts.excludingTax, isWaitlist: !isOpen }}
            />
          </section>
          <Questions path="/conferences" />
        </div>
      </div>
      {quoted && <BigQuote {...quoted} />}
      <FinalCall
        {...(isOpen
          ? {
              title: copy.finalCall.title,
              text: copy.finalCall.text({ day: formatDay(conference.heldOn), price: copy.price(amounts) }),
              trial: copy.hero.register,
            }
          : { ...copy.finalCall.past, trial: copy.waitlist.title })}
        call={homeCopy(copyFacts(site)).finalCall.call}
        target="/conferences#conference-form"
        {...(conference.seats !== undefined && {
          scene: <SeatPlan seats={conference.seats} className="final-seats" />,
        })}
      />
    </SitePage>
  );
}

/** The place to pay for or, afterwards, what it was. */
function ConferenceReceipt({ conference, isOpen }: { conference: Conference; isOpen: boolean }) {
  const { contact, prices } = useSite();
  const amounts = amountsOf(prices.conferences);
  const { receipt } = copy;
  const day = formatDay(conference.heldOn);
  const facts = [
    { term: receipt.day, value: day },
    { term: receipt.place, value: venueOf(conference) },
    { term: receipt.hours, value: hoursOf(conference) },
    ...(conference.seats === undefined ? [] : [{ term: receipt.seatsLabel, value: receipt.seats(conference.seats) }]),
  ];
  const terms = conference.terms === undefined ? [] : [{ label: receipt.terms, text: conference.terms }];
  const { email } = contact;

  if (!isOpen) {
    return (
      <OrderReceipt
        label={receipt.pastLabel}
        title={receipt.pastTitle(formatDayOfYear(conference.heldOn))}
        lines={[...facts, { term: receipt.price, value: copy.price(amounts) }]}
        question={receipt.pastQuestion}
        email={email}
      />
    );
  }
  return (
    <OrderReceipt
      label={receipt.label}
      title={receipt.title(formatDayOfYear(conference.heldOn))}
      lines={[
        ...facts,
        { term: receipt.onePlace, value: `${amounts.excludingTax} HT` },
        { term: receipt.tax(vatPercent), value: amounts.tax },
      ]}
      total={{ term: receipt.includingTax, value: amounts.includingTax }}
      terms={terms}
      calendar={{ label: receipt.calendar, target: href("/conference.ics") }}
      question={receipt.question}
      email={email}
    />
  );
}

/** "2 décembre 2025", whose first space does not break, → "2" and "décembre 2025" */
function splitDay(day: string): { number: string; monthAndYear: string } {
  const [number = "", ...monthAndYear] = day.split(/\s/);
  return { number, monthAndYear: monthAndYear.join(" ") };
}
