import { describe, expect } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { newKey, postTo, registration } from "./orders.ts";
import { listStrangers } from "./strangers.ts";

type Asked = { day?: string; heldOn?: string; seats?: number; sent?: Record<string, unknown>; key?: string };
type Figures = Record<"heldOn" | "registered" | "waiting" | "paid" | "phase" | "registrationUntil" | "seats", unknown>;

const announcedDay = "2025-12-02";

const test = testOf("list-conferences")
  .extend(
    "siteOn",
    ({ context }) =>
      ({ day = "2025-10-15", heldOn = announcedDay, seats }: Asked = {}): ServerContext => {
        const until = civilDate(`${heldOn.slice(0, 8)}01`);
        const conference = {
          registrationUntil: until,
          heldOn: civilDate(heldOn),
          ...(seats !== undefined && { seats }),
        };
        const { site } = context.settings;
        const settings = {
          previewDate: civilDate(day),
          site: { ...site, offers: { ...site.offers, conferences: [conference] } },
        };
        return { ...context, settings: { ...context.settings, ...settings } };
      },
  )
  .extend("register", ({ siteOn }) => async (email: string, { sent, key = newKey(), ...asked }: Asked = {}) => {
    const body = { ...registration, email, ...sent };
    const { status } = await postTo(siteOn(asked), "register-conference")(body, { "idempotency-key": key });
    if (status !== 200) throw new Error(`The form was answered ${status}.`);
  })
  .extend("figures", ({ admin, siteOn }) => async (asked: Asked = {}): Promise<Figures[]> => {
    const said = { authorization: `Bearer ${admin.token}` };
    const { answer } = await callFunction(siteOn(asked), "list-conferences", said, {});
    return answer.conferences as Figures[];
  })
  .extend("lines", ({ admin, db }) => async (args = ""): Promise<Record<string, unknown>[]> => {
    const claims = { sub: admin.userId, role: "authenticated", session_id: admin.sessionId, aal: "aal1" };
    const { rows } = await db.asCaller({ role: "authenticated", claims }, { isReadOnly: true }, (tx) =>
      tx.query(`select *, registered_at::text as place from public.list_conference(${args})`),
    );
    return rows;
  })
  .extend("sheet", ({ admin, context }) => async (held_on: unknown) => {
    const said = { authorization: `Bearer ${admin.token}` };
    return callFunction(context, "attendance-sheet", said, { held_on });
  })
  .extend("leadOf", ({ db }) => async (email: string) => {
    const { rows } = await db.inspect<{ id: string }>("select id from public.leads where email = $1", [email]);
    return rows[0]!.id;
  });

const announced = `held_on_param => '${announcedDay}'`;

test.for(["list-conferences", "attendance-sheet", "export-conference"])(
  "%s is for administrators with a live session",
  async (name, { context, db, register }) => {
    await register("claire@cabinet.example");
    for (const { who, status, headers } of await listStrangers(context, db)) {
      const answer = await callFunction(context, name, headers, { held_on: announcedDay, query: "" });
      expect([who, answer.status]).toEqual([who, status]);
    }
    expect((await db.inspect("select 1 from private.audit_log")).rows).toEqual([]);
  },
);

