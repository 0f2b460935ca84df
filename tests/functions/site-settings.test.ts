import { describe, expect } from "vitest";

import type { DayCompared } from "#domain/site/page-renderer.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import type { ServerContext } from "#server/context/context.ts";
import { addDays, dayOfSite } from "#kit/civil-date.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import { isTermsVersion } from "#subjects/legal/words/legal-versions.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { checkRunning } from "#server/doctor/check-running.ts";
import { importDocument } from "#server/site-versions/import-document.ts";
import { writeVersion } from "#server/site-versions/stored-versions.ts";
import { SettingsError } from "#server/settings/settings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("save-site-draft");

/** Pages that draw nothing, and say of a site what the test wants. */
async function follow(context: ServerContext, said: DayCompared[] = [], undrawn: string[] = []) {
  const drawn = { redraw: () => void (drawn.times += 1), undrawn: () => undrawn, compare: async () => said, times: 0 };
  await context.liveSite.follow(drawn);
  return drawn;
}

type Site = { context: ServerContext; db: TestDatabase; admin: { token: string } };

function callsOf({ context, admin }: Site) {
  const bearer = { authorization: `Bearer ${admin.token}` };
  return async (name: string, body?: object) => {
    const { status, answer } = await callFunction(context, name, bearer, body, body ? "POST" : "GET");
    return { status, answer: answer as Record<string, any> };
  };
}

/** What the doctor says of the versions, in French. */
async function findShown(context: ServerContext) {
  const found = await checkRunning(context);
  const isOfVersions = ({ id }: Finding) => ["other-file", "refused-version", "undrawn-page"].includes(id);
  return found.filter(isOfVersions).map(({ id, french }) => [id, french]);
}

const promotion = { from: "2026-12-01", to: "2026-12-31" };

describe("The draft of the site", () => {
  test("is for managers alone", async ({ context, db }) => {
    for (const { who, status, headers } of await listStrangers(context, db)) {
      for (const name of ["save-site-draft", "check-site-draft", "publish-site", "return-to-site-version"]) {
        const body = name === "save-site-draft" ? { seen_at: null, set: {} } : { reason: "a", version: 1 };
        const answer = await callFunction(context, name, headers, body);
        expect([who, name, answer.status]).toEqual([who, name, status]);
      }
      expect((await callFunction(context, "site-settings", headers, undefined, "GET")).status).toBe(status);
    }
    const { rows } = await db.asServer((tx) => tx.query("select 1 from private.site_draft"));
    expect(rows).toEqual([]);
  });

  test("begins as what is published, and is published whole, undone, and remembered", async ({
    context,
    db,
    admin,
  }) => {
    const call = callsOf({ context, db, admin });
    const drawn = await follow(context);
    const before = structuredClone(context.settings.document);
    expect((await call("site-settings")).answer).toMatchObject({
      published: { version: 1, document: before },
      draft: null,
      is_file_other: false,
      versions: [{ version: 1, source: "file", author: null }],
    });
    const saved = await call("save-site-draft", { seen_at: null, set: { "offers.promotion": promotion } });
    expect(saved.status).toBe(200);
    const again = await call("save-site-draft", {
      seen_at: saved.answer.seen_at,
      set: { "contact.phone": "01 99 00 11 22", "claims.madeInFrance": null, "offers.conferences": null },
    });
    expect(context.settings.site.contact.phone).toBe(before.contact.phone);
    expect((await call("check-site-draft", {})).answer).toEqual({ disagreements: [] });

    const published = await call("publish-site", { reason: "Promotion de décembre", seen_at: again.answer.seen_at });
    expect(published).toEqual({ status: 200, answer: { version: 2 } });
    expect(context.settings.site.offers).toMatchObject({ promotion });
    expect(context.settings.site.offers.conferences).toBeUndefined();
    expect(context.settings.site.contact.phone).toBe("01 99 00 11 22");
    expect(drawn.times).toBe(1);

    expect((await call("publish-site", { reason: "Rien" })).answer.code).toBe("no_draft");
    const undone = await call("return-to-site-version", { version: 1, reason: "Trop tôt" });
    expect(undone).toEqual({ status: 200, answer: { version: 3 } });
    expect(context.settings.document).toEqual(before);
    const { versions } = (await call("site-settings")).answer;
    expect(versions).toMatchObject([
      { version: 3, source: "return", from_version: 1, reason: "Trop tôt" },
      { version: 2, source: "desk", reason: "Promotion de décembre" },
      { version: 1, source: "file" },
    ]);
    const { rows } = await db.asServer((tx) =>
      tx.query<{ action: string }>("select action from private.audit_log where action like 'site.%' order by id"),
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "site.draft_saved",
      "site.draft_saved",
      "site.published",
      "site.publication_refused",
      "site.returned",
    ]);
    await context.liveSite.stop();
  });

  test("on another state than the one that was seen is a conflict with both values", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    const set = (phone: string) => ({ seen_at: null, set: { "contact.phone": phone } });
    const both = await Promise.all(
      ["01 99 00 00 01", "01 99 00 00 02"].map((each) => call("save-site-draft", set(each))),
    );
    const [won, lost] = both[0]?.status === 200 ? both : both.toReversed();
    expect([won?.status, lost?.status, lost?.answer.code]).toEqual([200, 409, "draft_changed"]);
    expect(lost?.answer.stored["contact.phone"]).not.toBe(lost?.answer.asked["contact.phone"]);
    expect((await call("save-site-draft", { seen_at: null, set: {}, discard: true })).status).toBe(409);
    expect((await call("save-site-draft", { seen_at: won?.answer.seen_at, set: {}, discard: true })).status).toBe(200);
    expect((await call("site-settings")).answer.draft).toBeNull();
    await context.liveSite.stop();
  });

  test("refuses by its place what cannot stand, and keeps nothing", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    const hostile: [string, unknown][] = [
      ["contact.bookingUrl", "http://rendez-vous.fr"],
      ["contact.bookingUrl", "javascript:alert(1)"],
      ["contact.phone", "<img src=x onerror=alert(1)>"],
      ["contact.phone", null],
      ["contact.phone.length", 3],
      ["contact", []],
      ["claims.testimonials", Array.from({ length: 60 }, () => ({}))],
      ["paymentLinks", [{ sells: "closing", url: "ftp://a.fr" }]],
      ["offers.promotion.from", "demain"],
      ["__proto__.polluted", true],
      ["constructor.prototype.polluted", true],
      ["nulle.part", 1],
      ["legal.siren", "\u0000"],
    ];
    for (const [path, value] of hostile) {
      const { status, answer } = await call("save-site-draft", { seen_at: null, set: { [path]: value } });
      expect([path, status, answer.code]).toEqual([path, 400, "draft_malformed"]);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await call("site-settings")).answer.draft).toBeNull();
  });

  test("refuses what is no request, and a million characters", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    for (const body of [
      {},
      { seen_at: "hier", set: {} },
      { seen_at: null, set: [] },
      { seen_at: null, set: { "": 1 } },
    ])
      expect((await call("save-site-draft", body)).status).toBe(400);
    const long = { seen_at: null, set: { "contact.phone": "a".repeat(1_000_000) } };
    expect((await call("save-site-draft", long)).status).toBe(413);
  });
});

