import type { ReactNode } from "react";

import { useQuery } from "@tanstack/react-query";

import { For } from "#app/admin/people/role.tsx";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { dash, longDate, longInstant } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Box as Frame, Row } from "#app/ui/layout.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { admin } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { receiptsCopy as copy } from "#subjects/leads/words/lead-receipts.ts";
import { termsVersionPath } from "#subjects/legal/words/version-address.ts";
import { describeBilling } from "#subjects/payments/words/billing.ts";
import { describePayer, payersCopy } from "#subjects/payments/words/payers.ts";
import { describePayment, paymentReference } from "#subjects/payments/words/received-payments.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import type { Attribution, Touch } from "#subjects/leads/rules/attribution.ts";
import type { KeptSchedule } from "#subjects/orders/rules/kept-schedule.ts";
import type {
  KeptReceipt,
  ReceiptsOfLead as Receipts,
  NewsletterReceipt,
  Receipt,
} from "#subjects/orders/rules/lead-receipts.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { debitBeforeService } from "#subjects/orders/rules/late-opening.ts";
import { orderSchedule } from "#subjects/orders/rules/order-schedule.ts";
import { SettleButton } from "#subjects/payments/desk/settle-button.tsx";
import { type BillingEvent, currentBilling } from "#subjects/payments/rules/billing.ts";
import { type Payer, payerDifferences } from "#subjects/payments/rules/payer.ts";
import { invoiceAddress, type ReceivedPayment } from "#subjects/payments/rules/received-payment.ts";

import { FileEntry } from "./file-entry.tsx";
import { FileSection } from "./file-section.tsx";
import { NoteConsent } from "./note-consent.tsx";
import { SetupControl } from "./setup-control.tsx";

/**
 * What the lead pays when, what it agreed to, with its proof, and where the visit came from. Read beside the row:
 * the list needs none of it.
 */
export function LeadReceipts({ lead }: { lead: LeadRow & { leadId: string } }) {
  const { leads } = useServices();
  const { leadId } = lead;
  const receipts = useQuery({
    queryKey: leadKeys.receipts(leadId),
    queryFn: async ({ signal }) => valueOf(await leads.receipts(leadId, signal)),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  if (receipts.isError) {
    return <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void receipts.refetch()} />;
  }
  if (!receipts.data) return null;
  return (
    <>
      <Schedule
        lead={lead}
        paidOn={receipts.data.paidOn}
        kept={receipts.data.schedule}
        isWaiting={receipts.data.setup?.at === null}
      />
      {receipts.data.setup && <SetupControl lead={lead} setup={receipts.data.setup} />}
      <Payments lead={lead} receipts={receipts.data} />
      <Consents receipts={receipts.data} lead={lead} />
      <Kept receipts={receipts.data.kept} />
      <Origin attribution={receipts.data.attribution} />
    </>
  );
}

/** As it was agreed with its payment, else as if it were paid today. */
type ScheduleProps = { lead: LeadRow; isWaiting: boolean; paidOn: CivilDate | null; kept: KeptSchedule | null };

function Schedule({ lead, isWaiting, ...paid }: ScheduleProps) {
  const { config } = useServices();
  const { today } = config;
  const schedule = orderSchedule(lead, { today, offers: config, ...paid });
  if (!schedule) return null;
  const late = isWaiting ? debitBeforeService(schedule, today) : undefined;
  return (
    <Frame as="section" paddingInline={24} rule="top">
      <PaymentSchedule {...describeSchedule(schedule, today)} />
      {late && (
        <Frame paddingBlock={12} className="text-small" role="status">
          <FormNotice variant="problem">{copy.debitBeforeService(formatDay(late.date))}</FormNotice>
        </Frame>
      )}
    </Frame>
  );
}

/** Newest first, with the invoice while the payment provider shows it. */
function Payments({ lead, receipts: { payments, payers, billing } }: { lead: LeadRow; receipts: Receipts }) {
  const { today } = useServices().config;
  const told = currentBilling(billing);
  if (payments.length === 0 && told.length === 0) return null;
  return (
    <FileSection title={copy.payments}>
      {told.map((event) => (
        <Billing key={event.id} event={event} lead={lead} />
      ))}
      <dl>
        {[...payments].reverse().map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            address={invoiceAddress(payment, today)}
            payer={payers[payment.id]}
            lead={lead}
          />
        ))}
      </dl>
    </FileSection>
  );
}

/** What the provider said of them since; what is to act on is said to be settled here. */
function Billing({ event, lead }: { event: BillingEvent; lead: LeadRow }) {
  const said = describeBilling(event, { euros: formatEuros, day: formatDay });
  return (
    <Row gap={12} align="center" justify="between" isWrapping paddingBlock={8}>
      <FormNotice variant={event.isOpen ? "warning" : "plain"}>{said}</FormNotice>
      {event.isOpen && <SettleButton eventId={event.id} said={said} leadId={lead.leadId ?? undefined} />}
    </Row>
  );
}

type PaymentProps = {
  payment: ReceivedPayment;
  address: string | undefined;
  payer: Payer | undefined;
  lead: LeadRow;
};

