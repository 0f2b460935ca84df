import { type MouseEvent, type RefObject, useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { dash, mailHref, originOf, dialHref, timeOrInstant } from "#app/admin/ui/formats.ts";
import type { WorkItem } from "#subjects/leads/calls/worklist.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import { officeDayMs, workingTimeBetween } from "#subjects/leads/rules/working-time.ts";

import { LaterChoices } from "./later-choices.tsx";
import { useAct } from "./worklist-queries.ts";

type Props = {
  item: WorkItem;
  now: Date;
  isOpen: boolean;
  onOpen: (leadId: string) => void;
  /** Where the focus goes when no line is left. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** One person to do something about, and what can be done. */
export function WorkLine({ item, now, isOpen, onOpen, heading }: Props) {
  const { lead } = item;
  const name = nameOfLead(lead) ?? admin.list.unnamed;
  const { act, problem } = useAct(item);
  const [isPostponing, setIsPostponing] = useState(false);

  /** The button goes with its line: the focus goes to the next one. */
  function leaveLine(event: MouseEvent) {
    const line = event.currentTarget.closest("li");
    const next = line?.nextElementSibling ?? line?.previousElementSibling;
    (next?.querySelector<HTMLElement>("[data-line]") ?? heading.current)?.focus({ preventScroll: true });
  }

  return (
    <Stack as="li" gap={8} paddingInline="inset" paddingBlock={12} rule="top" className="work-line">
      <State item={item} now={now} />
      <Row
        as="button"
        type="button"
        gap={12}
        align="center"
        justify="between"
        data-line
        className="lead-opener"
        aria-expanded={isOpen}
        onClick={() => lead.leadId !== null && onOpen(lead.leadId)}
      >
        <span>
          <b className="block text-body leading-snug">
            <span className="visually-hidden">{copy.open}</span>
            {name}
          </b>
          <span className="quiet">{[lead.companyName, originOf(lead)].filter((part) => part !== null).join(", ")}</span>
        </span>
        <Icon name="next" isSmall />
      </Row>
      <Row gap={8} align="center" className="work-actions">
        <Reach lead={lead} name={name} />
        <Button
          variant="secondary"
          isSmall
          hasPlug={false}
          aria-label={copy.doneWith(name)}
          onClick={(event) => {
            leaveLine(event);
            act({ kind: "done" });
          }}
        >
          {copy.done}
        </Button>
        <Button
          variant="secondary"
          isSmall
          hasPlug={false}
          aria-label={copy.laterWith(name)}
          aria-expanded={isPostponing}
          onClick={() => setIsPostponing(!isPostponing)}
        >
          {copy.later}
        </Button>
      </Row>
      {isPostponing && (
        <LaterChoices
          name={name}
          now={now}
          onChoose={(at, event) => {
            setIsPostponing(false);
            leaveLine(event);
            act({ kind: "later", at });
          }}
        />
      )}
      <ProblemSentence sentence={problem} />
    </Stack>
  );
}

/** Who did not agree to be called is written to, unless they were promised a call. */
function Reach({ lead, name }: { lead: LeadRow; name: string }) {
  const mayCall = lead.hasCallConsent !== false || lead.callbackAt !== null;
  const phone = mayCall ? dialHref(lead.phoneE164 ?? lead.phone) : undefined;
  const href = phone ?? mailHref(lead.email);
  if (href === undefined) return <span className="quiet">{dash}</span>;
  return (
    <ButtonLink
      href={href}
      variant="green"
      isSmall
      hasPlug={false}
      aria-label={phone === undefined ? copy.writeTo(name) : copy.callSomebody(name)}
    >
      <Icon name={phone === undefined ? "mail" : "phone"} isSmall />
      {phone === undefined ? copy.write : copy.call}
    </ButtonLink>
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Since when, or until when; the lamp says whether that is long. */
function State({ item: { part, since }, now }: { item: WorkItem; now: Date }) {
  const at = new Date(since);
  const { look, sentence } = stateOf(part, at, now);
  return (
    <Box as="span" justifySelf="start" className={`pill ${look} tabular`}>
      {sentence}
    </Box>
  );
}

function stateOf(part: WorkItem["part"], at: Date, now: Date): { look: string; sentence: string } {
  const day = timeOrInstant(at, now);
  if (part === "callback") {
    return at <= now
      ? { look: "pill-live", sentence: copy.overdue(day) }
      : { look: "pill-open", sentence: copy.callAt(day) };
  }
  if (part === "payment") return { look: "pill-live", sentence: copy.startedAt(day) };
  if (part === "expiring") {
    return { look: "pill-late", sentence: copy.expiresIn(Math.floor((at.getTime() - now.getTime()) / dayMs)) };
  }
  const waited = workingTimeBetween(at, now);
  return { look: lookOfWait(waited), sentence: copy.waits(waited) };
}

/** Within the hour is well; from the next working day on it is late. */
function lookOfWait(waited: number): string {
  if (waited < hourMs) return "pill-done";
  return waited < officeDayMs ? "pill-live" : "pill-late";
}
