import { paymentLabels, reasonLabels, statusLabels, waitingListLabel } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { leadExport as copy } from "#subjects/leads/words/lead-export.ts";
import type { Kind, QuestionKey } from "#subjects/funnel/rules/questions.ts";
import type { Attribution, Touch } from "#subjects/leads/rules/attribution.ts";
import { type ReceiptsOfLead, readLeadReceipts, type Receipt } from "#subjects/orders/rules/lead-receipts.ts";
import {
  type StoredAnswer,
  answerReaders,
  type LeadColumns,
  type LeadRow,
  readStoredLead,
} from "#subjects/leads/rules/lead-row.ts";
import { groupedPhone } from "#domain/kernel/phone-address.ts";
import { isMonthly, isSold } from "#subjects/offers/rules/schedule.ts";
import type { DueLine } from "#domain/kernel/payment-schedule.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { nextDebit } from "#subjects/orders/rules/kept-schedule.ts";
import type { Prices } from "#domain/site/prices.ts";
import { priceOfLead, purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";
import { tagCopy } from "#subjects/leads/words/tags.ts";
import type { CsvRow } from "#engine/http/csv.ts";
import type { SheetColumn } from "#engine/http/xlsx.ts";

/** What is shown of a row of `admin_dashboard`, and what belongs to it. */
export type StoredLead = LeadColumns & { owner_email: string | null };

const shown = [
  "lead_id",
  "user_id",
  "funnel_origin",
  "lead_status",
  "payment_status",
  "extra_answers",
  "account_exists",
  "is_suspect",
  "phone_e164",
  "inactive_reason",
  "tags",
];
const instants = ["created_at", "updated_at", "newer_answers_at", "expires_at", "callback_at", "contacted_at"];

/** In SQL. Instants stay text: the driver would make a `Date` of each. */
export const selectedColumns = [
  ...instants.map((name) => `dashboard.${name}::text as ${name}`),
  ...Array.from(new Set([...shown, ...answerReaders.map(({ column }) => column)]), (name) => `dashboard.${name}`),
].join(", ");

type SheetLead = {
  row: LeadRow;
  columns: LeadColumns;
  receipts: ReceiptsOfLead;
  ownerEmail: string | null;
  inParis: InParis;
  prices: Prices;
  /** What is charged next of what was paid. */
  next: DueLine | undefined;
};

type Column = SheetColumn & { cell: (lead: SheetLead) => string | null };

const hourMs = 3_600_000;
const hoursInParis = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", hour: "numeric", hourCycle: "h23" });

type InParis = (iso: string | null | undefined) => string | null;

/** An instant as PostgreSQL writes it in the zone of our connections. */
const inUtc = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:\+00(?::00)?|Z)$/;
const hourLength = "2026-11-23 08".length;
const minuteLength = "2026-11-23 08:12".length;

/**
 * « 2026-11-23 09:12 », in Paris: a spreadsheet of any language reads it as an instant. Each hour is looked up once, as
 * long as the writer lives: the formatter alone would take a third of the time of an export.
 */
function createInParis(): InParis {
  const hours = new Map<string, string>();
  return (iso) => {
    if (iso === null || iso === undefined) return null;
    if (!inUtc.test(iso)) return writeInParis(Date.parse(iso));
    const hour = iso.slice(0, hourLength);
    let written = hours.get(hour);
    if (written === undefined) {
      written = writeInParis(Date.parse(`${hour}:00:00Z`))?.slice(0, -":00".length) ?? "";
      hours.set(hour, written);
    }
    return written && written + iso.slice(hourLength, minuteLength);
  };
}

function writeInParis(instantMs: number): string | null {
  if (Number.isNaN(instantMs)) return null;
  const offset = offsetMs(Math.floor(instantMs / hourMs));
  return new Date(instantMs + offset).toISOString().slice(0, 16).replace("T", " ");
}

/** Of an hour since 1970. */
function offsetMs(hour: number): number {
  const atHour = new Date(hour * hourMs);
  return ((Number(hoursInParis.format(atHour)) - atHour.getUTCHours() + 24) % 24) * hourMs;
}

const yesOrNo = (value: boolean) => (value ? copy.yes : copy.no);

function field(head: string, read: (row: LeadRow) => string | null): Column {
  return { head, kind: "text", cell: ({ row }) => read(row) };
}

function instant(head: string, read: (lead: SheetLead) => string | null | undefined): Column {
  return { head, kind: "instant", cell: (lead) => lead.inParis(read(lead)) };
}

/** What was asked for, as it was agreed with its payment, else as it costs now. */
function amountOf(row: LeadRow, prices: Prices): string | null {
  const price = priceOfLead(row, prices);
  return price === undefined ? null : String(price / 100);
}

function billedOf(row: LeadRow): string | null {
  const purchase = purchaseOfLead(row);
  return purchase && isSold(purchase) ? copy.billed[isMonthly(purchase) ? "monthly" : "once"] : null;
}

