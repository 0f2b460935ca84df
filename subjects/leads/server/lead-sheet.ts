import { paymentLabels, statusLabels, waitingListLabel } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { leadExport as copy } from "#subjects/leads/words/lead-export.ts";
import type { Kind, QuestionKey } from "#subjects/funnel/rules/questions.ts";
import type { Attribution, Touch } from "#subjects/leads/rules/attribution.ts";
import { type ReceiptsOfLead, readLeadReceipts, type Receipt } from "#subjects/orders/rules/lead-receipts.ts";
import { type StoredAnswer, answerReaders, type LeadColumns, readIdentity } from "#subjects/leads/rules/lead-row.ts";
import type { CsvRow } from "#engine/http/csv.ts";

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
];
const instants = ["created_at", "updated_at", "newer_answers_at", "expires_at", "callback_at", "contacted_at"];

/** In SQL. Instants stay text: the driver would make a `Date` of each. */
export const selectedColumns = [
  ...instants.map((name) => `dashboard.${name}::text as ${name}`),
  ...Array.from(new Set([...shown, ...answerReaders.map(({ column }) => column)]), (name) => `dashboard.${name}`),
].join(", ");

type Identity = ReturnType<typeof readIdentity>;
type SheetLead = {
  row: Identity;
  columns: LeadColumns;
  receipts: ReceiptsOfLead;
  ownerEmail: string | null;
  inParis: InParis;
};

type Column = { head: string; cell: (lead: SheetLead) => string | null };

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

function field(head: string, read: (row: Identity, inParis: InParis) => string | null): Column {
  return { head, cell: ({ row, inParis }) => read(row, inParis) };
}

const ofLead: Column[] = [
  field(copy.lead, ({ leadId }) => leadId),
  field(copy.createdAt, ({ createdAt }, inParis) => inParis(createdAt)),
  field(copy.updatedAt, ({ updatedAt }, inParis) => inParis(updatedAt)),
  field(
    copy.origin,
    ({ origin, isWaitingList }) => origin && (isWaitingList ? waitingListLabel : originLabels[origin]),
  ),
  field(copy.status, ({ status }) => status && statusLabels[status]),
  field(copy.payment, ({ isPaid }) => (isPaid ? paymentLabels.paid : paymentLabels.unpaid)),
  { head: copy.owner, cell: ({ ownerEmail }) => ownerEmail },
  field(copy.callbackAt, ({ callbackAt }, inParis) => inParis(callbackAt)),
  field(copy.contactedAt, ({ contactedAt }, inParis) => inParis(contactedAt)),
  field(copy.expiresAt, ({ expiresAt }, inParis) => inParis(expiresAt)),
  field(copy.phoneE164, ({ phoneE164 }) => phoneE164),
  field(copy.hasAccount, ({ userId, hasAccountElsewhere }) => yesOrNo(userId !== null || hasAccountElsewhere)),
  field(copy.isSuspect, ({ isSuspect }) => yesOrNo(isSuspect)),
  field(copy.newerAnswersAt, ({ newerAnswersAt }, inParis) => inParis(newerAnswersAt)),
];

/** The free text is apart from what it is stored with, as in `LeadRow`. */
const ofQuestions = answerReaders.map(({ key, kind, read }): Column => ({
  head: copy.questions[key],
  cell: ({ columns }) => writeAnswer(key, kind, read(columns)),
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
    const box = (read: (receipt: Receipt, inParis: InParis) => string | null) => (lead: SheetLead) => {
      const receipt = lead.receipts.boxes.find((each) => each.purpose === purpose);
      return receipt ? read(receipt, lead.inParis) : null;
    };
    return [
      { head: label, cell: box(({ isGranted }) => yesOrNo(isGranted)) },
      { head: copy.answeredAt(label), cell: box(({ at }, inParis) => inParis(at)) },
      { head: copy.version(label), cell: box(({ version }) => version) },
    ];
  }),
  { head: copy.newsletterConfirmedAt, cell: ({ receipts, inParis }) => inParis(receipts.newsletter?.confirmedAt) },
  { head: copy.newsletterLeftAt, cell: ({ receipts, inParis }) => inParis(receipts.newsletter?.unsubscribedAt) },
  { head: copy.answeredAt(copy.orderTerms), cell: ({ receipts, inParis }) => inParis(receipts.terms?.at) },
  { head: copy.version(copy.orderTerms), cell: ({ receipts }) => receipts.terms?.version ?? null },
];

const facts = Object.entries(copy.facts) as [keyof Touch, string][];

const ofVisits = (["first", "last"] as const satisfies (keyof Attribution)[]).flatMap((visit) =>
  facts.map(([fact, name]): Column => ({
    head: copy.visit(copy.visits[visit], name),
    cell({ receipts, inParis }) {
      const said = receipts.attribution[visit]?.[fact] ?? null;
      return fact === "at" ? inParis(said) : said;
    },
  })),
);

const sheetColumns = [...ofLead, ...ofQuestions, ...ofConsents, ...ofVisits];

export const sheetHead = sheetColumns.map(({ head }) => head);

/** One for each file. */
export function createSheetWriter(): (stored: StoredLead) => CsvRow {
  const inParis = createInParis();
  return (columns) => {
    const row = readIdentity(columns);
    const read: SheetLead = {
      row,
      columns,
      receipts: readLeadReceipts(columns),
      ownerEmail: columns.owner_email,
      inParis,
    };
    return sheetColumns.map(({ cell }) => cell(read));
  };
}
