import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import pino from "pino";
import { expect, test } from "vitest";

import { openDatabase } from "#engine/db/open-database.ts";

const reading = "20261210003731_dial_numbers_of_other_countries.sql";

test("Numbers that were stored before are read anew, found and alike, and no date of theirs moves", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-numbers-"));
  const migrations = join(folder, "migrations");
  mkdirSync(migrations);
  const files = globSync("supabase/upgrade/*.sql");
  const copy = (isCopied: (name: string) => boolean) => {
    for (const file of files) if (isCopied(basename(file))) cpSync(file, join(migrations, basename(file)));
  };
  const open = () =>
    openDatabase(
      { databaseUrl: undefined, authSecret: "a secret of no use", dataDir: join(folder, "data") },
      pino({ level: "silent" }),
      { folders: { bootstrap: "engine/bootstrap", migrations } },
    );

  copy((name) => name < reading);
  const before = await open();
  await before.asServer(async (tx) => {
    for (const [email, phone] of [
      ["a@exemple.fr", "+262 (0)692 39 80 43"],
      ["b@exemple.fr", "0692 39 80 43"],
    ]) {
      await tx.query(
        `select public.create_lead_without_auth(
           email_param => $1, funnel_origin_param => 'secretariat', phone_param => $2)`,
        [email, phone],
      );
    }
  });
  const read = `select lead.phone_e164, words.phone_digits, facet.is_duplicate, lead.updated_at
    from public.leads as lead join private.lead_words as words on words.lead_id = lead.id
    join private.lead_list as entry on entry.lead_id = lead.id
    join private.lead_facets as facet on facet.id = entry.facet_id
    order by lead.email`;
  const { rows: stale } = await before.asServer((tx) => tx.query(read));
  expect(stale.map(({ phone_e164, is_duplicate }) => [phone_e164, is_duplicate])).toEqual([
    ["+2620692398043", false],
    ["+262692398043", false],
  ]);
  await before.close();

  copy((name) => name >= reading);
  const after = await open();
  const { rows } = await after.asServer((tx) => tx.query(read));
  expect(rows).toEqual(
    stale.map(({ updated_at }) => ({
      phone_e164: "+262692398043",
      phone_digits: "0692398043",
      is_duplicate: true,
      updated_at,
    })),
  );
  await after.close();
  rmSync(folder, { recursive: true, force: true });
});
