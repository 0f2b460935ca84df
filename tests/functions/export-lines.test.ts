import { describe, expect } from "vitest";

import { openSealedId } from "#server/mail/sealed-id.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("export-journal").extend(
  "download",
  ({ admin, context }) =>
    async (name: "export-journal" | "export-newsletter", query: string): Promise<string[][]> => {
      const response = await mountFunctions(context).request(`/functions/v1/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${admin.token}` },
        body: JSON.stringify({ query }),
      });
      if (response.headers.get("content-type") !== "text/csv; charset=utf-8") throw new Error(await response.text());
      return readCells(await response.text());
    },
);

/** Lines of cells, the names of the columns first. */
function readCells(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of text.matchAll(/"((?:[^"]|"")*)"(;|\r\n)/g)) {
    lines.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  return lines.slice(0, -1);
}

describe("The journal as a file", () => {
  test("is for administrators with a live session", async ({ context, db, post }) => {
    for (const { who, status, headers } of await listStrangers(context, db)) {
      expect([who, (await post({ query: "" }, headers)).status]).toEqual([who, status]);
    }
    expect((await db.inspect("select 1 from private.audit_log")).rows).toEqual([]);
  });

  test("has every line of the filters once, beyond one batch, and says in the log that it left", async ({
    admin,
    db,
    download,
  }) => {
    // Three instants for all: the batches end in the middle of one.
    await db.inspect(
      `insert into private.audit_log (at, actor, action, detail)
       select '2026-11-20T10:00:00.123456Z'::timestamptz + number % 3 * interval '1 microsecond', $1, 'lead.status_changed',
              jsonb_build_object('from', 'to_contact', 'to', 'client', 'number', number)
       from generate_series(1, 2100) as number`,
      [admin.userId],
    );
    await db.inspect("insert into private.audit_log (action, at) values ('retention.ran', '2026-11-20T11:00:00Z')");
    const [head, ...lines] = await download("export-journal", "action=lead.status_changed");
    expect(head).toContain("Précisions");
    expect(lines).toHaveLength(2100);
    expect(lines[0]).toEqual([
      "2026-11-20 11:00:00",
      admin.email,
      "Statut changé",
      "À contacter → Client",
      "",
      admin.userId,
      "lead.status_changed",
    ]);
    const { rows } = await db.inspect("select actor, detail from private.audit_log where action = 'journal.exported'");
    expect(rows).toEqual([{ actor: admin.userId, detail: { filters: { action: "lead.status_changed" } } }]);
  });

  test.for(["action=' or 1=1", "du=hier&au=2026-99-99", "personne=%00", "&&&="])(
    "under the address « %s » is the whole journal",
    async (query, { db, download }) => {
      await db.inspect("insert into private.audit_log (action) values ('retention.ran')");
      // Itself included: its line is there before the first one leaves.
      expect(await download("export-journal", query)).toHaveLength(3);
    },
  );
});

describe("The newsletter as a file", () => {
  test("has who the filters leave, each with the link that ends it for them, and no search in the log", async ({
    context,
    db,
    download,
  }) => {
    await db.inspect(
      `with profiles as (
         insert into public.user_profiles (email)
           select 'p' || number || '@exemple.example' from generate_series(1, 1200) as number
         returning id, email
       ), leads as (
         insert into public.leads (user_profile_id, funnel_origin, email)
           select id, 'conferences', email from profiles returning id, email
       )
       insert into private.newsletter_requests (lead_id, email, token_hash)
         select id, email, sha256(convert_to(email, 'utf8')) from leads`,
    );
    await db.inspect(
      `update private.newsletter_requests
       set confirmed_at = now(), confirmed_text = 'Oui', confirmed_version = '2025-06-25' where email like 'p7@%'`,
    );
    const [, ...all] = await download("export-newsletter", "");
    expect(new Set(all.map(([email]) => email)).size).toBe(1200);
    const [, ...confirmed] = await download("export-newsletter", "etat=confirme&recherche=exemple");
    expect(confirmed.map(([email, , , state]) => [email, state])).toEqual([["p7@exemple.example", "Confirmée"]]);
    const token = new URL(confirmed[0]?.at(-1) ?? "").searchParams.get("token") ?? "";
    const { rows } = await db.inspect("select id from private.newsletter_requests where email like 'p7@%'");
    expect(openSealedId(context.settings.authSecret, "newsletter unsubscriptions", token)).toBe(rows[0]?.id);
    const { rows: lines } = await db.inspect(
      "select detail from private.audit_log where action = 'newsletter.exported' order by id",
    );
    expect(lines).toEqual([{ detail: { filters: {} } }, { detail: { filters: { state: "confirmed", search: "…" } } }]);
  });
});
