import {
  type Kind,
  maxLengthOf,
  orderQuestions,
  type QuestionKey,
  questionnaireQuestions,
  questionOf,
} from "#subjects/funnel/rules/questions.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";

/** A row of `private.questions`, whose columns it names. */
type QuestionRow = {
  column: string;
  wireName: string | undefined;
  kind: "text" | "count" | "hours" | "list" | "notes";
  maxLength: number | undefined;
  forms: readonly string[];
  isContact: boolean;
  isVolume: boolean;
  unanswered: string;
  isOfProfile: boolean;
};

const kindsOfSql: Record<Kind["type"], QuestionRow["kind"]> = {
  email: "text",
  text: "text",
  webAddress: "text",
  choice: "text",
  count: "count",
  hours: "hours",
  list: "list",
  note: "notes",
};
const unansweredOf = { text: '""', count: "null", hours: "[]", list: "[]", notes: "{}" } as const;

function rowOf(key: QuestionKey): QuestionRow {
  const { column, kind, forms, isContact, isSentAsText, isUnannounced } = questionOf(key);
  const sqlKind = kindsOfSql[kind.type];
  return {
    column,
    wireName: sqlKind === "notes" || isUnannounced ? undefined : key,
    kind: sqlKind,
    maxLength: sqlKind === "text" ? maxLengthOf(key) : undefined,
    forms: funnelOrigins.filter((form) => forms.includes(form)),
    isContact: isContact ?? false,
    isVolume: forms.some((form) => requestRules[form].volume === key),
    unanswered: isSentAsText ? '""' : unansweredOf[sqlKind],
    isOfProfile: questionnaireQuestions.includes(key),
  };
}

/** In the order in which they were added, which is that of the columns: what is new comes last. */
function readRows(questionsFile: string): { rows: QuestionRow[]; added: QuestionRow[] } {
  const known = [...questionsFile.matchAll(/^ {2}\('(\w+)',/gm)].map(([, column]) => column);
  const declared = [...questionnaireQuestions, ...orderQuestions].map(rowOf);
  const place = new Map(known.map((column, index) => [column, index]));
  const added = declared.filter(({ column }) => !place.has(column));
  const rows = declared.filter(({ column }) => place.has(column));
  rows.sort((one, other) => (place.get(one.column) ?? 0) - (place.get(other.column) ?? 0));
  return { rows: [...rows, ...added], added };
}

const quoted = (text: string | undefined) => (text === undefined ? "null" : `'${text}'`);

function rowText(row: QuestionRow): string {
  const { column, wireName, kind, maxLength, forms, isContact, isVolume, unanswered } = row;
  const values = [
    `${quoted(column)},`.padEnd(27),
    `${quoted(wireName)},`.padEnd(24),
    `'${kind}',`.padEnd(8),
    `${maxLength ?? "null"},`.padEnd(5),
    `'{${forms.join(",")}}',`.padEnd(59),
    `${isContact},`.padEnd(6),
    `${isVolume},`.padEnd(6),
    quoted(unanswered),
  ];
  return `(${values.join(" ")})`;
}

function parameterText({ column, kind }: QuestionRow): string {
  return `${`${column}_param`.padEnd(30)} ${kind === "hours" ? "text[]" : "text  "} default null`;
}

function readingText({ column, kind, maxLength }: QuestionRow): string {
  const parameter = `${column}_param`;
  if (kind === "count") return `'${column}', private.read_count(${parameter}, '${parameter}')`;
  if (kind === "hours") return `'${column}', private.read_hours(${parameter}, '${parameter}')`;
  return `'${column}', private.read_text(${parameter}, ${maxLength}, '${parameter}')`;
}

function viewText({ column, isOfProfile }: QuestionRow): string {
  const value = isOfProfile ? `coalesce(lead.${column}, profile.${column})` : `lead.${column}`;
  return `${value.padEnd(77)} as ${column}`;
}

/** What has to name every question, by the words after `-- questions:` in the files. */
const lists: Record<string, (rows: QuestionRow[]) => string[]> = {
  rows: (rows) => rows.map(rowText),
  "of the view": (rows) => rows.map(viewText),
  "of leads": (rows) => namesInLines(rows),
  "of profiles": (rows) => namesInLines(ofParameters(rows)),
  parameters: (rows) => [...ofParameters(rows).map(parameterText), ""],
  contact: (rows) => ofParameters(rows.filter(({ isContact }) => isContact)).map(readingText),
  answers: (rows) => ofParameters(rows.filter(({ isContact }) => !isContact)).map(readingText),
};

function namesInLines(rows: QuestionRow[]): string[] {
  const names = rows.map(({ column }) => column);
  return Array.from({ length: Math.ceil(names.length / 5) }, (_, line) =>
    names.slice(line * 5, line * 5 + 5).join(", "),
  );
}

/** The e-mail is not asked again: an account has its own. */
function ofParameters(rows: QuestionRow[]): QuestionRow[] {
  return rows.filter(({ isOfProfile, column }) => isOfProfile && column !== "email");
}

function withLists(text: string, rows: QuestionRow[]): string {
  return text.replaceAll(
    /^( *)-- questions: ([^\n]+)\n[^]*?^ *-- end of questions$/gm,
    (_, indent: string, name: string) => {
      const items = lists[name]?.(rows);
      if (!items) throw new Error(`No list of questions is called "${name}".`);
      const lines = items.map((item, index) => (index < items.length - 1 ? `${item},` : item)).filter(Boolean);
      return [`-- questions: ${name}`, ...lines, "-- end of questions"].map((line) => indent + line).join("\n");
    },
  );
}

/** Of a table: the definition of the column, and what is checked of it. */
function columnOf(table: string, { column, kind, maxLength }: QuestionRow) {
  if (kind !== "text" && kind !== "count") {
    throw new Error(`A question of kind ${kind} has to be read and written by hand.`);
  }
  return kind === "text"
    ? { type: "text", check: `constraint ${table}_${column}_is_short check (char_length(${column}) <= ${maxLength})` }
    : { type: "integer", check: `constraint ${table}_${column}_is_positive check (${column} >= 0)` };
}

function withColumn(text: string, table: string, row: QuestionRow): string {
  const { type, check } = columnOf(table, row);
  return text.replace(
    new RegExp(`(create table public\\.${table} \\(\\n[^]*?),(\\n {2}constraint [^]*?)(\\n\\);)`),
    (_, columns: string, constraints: string, end: string) =>
      `${columns},\n  ${row.column.padEnd(24)} ${type},${constraints},\n  ${check}${end}`,
  );
}

function withGrant(text: string, { column }: QuestionRow): string {
  return text.replace(/\n {2}\) on public\.user_profiles to authenticated;/, (end) => `,\n    ${column}${end}`);
}

