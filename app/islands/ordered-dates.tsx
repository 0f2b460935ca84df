import "#app/ui/text.css";
import "#app/ui/words.css";

import { Button } from "#app/ui/button.tsx";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { calendarEventsOf, orderDatesCopy as copy, sayDueLine } from "#content/order-dates.ts";
import { calendarFile } from "#domain/kernel/calendar-file.ts";
import type { Milestone } from "#domain/offers/milestones.ts";

type Props = { milestones: Milestone[]; brand: string; origin: string };

/** What happens when, from the order on, and the same for a calendar. */
export function OrderedDates({ milestones, brand, origin }: Props) {
  function saveCalendar() {
    const events = calendarEventsOf(milestones, { brand, origin, say: formatEuros });
    const file = calendarFile(events, { name: brand, host: new URL(origin).host, at: new Date() });
    saveFile(copy.fileName, new Blob([file], { type: "text/calendar;charset=utf-8" }));
  }

  return (
    <Box marginTop={32}>
      <h2 className="text-small strong">{copy.title}</h2>
      <Stack as="ol" marginTop={8} marginBottom={20}>
        {milestones.map((milestone) => (
          <Stack
            as="li"
            key={`${milestone.kind} ${milestone.date}`}
            columns="auto 1fr"
            columnGap={16}
            align="center"
            paddingBlock={12}
            rule="top"
            className="leading-snug"
          >
            <Jack state={milestone.kind === "ordered" ? "live" : "idle"} />
            <span>
              <time dateTime={milestone.date} className="strong">
                {formatDay(milestone.date)}
              </time>
              <span className="text-small block">
                {milestone.kind === "due" ? sayDueLine(milestone.line, formatEuros) : copy.kinds[milestone.kind]}
                {milestone.kind === "ordered" && <span className="visually-hidden">, {copy.done}</span>}
              </span>
            </span>
          </Stack>
        ))}
      </Stack>
      {milestones.some(({ kind }) => kind !== "ordered") && (
        <Button variant="secondary" isSmall onClick={saveCalendar}>
          {copy.calendar}
        </Button>
      )}
    </Box>
  );
}
