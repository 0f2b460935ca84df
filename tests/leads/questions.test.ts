import { describe, expect, test } from "vitest";

import {
  isAskedIn,
  type Kind,
  maxLengthOf,
  orderQuestions,
  type QuestionKey,
  questionKeys,
  questionnaireQuestions,
  questionOf,
} from "#subjects/funnel/rules/questions.ts";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
await db.inspect(`with profile as (insert into user_profiles (email) values ('a@b.example') returning id)
  insert into leads (user_profile_id, funnel_origin) select id, 'secretariat' from profile`);

const stored = [...questionnaireQuestions, ...orderQuestions];
const kinds = { email: "text", webAddress: "text", choice: "text", note: "notes" } as const;
const kindInSql = (type: Kind["type"]) => (type in kinds ? kinds[type as keyof typeof kinds] : type);
const isText = (key: QuestionKey) => kindInSql(questionOf(key).kind.type) === "text";
const sqlTypes = { text: "text", count: "integer", hours: "ARRAY", list: "ARRAY", notes: "jsonb" } as Record<
  string,
  string
>;

async function typesOf(table: string): Promise<Map<string, string>> {
  const { rows } = await db.inspect<{ name: string; type: string }>(
    "select column_name as name, data_type as type from information_schema.columns where table_name = $1",
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

describe("The questions, in TypeScript and in SQL", () => {
  test("are the same: column, name on the wire, kind, length and forms", async () => {
    const { rows } = await db.inspect(
      `select column_name, wire_name, kind, max_length, array(select unnest(forms) order by 1) as forms, is_contact, is_volume
       from private.questions order by column_name`,
    );
    const declared = stored.map((key) => {
      const { column, kind, forms, isContact, isUnannounced } = questionOf(key);
      return {
        column_name: column,
        wire_name: kind.type === "note" || isUnannounced ? null : key,
        kind: kindInSql(kind.type),
        max_length: isText(key) ? maxLengthOf(key) : null,
        forms: [...forms].toSorted(),
        is_contact: isContact ?? false,
        is_volume: forms.some((form) => requestRules[form].volume === key),
      };
    });
    const byColumn = (one: { column_name: string }, other: { column_name: string }) =>
      one.column_name < other.column_name ? -1 : 1;
    expect(rows).toEqual(declared.toSorted(byColumn));
  });

  test("have their columns: all in leads and in the view, those of the questionnaires in profiles too", async () => {
    for (const table of ["leads", "admin_dashboard", "user_profiles"]) {
      const types = await typesOf(table);
      const expected = table === "user_profiles" ? questionnaireQuestions : stored;
      for (const key of expected) {
        const { column, kind } = questionOf(key);
        expect([table, column, types.get(column)]).toEqual([table, column, sqlTypes[kindInSql(kind.type)]]);
      }
    }
    const ofView = await typesOf("admin_dashboard");
    for (const key of questionKeys) expect(ofView.has(questionOf(key).column)).toBe(true);
  });

  test("leave no other column of a profile to be answered", async () => {
    const ours = ["id", "user_id", "phone_e164", "registration_path", "created_at", "updated_at"];
    const columns = [...(await typesOf("user_profiles")).keys()].filter((column) => !ours.includes(column));
    expect(columns.toSorted()).toEqual(questionnaireQuestions.map((key) => questionOf(key).column).toSorted());
  });

  test("of the questionnaires are the parameters of their procedure, beside the six that are no answer", async () => {
    const { rows } = await db.inspect<{ names: string[] }>(
      "select proargnames as names from pg_proc where proname = 'create_lead_without_auth'",
    );
    const others = ["funnel_origin", "registration_path", "idempotency_key", "consents", "attribution", "website"];
    const columns = [...questionnaireQuestions.map((key) => questionOf(key).column), ...others];
    expect(rows).toHaveLength(1);
    expect(rows[0]!.names.toSorted()).toEqual(columns.map((column) => `${column}_param`).toSorted());
  });

  test.for(stored.filter(isText))("%s takes its longest answer, and not one character more", async (key) => {
    const { column } = questionOf(key);
    const longest = maxLengthOf(key);
    const write = (table: string, length: number) =>
      db.inspect(`update public.${table} set ${column} = repeat('é', $1)`, [length]);
    for (const table of questionnaireQuestions.includes(key) ? ["leads", "user_profiles"] : ["leads"]) {
      expect((await write(table, longest)).rowCount).toBe(1);
      await expect(write(table, longest + 1)).rejects.toMatchObject({ code: "23514" });
    }
    if (!questionnaireQuestions.includes(key)) return;
    const call = `select create_lead_without_auth(${column}_param => repeat('é', $1)${key === "email" ? "" : ", email_param => 'a@b'"})`;
    await expect(db.inspect(call, [longest + 1])).rejects.toThrow(`value_too_long: ${column}_param`);
  });

  test("are asked by the forms that leads come from, which SQL knows by the same names", async () => {
    const { rows } = await db.inspect<{ forms: string[] }>("select private.forms() as forms");
    expect(rows).toEqual([{ forms: [...funnelOrigins] }]);
    for (const table of ["public.leads", "private.submissions"]) {
      const { rows: checks } = await db.inspect(
        `select from pg_constraint
         where conrelid = $1::regclass and pg_get_constraintdef(oid) like '%private.forms()%'`,
        [table],
      );
      expect([table, checks.length]).toEqual([table, 1]);
    }
    const asking = funnelOrigins.filter((form) => questionKeys.some((key) => isAskedIn(form, key)));
    expect(asking).toEqual(funnelOrigins.filter((form) => form !== "general"));
  });
});
