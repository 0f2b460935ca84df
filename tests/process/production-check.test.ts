import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, onTestFinished, test } from "vitest";

import { writeCompleteConfig } from "#tests/support/complete-config.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { testAuthSecret } from "#tests/support/global-setup.ts";
import { createTestInstance } from "#tests/support/test-instance.ts";

import { startMailServer } from "./mail-server.ts";
import { startSite } from "./site-process.ts";

// Each check by itself: scripts/check-production/check-production.test.ts.
test("A site in production is tried from outside, and its newest backup restored", async () => {
  const instance = await createTestInstance();
  const folder = mkdtempSync(join(tmpdir(), "production-check-"));
  const mails = await startMailServer(0);
  const identity = await generateX25519Identity();
  mkdirSync(join(folder, "backups"), { mode: 0o700 });
  const identityFile = join(folder, "identity");
  writeFileSync(identityFile, `# of the backups\n${identity}\n`);
  const port = await findFreePort();
  const environment = {
    NODE_ENV: "production",
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "Site <site@exemple.invalid>",
    SITE_CONFIG: writeCompleteConfig(folder),
    STRIPE_WEBHOOK_SECRET: "whsec_of_a_site_that_is_checked",
    BACKUP_DIR: join(folder, "backups"),
    BACKUP_KEY: await identityToRecipient(identity),
    LOG_LEVEL: "error",
  };
  const site = await startSite(instance, environment);
  onTestFinished(async () => {
    await site.kill();
    await mails.close();
    await instance.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const { databaseUrl, dataDir } = instance.settings;
  const known = { AUTH_SECRET: testAuthSecret, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const run = (script: string, ...words: string[]) =>
    new Promise<{ code: unknown; said: string }>((resolve) => {
      const env = { PATH: process.env.PATH, ...known, ...environment };
      execFile(process.execPath, [`scripts/${script}.ts`, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, said: stdout || stderr }),
      );
    });
  const check = ["--json", "--identity", identityFile, "--time-server", "127.0.0.1:9"];

  expect((await run("backup", join(folder, "backups", "ariane-20261128T031700Z.backup.age"))).code).toBe(0);
  const { code, said } = await run("check-production", ...check);
  const { findings } = JSON.parse(said) as { findings: { id: string; severity: string; message: string }[] };
  const outside = findings.filter(({ severity }) => severity !== "note").map(({ id }) => id);
  expect([code, outside]).toEqual([1, expect.arrayContaining(["spf-missing", "dmarc-missing"])]);
  for (const id of ["site-away", "payments-refused", "mail-refused", "restore-failed", "backup-folder"])
    expect(outside).not.toContain(id);
  expect(mails.recipients).toEqual(["bonjour@zeta.fr"]);

  const closing = await run("check-production", "--json", "--time-server", "127.0.0.1:9");
  expect(closing.said).toContain('"restore-key-untried"');
  expect((await run("check-production", "--mail-to", "nobody")).said).toContain("nobody is no e-mail address.");
}, 300_000);
