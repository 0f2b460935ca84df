import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createZstdDecompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";

import { identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";

import { generateBackupKey, readBackupKey } from "#engine/backup/encryption.ts";
import { sampleOf } from "#tests/support/depth.ts";

import { backUp, emptyPlace, freshPlace, restore, temporaryFolder } from "./places.ts";

const key = await generateBackupKey();

/** Tables of ours there: a refusal leaves none. */
async function countTables(place: Awaited<ReturnType<typeof emptyPlace>>): Promise<number> {
  const { rows } = await place.inspect<{ n: number }>(
    "select count(*)::int as n from pg_tables where schemaname in ('public', 'private', 'auth')",
  );
  return rows[0]?.n ?? 0;
}

/** Of a fresh site, encrypted and not: the first test that asks makes them. */
let backups: Promise<{ closed: Buffer; open: Buffer }> | undefined;

async function makeBackups() {
  const file = join(temporaryFolder(), "fresh.backup");
  const source = await freshPlace("postgres");
  await backUp(source, `${file}.age`, key);
  await backUp(source, file);
  return { closed: readFileSync(`${file}.age`), open: readFileSync(file) };
}

async function arrange() {
  const folder = temporaryFolder();
  const [closed, open] = [join(folder, "closed.backup.age"), join(folder, "open.backup")];
  const made = await (backups ??= makeBackups());
  writeFileSync(closed, made.closed);
  writeFileSync(open, made.open);
  return { folder, closed, open, place: await emptyPlace("postgres") };
}

test("Without the key that opens it, nothing is touched, and a sentence says what to do", async () => {
  const { closed, place } = await arrange();
  if (key.kind !== "identity") throw new Error("An identity is what is tried.");
  const recipient = readBackupKey(await identityToRecipient(key.identity));
  const other = await generateBackupKey();

  await expect(restore(place, closed)).rejects.toThrow(/is encrypted: set BACKUP_KEY/);
  await expect(restore(place, closed, { key: other })).rejects.toThrow(/BACKUP_KEY does not open .*another key/);
  await expect(restore(place, closed, { key: readBackupKey("a passphrase") })).rejects.toThrow(/does not open/);
  await expect(restore(place, closed, { key: recipient })).rejects.toThrow(/is a recipient, which only closes/);
  expect(await countTables(place)).toBe(0);
});

/**
 * Some bits of a zstd frame may be set in two ways with one result (the size of its window, RFC 8878 section
 * 3.1.1.1.2), and Node ends a stream with an empty frame: who changes these changes nothing that is restored. An
 * encrypted file has no such bytes.
 */
async function isSaidAsBefore(whole: Buffer, changed: Buffer): Promise<boolean> {
  try {
    const said = await buffer(Readable.from([changed]).pipe(createZstdDecompress()));
    return said.equals(zstdDecompressSync(whole));
  } catch {
    return false;
  }
}

test("A file that is cut off or changed anywhere is refused before anything is touched", async () => {
  const { folder, closed, open, place } = await arrange();
  const broken = join(folder, "broken.backup");
  for (const file of [closed, open]) {
    const whole = readFileSync(file);
    const places = sampleOf(
      Array.from({ length: whole.length }, (_, index) => index),
      6,
    );
    for (const index of places) {
      const changed = Buffer.from(whole);
      changed[index] = (changed[index] ?? 0) ^ 0x20;
      for (const [how, bytes] of Object.entries({ cut: whole.subarray(0, index), changed })) {
        if (file === open && (await isSaidAsBefore(whole, bytes))) continue;
        writeFileSync(broken, bytes);
        const options = file === closed ? { key } : {};
        await expect(restore(place, broken, options), `${how} at ${index}`).rejects.toThrow(
          /is cut off or was changed|is no backup|does not open/,
        );
      }
    }
  }
  expect(await countTables(place)).toBe(0);
}, 120_000);

test("What a hand changed inside an open backup, row or count, is refused", async () => {
  const { folder, open, place } = await arrange();
  const text = zstdDecompressSync(readFileSync(open)).toString();
  const forged = join(folder, "forged.backup");
  const without = (pattern: RegExp) => text.replace(pattern, "");
  const forgeries = [
    text.replace(/^\["/m, '["_'),
    text.replace('"lastValue":"', '"lastValue":"9'),
    text.replace(/"at":"20\d\d/, '"at":"2001'),
    text.replace('"migrations":', '"migration":'),
    without(/^\[.*\n/m),
    without(/^\{"end".*\n/m),
    text.replace(/^(\{"rows":)(\d+)/m, "$199"),
  ];
  for (const forgery of forgeries) {
    expect(forgery).not.toBe(text);
    writeFileSync(forged, zstdCompressSync(Buffer.from(forgery)));
    await expect(restore(place, forged)).rejects.toThrow(/cut off or was changed/);
  }
  expect(await countTables(place)).toBe(0);
});

/** With a last line whose hash is right, as a program would have written it that does not know the secret. */
function writeAsProgram(file: string, changed: string): void {
  const body = changed.replace(/\{"end".*\n$/, "");
  const sha256 = createHash("sha256").update(body).digest("hex");
  const end = changed.slice(body.length).replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`);
  writeFileSync(file, zstdCompressSync(Buffer.from(body + end)));
}

test("A backup of another site, or of an older version, is restored only once its name was typed", async () => {
  const { folder, open, place } = await arrange();
  const text = zstdDecompressSync(readFileSync(open)).toString();
  const file = join(folder, "unverified.backup");
  const otherSite = { ...place, settings: { ...place.settings, authSecret: "another-secret-0123456789-abcdefghij" } };

  const unverified = {
    "a row that was added": text.replace(/^(\["email_confirmation.*)$/m, "$1\n$1").replace('"at":"20', '"at":"19'),
    "no code": text.replace(/,"mac":"\w+"/, ""),
    "an older version": text.replace(/,"mac":"\w+"/, "").replace('"version":2', '"version":1'),
  };
  for (const [how, changed] of Object.entries(unverified)) {
    expect(changed).not.toBe(text);
    writeAsProgram(file, changed);
    const refusal = await restore(place, file).catch((error: Error) => `${how}: ${error.message}`);
    expect(refusal).toMatch(/does not prove that this site made it.*--unverified/);
  }
  await expect(restore(otherSite, open)).rejects.toThrow(/AUTH_SECRET is not the one it was made with/);
  await expect(restore(place, file, { acceptUnverified: async () => false })).rejects.toThrow(/nothing was restored/);
  expect(await countTables(place)).toBe(0);

  const restored = await restore(place, file, { acceptUnverified: async () => true });
  expect(restored.header.version).toBe(1);
  expect(await countTables(place)).toBeGreaterThan(0);
}, 60_000);

test("Where backups are encrypted, one that is not is refused, whatever it proves", async () => {
  const { open, place } = await arrange();
  const accept = { key, acceptUnverified: async () => true };
  await expect(restore(place, open, accept)).rejects.toThrow(/is not encrypted, and backups of this site are/);
  expect(await countTables(place)).toBe(0);
});

test("A line without end is refused before it fills the memory", async () => {
  const { folder, place } = await arrange();
  const file = join(folder, "bomb.backup");
  writeFileSync(file, zstdCompressSync(Buffer.alloc(200 * 1024 ** 2, "a")));
  const error = await restore(place, file).catch((caught: Error) => caught);
  expect(error).toMatchObject({
    message: expect.stringContaining("is cut off or was changed"),
    cause: expect.objectContaining({ message: expect.stringContaining("longer than any that is written") }),
  });
});

test("What has the name of a new backup stays, even what cannot be read; a folder has to be there", async () => {
  const folder = temporaryFolder();
  const nowhere = join(folder, "none", "a.backup");
  await expect(backUp(await freshPlace("postgres"), nowhere)).rejects.toThrow(/^There is no folder .*none: make it/);
  const name = join(folder, "taken.backup");
  symlinkSync(join(folder, "nowhere"), name);
  await expect(backUp(await freshPlace("postgres"), name)).rejects.toThrow(/exists already: nothing is overwritten/);
  expect(lstatSync(name).isSymbolicLink()).toBe(true);
  expect(existsSync(`${name}.part`)).toBe(false);
});

test("A backup of a newer program or format, something else, and no file each say so", async () => {
  const { folder, open, place } = await arrange();
  const text = zstdDecompressSync(readFileSync(open)).toString();
  const file = join(folder, "newer.backup");
  const write = (changed: string) => writeAsProgram(file, changed);

  write(text.replace('"migrations":[', '"migrations":["29991231235959",'));
  await expect(restore(place, file)).rejects.toThrow(
    /made by a newer version .*29991231235959.*install that one first/,
  );
  write(text.replace('"version":2', '"version":3'));
  await expect(restore(place, file)).rejects.toThrow(/a newer version wrote it/);
  write('{"format":"something"}\n');
  await expect(restore(place, file)).rejects.toThrow(/is no backup that this program can read/);
  await expect(restore(place, join(folder, "none"))).rejects.toThrow(/There is no file/);
  await expect(restore(place, open, { erasedFile: join(folder, "none") })).rejects.toThrow(/no list of erasures/);
  expect(await countTables(place)).toBe(0);
});

test.each(["postgres", "embedded"] as const)(
  "A place of %s that is not empty keeps what it has",
  async (engine) => {
    const { open } = await arrange();
    const used = await freshPlace(engine);
    await used.inspect(
      "insert into public.user_profiles (id, email) values (gen_random_uuid(), 'ici@exemple.example')",
    );

    await expect(restore(used, open)).rejects.toThrow(/is not empty, and nothing is overwritten/);
    const { rows } = await used.inspect("select email from public.user_profiles");
    expect(rows).toEqual([{ email: "ici@exemple.example" }]);
  },
  30_000,
);

test("A finished backup is never overwritten", async () => {
  const { open } = await arrange();
  const before = readFileSync(open);
  await expect(backUp(await freshPlace("postgres"), open)).rejects.toThrow(/exists already: nothing is overwritten/);
  expect(readFileSync(open).equals(before)).toBe(true);
});
