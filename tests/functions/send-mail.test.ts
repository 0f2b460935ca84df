import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { composeMail } from "#server/mail/compose-mail.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";
import { startingTemplates } from "#subjects/mails/words/starting-templates.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { addContact, mountFunctions, signIn } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const refusal = (status: number, code: keyof typeof mailProblems) => ({
  status,
  body: expect.objectContaining({ error: mailProblems[code], code }),
});
const mail = { subject: "Votre demande", text: "Bonjour {prénom},\n\nÀ bientôt.\n{signature}" };

/** The order of a lead, as its answers say it. */
const adopt = (db: TestDatabase, lead: string) =>
  db.inspect(
    "update private.submissions set is_adopted = true, answers = '{\"calls_per_month\": 50}' where lead_id = $1",
    [lead],
  );

const test = testOf("send-mail", { email: "ines@ariane.example" })
  .extend("lead", async ({ db }) => (await addContact(db, { email: "claire@exemple.fr" })).leadIds[0]!)
  .extend("postTo", ({ admin, context }) => async (name: string, body: unknown) => {
    const { status, answer } = await callFunction(context, name, { authorization: `Bearer ${admin.token}` }, body);
    return { status, body: answer };
  })
  .extend("deliveries", ({ db }) => async () => {
    const { rows } = await db.inspect<{ id: string; body: { to: string; data: Record<string, string> } }>(
      "select id, body from private.deliveries where event = 'mail.team-mail' order by created_at",
    );
    return rows;
  })
  .extend("history", ({ admin, db, lead }) => async (kind = "message") => {
    const { rows } = await db.asCaller(
      { role: "authenticated", claims: { sub: admin.userId, session_id: admin.sessionId, role: "authenticated" } },
      {},
      (tx) =>
        tx.query<{ author: string; detail: Record<string, unknown> }>(
          "select author, detail from lead_history($1) where kind = $2",
          [lead, kind],
        ),
    );
    return rows;
  })
  .extend("composed", ({ context, deliveries }) => async () => {
    const [delivery] = await deliveries();
    const { site, authSecret } = context.settings;
    const dated = { ...site, today: context.settings.previewDate!, prices: firstPrices };
    const sender = { brand: "Ariane", from: "a@ariane.example", site: dated, authSecret, drawLetter };
    const message = composeMail(delivery!.id, delivery!.body, sender);
    if (!message.ok) throw new Error(message.problem);
    return message.value;
  });

