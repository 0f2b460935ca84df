import { canonicalEmail } from "#kit/email-address.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { internationalNumber } from "#domain/kernel/phone-address.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";

import type { ListedQuestion } from "#subjects/funnel/rules/questions.ts";

import { type Columns, type ImportField, isAnswer } from "./fields.ts";
import { readAnswer } from "./read-answer.ts";
import type { TableLine } from "./read-table.ts";

/** What is sent of a line. An agreement has its three parts, or is none. */
export type ImportedLine = {
  line: number;
  email?: string;
  phone?: string;
  first_name?: string;
  last_name?: string;
  company_name?: string;
  business_type?: string;
  note?: string;
  /** The id of who looks after the lead. */
  owner?: string;
  callback_at?: CivilDate;
  call_consent?: { given_on: CivilDate; source: string; text: string };
  /** Answers, by column of leads, as `create-lead` takes them. */
  [column: string]: unknown;
};

/** Why a line is not imported, with the field that says so. */
export type LineProblem = {
  field: ImportField;
  code:
    | "contactMissing"
    | "emailMalformed"
    | "phoneMalformed"
    | "dateMalformed"
    | "dateSerial"
    | "dayToCome"
    | "dayPast"
    | "tooLong"
    | "ownerUnknown"
    | "answerUnknown"
    | "volumeNotSold";
};

export type ReadLine = {
  line: number;
  given: ImportedLine;
  problems: LineProblem[];
  /** It is imported, but allows no call: a part of the agreement is missing. */
  lacksProof: boolean;
};

const texts = ["first_name", "last_name", "company_name", "business_type", "note"] as const;
const longest: Record<(typeof texts)[number] | "email" | "consent_source" | "consent_text", number> = {
  email: maxLengths.line,
  first_name: maxLengths.line,
  last_name: maxLengths.line,
  company_name: maxLengths.line,
  business_type: maxLengths.line,
  note: 10_000,
  consent_source: 200,
  consent_text: 1000,
};

/** What a line is read with. */
export type LineReading = {
  columns: Columns;
  /** An agreement of a later day is a slip. */
  today: CivilDate;
  /** The id of who of the team may look after leads, by name or e-mail. */
  ownerCalled: (said: string) => string | undefined;
  /** The code of an answer that is chosen, by its words; what says no answer stays. */
  codeOf: (question: ListedQuestion, said: string) => string;
};

export function readLine({ line, cells }: TableLine, { columns, today, ownerCalled, codeOf }: LineReading): ReadLine {
  const of = (field: ImportField) => (cells[columns[field] ?? -1] ?? "").trim();
  const problems: LineProblem[] = [];
  const given: ImportedLine = { line };
  const tell = (field: ImportField, code: LineProblem["code"]) => void problems.push({ field, code });

  const email = of("email");
  if (email !== "") given.email = email;
  if (email !== "" && !/^[^\s@]+@[^\s@]+$/.test(email)) tell("email", "emailMalformed");
  const phone = withItsZero(of("phone"));
  if (phone !== "") given.phone = phone;
  if (phone !== "" && internationalNumber(phone) === undefined) tell("phone", "phoneMalformed");
  if (email === "" && phone === "") tell("email", "contactMissing");

  for (const field of texts) if (of(field) !== "") given[field] = of(field);
  for (const [field, most] of Object.entries(longest) as [keyof typeof longest, number][]) {
    if (Array.from(of(field)).length > most) tell(field, "tooLong");
  }

  const owner = of("owner") === "" ? undefined : ownerCalled(of("owner"));
  if (owner !== undefined) given.owner = owner;
  else if (of("owner") !== "") tell("owner", "ownerUnknown");
  for (const field of Object.keys(columns) as ImportField[]) {
    if (!isAnswer(field) || of(field) === "") continue;
    const answer = readAnswer(field, of(field), (said) => codeOf(field, said));
    if (answer.ok) given[answer.value.column] = answer.value.stored;
    else tell(field, answer.problem);
  }

  const dayOf = (field: "callback_at" | "consent_on") => {
    const read = readDay(of(field));
    if (read === "serial" || read === "malformed") tell(field, read === "serial" ? "dateSerial" : "dateMalformed");
    return read === "serial" || read === "malformed" ? undefined : read;
  };
  const callback = dayOf("callback_at");
  if (callback) given.callback_at = callback;
  if (callback && callback < today) tell("callback_at", "dayPast");
  const consent = { given_on: dayOf("consent_on"), source: of("consent_source"), text: of("consent_text") };
  if (consent.given_on && consent.given_on > today) tell("consent_on", "dayToCome");
  const { given_on, source, text } = consent;
  const parts = [given_on ?? "", source, text].filter(Boolean).length;
  if (given_on && parts === 3) given.call_consent = { given_on, source, text };
  return { line, given, problems, lacksProof: parts === 1 || parts === 2 };
}

/** A spreadsheet takes a telephone for a number, and drops the zero that it begins with. */
function withItsZero(phone: string): string {
  return /^[1-9]\d{8}$/.test(phone) ? `0${phone}` : phone;
}

/** « 26/11/2026 », « 26-11-2026 », « 26.11.26 » or « 2026-11-26 », with an hour or without; a day that there is. */
function readDay(text: string): CivilDate | undefined | "serial" | "malformed" {
  if (text === "") return undefined;
  if (/^\d{5}([.,]\d+)?$/.test(text)) return "serial";
  const plain = text.replace(/[T ]\d{1,2}[:h]\d{2}.*$/, "");
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(plain) ?? [];
  const written = day === "" ? plain : `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readCivilDate(written) ?? "malformed";
}

/** Of each line that repeats an e-mail or a telephone of the file, the first line that has it. */
export function repeatsIn(lines: readonly ReadLine[]): Map<number, number> {
  const first = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const { line, given, problems } of lines) {
    if (problems.length > 0) continue;
    const phone = given.phone && internationalNumber(given.phone);
    const keys = [...(given.email ? [canonicalEmail(given.email)] : []), ...(phone ? [phone] : [])];
    const known = keys.flatMap((key) => first.get(key) ?? []).sort((one, other) => one - other)[0];
    if (known !== undefined) repeats.set(line, known);
    for (const key of keys) if (!first.has(key)) first.set(key, line);
  }
  return repeats;
}
