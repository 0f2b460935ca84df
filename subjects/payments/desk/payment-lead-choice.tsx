import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useEffect, useId, useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { LeadPage } from "#subjects/leads/calls/leads.ts";
import type { OpenPayment } from "#subjects/leads/contract/desk-lists.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { adminPayments as copy } from "#subjects/payments/words/admin-payments.ts";
import { originOf } from "#app/admin/ui/formats.ts";
import { admin, paymentLabels, statusLabels } from "#content/shared/admin.ts";
import { mostCounted, searchMaxLength } from "#subjects/leads/rules/lead-filters.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { useAttachment, useLeadSearch } from "./payment-queries.ts";

const shownLeads = 6;
const typingPauseMs = 250;

type Props = { payment: OpenPayment; onAttached: (name: string, leadId: string) => void };

/** Finds the lead that was paid for; the search starts with the payer's e-mail. */
export function PaymentLeadChoice({ payment, onAttached }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(payment.email ?? "");
  const [search, setSearch] = useState(typed.trim());
  const { data, isError, isFetching, refetch } = useLeadSearch(search);
  const found = data?.rows.filter(({ leadId }) => leadId !== null) ?? [];
  const { attach, busyLead, problem } = useAttachment(payment.payment_id, (leadId) =>
    onAttached(nameFor(found.find((lead) => lead.leadId === leadId)), leadId),
  );

  // Synchronises with the clock: the search starts when typing pauses.
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => setSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <Box span="all" padding={16} radius="md" background="canvas">
      <Box as="label" marginBottom={8} className="strong block" htmlFor={id}>
        {copy.search.label}
      </Box>
      <div className="search-field lead-search lead-search-short">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          placeholder={copy.search.hint}
          maxLength={searchMaxLength}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") setSearch(typed.trim());
          }}
        />
      </div>
      <Box as="p" marginTop={8} role="status" className="text-caption quiet">
        {search !== "" && (data ? formatFound(data) : isFetching && copy.searching)}
      </Box>
      {isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void refetch()} />}
      <ProblemSentence sentence={problem} />
      {found.length > 0 && (
        <Box as="ul" marginTop={4}>
          {found.slice(0, shownLeads).map((lead) => (
            <FoundLead
              key={lead.leadId}
              lead={lead}
              isBusy={busyLead === lead.leadId}
              onChoose={() => lead.leadId !== null && attach(lead.leadId)}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

function formatFound({ rows, total }: LeadPage): string {
  if (rows.length === 0) return copy.none;
  if (total === null || total > mostCounted) return copy.firstOnes(shownLeads);
  return total > shownLeads ? `${copy.found(total)}. ${copy.firstOnes(shownLeads)}` : copy.found(total);
}

type FoundProps = { lead: LeadRow; isBusy: boolean; onChoose: () => void };

function FoundLead({ lead, isBusy, onChoose }: FoundProps) {
  const origin = originOf(lead);
  const facts = [
    origin,
    lead.companyName,
    lead.status && statusLabels[lead.status],
    lead.isPaid ? paymentLabels.paid : paymentLabels.unpaid,
  ];
  return (
    <Row
      as="li"
      rowGap={8}
      columnGap={16}
      align="center"
      justify="between"
      isWrapping
      paddingBlock={8}
      rule="top"
      className="leading-snug"
    >
      <Stack>
        <b>{nameFor(lead)}</b>
        {lead.email !== null && <span className="text-caption quiet">{lead.email}</span>}
        <span className="text-caption quiet">{facts.filter(Boolean).join(", ")}</span>
      </Stack>
      <Button variant="green" isSmall hasPlug={false} busyLabel={isBusy ? copy.busy : undefined} onClick={onChoose}>
        {copy.choose}
        <span className="visually-hidden">{copy.chosenLead(nameFor(lead), origin)}</span>
      </Button>
    </Row>
  );
}

function nameFor(lead: LeadRow | undefined): string {
  return (lead && (nameOfLead(lead) ?? lead.email)) ?? admin.list.unnamed;
}
