import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readBackupKey } from "#engine/backup/encryption.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { openOwnerDatabase } from "#engine/db/owner-database.ts";
import { providerSecret } from "#tests/functions/provider-events.ts";
import { createTestContext } from "#tests/support/context.ts";
import { serveTests } from "#tests/support/http-server.ts";
import { createTestInstance } from "#tests/support/test-instance.ts";

import { tryRestore } from "../../scripts/check-production/check-backups.ts";
import { checkPayments } from "../../scripts/check-production/check-services.ts";

const { db, server } = await serveTests({ STRIPE_WEBHOOK_SECRET: providerSecret });
const log = pino({ level: "silent" });

test("The site takes the test event of the payment provider, and keeps nothing of it", async () => {
  const { site } = server.context.settings;
  const here = { ...site, origin: `http://127.0.0.1:${server.port}` };
  expect(await checkPayments({ stripeWebhookSecret: providerSecret, site: here })).toMatchObject({ findings: [] });
  expect((await db.inspect("select from private.payment_events")).rowCount).toBe(0);
  const another = await checkPayments({ stripeWebhookSecret: "whsec_another_one", site: here });
  expect(another.findings).toMatchObject([{ id: "payments-refused" }]);
});

test("The newest backup is restored into a database of its own, by the identity that opens it", async () => {
  const instance = await createTestInstance();
  const folder = mkdtempSync(join(tmpdir(), "backups-"));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await instance.remove();
  });
  const identity = await generateX25519Identity();
  const key = await identityToRecipient(identity);
  const identityFile = join(folder, "identity");
  writeFileSync(identityFile, `# of the backups\n${identity}\n`);
  const { settings } = createTestContext({ db, environment: { BACKUP_KEY: key, BACKUP_DIR: folder } });
  const here = { ...settings, ...instance.settings };

  const source = await openOwnerDatabase(here, log);
  const file = join(folder, "ariane-20261128T031700Z.backup.age");
  await writeBackup(source, file, { key: readBackupKey(key), authSecret: here.authSecret });
  await source.close();

  const opened = await tryRestore(here, log, identityFile);
  expect(opened).toMatchObject({ findings: [], says: expect.stringMatching(/^\d+ rows of .* are as they were/) });
  const untried = await tryRestore(here, log);
  expect(untried.findings).toMatchObject([{ id: "restore-key-untried" }]);

  writeFileSync(join(folder, "ariane-20261129T031700Z.backup.age"), "cut");
  expect((await tryRestore(here, log, identityFile)).findings).toMatchObject([{ id: "restore-failed" }]);
});
