import type { ReactNode } from "react";

import { formatDay } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { isFunnelOffer } from "#domain/kernel/lead.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import type { Milestone } from "#subjects/offers/rules/milestones.ts";
import type { Ordered } from "#subjects/offers/rules/ordered-fragment.ts";
import { orderDatesCopy as copy } from "#subjects/orders/words/order-dates.ts";
import { orderTicketCopy } from "#subjects/orders/words/order-ticket.ts";

/** The conference that is announced: where a place there leads. */
export type Place = { heldOn: string; place: string; hours: string };

type Props = { ordered: Omit<Ordered, "amounts">; milestones: Milestone[]; place?: Place | undefined };

/** Three steps of what happens when, beside what is due, which the schedule says. */
export function OrderSteps({ ordered, milestones, place }: Props) {
  const { offer } = ordered.purchase;
  const { isPlace } = requestRules[offer];
  return (
    <div>
      <Box as="h2" paddingBlock={12} className="text-small strong schedule-title">
        {copy.title}
      </Box>
      <Stack as="ol" className="order-steps">
        {milestones.flatMap(({ kind, date }) =>
          kind === "due" ? [] : <Step key={kind} name={copy.kinds[kind]} date={date} isDone={kind === "ordered"} />,
        )}
        {!isFunnelOffer(offer) && <Step name={orderTicketCopy.steps.mail} />}
        {!isPlace && <Step name={copy.opensWithin(offer)} />}
        {isPlace && place && (
          <Step name={orderTicketCopy.steps.conference(place.place, place.hours)} date={place.heldOn} />
        )}
      </Stack>
    </div>
  );
}

/** With its day, where it has one. */
function Step({ name, date, isDone = false }: { name: ReactNode; date?: string; isDone?: boolean }) {
  return (
    <Stack
      as="li"
      columns="auto 1fr"
      columnGap={16}
      align="start"
      paddingBlock={16}
      rule="top"
      position="relative"
      className="leading-snug"
    >
      <Jack state={isDone ? "live" : "idle"} />
      <span>
        {date !== undefined && (
          <time dateTime={date} className="strong block">
            {formatDay(date)}
          </time>
        )}
        <span className={date === undefined ? undefined : "text-small quiet"}>
          {name}
          {isDone && <span className="visually-hidden">, {copy.done}</span>}
        </span>
      </span>
    </Stack>
  );
}