function Payment({ payment, address, payer, lead }: PaymentProps) {
  const differences = payer ? payerDifferences(payer, lead) : [];
  const { amount, name = paymentReference(payment.id) } = describePayment(payment, formatEuros);
  return (
    <FileEntry label={longDate(payment.paidOn)} isWide>
      {amount}
      <Proof>
        {address === undefined ? (
          name
        ) : (
          <TextLink href={address} target="_blank" rel="noreferrer">
            {name}
          </TextLink>
        )}
      </Proof>
      {payer && <Proof>{`${payersCopy.label}\u00a0: ${describePayer(payer)}`}</Proof>}
      {differences.length > 0 && <p className="text-caption color-error">{payersCopy.differs(differences)}</p>}
    </FileEntry>
  );
}

type ConsentsProps = { receipts: Receipts; lead: LeadRow & { leadId: string } };

function Consents({ receipts: { boxes, terms, newsletter }, lead }: ConsentsProps) {
  const mayCall = boxes.some(({ purpose, isGranted }) => purpose === "calls" && isGranted);
  const isEmpty = boxes.length === 0 && !terms && !newsletter;
  return (
    <FileSection title={copy.title}>
      {isEmpty && <p className="text-caption faint">{copy.none}</p>}
      <dl>
        {boxes.map((receipt) => (
          <Box key={receipt.purpose} receipt={receipt} />
        ))}
        {newsletter && (
          <FileEntry label={copy.confirmation} isWide>
            {formatConfirmation(newsletter)}
            {newsletter.version !== null && <Proof>{copy.version(formatVersion(newsletter.version))}</Proof>}
          </FileEntry>
        )}
        {terms && (
          <FileEntry label={copy.orderTerms} isWide>
            {copy.accepted(longInstant(terms.at))}
            <TermsVersion version={terms.version} />
          </FileEntry>
        )}
      </dl>
      <For least="seller">{!mayCall && <NoteConsent lead={lead} />}</For>
    </FileSection>
  );
}

/** Leads to the text that was accepted, which stays at its address. */
function TermsVersion({ version }: { version: string }) {
  const words = copy.version(formatVersion(version));
  const address = termsVersionPath(version);
  return (
    <Proof>
      {address === undefined ? (
        words
      ) : (
        <TextLink href={address} target="_blank" rel="noreferrer">
          {words}
        </TextLink>
      )}
    </Proof>
  );
}

function Box({ receipt: { purpose, isGranted, at, version, form, text, source } }: { receipt: Receipt }) {
  const instant = at !== null && readCivilDate(at) ? longDate(at) : longInstant(at);
  return (
    <FileEntry label={copy.purposes[purpose]} isWide>
      {isGranted ? copy.granted(instant) : copy.refused(instant)}
      <Proof>
        {source === null
          ? copy.source(form === null ? dash : originLabels[form], formatVersion(version))
          : copy.noted(source)}
      </Proof>
      {text !== null && <Proof>{`«\u00a0${text}\u00a0»`}</Proof>}
    </FileEntry>
  );
}

/** Proofs and places on the waiting list of earlier leads of the address, which were erased at their term. */
function Kept({ receipts }: { receipts: KeptReceipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <FileSection title={copy.kept.title}>
      <dl>
        {receipts.map(({ purpose, at, endedAt, version, form, text }) => (
          <FileEntry key={`${purpose} ${at} ${version}`} label={copy.purposes[purpose]} isWide>
            {endedAt === null
              ? copy.kept.lasts(longInstant(at))
              : copy.kept.ended(longInstant(at), longInstant(endedAt))}
            <Proof>{copy.source(form === null ? dash : originLabels[form], formatVersion(version))}</Proof>
            {text !== null && <Proof>{`«\u00a0${text}\u00a0»`}</Proof>}
          </FileEntry>
        ))}
      </dl>
    </FileSection>
  );
}

function Proof({ children }: { children: ReactNode }) {
  return <p className="text-caption faint">{children}</p>;
}

function formatConfirmation({ confirmedAt, unsubscribedAt, expiresAt, isExpired }: NewsletterReceipt): string {
  if (unsubscribedAt !== null) return copy.unsubscribed(longInstant(unsubscribedAt));
  if (confirmedAt !== null) return copy.confirmed(longInstant(confirmedAt));
  return (isExpired ? copy.expired : copy.waiting)(longInstant(expiresAt));
}

/** A day; anything else is shown as it came. */
function formatVersion(version: string | null): string {
  if (version === null) return dash;
  return /^\d{4}-\d\d-\d\d$/.test(version) ? longDate(version) : version;
}

function Origin({ attribution: { first, last } }: { attribution: Attribution }) {
  if (!first && !last) return null;
  const isOneVisit = JSON.stringify(first ?? last) === JSON.stringify(last ?? first);
  return (
    <FileSection title={copy.origin.title}>
      <dl>
        {isOneVisit ? (
          <Visit label={copy.origin.only} touch={first ?? last} />
        ) : (
          <>
            <Visit label={copy.origin.first} touch={first} />
            <Visit label={copy.origin.last} touch={last} />
          </>
        )}
      </dl>
    </FileSection>
  );
}

/** The words come from the address that a visitor opened and may be forged: they are text, never a link. */
function Visit({ label, touch }: { label: string; touch: Touch | undefined }) {
  if (!touch) return null;
  const facts = Object.entries(copy.origin.facts).flatMap(([fact, name]) => {
    const said = touch[fact as keyof Touch];
    return said === undefined ? [] : [`${name}\u00a0: ${said}`];
  });
  return (
    <FileEntry label={label} isWide>
      {facts.join(", ")}
      <Proof>{longInstant(touch.at ?? null)}</Proof>
    </FileEntry>
  );
}