describe("A mail of the desk", () => {
  test("waits in the outbox with its fields filled in, says who writes, and is answered by its writer", async ({
    admin,
    composed,
    db,
    history,
    lead,
    post,
  }) => {
    await db.inspect("update public.admin_users set name = 'Inès Moreau' where user_id = $1", [admin.userId]);
    await db.inspect("update public.leads set first_name = 'Claire', company_name = '{lien} <b>' where id = $1", [
      lead,
    ]);
    const { status, body } = await post({ ...mail, lead_id: lead, subject: "Pour {entreprise}" });
    expect(status).toBe(200);
    const { to, subject, text, html, headers } = await composed();
    expect([to, subject]).toEqual(["claire@exemple.fr", "Pour lien <b>"]);
    expect(text).toMatch(/^Bonjour Claire,\n\nÀ bientôt\.\nInès Moreau\nAriane\n\n/);
    expect(text).toContain("Inès Moreau (ines@ariane.example) vous écrit au nom d’Ariane");
    expect(html).not.toContain("<b>");
    expect(headers).toEqual({
      "Reply-To": admin.email,
      "List-Unsubscribe": expect.stringContaining("/functions/v1/stop-mails?token="),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(await history()).toEqual([
      {
        author: admin.email,
        detail: expect.objectContaining({ note_id: body.message_id, to, subject, status: "waiting", attempts: 0 }),
      },
    ]);
    expect((await history("mail")).map(({ detail }) => detail.event)).toEqual(["mail.lead-received"]);
  });

  test("names the file that an address comes from, as long as nothing came from the person", async ({
    admin,
    composed,
    db,
    deliveries,
    lead,
    post,
  }) => {
    const file = randomUUID();
    await db.inspect(
      `insert into private.lead_imports (id, author, source, file_name, file_hash, funnel_origin, last_line)
       values ($1, $2, 'Salon des TPE', 'salon.csv', repeat('0', 64), 'secretariat', 2)`,
      [file, admin.userId],
    );
    await db.inspect("update private.submissions set import_id = $1 where lead_id = $2", [file, lead]);
    await post({ ...mail, lead_id: lead });
    expect((await composed()).text).toContain("Vos coordonnées nous viennent d’un fichier\u00a0: Salon des TPE.");
    await db.inspect(
      "insert into private.submissions (form, lead_id, email) values ('secretariat', $1, 'claire@exemple.fr')",
      [lead],
    );
    await post({ ...mail, lead_id: lead });
    expect((await deliveries()).map(({ body }) => "source" in body.data)).toEqual([true, false]);
  });

  test("is said to have left only once a mail server took it, also when the line of the outbox is gone", async ({
    db,
    history,
    lead,
    post,
  }) => {
    await post({ ...mail, lead_id: lead });
    const states = async () => (await history()).map(({ detail }) => [detail.status, detail.last_status ?? null]);
    await db.inspect("update private.deliveries set status = 'dead', last_status = 550, attempts = 9");
    expect(await states()).toEqual([["dead", 550]]);
    await db.inspect("update private.deliveries set status = 'waiting'");
    expect(await states()).toEqual([["waiting", 550]]);
    await db.inspect("update private.deliveries set status = 'delivered', delivered_at = now()");
    await db.inspect("delete from private.deliveries");
    expect(await states()).toEqual([["delivered", null]]);
    expect((await history())[0]?.detail.sent_at).toEqual(expect.any(String));
  });

  test("is written once under its id, however often it is sent, and never over another one", async ({
    deliveries,
    lead,
    post,
  }) => {
    const sent = { ...mail, lead_id: lead, message_id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(sent)));
    expect(answers.map(({ status, body }) => [status, body.message_id])).toEqual(Array(4).fill([200, sent.message_id]));
    expect(await post({ ...sent, text: "Autre chose" })).toEqual(refusal(409, "key_reused"));
    expect(await deliveries()).toHaveLength(1);
  });

  test("is taken back while it waits, and not once it is on its way", async ({
    deliveries,
    history,
    lead,
    post,
    postTo,
    db,
  }) => {
    const [first, second] = [await post({ ...mail, lead_id: lead }), await post({ ...mail, lead_id: lead })];
    const withdraw = (answer: typeof first) => postTo("add-note", { lead_id: lead, withdraw: answer.body.message_id });
    expect((await withdraw(first)).status).toBe(200);
    await db.inspect("update private.deliveries set leased_until = now() + interval '1 minute'");
    expect(await withdraw(second)).toEqual(refusal(409, "already_left"));
    expect([await deliveries(), await history()].map((rows) => rows.length)).toEqual([1, 1]);
  });

  test("is refused with what is wrong in it", async ({ deliveries, lead, post }) => {
    const cases = [
      [{ subject: "a\r\nBcc: b@exemple.fr" }, 400, "subject_malformed"],
      [{ subject: "x".repeat(201) }, 400, "subject_malformed"],
      [{ text: "Bonjour {nom}" }, 400, "unknown_field"],
      [{ text: "Pour {entreprise}" }, 400, "empty_field"],
      [{ subject: "{lien}" }, 400, "empty_field"],
      [{ text: `${"x".repeat(9990)}{offre}` }, 400, "text_too_long"],
      [{ text: "x".repeat(10_001) }, 400, "unreadable"],
      [{ text: " \n" }, 400, "unreadable"],
      [{ lead_id: randomUUID() }, 404, "unknown_lead"],
    ] as const;
    for (const [wrong, status, code] of cases) {
      expect(await post({ ...mail, lead_id: lead, ...wrong })).toEqual(refusal(status, code));
    }
    expect(await deliveries()).toEqual([]);
  });

  test("needs an address", async ({ db, lead, post }) => {
    await db.inspect("update public.leads set email = null");
    await db.inspect("update public.user_profiles set email = null");
    expect(await post({ ...mail, lead_id: lead })).toEqual(refusal(409, "no_address"));
  });

  test("is one of a hundred in a day, of one person", async ({ admin, db, lead, post }) => {
    await db.inspect(
      `insert into private.lead_notes (lead_id, author, text, subject, recipient, delivery, written_at)
       select $1, $2, 'a', 'a', 'a@b.fr', 'waiting', now() - n * interval '15 minutes'
       from generate_series(0, 96) as n`,
      [lead, admin.userId],
    );
    for (let left = 4; left > 0; left -= 1) expect((await post({ ...mail, lead_id: lead })).status).toBe(200);
    expect(await post({ ...mail, lead_id: lead })).toEqual(refusal(429, "too_many_mails"));
  });

  test("is for administrators", async ({ context, db, deliveries, lead, post }) => {
    for (const { headers, status } of await listStrangers(context, db)) {
      expect((await post({ ...mail, lead_id: lead }, headers)).status).toBe(status);
    }
    expect(await deliveries()).toEqual([]);
  });
});

describe("What leads to an order or a space", () => {
  const asked = { subject: "Votre commande", text: "Reprenez-la ici : {lien}" };

  test("is made when the mail leaves, where something can be paid online", async ({
    composed,
    db,
    deliveries,
    lead,
    post,
  }) => {
    expect(await post({ ...asked, lead_id: lead })).toEqual(refusal(400, "no_order_link"));
    await adopt(db, lead);
    expect((await post({ ...asked, lead_id: lead })).status).toBe(200);
    expect((await deliveries())[0]?.body.data.text).toContain("{lien}");
    expect((await composed()).text).toMatch(/Reprenez-la ici : http\S+\/inscription-secretariat#reprise=\S+/);
  });

  test("is the space of an account, which shows the message too", async ({ composed, context, db, lead, post }) => {
    const claire = await signIn(context, db, { email: "claire@exemple.fr" });
    await db.inspect("update public.user_profiles set user_id = $1 where email = 'claire@exemple.fr'", [claire.userId]);
    expect((await post({ ...asked, lead_id: lead })).status).toBe(200);
    const { text } = await composed();
    expect(text.match(/\/dashboard$/gm)).toHaveLength(2);
    const space = await callFunction(context, "read-own-orders", { authorization: `Bearer ${claire.token}` }, {});
    expect(space.answer).toMatchObject([{ messages: [{ text: expect.stringContaining("/dashboard") }] }]);
  });

  test("is an invitation to whoever paid without an account", async ({ composed, db, lead, post }) => {
    await db.inspect("update public.leads set payment_status = true where id = $1", [lead]);
    for (let time = 0; time < 2; time += 1) {
      expect((await post({ ...mail, lead_id: lead })).status).toBe(200);
    }
    expect((await composed()).text).toMatch(/Ouvrir mon espace client.:\nhttp\S+#\S+=/);
    expect((await db.inspect("select id from private.first_passwords")).rows).toHaveLength(1);
  });
});

test("Who wants no mail of the team gets none: by the link of a mail, for all that they asked for", async ({
  composed,
  context,
  db,
  deliveries,
  history,
  lead,
  post,
  postTo,
}) => {
  const [other] = (await addContact(db, { email: "c.ravel@exemple.fr", origins: ["marketing"] })).leadIds;
  await db.inspect("update public.leads set email = 'claire@exemple.fr' where id = $1", [other]);
  await post({ ...mail, lead_id: lead });
  const link = (await composed()).headers["List-Unsubscribe"]!.slice(1, -1);
  const visit = (method: string) =>
    mountFunctions(context).request(new URL(link).pathname + new URL(link).search, { method });

  expect(await (await visit("GET")).text()).toContain("<button>Ne plus recevoir d’e-mails de l’équipe</button>");
  expect(await deliveries()).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) expect((await visit("POST")).status).toBe(200);

  expect(await deliveries()).toEqual([]);
  expect((await history()).map(({ detail }) => detail.status)).toEqual(["dead"]);
  expect((await history("consent")).map(({ detail }) => detail.fact)).toEqual(["mails_refused"]);
  for (const id of [lead, other]) {
    expect(await post({ ...mail, lead_id: id })).toEqual(refusal(409, "mails_refused"));
    const prepared = await postTo("prepare-mail", { lead_id: id });
    expect(prepared.body.refusal).toBe(mailProblems.mails_refused);
  }
});

test("Who wants mails again gets them: at their own word, kept with its day, for all they asked for", async ({
  admin,
  context,
  db,
  history,
  lead,
  post,
  postTo,
}) => {
  const [other] = (await addContact(db, { email: "c.ravel@exemple.fr", origins: ["marketing"] })).leadIds;
  await db.inspect("update public.leads set email = 'claire@exemple.fr' where id = $1", [other]);
  await db.inspect("select private.refuse_mails($1, '2026-11-20T10:00:00Z')", [lead]);
  const reason = "Elle l’a demandé au téléphone le 24 novembre";
  const allow = (asked: object) => postTo("allow-mails", { lead_id: lead, reason, ...asked });

  for (const wrong of [" ", "ab", "x".repeat(301), 7, null]) expect((await allow({ reason: wrong })).status).toBe(400);
  expect((await allow({ lead_id: randomUUID() })).status).toBe(404);
  for (const { headers, status } of await listStrangers(context, db)) {
    expect((await callFunction(context, "allow-mails", headers, { lead_id: lead, reason })).status).toBe(status);
  }
  const seller = await signIn(context, db, { isAdministrator: true, role: "seller" });
  const bySeller = await callFunction(
    context,
    "allow-mails",
    { authorization: `Bearer ${seller.token}` },
    { lead_id: lead, reason },
  );
  expect(bySeller.status).toBe(403);
  expect(await post({ ...mail, lead_id: lead })).toEqual(refusal(409, "mails_refused"));
  expect((await postTo("prepare-mail", { lead_id: lead })).body.is_refused).toBe(true);

  const answers = await Promise.all([allow({}), allow({ lead_id: other })]);
  expect(answers.filter(({ body }) => body.changed === true)).toHaveLength(1);
  for (const id of [lead, other]) expect((await post({ ...mail, lead_id: id })).status).toBe(200);
  expect(await history("consent")).toEqual([
    {
      author: admin.email,
      detail: { fact: "mails_allowed", refused_at: expect.stringContaining("2026-11-20T10:00:00"), reason },
    },
  ]);
});

describe("Templates", () => {
  const [starting] = startingTemplates;
  const wording = { name: "Salutation", subject: "Bonjour", text: "Bonjour {prénom}" };

  test("are the site's until the team words them, and every version is kept", async ({ admin, lead, postTo }) => {
    const listed = async () => (await postTo("prepare-mail", { lead_id: lead })).body.templates as { id: string }[];
    expect((await listed()).map(({ id }) => id).toSorted()).toEqual(startingTemplates.map(({ id }) => id).toSorted());

    const save = (changed: object) =>
      postTo("save-mail-template", { ...wording, template_id: starting!.id, seen_version: 0, ...changed });
    expect(await save({})).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await save({})).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await save({ text: "Autre" })).toEqual(refusal(409, "template_changed"));
    expect(await listed()).toContainEqual({ id: starting!.id, ...wording, version: 1, is_offered: true });

    expect((await save({ seen_version: 1, is_offered: false })).status).toBe(200);
    expect(await listed()).toHaveLength(startingTemplates.length - 1);
    const { body } = await postTo("read-mail-template", { template_id: starting!.id });
    expect(body.versions).toMatchObject([
      { version: 2, is_offered: false, author: admin.email },
      { version: 1, is_offered: true, ...wording, written_at: expect.any(String) },
      { version: 0, author: null, name: starting!.name },
    ]);
  });

  test("are not kept without a name, with an unknown field, or over an unread version", async ({ postTo }) => {
    const cases = [
      [{ name: " " }, "template_malformed"],
      [{ name: "x".repeat(81) }, "template_malformed"],
      [{ subject: "a\nb" }, "template_malformed"],
      [{ text: "Bonjour {prenon}" }, "unknown_field"],
      [{ seen_version: 7 }, "template_changed"],
    ] as const;
    for (const [wrong, code] of cases) {
      const asked = { ...wording, template_id: randomUUID(), seen_version: 0, ...wrong };
      expect(await postTo("save-mail-template", asked)).toEqual(refusal(code === "template_changed" ? 409 : 400, code));
    }
  });

  test("of the site leave with every field filled in", async ({ db, deliveries, lead, post }) => {
    await db.inspect("update public.leads set company_name = 'Ravel', calls_per_month = 50 where id = $1", [lead]);
    await adopt(db, lead);
    for (const { subject, text, id } of startingTemplates) {
      expect(await post({ lead_id: lead, template: id, subject, text })).toMatchObject({ status: 200 });
    }
    const written = (await deliveries()).map(({ body }) => `${body.data.subject}\n${body.data.text}`);
    expect(written).toHaveLength(startingTemplates.length);
    for (const text of written) expect(text.replaceAll("{lien}", "")).not.toMatch(/[{}]|undefined/);
  });
});