describe("A publication", () => {
  const saveBoth = async (call: ReturnType<typeof callsOf>, set: object) =>
    (await call("save-site-draft", { seen_at: null, set })).answer.seen_at;

  test("is refused where surfaces disagree, which is said in French", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    const disagreement = { surface: "form", offer: "closing", volume: 1000, rule: "a", expected: "1 €", found: "2 €" };
    await follow(context, [{ day: "2026-12-01" as never, disagreements: [disagreement], undrawn: ["/closing"] }]);
    await saveBoth(call, { "contact.phone": "01 99 00 11 22" });
    const { disagreements } = (await call("check-site-draft", {})).answer;
    expect(disagreements).toEqual([
      { sentence: expect.stringContaining("/closing") },
      { sentence: expect.stringMatching(/^Le 1er\sdécembre\s2026, le formulaire dit 2 € au lieu de 1 €/) },
    ]);
    const refused = await call("publish-site", { reason: "Essai" });
    expect([refused.status, refused.answer.code]).toEqual([409, "draft_disagrees"]);
    expect((await call("site-settings")).answer.published.version).toBe(1);
    await context.liveSite.stop();
  });

  test("is refused where a window ends before it begins", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    await saveBoth(call, { "offers.promotion": { from: "2026-12-31", to: "2026-12-01" } });
    expect((await call("check-site-draft", {})).answer.disagreements).toHaveLength(1);
    expect((await call("publish-site", { reason: "Essai" })).answer.code).toBe("draft_disagrees");
    await context.liveSite.stop();
  });

  test("at an instant begins then, once, and can be withdrawn until then", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    await saveBoth(call, { "contact.phone": "01 99 00 11 22" });
    expect((await call("publish-site", { reason: "a", at: "2020-01-01T00:00:00Z" })).answer.code).toBe("past_instant");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const { version } = (await call("publish-site", { reason: "Demain", at: tomorrow })).answer;
    const seenAt = await saveBoth(call, { "contact.phone": "01 99 00 11 33" });
    expect((await call("publish-site", { reason: "Aussi" })).answer.code).toBe("version_waits");
    expect((await call("return-to-site-version", { version, reason: "a" })).answer.code).toBe("unknown_version");
    await call("save-site-draft", { seen_at: seenAt, set: {}, discard: true });
    expect((await call("withdraw-site-version", { version })).status).toBe(200);
    expect((await call("withdraw-site-version", { version })).status).toBe(404);
    expect((await call("site-settings")).answer.draft.document.contact.phone).toBe("01 99 00 11 22");

    const soon = new Date(Date.now() + 2500).toISOString();
    expect((await call("publish-site", { reason: "Bientôt", at: soon })).status).toBe(200);
    expect(context.settings.site.contact.phone).not.toBe("01 99 00 11 22");
    await expect.poll(() => context.settings.site.contact.phone, { timeout: 10_000 }).toBe("01 99 00 11 22");
    expect(Date.now() - Date.parse(soon)).toBeLessThan(2000);
    await context.liveSite.stop();
  });

  test("of payment links is told to every manager with both hosts, and asks for a proof anew", async ({
    context,
    db,
    admin,
  }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    const url = "https://caisse-nouvelle.fr/closing";
    await saveBoth(call, { paymentLinks: [{ sells: "closing", url }], "legal.registry": "RCS Nantes" });
    await db.inspect("update auth.sessions set created_at = now() - interval '1 hour', proved_at = null");
    expect((await call("publish-site", { reason: "Caisse" })).answer.code).toBe("reauthentication_needed");
    await db.inspect("update auth.sessions set created_at = now()");
    expect((await call("publish-site", { reason: "Caisse" })).status).toBe(200);
    const { rows: mails } = await db.inspect<{ body: { data: { changes: string[] } } }>(
      "select body from private.deliveries where event = 'mail.site-changed'",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body.data.changes.join()).toContain("– → caisse-nouvelle.fr");
    await context.liveSite.stop();
  });
});