describe("The conferences", () => {
  test("begin with the announced one, also without registrations", async ({ figures }) => {
    expect(await figures()).toEqual([
      {
        heldOn: announcedDay,
        registered: 0,
        waiting: 0,
        paid: 0,
        phase: "open",
        registrationUntil: "2025-12-01",
        seats: null,
      },
    ]);
    expect(await figures({ day: announcedDay, seats: 40 })).toMatchObject([{ phase: "closed", seats: 40 }]);
    expect(await figures({ day: "2025-12-03" })).toMatchObject([{ phase: "past" }]);
  });

  test("count who comes, who of them paid, and apart who waits for the next one", async ({
    db,
    figures,
    leadOf,
    register,
  }) => {
    await register("a@cabinet.example");
    await register("b@cabinet.example");
    await register("c@cabinet.example", { day: "2025-12-03" });
    await register("d@cabinet.example", { sent: { kind: "waitlist" } });
    await db.inspect("update public.leads set payment_status = true where id = any ($1)", [
      [await leadOf("b@cabinet.example"), await leadOf("c@cabinet.example")],
    ]);
    expect(await figures()).toMatchObject([{ registered: 2, waiting: 2, paid: 1 }]);
  });

  test("are told apart by their day, and a form sent again later is of the first", async ({
    figures,
    lines,
    register,
  }) => {
    const key = newKey();
    await register("a@cabinet.example", { key });
    await register("b@cabinet.example", { day: "2026-09-01", heldOn: "2026-12-08" });
    await register("a@cabinet.example", { key, day: "2026-09-01", heldOn: "2026-12-08" });
    expect(await figures({ day: "2026-09-01", heldOn: "2026-12-08" })).toMatchObject([
      { heldOn: "2026-12-08", registered: 1, phase: "open" },
      { heldOn: announcedDay, registered: 1, phase: null, seats: null },
    ]);
    expect(await lines(announced)).toMatchObject([{ email: "a@cabinet.example" }]);
    expect(await lines("held_on_param => '2026-12-08'")).toMatchObject([{ email: "b@cabinet.example" }]);
  });

  test("end with those without a noted day", async ({ db, figures, lines, register, sheet }) => {
    await register("a@cabinet.example");
    await db.inspect("update private.submissions set conference_on = null");
    expect(await figures()).toMatchObject([
      { heldOn: announcedDay, registered: 0 },
      { heldOn: null, registered: 1, phase: null },
    ]);
    expect(await lines()).toMatchObject([{ email: "a@cabinet.example" }]);
    expect((await sheet(null)).answer).toMatchObject({ people: [{ company_name: "Cabinet Orsay" }] });
  });

  test("have one person once: a place asked for from another device counts before it is adopted", async ({
    figures,
    lines,
    register,
  }) => {
    await register("a@cabinet.example", { sent: { kind: "waitlist" } });
    expect(await lines(announced)).toMatchObject([{ is_waiting: true }]);
    await register("A@Cabinet.example");
    expect(await lines(announced)).toMatchObject([{ is_waiting: false }]);
    expect(await figures()).toMatchObject([{ registered: 1, waiting: 0 }]);
  });

  test("know who was typed in by the team, until the day is over", async ({ admin, lines, siteOn }) => {
    const said = { authorization: `Bearer ${admin.token}` };
    const typed = (email: string) => ({ funnel_origin: "conferences", email, first_name: "Ève", last_name: "Roy" });
    expect((await callFunction(siteOn(), "create-lead", said, typed("eve@roy.example"))).status).toBe(200);
    const late = siteOn({ day: "2025-12-03" });
    expect((await callFunction(late, "create-lead", said, typed("trop@tard.example"))).status).toBe(200);
    expect(await lines(announced)).toMatchObject([{ email: "eve@roy.example", is_waiting: false }]);
    expect(await lines()).toMatchObject([{ email: "trop@tard.example" }]);
  });
});

