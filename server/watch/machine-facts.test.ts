import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import type { Database } from "#engine/db/database.ts";
import { checkMachine } from "#server/doctor/check-machine.ts";

import { type Certificate, createMachine } from "./machine-facts.ts";

const folder = mkdtempSync(join(tmpdir(), "site-machine-"));
afterAll(() => rmSync(folder, { recursive: true }));

const start = new Date("2026-11-20T10:00:00Z");
const day = 86_400_000;

type Changes = { freeBytes?: number; certificate?: Certificate; databaseAt?: Date; isDemo?: boolean };

/** A production with a server, on a machine where all is well but for `changes`. */
function machineOf({ freeBytes = 9e9, certificate, databaseAt = start, isDemo = false }: Changes = {}) {
  const clock = { now: start };
  let asked = 0;
  const settings = {
    mode: isDemo ? "demo" : "production",
    backup: { dir: folder, at: "17 3 * * *", keep: 14, key: undefined },
    dataDir: folder,
    databaseUrl: "postgres://site@db/site",
    site: { origin: "https://www.zeta.example" },
  } as const;
  const machine = createMachine({
    db: { runAsServer: () => Promise.resolve({ rows: [{ at: databaseAt }], rowCount: 1 }) } as unknown as Database,
    settings: settings as never,
    now: () => clock.now,
    readFreeBytes: () => Promise.resolve(freeBytes),
    readCertificate: (host) => {
      asked += 1;
      return Promise.resolve(
        certificate ?? { host, expiresAt: new Date(start.getTime() + 60 * day), problem: undefined },
      );
    },
  });
  const find = async () =>
    checkMachine(await machine.read(), clock.now).map(({ id, sentence }) => `${id}: ${sentence}`);
  return { find, machine, wait: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)), asked: () => asked };
}

const host = "www.zeta.example";

test("Nothing is found where all is well, nor of a certificate that could not be looked at", async () => {
  expect(await machineOf().find()).toEqual([]);
  expect(await machineOf({ certificate: { host, expiresAt: undefined, problem: undefined } }).find()).toEqual([]);
});

test.each<[string, Changes, string]>([
  ["a disk", { freeBytes: 300 * 1024 * 1024 }, "low-disk: The disk of the backups has 300 MB left."],
  ["a clock that is ahead", { databaseAt: new Date(start.getTime() - 31_000) }, "differ by 31 s"],
  ["a clock that is behind", { databaseAt: new Date(start.getTime() + 90_000) }, "differ by 90 s"],
  [
    "a certificate that ends soon",
    { certificate: { host, expiresAt: new Date(start.getTime() + 13 * day), problem: undefined } },
    "ends on 2026-12-03",
  ],
  [
    "a certificate that browsers refuse",
    { certificate: { host, expiresAt: new Date(start.getTime() + 60 * day), problem: "DEPTH_ZERO_SELF_SIGNED_CERT" } },
    "is not believed by browsers (DEPTH_ZERO_SELF_SIGNED_CERT)",
  ],
])("%s is found", async (_, changes, said) => {
  expect(await machineOf(changes).find()).toEqual([expect.stringContaining(said)]);
});

test("The certificate is asked for once an hour, and not in a demonstration", async () => {
  const { find, wait, asked } = machineOf();
  for (let minute = 0; minute < 61; minute += 1) {
    await find();
    wait(60_000);
  }
  expect(asked()).toBe(2);

  const demo = machineOf({ isDemo: true });
  await demo.find();
  expect(demo.asked()).toBe(0);
});

test("A server that speaks no TLS tells nothing, and ends", async () => {
  const plain = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const { port } = plain.address() as { port: number };
  const machine = createMachine({
    db: {} as Database,
    settings: {
      mode: "production",
      backup: { dir: undefined, at: "", keep: 1, key: undefined },
      dataDir: folder,
      databaseUrl: undefined,
      site: { origin: `https://127.0.0.1:${port}` },
    } as never,
    now: () => start,
  });

  const facts = await machine.read();
  plain.close();

  expect(facts.certificate).toMatchObject({ expiresAt: undefined, problem: undefined });
  expect(facts.disks).toMatchObject([{ place: "data", freeBytes: expect.any(Number) }]);
});
