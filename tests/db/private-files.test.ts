import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { closeFolderToOthers } from "#engine/db/close-folder.ts";
import { openDatabase } from "#engine/db/open-database.ts";
import { readOrCreateSecret } from "#engine/settings/derived-secrets.ts";
import { atDepth } from "#tests/support/depth.ts";
import { testEngine } from "#tests/support/database.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

/** An account of every POSIX system that owns nothing. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const hasModes = testEngine === "embedded" && process.platform !== "win32";

let instance: TestInstance;
let parent: string;
let dataDir: string;
let lines: string[];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  if (hasModes) instance = await createTestInstance();
});
afterAll(() => instance?.remove());
beforeEach(() => {
  lines = [];
  parent = mkdtempSync(join(tmpdir(), "private-"));
  dataDir = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** What another account could read, write or enter, the folder itself included. */
function openToOthers(folder: string): string[] {
  const paths = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

describe.runIf(hasModes)("The data folder", () => {
  test("holds nothing that another account could open, while the engine runs and after, whatever the umask", async () => {
    const umask = process.umask(0);
    try {
      readOrCreateSecret(dataDir);
      const db = await openDatabase({ databaseUrl: undefined, dataDir, authSecret: "unused" }, log);
      const afterOpening = openToOthers(dataDir);
      await db.asServer((tx) =>
        tx.runScript(
          "create table private.t (n int); insert into private.t select generate_series(1, 50000); create index on private.t (n)",
        ),
      );
      const whileOpen = openToOthers(dataDir);
      await db.close();

      expect(readdirSync(dataDir)).toEqual(
        expect.arrayContaining(["auth-secret", "ballast", "database", "database.lock"]),
      );
      expect(readdirSync(dataDir, { recursive: true }).length).toBeGreaterThan(900);
      expect([afterOpening, whileOpen, openToOthers(dataDir)]).toEqual([[], [], []]);
    } finally {
      process.umask(umask);
    }
  });

  test("that an earlier version left open is closed, 1,000 files of it", () => {
    cpSync(instance.settings.dataDir, dataDir, { recursive: true });
    for (const path of [
      dataDir,
      ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name))),
    ]) {
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
    }
    writeFileSync(join(dataDir, "auth-secret"), "secret", { mode: 0o644 });
    const startedAt = performance.now();

    closeFolderToOthers(dataDir, log);

    expect(performance.now() - startedAt).toBeLessThan(atDepth(20_000, 1000));
    expect(openToOthers(dataDir)).toEqual([]);
    expect(statSync(join(dataDir, "auth-secret")).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([]);
  });

  test("keeps the modes of what is not ours in it, and of what a link leads to", () => {
    mkdirSync(join(dataDir, "database"), { recursive: true });
    const theirs = join(dataDir, "report.pdf");
    writeFileSync(theirs, "");
    symlinkSync(theirs, join(dataDir, "database", "link"));
    for (const path of [dataDir, join(dataDir, "database"), theirs]) chmodSync(path, 0o755);

    closeFolderToOthers(dataDir, log);

    expect([dataDir, theirs].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o755]);
    expect(statSync(join(dataDir, "database")).mode & 0o777).toBe(0o700);
  });

  test("that is not there yet is no trouble", () => {
    closeFolderToOthers(dataDir, log);
    expect(lines).toEqual([]);
  });

  test.runIf(isRoot)(
    "of another account is one sentence in the log, and in the refusal when it cannot be written",
    async () => {
      mkdirSync(join(dataDir, "database"), { recursive: true });
      for (const path of [parent, dataDir, join(dataDir, "database")]) chmodSync(path, 0o755);
      process.seteuid?.(nobody);
      try {
        closeFolderToOthers(dataDir, log);
        const opening = openDatabase({ databaseUrl: undefined, dataDir, authSecret: "unused" }, log);
        await expect(opening).rejects.toThrow(/cannot be written by this account .*another DATA_DIR\.$/);
      } finally {
        process.seteuid?.(0);
      }
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain("cannot be closed to other accounts");
    },
  );
});
