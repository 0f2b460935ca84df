import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { SiteConfig } from "#domain/site/site-config.ts";
import { civilDate } from "#kit/civil-date.ts";
import { checkAccounts } from "#server/doctor/check-accounts.ts";
import { checkBackups } from "#server/doctor/check-backups.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { checkSettings } from "#server/doctor/check-settings.ts";
import { checkShownSite } from "#server/doctor/check-shown-site.ts";
import { checkSite } from "#server/doctor/check-site.ts";
import { type Finding, type FindingId, findingIds, isAlert } from "#subjects/operations/rules/doctor-finding.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { leastConfig } from "#tests/support/company-config.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import siteConfig from "../../site.config.ts";

const db = await openDatabaseForFile();
const context = createTestContext({ db });
const { settings } = context;

/** Found by a test that a name server, a project or a machine of its own is needed for: in which file. */
const foundElsewhere: Partial<Record<FindingId, string>> = {
  "restore-key-untried": "tests/process/production-check.test.ts",
  "other-payer": "tests/functions/attach-payment.test.ts",
  "project-away": "tests/doctor/project.test.ts",
  "project-without-keys": "tests/doctor/project.test.ts",
  "project-leads-elsewhere": "tests/doctor/project.test.ts",
  "project-confirms-at-once": "tests/doctor/project.test.ts",
  "project-without-passkeys": "tests/doctor/project.test.ts",
  ...Object.fromEntries(
    [
      ["name-unresolved", "tls-refused", "site-away", "site-in-the-clear", "no-trusted-proxy"],
      ["spf-missing", "spf-wrong", "dkim-missing", "dkim-unset", "dmarc-missing", "dmarc-idle"],
      ["mail-refused", "payments-refused", "payments-unset", "receiver-away", "clock-unknown"],
      ["backup-folder", "backup-beside-data", "restore-failed"],
    ].flatMap((ids) => ids.map((id) => [id, "scripts/check-production/check-production.test.ts"])),
  ),
};

test("Each finding of the registry is found by some check", async () => {
  const found = [
    ...findInSite(),
    ...checkSettings({ ...settings, notices: ["One."], siteNotices: ["Two."] }, civilDate("2025-10-15")),
    ...checkShownSite(
      {
        fileDocument: { ...settings.document, customerPortal: "https://autre.example" },
        refused: () => new Map([[2, ["No."]]]),
        undrawn: () => ["/"],
      },
      settings.document,
    ),
    ...(await findInDatabase()),
    ...(await findOfBackups()),
  ];
  const ids = new Set([...found.map(({ id }) => id), ...findingIds.filter(isAlert)]);
  const missing = findingIds.filter((id) => !ids.has(id));
  expect(missing.toSorted()).toEqual(Object.keys(foundElsewhere).toSorted());
  for (const [id, file] of Object.entries(foundElsewhere))
    expect(readFileSync(file, "utf8"), `${id}`).toMatch(RegExp(`["^]${id}[":]`));
});

function findInSite(): Finding[] {
  const { promotion, conferences } = siteConfig.offers;
  const clients = [{ name: "Étude Vasseur", source: "x", date: "2026-01-15", consent: "" }];
  const offers = {
    ...siteConfig.offers,
    promotion: { from: promotion.to, to: promotion.from },
    conferences: conferences.map((edition) => ({ ...edition, registrationUntil: civilDate("2026-01-01") })),
  };
  const odd: SiteConfig = { ...siteConfig, offers, claims: { ...siteConfig.claims, clients } };
  const payments = { secretariat: { 5: "https://pay.zeta.fr/s", 10: "https://pay.zeta.fr/s" } };
  const unpaid = { secretariat: {}, suiviclient: { 50: "https://pay.zeta.fr/c" } };
  const today = civilDate("2026-02-01");
  return [
    ...checkSite({ config: odd, payments, today }),
    ...checkSite({ config: leastConfig, payments: unpaid, today }),
    ...checkSettings(
      {
        ...settings,
        config: leastConfig,
        mediaProblems: [{ sentence: "media.film is no film.", french: "media.film n’est pas un film." }],
      },
      today,
    ),
  ];
}

async function findInDatabase(): Promise<Finding[]> {
  const fresh = await checkDatabase(db);
  const administrator = await signIn(context, db, { isAdministrator: true, email: "seule@zeta.example" });
  await db.inspect("update auth.users set phone = '33600000000' where id = $1", [administrator.userId]);
  // As it was kept before addresses had one form.
  await db.inspect(
    `do $$ begin
       set local session_replication_role = replica;
       insert into public.user_profiles (email) values ('Deux@Zeta.Example');
     end $$`,
  );
  await db.inspect(
    `insert into private.payment_events (id, type, is_test) values ('evt_test', 'checkout.session.completed', true)`,
  );
  await db.inspect(
    `insert into private.billing_events (id, kind, object, version, happened_at, told_on, is_open)
     values ('evt_1', 'refund', 'ch_1', '1', now(), '2026-11-20', true)`,
  );
  await db.inspect(
    `insert into supabase_migrations.schema_migrations (version, name)
     values ('20000101000000', 'gone'), ('29990101000000', 'later')`,
  );
  const found = await checkDatabase(db);
  await db.inspect("delete from supabase_migrations.schema_migrations where name in ('gone', 'later')");
  const ofProject = await checkAccounts(db, { supabaseUrl: "https://project.example" });
  return [...fresh, ...found, ...ofProject];
}

async function findOfBackups(): Promise<Finding[]> {
  const backup = { dir: "/backups", at: "17 3 * * *", keep: 14, key: undefined };
  const look = () => checkBackups(db, { backup, supabaseUrl: undefined }, new Date());
  const none = await look();
  await db.inspect(
    `insert into private.settings (key, value)
     values ('last_backup', jsonb_build_object('at', now(), 'isEncrypted', false))`,
  );
  const plain = await look();
  await db.inspect("delete from private.settings where key = 'last_backup'");
  return [...none, ...plain];
}