/** The files of `supabase/schemas` that name questions, and what a migration has to say of those that are new. */
export type QuestionFiles = Record<(typeof questionFiles)[number], string>;
export const questionFiles = [
  "questions.sql",
  "leads.sql",
  "user-profiles.sql",
  "submissions.sql",
  "admin-dashboard.sql",
] as const;

/** @returns the files as they have to be; and a migration, where questions are new */
export function writeQuestions(files: QuestionFiles): {
  files: QuestionFiles;
  migration?: { name: string; text: string };
} {
  const { rows, added } = readRows(files["questions.sql"]);
  const written = { ...files };
  for (const row of added) {
    written["leads.sql"] = withColumn(written["leads.sql"], "leads", row);
    if (!row.isOfProfile) continue;
    written["user-profiles.sql"] = withGrant(withColumn(written["user-profiles.sql"], "user_profiles", row), row);
  }
  for (const name of questionFiles) written[name] = withLists(written[name], rows);
  if (added.length === 0) return { files: written };
  const name = `ask_for_${added.map(({ column }) => column).join("_and_")}`;
  return { files: written, migration: { name, text: migrationText(added, written) } };
}

function migrationText(added: QuestionRow[], files: QuestionFiles): string {
  const procedure = "public.create_lead_without_auth";
  const updates = ["private.write_lead_snapshot", "private.write_profile_answers"];
  return [
    `-- New in subjects/funnel/rules/questions.ts: ${added.map(({ column }) => column).join(", ")}.`,
    "insert into private.questions\n" +
      "    (column_name, wire_name, kind, max_length, forms, is_contact, is_volume, unanswered) values\n" +
      `  ${added.map(rowText).join(",\n  ")};`,
    ...added.map(columnText),
    replacing(statementOf(files["admin-dashboard.sql"], "create view public.admin_dashboard")),
    ...updates.map((name) => replacing(statementOf(files["submissions.sql"], `create function ${name}(`))),
    `drop function ${procedure};\n${statementOf(files["submissions.sql"], `create function ${procedure}(`)}`,
  ]
    .join("\n\n")
    .concat("\n");
}

function columnText(row: QuestionRow): string {
  const tables = row.isOfProfile ? ["leads", "user_profiles"] : ["leads"];
  const lines = tables.map((table) => {
    const { type, check } = columnOf(table, row);
    return `alter table public.${table} add column ${row.column} ${type} ${check};`;
  });
  if (row.isOfProfile) lines.push(`grant insert (${row.column}) on public.user_profiles to authenticated;`);
  return lines.join("\n");
}

/** From its first words to the next empty line behind its end, with comments and grants. */
function statementOf(text: string, beginning: string): string {
  const start = text.indexOf(beginning);
  const end = /(?:\$\$|end|[^;\n]);\n(?:[^\n]+\n)*(?=\n|$)/g;
  if (start === -1) throw new Error(`${beginning} is in none of the files.`);
  end.lastIndex = text.indexOf(beginning.includes("function") ? "$$;" : ";\n", start);
  const found = end.exec(text);
  return text.slice(start, found ? end.lastIndex : undefined).trimEnd();
}

function replacing(statement: string): string {
  return statement.replace(/^create /, "create or replace ");
}
