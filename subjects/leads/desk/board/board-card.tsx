import { usePrices } from "#app/admin/data/services.ts";
import type { ChangeEvent, KeyboardEvent, PointerEvent } from "react";

import { useLeadChanges } from "#subjects/leads/desk/rows/lead-changes.ts";
import { ChangeProblem } from "#subjects/leads/desk/rows/change-problem.tsx";
import { amountOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import { StatusControl } from "#subjects/leads/desk/rows/status-control.tsx";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { joinFacts, originOf, shortInstant } from "#app/admin/ui/formats.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { adminBoard as copy } from "#subjects/leads/words/admin-board.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadStatus, leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import type { Held } from "./use-card-drag.ts";

type Props = {
  lead: LeadRow;
  now: Date;
  isOpen: boolean;
  isTaken: boolean;
  onOpen: (leadId: string) => void;
  onTake: (held: Held, event: PointerEvent) => void;
  onMoved: (lead: LeadRow, status: LeadStatus) => void;
};

/** A lead on the board: opened by its name, moved by hand, by its menu or by Shift and an arrow. */
export function BoardCard({ lead, now, isOpen, isTaken, onOpen, onTake, onMoved }: Props) {
  const prices = usePrices();
  const { shown, canChange, change } = useLeadChanges(lead);
  const { find } = useColleagues();
  const owner = lead.owner === null ? undefined : find(lead.owner);
  const name = nameOfLead(lead) ?? admin.list.unnamed;

  const move = (status: LeadStatus) => change({ lead_status: status });

  function moveByKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.shiftKey || step === undefined || !canChange || shown.status === null) return;
    event.preventDefault();
    const status = leadStatuses[leadStatuses.indexOf(shown.status) + step];
    if (!status) return;
    move(status);
    onMoved(lead, status);
  }

  return (
    <Box
      padding={12}
      radius="md"
      background="surface"
      className={isTaken ? "board-card board-card-taken" : "board-card"}
      onPointerDown={(event: PointerEvent) => canChange && onTake({ lead: shown, move }, event)}
      // Its menu has sent the change already: the board follows it.
      onChange={({ target }: ChangeEvent) => {
        const status = leadStatuses.find((known) => target instanceof HTMLSelectElement && known === target.value);
        if (status) onMoved(lead, status);
      }}
    >
      <Box
        as="button"
        type="button"
        width="full"
        className="lead-opener"
        data-card={lead.leadId}
        aria-expanded={isOpen}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        onClick={() => lead.leadId !== null && onOpen(lead.leadId)}
        onKeyDown={moveByKey}
      >
        <b className="block text-body leading-snug">
          <span className="visually-hidden">{copy.open}</span>
          {name}
        </b>
        <span className="quiet">{joinFacts([lead.companyName, originOf(lead), amountOf(lead, prices)])}</span>
      </Box>
      <Row gap={8} align="center" justify="between" isWrapping paddingTop={8}>
        <StatusControl lead={lead} label={copy.move} />
        {shown.isPaid && <span className="pill pill-done">{copy.paid}</span>}
        {lead.isSuspect && <span className="pill pill-late">{copy.suspect}</span>}
        <time className="quiet tabular" dateTime={lead.createdAt ?? undefined}>
          {shortInstant(lead.createdAt, now)}
        </time>
      </Row>
      {(lead.owner !== null || lead.callbackAt !== null) && (
        <Row gap={8} align="center" justify="between" isWrapping paddingTop={8} className="quiet">
          {owner && <PersonName person={owner} />}
          {lead.callbackAt !== null && (
            <time className="tabular" dateTime={lead.callbackAt}>
              {copy.callback(shortInstant(lead.callbackAt, now))}
            </time>
          )}
        </Row>
      )}
      <ChangeProblem lead={lead} />
    </Box>
  );
}
