import { expect } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { readDraftSite } from "#subjects/site-settings/server/draft-site.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("keep-article");

const content = {
  title: "Répondre en août",
  excerpt: "Quand l’équipe est à moitié là.",
  metaDescription: "Tenir le téléphone en août.",
  publishedOn: "2026-08-03",
  subject: "organisation",
  author: "",
  call: "secretariat",
  cover: "nuit-dimanche",
  text: "Un début avec [l’offre](secretariat).\n\n## Préparer\n\nUne phrase.",
};

type Site = { context: ServerContext; db: TestDatabase; admin: { token: string } };

function callsOf({ context, admin }: Site) {
  return async (name: string, body?: object) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const { status, answer } = await callFunction(context, name, headers, body, body ? "POST" : "GET");
    return { status, answer: answer as Record<string, any> };
  };
}

const drawnBy = { redraw: () => undefined, undrawn: () => [], compare: async () => [] };
const countOf = async (db: TestDatabase) =>
  (await db.inspect<{ n: number }>("select count(*)::int as n from private.site_articles")).rows[0]?.n;

test("Articles are for managers alone to write and read", async ({ context, db }) => {
  for (const { who, status, headers } of await listStrangers(context, db)) {
    for (const [name, body] of [
      ["keep-article", { content }],
      ["list-articles", { ids: [] }],
      ["read-article", { id: "0".repeat(32) }],
    ] as const) {
      expect([who, name, (await callFunction(context, name, headers, body)).status]).toEqual([who, name, status]);
    }
  }
  expect(await countOf(db)).toBe(0);
});

test("What may not stand is said at its field or line, and nothing is kept", async ({ context, db, admin }) => {
  const call = callsOf({ context, db, admin });
  const hostile: [object, string, string][] = [
    [{ title: "" }, "article_malformed", "title"],
    [{ title: "a".repeat(121) }, "article_malformed", "title"],
    [{ title: "<b>Titre</b>" }, "article_malformed", "title"],
    [{ text: "" }, "article_malformed", "text"],
    [{ text: "a".repeat(40_001) }, "article_malformed", "text"],
    [{ text: "Un <script>alert(1)</script>" }, "article_malformed", "text"],
    [{ text: "Un \u0000" }, "article_malformed", "text"],
    [{ text: 12 }, "article_malformed", "text"],
    [{ publishedOn: "demain" }, "article_malformed", "publishedOn"],
    [{ subject: "autre" }, "article_malformed", "subject"],
    [{ cover: "../../etc/passwd" }, "article_malformed", "cover"],
    [{ more: true }, "article_malformed", "more"],
    [{ text: "[a](javascript:alert(1))" }, "article_text", "text"],
    [{ text: "![a](https://exemple.fr/a.png)" }, "article_text", "text"],
    [{ cover: { picture: { id: "f".repeat(32), width: 9, height: 9, alt: "a" } } }, "picture_unknown", "cover.picture"],
  ];
  for (const [change, code, field] of hostile) {
    const { status, answer } = await call("keep-article", { content: { ...content, ...change } });
    expect([JSON.stringify(change).slice(0, 60), status, answer.code, answer.field]).toEqual([
      JSON.stringify(change).slice(0, 60),
      400,
      code,
      field,
    ]);
  }
  const { answer } = await call("keep-article", { content: { ...content, text: "Un\n\n# Titre" } });
  expect(answer.stored.mistakes).toEqual(["Ligne 3\u00a0: le titre «\u00a0Titre\u00a0» commence par ## ou ###."]);
  for (const body of [{}, { content: null }, { content: [] }]) {
    expect((await call("keep-article", body)).status).toBe(400);
  }
  expect(await countOf(db)).toBe(0);
});

test("An article is kept once, previewed with the draft, published with it, renamed and taken back", async ({
  context,
  db,
  admin,
}) => {
  const call = callsOf({ context, db, admin });
  await context.liveSite.follow(drawnBy);
  const { id } = (await call("keep-article", { content })).answer;
  expect((await call("keep-article", { content })).answer).toEqual({ id });
  expect(await countOf(db)).toBe(1);
  await expect(db.inspect("update private.site_articles set content = '{}'")).rejects.toThrow("kept as they are");
  expect((await call("list-articles", { ids: [id, "0".repeat(32)] })).answer.articles).toEqual([
    { id, title: content.title, subject: "organisation", published_on: "2026-08-03", updated_on: null },
  ]);
  expect((await call("read-article", { id })).answer).toEqual({ content });
  expect((await call("read-article", { id: "0".repeat(32) })).status).toBe(404);

  const save = async (set: object, seen: string | null = null) => call("save-site-draft", { seen_at: seen, set });
  expect((await save({ "articles.a1": { slug: "ete", content: "f".repeat(32) } })).answer.field).toBe("articles.a1");
  expect((await save({ "articles.a1": { slug: "Été", content: id } })).answer.field).toBe("articles.a1.slug");
  const saved = await save({ "articles.a1": { slug: "ete", content: id } });
  expect(saved.status).toBe(200);
  const twice = await save({ "articles.a2": { slug: "ete", content: id } }, saved.answer.seen_at);
  expect([twice.status, twice.answer.field]).toEqual([400, "articles"]);
  const drafted = await readDraftSite(context)();
  expect(drafted?.articles).toEqual([{ key: "a1", slug: "ete", former: [], content }]);
  expect(context.settings.site.articles).toBeUndefined();

  expect((await call("publish-site", { reason: "Un article" })).status).toBe(200);
  expect(context.settings.site.articles).toEqual(drafted?.articles);

  const changed = (await call("keep-article", { content: { ...content, title: "Tenir en août" } })).answer.id;
  await save({ "articles.a1": { slug: "aout", content: changed } });
  expect((await call("publish-site", { reason: "Autre adresse" })).status).toBe(200);
  expect(context.settings.site.articles).toMatchObject([
    { slug: "aout", former: ["ete"], content: { title: "Tenir en août" } },
  ]);
  expect((await call("return-to-site-version", { version: 2, reason: "Non" })).status).toBe(200);
  expect(context.settings.site.articles).toEqual(drafted?.articles);

  const [job] = scheduledJobs.filter(({ name }) => name === "drop_unnamed_articles");
  if (!job) throw new Error("There is such a job.");
  await call("keep-article", { content: { ...content, title: "Jamais nommé" } });
  const now = () => new Date(Date.now() + 31 * 86_400_000);
  await runScheduledJob({ ...context, now }, job);
  expect(await countOf(db)).toBe(2);
  await context.liveSite.stop();
});
