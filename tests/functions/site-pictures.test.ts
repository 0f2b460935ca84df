import { expect } from "vitest";

import { pictureAddress, readPictureAddress } from "#domain/site/site-picture.ts";
import { civilDate } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { readPictureFile } from "#server/pictures/stored-pictures.ts";
import { importDocument } from "#server/site-versions/import-document.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { pictureOf } from "#tests/fixtures/pictures.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("save-site-draft");
const aPicture = await pictureOf(300, 200).png().toBuffer();

async function send(context: ServerContext, headers: Record<string, string>, file: Uint8Array<ArrayBuffer>) {
  const response = await mountFunctions(context).request("/functions/v1/upload-picture", {
    method: "POST",
    headers: { "content-type": "application/octet-stream", ...headers },
    body: file,
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const countOf = async (db: TestDatabase, table: string) =>
  (await db.inspect<{ n: number }>(`select count(*)::int as n from private.${table}`)).rows[0]?.n;

test("A picture is for managers alone to send, and nothing of a stranger's is read", async ({ context, db }) => {
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await send(context, headers, aPicture)).status]).toEqual([who, status]);
  }
  expect(await countOf(db, "site_pictures")).toBe(0);
});

test("What is sent is kept once, in every width and kind, and served as it was made", async ({
  context,
  db,
  admin,
}) => {
  const sent = await send(context, bearer(admin), aPicture);
  expect(sent).toMatchObject({ status: 200, answer: { width: 300, height: 200 } });
  expect(await send(context, bearer(admin), aPicture)).toEqual(sent);
  expect([await countOf(db, "site_pictures"), await countOf(db, "site_picture_files")]).toEqual([1, 4]);
  const file = { id: String(sent.answer.id), width: 240, kind: "webp" } as const;
  expect(readPictureAddress(pictureAddress(file))).toEqual(file);
  const read = await readPictureFile(db, file);
  expect(read?.toString("latin1", 8, 12)).toBe("WEBP");
  expect(await readPictureFile(db, { ...file, width: 241 })).toBeUndefined();
  const { rows } = await db.inspect<{ detail: unknown }>(
    "select detail from private.audit_log where action = 'site.picture_sent'",
  );
  expect(rows).toEqual([{ detail: { picture: file.id } }, { detail: { picture: file.id } }]);
  await expect(db.inspect("update private.site_picture_files set content = '\\x00'")).rejects.toThrow(
    "kept as they are",
  );
  await expect(db.inspect("update private.site_pictures set width = 1")).rejects.toThrow("kept as they are");
});

test("What is no picture, or too much of one, is said in a sentence and leaves nothing", async ({
  context,
  db,
  admin,
}) => {
  const tooLarge = new Uint8Array(10_000_001);
  const page = Buffer.from("<!doctype html>");
  const outcomes = [tooLarge, page, new Uint8Array(), aPicture.subarray(0, 60)].map((file) =>
    send(context, bearer(admin), Uint8Array.from(file)),
  );
  const answers = await Promise.all(outcomes);
  expect(answers.map(({ status, answer: { code } }) => [status, code])).toEqual([
    [413, "picture_too_large"],
    [415, "picture_unknown_kind"],
    [415, "picture_unknown_kind"],
    [400, "picture_unreadable"],
  ]);
  for (const { answer } of answers) expect(answer.error).toMatch(/^[A-ZCÀ-Ü].*[.]$/);
  const full = "select private.begin_site_picture($1, 1, 1, $2, 200000001) as fits";
  expect((await db.inspect(full, ["0".repeat(32), admin.userId])).rows).toEqual([{ fits: false }]);
  expect(await countOf(db, "site_pictures")).toBe(0);
});

const words = { name: "Noémie", role: "Gérante", text: "Enfin.", source: "entretien", date: "2025", consent: "oui" };

test("A document names what is there, with what it shows; what nothing names goes after a month", async ({
  context,
  db,
  admin,
}) => {
  const [named, unnamed] = [aPicture, await pictureOf(20, 20).png().toBuffer()];
  const { answer: picture } = await send(context, bearer(admin), named);
  await send(context, bearer(admin), Uint8Array.from(unnamed));
  const save = async (value: unknown) => {
    const set = { "claims.testimonials": [{ ...words, picture: value }] };
    const { status, answer } = await callFunction(context, "save-site-draft", bearer(admin), { seen_at: null, set });
    return [status, answer.code, answer.field];
  };
  const place = "claims.testimonials.0.picture";
  expect(await save(picture)).toEqual([400, "draft_malformed", `${place}.alt`]);
  expect(await save({ ...picture, alt: " " })).toEqual([400, "draft_malformed", `${place}.alt`]);
  expect(await save({ ...picture, alt: "<b>Elle</b>" })).toEqual([400, "draft_malformed", `${place}.alt`]);
  expect(await save({ ...picture, id: "../../secret", alt: "Elle" })).toEqual([400, "draft_malformed", `${place}.id`]);
  expect(await save(7)).toEqual([400, "draft_malformed", place]);
  const unknown = { ...picture, id: "f".repeat(32), alt: "Elle" };
  expect(await save(unknown)).toEqual([400, "picture_unknown", place]);
  expect(await save({ ...picture, alt: "Elle, dans son atelier" })).toEqual([200, undefined, undefined]);

  const testimonials = [{ ...words, picture: unknown }] as never;
  const elsewhere = { ...context.settings.document, claims: { testimonials } };
  const trying = { isTried: true, today: civilDate("2026-11-20"), compare: async () => [] };
  await expect(importDocument(context, elsewhere, trying)).rejects.toThrow(place);

  const job = scheduledJobs.filter(({ name }) => name === "drop_unnamed_pictures");
  expect(job).toHaveLength(1);
  const after = async (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000);
    for (const each of job) await runScheduledJob({ ...context, now }, each);
    return countOf(db, "site_pictures");
  };
  expect([await after(29), await after(31)]).toEqual([2, 1]);
  expect(await countOf(db, "site_picture_files")).toBe(4);
});