describe("The list of a conference", () => {
  test("goes on from page to page without losing or repeating anybody, those of one instant included", async ({
    db,
    lines,
  }) => {
    await db.inspect(
      `with profiles as (
         insert into public.user_profiles (email)
           select 'p' || number || '@exemple.example' from generate_series(1, 120) as number
         returning id, email
       ), leads as (
         insert into public.leads (user_profile_id, funnel_origin, email)
           select id, 'conferences', email from profiles returning id, email
       )
       insert into private.submissions (form, email, lead_id, conference_on, created_at)
         select 'conferences', email, id, '${announcedDay}', '2025-10-15T10:00:00.123456Z' from leads`,
    );
    const seen: unknown[] = [];
    let page = await lines(announced);
    while (page.length > 0) {
      seen.push(...page.map(({ lead_id }) => lead_id));
      const { place, lead_id } = page.at(-1)!;
      page = await lines(
        `${announced}, before_at_param => '${String(place)}', before_id_param => '${String(lead_id)}'`,
      );
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test("is narrowed to those who come or who wait, and by words of which every character is literal", async ({
    lines,
    register,
  }) => {
    await register("anne@cabinet.example", { sent: { lastName: "Élan", companyName: "100 % Droit" } });
    await register("paul@cabinet.example", { sent: { kind: "waitlist" } });
    const emails = async (args: string) => (await lines(`${announced}, ${args}`)).map(({ email }) => email);
    expect(await emails("waiting_param => false")).toEqual(["anne@cabinet.example"]);
    expect(await emails("waiting_param => true")).toEqual(["paul@cabinet.example"]);
    expect(await emails("search_param => 'elan'")).toEqual(["anne@cabinet.example"]);
    expect(await emails("search_param => '100 %'")).toEqual(["anne@cabinet.example"]);
    expect(await emails("search_param => '%_%'")).toEqual([]);
  });
});

describe("The attendance sheet", () => {
  test("has who has a place, by name, without who waits, and the journal says who drew it", async ({
    admin,
    db,
    register,
    sheet,
  }) => {
    await register("z@cabinet.example", { sent: { lastName: "Zola" } });
    await register("e@cabinet.example", { sent: { lastName: "Élan", commentaire: "" } });
    await register("f@cabinet.example", { sent: { lastName: "faure" } });
    await register("w@cabinet.example", { sent: { lastName: "Attente", kind: "waitlist" } });
    const { status, answer } = await sheet(announcedDay);
    expect(status).toBe(200);
    expect((answer.people as { last_name: string }[]).map(({ last_name }) => last_name)).toEqual([
      "Élan",
      "faure",
      "Zola",
    ]);
    expect(Object.keys((answer.people as object[])[0]!).sort()).toEqual([
      "company_name",
      "first_name",
      "last_name",
      "lead_id",
    ]);
    expect(
      (await db.inspect("select actor, action, detail from private.audit_log where action like 'conference.%'")).rows,
    ).toEqual([{ actor: admin.userId, action: "conference.sheet_read", detail: { held_on: announcedDay, count: 3 } }]);
  });

  test.for(["hier", "2025-13-45", 7, undefined, "2025-12-02'; drop table x"])(
    "of the day %j is refused",
    async (day, { sheet }) => {
      expect((await sheet(day)).status).toBe(400);
    },
  );
});

describe("The file of a conference", () => {
  const download = async (context: ServerContext, token: string, query: string) => {
    const response = await mountFunctions(context).request("/functions/v1/export-conference", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return { name: response.headers.get("content-disposition"), text: await response.text() };
  };

  test("says of each whether they come or wait, and no cell is a formula", async ({ admin, db, register, siteOn }) => {
    await register("a@cabinet.example", { sent: { companyName: "=1+1", commentaire: "Deux\nlignes ; « oui »" } });
    await register("b@cabinet.example", { sent: { kind: "waitlist" } });
    const { name, text } = await download(siteOn(), admin.token, "recherche=cabinet");
    expect(name).toMatch(/^attachment; filename="conference-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, waiting, ...others] = text.split("\r\n");
    expect(head).toContain('"Nom";"Prénom";"Cabinet"');
    expect(waiting).toContain('"b@cabinet.example";"";"Liste d’attente";"Non payé"');
    expect(others.join("\r\n")).toContain(`"'=1+1";"a@cabinet.example";"";"Inscrit";"Non payé"`);
    expect(
      (await db.inspect("select detail from private.audit_log where action = 'conference.exported'")).rows,
    ).toEqual([{ detail: { filters: { held_on: announcedDay, search: "…" } } }]);
  });

  test.for<[string, number]>([
    ["etat=attente", 1],
    ["etat=inscrit", 2],
    ["edition=2024-01-01", 0],
    ["edition=sans-date", 0],
    ["edition=%27%3B--&etat=constructor", 3],
  ])("under the address « %s » has %i lines", async ([query, count], { admin, register, siteOn }) => {
    await register("a@cabinet.example");
    await register("b@cabinet.example");
    await register("c@cabinet.example", { sent: { kind: "waitlist" } });
    const { text } = await download(siteOn(), admin.token, query);
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + count);
  });
});

describe("A place and one on the waiting list, made one contact", () => {
  test.for([
    ["a place keeps it when the waiting one joins it", "place", "waiting"],
    ["the waiting one gets the place that joins it", "waiting", "place"],
  ] as const)("%s", async ([, kept, gone], { admin, context, db, leadOf, lines, register }) => {
    await register("place@cabinet.example", { sent: { commentaire: "" } });
    await register("waiting@cabinet.example", { sent: { kind: "waitlist" } });
    const asCaller = {
      role: "authenticated" as const,
      claims: { sub: admin.userId, session_id: admin.sessionId, aal: "aal1" },
    };
    const keptId = await leadOf(`${kept}@cabinet.example`);
    const { rows: alike } = await db.asCaller(asCaller, { isReadOnly: true }, (tx) =>
      tx.query("select email, is_waiting_list from public.lead_duplicates($1)", [keptId]),
    );
    expect(alike).toEqual([{ email: `${gone}@cabinet.example`, is_waiting_list: gone === "waiting" }]);

    const body = { keep: keptId, merge: [await leadOf(`${gone}@cabinet.example`)] };
    const said = { authorization: `Bearer ${admin.token}` };
    const merged = await callFunction(context, "merge-contacts", said, body);
    expect(merged.status).toBe(200);

    const kinds = async () =>
      (await db.inspect("select email, extra_answers ->> 'kind' as kind from public.leads order by email")).rows;
    expect(await kinds()).toEqual([{ email: `${kept}@cabinet.example`, kind: null }]);
    expect(await lines(announced)).toMatchObject([{ is_waiting: false }]);

    expect((await callFunction(context, "merge-contacts", said, { undo: merged.answer.merge_id })).status).toBe(200);
    expect(await kinds()).toEqual([
      { email: "place@cabinet.example", kind: null },
      { email: "waiting@cabinet.example", kind: "waitlist" },
    ]);
  });
});
