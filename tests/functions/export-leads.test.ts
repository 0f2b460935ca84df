import { randomUUID } from "node:crypto";

import { describe, expect, vi } from "vitest";

import { createLeadsApi } from "#subjects/leads/calls/leads.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import { readLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { leadSortColumns } from "#subjects/leads/rules/lead-sort.ts";
import { leadsPerBatch } from "#subjects/leads/server/lead-batches.ts";
import { listLimits } from "#subjects/leads/server/list-limits.ts";
import { createRestService } from "#engine/rest/rest-service.ts";
import { addContact, mountFunctions, withdrawPerson } from "#tests/fixtures/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { isFull } from "#tests/support/depth.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("export-leads")
  .extend("download", ({ admin, context }) => async (body: unknown): Promise<Response> => {
    return mountFunctions(context).request("/functions/v1/export-leads", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(body),
    });
  })
  .extend("audit", ({ db }) => async () => {
    const { rows } = await db.inspect<{ action: string; detail: Record<string, unknown> }>(
      "select action, detail from private.audit_log where action like 'leads.%' order by id",
    );
    return rows;
  })
  .extend("shownAt", async ({ admin, context, db }, { onCleanup }) => {
    await addLeadsOfEachKind(db, admin.userId);
    const rest = createRestService(context, { answerLimits: listLimits });
    const api = { url: "https://site.example", publishableKey: context.settings.publishableKey };
    // As a browser would, without the network between.
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) =>
      rest.request(url.replace("https://site.example/rest/v1", ""), init),
    );
    onCleanup(() => void vi.unstubAllGlobals());
    const leads = createLeadsApi(api, async () => admin.token);
    return async (address: string) => {
      const shown = await leads.list(readLeadFilters(new URLSearchParams(address)), null);
      if (!shown.ok) throw new Error(shown.problem.code);
      return shown.value.rows.map(({ leadId }) => leadId);
    };
  })
  .extend("exportedAt", ({ download }) => async (query: string) => {
    const response = await download({ query });
    if (!response.ok) throw new Error(`The export was refused: ${response.status}.`);
    return (await sheetOf(response)).map(({ Lead }) => Lead);
  });

/** Lines under the names of their columns. @param text without its mark */
function readSheet(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of text.matchAll(/"((?:[^"]|"")*)"(;|\r\n)/g)) {
    lines.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  const [head = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""])));
}

const sheetOf = async (response: Response) => readSheet((await response.text()).replace("\uFEFF", ""));

/** While one is read, the next one is fetched: the third is not there yet. */
const threeBatches = 2 * leadsPerBatch + 100;

/** One each minute, the newest first in their numbers. */
async function addLeads(db: TestDatabase, count: number): Promise<void> {
  await db.inspect(
    `with profiles as (
       insert into public.user_profiles (email)
         select 'p' || number || '@exemple.example' from generate_series(1, $1::int) as number
       returning id, email
     )
     insert into public.leads (user_profile_id, funnel_origin, email, created_at)
     select id, 'secretariat', email, now() - substring(email from '[0-9]+')::int * interval '1 minute' from profiles`,
    [count],
  );
}

/** Each answers a filter in another way than the one before. */
async function addLeadsOfEachKind(db: TestDatabase, owner: string): Promise<void> {
  const origins = ["secretariat", "closing", "conferences", "marketing"];
  for (let number = 0; number < 8; number += 1) {
    const { leadIds } = await addContact(db, { email: `n${number}@exemple.example`, origins: [origins[number % 4]!] });
    await db.inspect(
      `update public.leads set
         lead_status = $2, payment_status = $3, consents = $4, is_suspect = $3, account_exists = $5,
         phone = $6, owner = $7, extra_answers = $8, created_at = $9, last_contact_at = $10 where id = $1`,
      [
        leadIds[0],
        number % 2 === 0 ? "client" : "to_contact",
        number % 3 === 0,
        JSON.stringify({ calls: { granted: number % 2 === 1 } }),
        number % 4 === 1,
        number < 3 ? "06 39 98 00 01" : null,
        number === 5 ? owner : null,
        JSON.stringify(number === 2 ? { kind: "waitlist" } : {}),
        `2026-11-0${number + 1}T23:30:00Z`,
        new Date(Date.now() - number * 30 * 86_400_000).toISOString(),
      ],
    );
  }
}