describe("A new price", () => {
  test("that began stays where it is taken away, and ends on that day", async ({ context, db, admin }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    const today = dayOfSite(context.settings, context.now());
    const begun = { from: addDays(today, -3), of: "secretariat", volume: 50, price: 617_00 };
    const { document } = context.settings;
    const dearer = { ...document, offers: { ...document.offers, prices: [begun as PriceChange] } };
    await db.asServer((tx) => writeVersion(tx, { document: dearer, source: "import" }));
    await context.liveSite.refresh();
    expect(pricesOn(context.settings.site.offers, today).secretariat[50]).toBe(617_00);

    expect((await call("return-to-site-version", { version: 1, reason: "Ancien prix" })).status).toBe(200);
    const { offers } = context.settings.site;
    expect(offers.prices).toEqual([begun, { ...begun, from: today, price: 597_00 }]);
    expect(pricesOn(offers, addDays(today, -1)).secretariat[50]).toBe(617_00);
    expect(isTermsVersion(begun.from, offers)).toBe(true);
    await context.liveSite.stop();
  });

  test("of what is not sold, or with a link that asks what nothing costs, is refused in French", async ({
    context,
    db,
    admin,
  }) => {
    const call = callsOf({ context, db, admin });
    await follow(context);
    const from = addDays(dayOfSite(context.settings, context.now()), 30);
    const link = { sells: "suiviclient", volume: 50, url: "https://pay.example/suivi" };
    const disagreementsOf = async (price: object, asks: number) => {
      const { answer } = await call("site-settings");
      const set = { "offers.prices": [{ from, ...price }], paymentLinks: [{ ...link, asks }] };
      const saved = await call("save-site-draft", { seen_at: answer.draft?.seen_at ?? null, set });
      if (saved.status !== 200) return saved.answer.field;
      return (await call("check-site-draft", {})).answer.disagreements.map((each: { path?: string }) => each.path);
    };
    const dearer = { of: "suiviclient", volume: 50, price: 360_00 };
    expect(await disagreementsOf(dearer, 420_00)).toEqual([]);
    expect(await disagreementsOf(dearer, 432_00)).toEqual([]);
    expect(await disagreementsOf(dearer, 431_00)).toEqual(["paymentLinks"]);
    expect(await disagreementsOf({ ...dearer, volume: 51 }, 420_00)).toEqual(["offers.prices"]);
    expect(await disagreementsOf({ ...dearer, price: 0 }, 420_00)).toBe("offers.prices.0.price");
    expect(await disagreementsOf({ of: "marketing", volume: 50, price: 35 }, 420_00)).toBe("offers.prices.0.volume");
    expect(await disagreementsOf({ of: "suiviclient", price: 35 }, 420_00)).toBe("offers.prices.0.volume");
    expect(await disagreementsOf({ of: "gratis", price: 35 }, 420_00)).toBe("offers.prices.0.of");
    await context.liveSite.stop();
  });
});

