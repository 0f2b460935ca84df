import { type MouseEvent, useState } from "react";

import { weekday } from "#app/admin/ui/formats.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminToday } from "#subjects/leads/words/admin-today.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { instantInParis } from "#domain/kernel/paris-clock.ts";
import { inParis, nextWorkingDay, officeHours } from "#subjects/leads/rules/working-time.ts";

const copy = adminToday.choices;
const hourMs = 3_600_000;
const afternoonAt = 14;

type Props = { name: string; now: Date; onChoose: (at: string, event: MouseEvent) => void };

/** When to call instead. */
export function LaterChoices({ name, now, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const [isPast, setIsPast] = useState(false);

  function chooseTyped(event: MouseEvent) {
    const at = instantInParis(typed);
    if (!at || at <= now) return setIsPast(true);
    onChoose(at.toISOString(), event);
  }

  return (
    <div role="group" aria-label={copy.label(name)}>
      <Row gap={8} isWrapping className="later-choices">
        {choicesAt(now).map(({ words, at }) => (
          <Button
            key={words}
            variant="secondary"
            isSmall
            hasPlug={false}
            onClick={(event) => onChoose(at.toISOString(), event)}
          >
            {words}
          </Button>
        ))}
        <Row gap={8} className="later-date">
          <input
            className="control file-control text-body tabular"
            type="datetime-local"
            aria-label={copy.date}
            aria-invalid={isPast || undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setIsPast(false);
            }}
          />
          <Button variant="secondary" isSmall hasPlug={false} onClick={chooseTyped}>
            {copy.save}
          </Button>
        </Row>
      </Row>
      <ProblemSentence sentence={isPast ? adminToday.inThePast : undefined} />
    </div>
  );
}

/** The next hours at which a call is usually put off to. */
export function choicesAt(now: Date): { words: string; at: Date }[] {
  const afternoon = inParis(dayInParis(now), afternoonAt);
  const morningOf = nextWorkingDay(now);
  const isTomorrow = morningOf === dayInParis(new Date(now.getTime() + 24 * hourMs));
  const choices = [
    { words: copy.hour, at: new Date(now.getTime() + hourMs) },
    { words: copy.afternoon, at: afternoon },
    {
      words: isTomorrow ? copy.tomorrow : copy.morning(weekday(morningOf)),
      at: inParis(morningOf, officeHours.opensAt),
    },
  ];
  return choices.filter(({ words, at }) => words !== copy.afternoon || at.getTime() > now.getTime() + hourMs);
}
