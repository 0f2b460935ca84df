import { Button } from "#app/ui/button.tsx";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { calendarEventsOf, orderDatesCopy as copy } from "#subjects/orders/words/order-dates.ts";
import { calendarFile } from "#domain/kernel/calendar-file.ts";
import type { Milestone } from "#subjects/offers/rules/milestones.ts";
import type { Ordered } from "#subjects/offers/rules/ordered-fragment.ts";

type Props = { ordered: Omit<Ordered, "amounts">; milestones: Milestone[]; brand: string; origin: string };

/** What happens when, beside what is due, which the schedule says; all of it for a calendar. */
export function OrderedDates({ ordered, milestones, brand, origin }: Props) {
  function saveCalendar() {
    const events = calendarEventsOf(milestones, { ordered, brand, origin, say: formatEuros });
    const file = calendarFile(events, { name: brand, host: new URL(origin).host, at: new Date() });
    saveFile(copy.fileName, new Blob([file], { type: "text/calendar;charset=utf-8" }));
  }

  return (
    <div>
      <Box as="h2" paddingBlock={12} className="text-small strong">
        {copy.title}
      </Box>
      <Stack as="ol" marginBottom={20}>
        {milestones.flatMap(({ kind, date }) =>
          kind === "due" ? [] : <Step key={kind} name={copy.kinds[kind]} date={date} isDone={kind === "ordered"} />,
        )}
        {milestones.some(({ kind }) => kind === "accountReady") && (
          <Step name={copy.opensWithin(ordered.purchase.offer)} isDone={false} />
        )}
      </Stack>
      {milestones.some(({ kind }) => kind !== "ordered") && (
        <Button variant="secondary" isSmall onClick={saveCalendar}>
          {copy.calendar}
        </Button>
      )}
    </div>
  );
}

/** With its day, where it has one. */
function Step({ name, date, isDone }: { name: string; date?: string; isDone: boolean }) {
  return (
    <Stack
      as="li"
      columns="auto 1fr"
      columnGap={16}
      align="center"
      paddingBlock={12}
      rule="top"
      className="leading-snug"
    >
      <Jack state={isDone ? "live" : "idle"} />
      <span>
        {date !== undefined && (
          <time dateTime={date} className="strong">
            {formatDay(date)}
          </time>
        )}
        <span className="text-small block">
          {name}
          {isDone && <span className="visually-hidden">, {copy.done}</span>}
        </span>
      </span>
    </Stack>
  );
}
