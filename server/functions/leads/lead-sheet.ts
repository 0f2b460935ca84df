import { paymentLabels, originLabels, statusLabels, waitingListLabel } from "#content/admin.ts";
import { answerWords } from "#content/answer-words.ts";
import { leadExport as copy } from "#content/lead-export.ts";
import { type Kind, type QuestionKey, questionKeys, questionOf } from "#domain/funnel/questions.ts";
import type { Attribution, Touch } from "#domain/leads/attribution.ts";
import { type LeadReceipts, readLeadReceipts, type Receipt } from "#domain/leads/lead-receipts.ts";
import { type LeadRow, readLeadRow } from "#domain/leads/lead-row.ts";
import type { CsvRow } from "#server/http/csv.ts";

/** A row of `admin_dashboard` and what belongs to it, as JSON says them. */
export type StoredLead = { lead: unknown; receipts: unknown; owner_email: string | null };

type SheetLead = { row: LeadRow; receipts: LeadReceipts; ownerEmail: string | null; inParis: InParis };

type Column = { head: string; cell: (lead: SheetLead) => string | null };

const hourMs = 3_600_000;
const hoursInParis = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", hour: "numeric", hourCycle: "h23" });

type InParis = (iso: string | null | undefined) => string | null;

/**
 * « 2026-11-23 09:12 », in Paris: a spreadsheet of any language reads it as an instant. The offset is looked up once an
 * hour, as long as the writer lives: the formatter alone would take a third of the time of an export.
 */
function createInParis(): InParis {
  const offsets = new Map<number, number>();
  return (iso) => {
    const instantMs = Date.parse(iso ?? "");
    if (Number.isNaN(instantMs)) return null;
    const hour = Math.floor(instantMs / hourMs);
    const offset = offsets.get(hour) ?? offsetMs(hour);
    offsets.set(hour, offset);
    return new Date(instantMs + offset).toISOString().slice(0, 16).replace("T", " ");
  };
}

/** Of an hour since 1970. */
function offsetMs(hour: number): number {
  const atHour = new Date(hour * hourMs);
  return ((Number(hoursInParis.format(atHour)) - atHour.getUTCHours() + 24) % 24) * hourMs;
}

const yesOrNo = (value: boolean) => (value ? copy.yes : copy.no);

function field(head: string, read: (row: LeadRow, inParis: InParis) => string | null): Column {
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
const ofQuestions = questionKeys
  .filter((key) => key !== "knowledgeBaseOwnText")
  .map((key) => field(copy.questions[key], (row) => answerOf(key, row)));

function answerOf(key: QuestionKey, row: LeadRow): string | null {
  const name = questionOf(key).plainName?.key ?? key;
  const answer = (row as Record<string, unknown>)[name] as string | number | string[] | null;
  if (answer === null) return null;
  if (typeof answer === "number") return String(answer);
  const { kind } = questionOf(key);
  if (typeof answer === "string") return kind.type === "choice" ? wordOf(key, answer) : answer;
  return wordsOf(key, kind, answer);
}

/** Hours are one code, or `autres` and what was typed. */
function wordsOf(key: QuestionKey, { type }: Kind, codes: string[]): string | null {
  const [, typed] = codes;
  if (type === "hours" && typed !== undefined) return typed;
  return codes.map((code) => wordOf(key, code)).join(", ") || null;
}

/** What is none of ours is written as it is stored. */
function wordOf(key: QuestionKey, code: string): string {
  const words: Readonly<Record<string, string>> | undefined = (answerWords as Record<string, Record<string, string>>)[
    key
  ];
  return words && Object.hasOwn(words, code) ? (words[code] ?? code) : code;
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

const columns = [...ofLead, ...ofQuestions, ...ofConsents, ...ofVisits];

export const sheetHead = columns.map(({ head }) => head);

/** One for each file. */
export function createSheetWriter(): (stored: StoredLead) => CsvRow {
  const inParis = createInParis();
  return ({ lead, receipts, owner_email: ownerEmail }) => {
    const row = readLeadRow(lead);
    if (!row) throw new Error("A row of the list is no object.");
    const read: SheetLead = { row, receipts: readLeadReceipts(receipts), ownerEmail, inParis };
    return columns.map(({ cell }) => cell(read));
  };
}