/** Several in the same line narrow together. */
const narrowingAddresses = (owner: string) =>
  `recherche=n3 tunnel=closing statut=client paiement=paye paiement=non-paye du=2026-11-04 au=2026-11-04
   du=2026-11-03&au=2026-11-05 appel=oui appel=non suspect=oui suspect=non doublon=oui doublon=non compte=oui
   compte=non attente=oui attente=non expire=30 expire=60 proprietaire=moi proprietaire=aucun proprietaire=${owner}
   statut=to_contact&appel=oui&tri=expires_at`.split(/\s+/);

test("Only an administrator with a live session exports leads", async ({ audit, context, db, post }) => {
  await addContact(db, { email: "claire@exemple.example" });
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await post({ query: "" }, headers)).status]).toEqual([who, status]);
  }
  expect(await audit()).toEqual([]);
});

test("The file opens in a French spreadsheet, says everything in words, and is named by its day", async ({
  admin,
  context,
  db,
  download,
}) => {
  const { leadIds } = await addContact(db, { email: "zoé@exemple.example" });
  await db.inspect(
    `update public.leads set first_name = 'Zoé', last_name = 'D’Été; "dite"', company_name = '=2+5',
       phone = '+33612345678',
       intention = 'rdv', voice = 'feminin',
       business_hours = array['autres', 'le "soir"'], calls_per_month = 20,
       welcome_message = E'Bonjour,\\nici Zoé', payment_status = true, owner = $2, created_at = '2026-11-20T08:12:00Z',
       consents = '{"calls": {"granted": true, "at": "2026-11-20T08:11:00Z", "version": "2026-01-01"}}'
     where id = $1`,
    [leadIds[0], admin.userId],
  );
  await db.inspect(`update private.submissions set attribution = '{"first": {"utm_source": "@lettre"}}'`);

  const response = await download({ query: "" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" }).format(context.now());
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="leads-${day}.csv"`);

  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [line, ...others] = readSheet(new TextDecoder().decode(bytes));
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    Lead: leadIds[0],
    "Créé le": "2026-11-20 09:12",
    Tunnel: "Secrétariat",
    Statut: "À contacter",
    Paiement: "Payé",
    Propriétaire: admin.email,
    Prénom: "Zoé",
    Nom: 'D’Été; "dite"',
    "Nom commercial": "'=2+5",
    Téléphone: "06 12 34 56 78",
    "Montant HT, euros": "297",
    Facturation: "Chaque mois",
    "Appels par jour": "20",
    Voix: "Féminine",
    Intention: "Prendre des rendez-vous",
    Horaires: 'le "soir"',
    "Phrase d’accueil": "Bonjour,\nici Zoé",
    "Appels au sujet de nos offres": "Oui",
    "Appels au sujet de nos offres, le": "2026-11-20 09:11",
    "Appels au sujet de nos offres, texte du": "2026-01-01",
    "Lettre d’information": "",
    "Première visite, source": "'@lettre",
  });
});

test("Each column has a name of its own", async ({ download }) => {
  const [head = ""] = (await (await download({ query: "" })).text()).split("\r\n");
  const names = head.replace("\uFEFF", "").split(";");
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
});

test("The filters of the list choose the leads, and what is no filter is ignored", async ({ db, download }) => {
  await addContact(db, { email: "anne@exemple.example", origins: ["secretariat", "marketing"] });
  await addContact(db, { email: "paul@exemple.example", origins: ["closing"] });
  await db.inspect("update public.leads set lead_status = 'client' where funnel_origin = 'marketing'");

  const originsOf = async (query: string) => (await sheetOf(await download({ query }))).map(({ Tunnel }) => Tunnel);
  expect(await originsOf("statut=client")).toEqual(["Marketing"]);
  expect(await originsOf("?recherche=PAUL&tri=last_name.asc")).toEqual(["Closing"]);
  expect(await originsOf("tunnel=closing&statut=client")).toEqual([]);
  expect(await originsOf("recherche=%25&statut=client")).toEqual([]);
  for (const hostile of ["tunnel=x'%3Bdrop table leads", "statut[]=client&paiement=peut-être", "%00%ff=%E0%A4%A"]) {
    expect(await originsOf(hostile)).toHaveLength(3);
  }
});

test("The file is exactly what the list shows, for each filter", async ({ admin, shownAt, exportedAt }) => {
  const all = (await shownAt("")).length;
  for (const address of narrowingAddresses(admin.userId)) {
    const shown = await shownAt(address);
    expect([address, shown.length > 0 && shown.length < all]).toEqual([address, true]);
    expect([address, await exportedAt(address)]).toEqual([address, shown]);
  }
});

test("The file has the order of the list, by each column", async ({ shownAt, exportedAt }) => {
  for (const column of leadSortColumns) {
    const address = `tri=${column}&sens=asc`;
    expect([address, await exportedAt(address)]).toEqual([address, await shownAt(address)]);
  }
});

test("Selected leads alone are exported, in French; those that are gone are left out", async ({
  audit,
  db,
  download,
}) => {
  const { leadIds } = await addContact(db, { email: "a@exemple.example", origins: ["secretariat", "closing"] });
  await db.inspect("update public.leads set business_type = 'lawyer' where id = $1", [leadIds[1]]);
  const sheet = await sheetOf(await download({ ids: [leadIds[1], randomUUID()] }));
  expect(sheet).toEqual([expect.objectContaining({ Lead: leadIds[1], Activité: "Avocat" })]);
  expect((await audit()).at(-1)?.detail).toEqual({ selected: 2, count: 1, is_complete: true });
});

test("The log says which filters and how many leads, and no word that was searched", async ({
  audit,
  db,
  download,
}) => {
  await addContact(db, { email: "anne@exemple.example" });
  await (await download({ query: "recherche=anne&tunnel=secretariat" })).text();
  const filters = { recherche: "…", tunnel: "secretariat" };
  expect(await audit()).toEqual([
    { action: "leads.export_started", detail: { filters } },
    { action: "leads.exported", detail: { filters, count: 1, is_complete: true } },
  ]);
});

test("Leads of several batches are all there, each once, the newest first; a reader may leave on the way", async ({
  audit,
  db,
  download,
  skip,
}) => {
  skip(!isFull);
  await addLeads(db, threeBatches);
  const sheet = await sheetOf(await download({ query: "" }));
  expect(sheet.map((line) => line["E-mail"])).toEqual(
    Array.from({ length: threeBatches }, (_, index) => `p${index + 1}@exemple.example`),
  );

  const reader = (await download({ query: "" })).body!.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  const detail = (await audit()).at(-1)?.detail;
  expect(detail).toMatchObject({ is_complete: false });
  expect(detail?.count).toBeLessThan(threeBatches);
});

test("Leads deleted meanwhile are left out; a right that is taken away breaks the export off", async ({
  admin,
  audit,
  db,
  download,
}) => {
  await addLeads(db, threeBatches);
  const response = await download({ query: "" });
  const reader = response.body!.getReader();
  await reader.read();
  const first = await reader.read();
  await db.inspect(
    "delete from public.leads where email ~ '^p[0-9]*[05]@' and substring(email from '[0-9]+')::int > $1",
    [2 * leadsPerBatch],
  );

  let text = new TextDecoder().decode(first.value);
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += new TextDecoder().decode(read.value);
  const kept = new Set(text.match(/p\d+@exemple\.example/g));
  const numbers = Array.from({ length: threeBatches }, (_, index) => index + 1);
  const stayed = numbers.filter((number) => number <= 2 * leadsPerBatch || number % 5 !== 0);
  expect(stayed.filter((number) => !kept.has(`p${number}@exemple.example`))).toEqual([]);
  expect(kept).not.toContain(`p${threeBatches}@exemple.example`);
  expect(text.match(/"p\d+@exemple\.example"/g)).toHaveLength(kept.size);

  const again = (await download({ query: "" })).body!.getReader();
  await again.read();
  await withdrawPerson(db, admin);
  await expect(
    (async () => {
      while (!(await again.read()).done);
    })(),
  ).rejects.toThrow("not_admin");
  await vi.waitFor(async () => expect((await audit()).at(-1)?.detail).toMatchObject({ is_complete: false }));
});

describe("Nothing is exported for a request with", () => {
  test.for<[string, unknown, number]>([
    ["nothing", {}, 400],
    ["both", { query: "", ids: [randomUUID()] }, 400],
    ["no lead", { ids: [] }, 400],
    ["an id that is none", { ids: ["1 or 1=1"] }, 400],
    ["a query that is no text", { query: { recherche: "x" } }, 400],
    ["a query that goes on", { query: "a".repeat(2001) }, 400],
    ["null", "null", 400],
    ["text that is not JSON", "{", 400],
    ["too many leads", { ids: Array.from({ length: 1001 }, () => randomUUID()) }, 400],
    ["too much", { query: "a".repeat(70_000) }, 413],
  ])("%s", async ([, body, status], { audit, post }) => {
    expect(await post(body)).toEqual({
      status,
      body: { error: functionProblems.unreadable, code: "unreadable" },
    });
    expect(await audit()).toEqual([]);
  });
});