test("What cannot be shown leaves the version before it, and is said", async ({ context, db, admin }) => {
  const call = callsOf({ context, db, admin });
  await follow(context);
  await db.inspect(
    "insert into private.site_versions (version, document, source, effective_at) values (2, '{}', 'import', now())",
  );
  await context.liveSite.refresh();
  expect(context.liveSite.version()).toBe(1);
  expect((await call("site-settings")).answer).toMatchObject({ refused_versions: [2], published: { version: 1 } });
  expect(await findShown(context)).toEqual([["refused-version", expect.stringMatching(/^La version 2 du site/)]]);
  await expect(db.inspect("delete from private.site_versions")).rejects.toThrow("kept as they are");
  await context.liveSite.stop();
});

test("A file that says what is published already publishes nothing, and none passes one that waits", async ({
  context,
  db,
}) => {
  await follow(context);
  const { document } = context.settings;
  const today = dayOfSite(context.settings, context.now());
  let said: { sentence: string }[] = [];
  const tried = (from: SiteDocument, isTried = false) =>
    importDocument(context, from, { isTried, today, compare: async () => said });
  expect(await tried(structuredClone(document))).toEqual({ isSame: true });
  await db.inspect(
    `insert into private.site_versions (version, document, source, effective_at)
     select 2, document, 'import', now() + interval '1 day' from private.site_versions`,
  );
  const other: SiteDocument = { ...document, paymentProvider: "la caisse" };
  expect(await tried(other, true)).toEqual({ isSame: false });
  await expect(tried(other)).rejects.toThrow("withdraw it in the desk first");
  said = [{ sentence: "La page dit 597 €." }];
  await expect(tried(other, true)).rejects.toThrow("La page dit 597 €.");
  expect(await tried(structuredClone(document))).toEqual({ isSame: true });
  const { rows } = await db.inspect("select version::int from private.site_versions order by version");
  expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
  await context.liveSite.stop();
});

test("A page that cannot be drawn is said by the doctor too", async ({ context }) => {
  await follow(context, [], ["/closing"]);
  expect(await findShown(context)).toEqual([["undrawn-page", expect.stringMatching(/^La page \/closing n’a pas pu/)]]);
  await context.liveSite.stop();
});

const write = (db: TestDatabase, document: SiteDocument) =>
  db.asServer((tx) =>
    tx.query("select private.write_site_version($1, 'import', null, '', null, null)", [JSON.stringify(document)]),
  );

test("Where a start would refuse what was published last, it shows what was before, and then what mends it", async ({
  context: { settings, liveSite, ...context },
  db,
}) => {
  const { readWith } = settings;
  settings.readWith = async (document) => {
    if (document.paymentProvider === "") throw new SettingsError(["paymentProvider is empty."]);
    return readWith(document);
  };
  for (const paymentProvider of ["la caisse", "", ""]) await write(db, { ...settings.document, paymentProvider });
  await follow({ ...context, settings, liveSite });
  expect([liveSite.version(), settings.site.paymentProvider]).toEqual([1, "la caisse"]);
  expect([...liveSite.refused()]).toEqual([
    [3, ["paymentProvider is empty."]],
    [2, ["paymentProvider is empty."]],
  ]);

  await write(db, { ...settings.document, paymentProvider: "le guichet" });
  await liveSite.refresh();
  expect([liveSite.version(), settings.site.paymentProvider]).toEqual([4, "le guichet"]);
  expect(liveSite.refused().size).toBe(0);
  await liveSite.stop();
});

test("A database that has versions stands above the file, which is told to differ", async ({ context, db, admin }) => {
  await write(db, { ...context.settings.document, paymentProvider: "la caisse" });
  await follow(context);
  expect(await findShown(context)).toEqual([["other-file", expect.stringContaining("l’emporte")]]);
  expect(context.settings.site.paymentProvider).toBe("la caisse");
  expect((await callsOf({ context, db, admin })("site-settings")).answer.is_file_other).toBe(true);
  await context.liveSite.stop();
});
