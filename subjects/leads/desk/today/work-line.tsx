import type { Prices } from "#domain/site/prices.ts";
import { usePrices } from "#app/admin/data/services.ts";
import { type MouseEvent, type RefObject, useState } from "react";
import { Link } from "react-router";

import { useMay } from "#app/admin/people/role.tsx";
import { pressOnceThere } from "#app/admin/keys/press.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { dash, joinFacts, longDate, originOf, timeOrInstant } from "#app/admin/ui/formats.ts";
import type { WorkItem } from "#subjects/leads/calls/worklist.ts";
import { CallStrip } from "#subjects/leads/desk/call/call-strip.tsx";
import { amountOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import { MailComposer } from "#subjects/mails/desk/mail-composer.tsx";
import { LaterChoices } from "#subjects/leads/desk/call/later-choices.tsx";
import { CallLink, useReaching, waysTo, WriteButton, writePress } from "#subjects/leads/desk/call/reach.tsx";
import { Button } from "#app/ui/button.tsx";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import { type AdminScreen, screenRoles } from "#domain/site/admin-screens.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import type { WorkReason } from "#subjects/leads/rules/today.ts";
import { describeBilling, settleCopy } from "#subjects/payments/words/billing.ts";
import { officeDayMs, workingTimeBetween } from "#subjects/leads/rules/working-time.ts";

import { LineOwner } from "./line-owner.tsx";
import { useAct } from "./worklist-queries.ts";

type Props = {
  item: WorkItem;
  now: Date;
  isOpen: boolean;
  onOpen: (leadId: string) => void;
  /** Who reads it. */
  ownEmail: string;
  /** Where the focus goes when no line is left. */
  heading: RefObject<HTMLHeadingElement | null>;
};

const acts = {
  done: { words: copy.done, of: copy.doneWith },
  setup: { words: copy.isSetUp, of: copy.isSetUpWith },
  drop: { words: copy.drop, of: copy.dropWith },
  settle: { words: settleCopy.settle, of: settleCopy.settleWith },
} as const;

/** What settles a line for each reason: an act, a screen, or a look into the file. */
const settles: Record<WorkReason, keyof typeof acts | "compare" | AdminScreen> = {
  payment: "paiements",
  debit: "setup",
  setup: "setup",
  answers: "compare",
  callback: "done",
  call: "done",
  write: "done",
  unpaid: "done",
  suspect: "drop",
  delivery: "livraisons",
  expiry: "done",
};
/** A call-back takes a lead from these only. */
const canWait: readonly WorkReason[] = ["callback", "call", "write", "unpaid", "suspect", "delivery", "expiry"];

/** One person to do something about, and what can be done. */
export function WorkLine({ item, now, isOpen, onOpen, ownEmail, heading }: Props) {
  const prices = usePrices();
  const { lead, reason } = item;
  const name = nameOfLead(lead) ?? admin.list.unnamed;
  const { act, problem } = useAct(item);
  const [isPostponing, setIsPostponing] = useState(false);
  const mayWork = useMay("seller");
  const canWrite = mayWork && waysTo(lead).canWrite;
  const { isCalling, isWriting, startCall, startMail, close } = useReaching();
  const open = () => lead.leadId !== null && onOpen(lead.leadId);

  /** A call that is noted takes its line away: the mail is written in the file. */
  function writeInFile() {
    open();
    pressOnceThere(writePress(lead));
  }

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
        onClick={open}
      >
        <span>
          <b className="block text-body leading-snug">
            <span className="visually-hidden">{copy.open}</span>
            {name}
          </b>
          <span className="quiet">{describe(lead, prices)}</span>
        </span>
        <Icon name="next" isSmall />
      </Row>
      <Row gap={8} align="center" isWrapping className="work-actions">
        <LineOwner lead={lead} name={name} ownEmail={ownEmail} />
        <Reach lead={lead} canWrite={canWrite} isWriting={isWriting} onCall={startCall} onWrite={startMail} />
        <Settle
          way={item.billing ? "settle" : settles[reason]}
          name={name}
          onCompare={open}
          onAct={(kind, event) => {
            leaveLine(event);
            act(kind === "settle" ? { kind, eventId: item.billing?.id ?? "" } : { kind });
          }}
        />
        {mayWork && canWait.includes(reason) && (
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
        )}
      </Row>
      {isCalling && mayWork && <CallStrip lead={lead} onClose={close} {...(canWrite && { onWrite: writeInFile })} />}
      {isWriting && <MailComposer lead={lead} onClose={close} />}
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

/** Company, offer, telephone number and amount, as far as they are known. */
function describe(lead: LeadRow, prices: Prices): string {
  return joinFacts([lead.companyName, originOf(lead), lead.phone, amountOf(lead, prices)]);
}

type ReachProps = { lead: LeadRow; canWrite: boolean; isWriting: boolean; onCall: () => void; onWrite: () => void };

function Reach({ lead, canWrite, isWriting, onCall, onWrite }: ReachProps) {
  const { call, isCallFirst } = waysTo(lead);
  if (isCallFirst) return <CallLink lead={lead} isMain onCall={onCall} />;
  if (canWrite) return <WriteButton lead={lead} isMain isOpen={isWriting} onWrite={onWrite} />;
  return call === undefined ? (
    <span className="quiet">{dash}</span>
  ) : (
    <CallLink lead={lead} isMain={false} onCall={onCall} />
  );
}

function isAct(way: SettleProps["way"]): way is keyof typeof acts {
  return way in acts;
}

type SettleProps = {
  way: (typeof settles)[WorkReason] | "settle";
  name: string;
  onCompare: () => void;
  onAct: (kind: keyof typeof acts, event: MouseEvent) => void;
};

function Settle({ way, name, onCompare, onAct }: SettleProps) {
  const maySettle = useMay(isAct(way) ? "seller" : way === "compare" ? "reader" : screenRoles[way]);
  if (!maySettle) return null;
  if (way === "compare") {
    return (
      <Button variant="secondary" isSmall hasPlug={false} aria-label={copy.compareWith(name)} onClick={onCompare}>
        {copy.compare}
      </Button>
    );
  }
  if (isAct(way)) {
    const { words, of } = acts[way];
    return (
      <Button variant="secondary" isSmall hasPlug={false} aria-label={of(name)} onClick={(event) => onAct(way, event)}>
        {words}
      </Button>
    );
  }
  const screen = adminNavigation.screens[way];
  return (
    <Link to={`/${way}`} className="button button-secondary button-small" aria-label={copy.lookAt(screen, name)}>
      {screen}
    </Link>
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Since when, or until when; the lamp says whether that is long. */
function State({ item: { reason, dueAt, billing }, now }: { item: WorkItem; now: Date }) {
  const at = new Date(dueAt);
  const { look, sentence } = billing
    ? { look: "pill-late", sentence: describeBilling(billing, { euros: formatEuros, day: formatDay }) }
    : stateOf(reason, at, now);
  return (
    <Box as="span" justifySelf="start" className={`pill ${look} tabular`}>
      {sentence}
    </Box>
  );
}

function stateOf(reason: WorkReason, at: Date, now: Date): { look: string; sentence: string } {
  const day = timeOrInstant(at, now);
  switch (reason) {
    case "callback":
      return at <= now
        ? { look: "pill-live", sentence: copy.overdue(day) }
        : { look: "pill-open", sentence: copy.callAt(day) };
    case "payment":
      return { look: "pill-live", sentence: copy.receivedAt(day) };
    case "debit":
      return { look: "pill-late", sentence: copy.debitOn(longDate(at.toISOString())) };
    case "unpaid":
      return { look: "pill-live", sentence: copy.startedAt(day) };
    case "delivery":
      return { look: "pill-late", sentence: copy.givenUpAt(day) };
    case "expiry":
      return { look: "pill-late", sentence: copy.expiresIn(Math.floor((at.getTime() - now.getTime()) / dayMs)) };
    default: {
      const waited = workingTimeBetween(at, now);
      return { look: lookOfWait(waited), sentence: copy.waits(waited) };
    }
  }
}

/** Within the hour is well; from the next working day on it is late. */
function lookOfWait(waited: number): string {
  if (waited < hourMs) return "pill-done";
  return waited < officeDayMs ? "pill-live" : "pill-late";
}