const ofLead: Column[] = [
  field(copy.lead, ({ leadId }) => leadId),
  instant(copy.createdAt, ({ row }) => row.createdAt),
  instant(copy.updatedAt, ({ row }) => row.updatedAt),
  field(
    copy.origin,
    ({ origin, isWaitingList }) => origin && (isWaitingList ? waitingListLabel : originLabels[origin]),
  ),
  field(copy.status, ({ status }) => status && statusLabels[status]),
  field(copy.reason, ({ inactiveReason }) => inactiveReason && reasonLabels[inactiveReason]),
  field(tagCopy.label, ({ tags }) => tags.join(", ") || null),
  field(copy.payment, ({ isPaid }) => (isPaid ? paymentLabels.paid : paymentLabels.unpaid)),
  { head: copy.amount, kind: "number", cell: ({ row, prices }) => amountOf(row, prices) },
  field(copy.billing, billedOf),
  { head: copy.nextDebitOn, kind: "text", cell: ({ next }) => next?.date ?? null },
  {
    head: copy.nextDebit,
    kind: "number",
    cell: ({ next }) => (next ? String(next.amount.includingTax / 100) : null),
  },
  { head: copy.owner, kind: "text", cell: ({ ownerEmail }) => ownerEmail },
  instant(copy.callbackAt, ({ row }) => row.callbackAt),
  instant(copy.contactedAt, ({ row }) => row.contactedAt),
  instant(copy.expiresAt, ({ row }) => row.expiresAt),
  field(copy.phoneE164, ({ phoneE164 }) => phoneE164),
  field(copy.hasAccount, ({ userId, hasAccountElsewhere }) => yesOrNo(userId !== null || hasAccountElsewhere)),
  field(copy.isSuspect, ({ isSuspect }) => yesOrNo(isSuspect)),
  instant(copy.newerAnswersAt, ({ row }) => row.newerAnswersAt),
];

/** The free text is apart from what it is stored with, as in `LeadRow`. */
const ofQuestions = answerReaders.map(({ key, kind, read }): Column => ({
  head: copy.questions[key],
  kind: kind.type === "count" ? "number" : "text",
  cell: ({ columns, row }) =>
    key === "phone" ? groupedPhone(row.phone, row.phoneE164) : writeAnswer(key, kind, read(columns)),
}));

function writeAnswer(key: QuestionKey, kind: Kind, answer: StoredAnswer): string | null {
  if (answer === null) return null;
  if (typeof answer === "number") return String(answer);
  if (typeof answer === "string") return sayAnswer(key, answer);
  return wordsOf(key, kind, answer);
}

/** Hours are one code, or `autres` and what was typed. */
function wordsOf(key: QuestionKey, { type }: Kind, codes: string[]): string | null {
  const [, typed] = codes;
  if (type === "hours" && typed !== undefined) return typed;
  return codes.map((code) => sayAnswer(key, code)).join(", ") || null;
}

const purposes = Object.keys(copy.purposes) as Receipt["purpose"][];

const ofConsents: Column[] = [
  ...purposes.flatMap((purpose) => {
    const label = copy.purposes[purpose];
    const box = (read: (receipt: Receipt) => string | null) => (lead: SheetLead) => {
      const receipt = lead.receipts.boxes.find((each) => each.purpose === purpose);
      return receipt ? read(receipt) : null;
    };
    return [
      { head: label, kind: "text" as const, cell: box(({ isGranted }) => yesOrNo(isGranted)) },
      instant(
        copy.answeredAt(label),
        box(({ at }) => at),
      ),
      { head: copy.version(label), kind: "text" as const, cell: box(({ version }) => version) },
    ];
  }),
  instant(copy.newsletterConfirmedAt, ({ receipts }) => receipts.newsletter?.confirmedAt),
  instant(copy.newsletterLeftAt, ({ receipts }) => receipts.newsletter?.unsubscribedAt),
  instant(copy.answeredAt(copy.orderTerms), ({ receipts }) => receipts.terms?.at),
  { head: copy.version(copy.orderTerms), kind: "text", cell: ({ receipts }) => receipts.terms?.version ?? null },
];

const facts = Object.entries(copy.facts) as [keyof Touch, string][];

const ofVisits = (["first", "last"] as const satisfies (keyof Attribution)[]).flatMap((visit) =>
  facts.map(([fact, name]): Column => {
    const head = copy.visit(copy.visits[visit], name);
    const said = ({ receipts }: SheetLead) => receipts.attribution[visit]?.[fact] ?? null;
    return fact === "at" ? instant(head, said) : { head, kind: "text", cell: said };
  }),
);

const columnsOfSheet = [...ofLead, ...ofQuestions, ...ofConsents, ...ofVisits];

export const sheetColumns: readonly SheetColumn[] = columnsOfSheet;

/** One for each file. */
export function createSheetWriter(today: CivilDate, prices: Prices): (stored: StoredLead) => CsvRow {
  const inParis = createInParis();
  return (columns) => {
    const receipts = readLeadReceipts(columns);
    const read: SheetLead = {
      row: readStoredLead(columns),
      columns,
      receipts,
      next: receipts.schedule ? nextDebit(receipts.schedule, today) : undefined,
      ownerEmail: columns.owner_email,
      inParis,
      prices,
    };
    return columnsOfSheet.map(({ cell }) => cell(read));
  };
}
