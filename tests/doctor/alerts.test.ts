import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { tellAlerts } from "#server/alerts/site-alerts.ts";
import type { ServerContext } from "#server/context/context.ts";
import { type MachineFacts } from "#server/watch/machine-facts.ts";
import { mailNotifications } from "#subjects/notifications/server/notification-jobs.ts";
import { type AlertId, alertIds } from "#subjects/operations/rules/doctor-finding.ts";
import { signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
const healthy: MachineFacts = {
  disks: [{ place: "backups", freeBytes: 9e9 }],
  certificate: undefined,
  clockOffsetMs: 3,
};

/** Two processes of one site: on one machine, they look at the same disks. */
let processes: ServerContext[];
let machine: MachineFacts;
const machineOf = (name: string) => ({ name, read: () => Promise.resolve(machine) });

const backupAt = (age: string) =>
  `insert into private.settings (key, value)
   values ('last_backup', jsonb_build_object('at', now() - interval '${age}', 'isEncrypted', true))
   on conflict (key) do update set value = excluded.value`;
const delivery = (columns: string, values: string) =>
  `insert into private.deliveries (kind, event, body, ${columns}) values ('mail', 'mail.recovery', '{}', ${values})`;
const away = { host: "www.zeta.example", expiresAt: new Date(Date.now() + 3 * 86_400_000), problem: undefined };

beforeEach(async () => {
  machine = healthy;
  processes = [1, 2].map(() => ({ ...createTestContext({ db }), machine: machineOf("un") }));
  await db.inspect(backupAt("1 hour"));
});
afterEach(async () => {
  await db.inspect("delete from private.settings where key in ('last_backup', 'failed_backup', 'refused_leads')");
  await db.reset();
});

const lookAll = async () => void (await Promise.all(processes.map(tellAlerts)));

/** What this person was told of the site, the oldest first: `-` where it is over. */
async function told(userId: string): Promise<string[]> {
  const { rows } = await db.inspect<{ said: string }>(
    `select concat(case when (alert ->> 'isOver')::boolean then '-' end, alert ->> 'id') as said
     from private.notifications where recipient = $1 and kind = 'site' order by at`,
    [userId],
  );
  return rows.map(({ said }) => said);
}

type Trouble = { begin: string | (() => void); end: string | (() => void) };

const troubles: Record<AlertId, Trouble> = {
  "failing-job": {
    begin: "insert into private.job_reports (job, started_at, failed_at, failures) values ('purge', now(), now(), 1)",
    end: "update private.job_reports set failures = 0",
  },
  "no-backup": { begin: "delete from private.settings where key = 'last_backup'", end: backupAt("1 minute") },
  "failed-backup": {
    begin: "insert into private.settings values ('failed_backup', jsonb_build_object('at', now()))",
    end: backupAt("-1 minute"),
  },
  "old-backup": { begin: backupAt("9 days"), end: backupAt("1 minute") },
  "no-lead": {
    begin: "update public.admin_users set created_at = now() - interval '49 hours'",
    end: "update public.admin_users set created_at = now()",
  },
  "refused-leads": {
    begin: () => processes[1]?.refusals.note({ path: "/rest/v1/rpc/create_lead_without_auth", status: 503 }),
    end: `update private.settings set value = value || jsonb_build_object('at', now() - interval '16 minutes')
          where key = 'refused_leads'`,
  },
  "low-disk": {
    begin: () => (machine = { ...healthy, disks: [{ place: "backups", freeBytes: 4e8 }] }),
    end: () => (machine = healthy),
  },
  "bad-certificate": { begin: () => (machine = { ...healthy, certificate: away }), end: () => (machine = healthy) },
  "wrong-clock": {
    begin: () => (machine = { ...healthy, clockOffsetMs: -31_000 }),
    end: () => (machine = healthy),
  },
  "stray-payment": {
    begin: "insert into private.payment_events (id, type) values ('evt_1', 'checkout.session.completed')",
    end: "update private.payment_events set state = 'dismissed', dismissed_as = 'not_ours'",
  },
  "other-amount": {
    begin: `with version as (
              insert into private.site_versions (version, document, source, effective_at) values
                (1, '{"paymentLinks": [{"sells": "secretariat", "volume": 5, "url": "https://a.fr", "asks": 9900},
                                       {"sells": "closing", "url": "https://b.fr", "asks": 3000}]}',
                 'file', now() - interval '2 days'),
                (2, '{"paymentLinks": [{"sells": "secretariat", "volume": 5, "url": "https://a.fr", "asks": 8000}]}',
                 'desk', now() - interval '1 hour'))
            insert into private.payment_events
              (id, type, state, amount_cents, link_offer, link_volume, is_test, received_at)
            values ('evt_other', 'x', 'applied', 9900, 'secretariat', '5', false, now()),
                   ('evt_as_said', 'x', 'applied', 8000, 'secretariat', '5', false, now()),
                   ('evt_before', 'x', 'applied', 9900, 'secretariat', '5', false, now() - interval '1 day'),
                   ('evt_trial', 'x', 'applied', 0, 'secretariat', '5', false, now()),
                   ('evt_test', 'x', 'applied', 1, 'secretariat', '5', true, now()),
                   ('evt_volume', 'x', 'applied', 9900, 'secretariat', '10', false, now()),
                   ('evt_unsaid', 'x', 'applied', 1, null, null, false, now()),
                   ('evt_untold', 'x', 'applied', 1, 'closing', null, false, now())`,
    end: "update private.payment_events set received_at = now() - interval '8 days' where id = 'evt_other'",
  },
  "failed-renewal": {
    begin: `insert into private.billing_events (id, kind, object, version, happened_at, told_on, is_open)
            values ('evt_2', 'failed_debit', 'in_1', '1', now(), current_date, true)`,
    end: "update private.billing_events set is_open = false",
  },
  "late-delivery": {
    begin: delivery("created_at", "now() - interval '31 minutes'"),
    end: "update private.deliveries set status = 'delivered'",
  },
  "lost-delivery": { begin: delivery("status", "'dead'"), end: "delete from private.deliveries" },
  "disabled-receiver": {
    begin: `insert into private.receivers (topic, url, disabled_at, disabled_reason)
            values ('lead', 'https://recepteur.example/crochet', now(), 'gone')`,
    end: "update private.receivers set disabled_at = null, disabled_reason = null",
  },
};

describe("What goes wrong with the site", () => {
  test.for(alertIds)("%s is told to the responsables once, by two processes, and once when it is over", async (id) => {
    const manager = await signIn(processes[0]!, db, { isAdministrator: true });
    const seller = await signIn(processes[0]!, db, { isAdministrator: true, role: "seller" });
    const apply = async (step: Trouble["begin"]) => void (typeof step === "string" ? await db.inspect(step) : step());
    await lookAll();
    expect(await told(manager.userId)).toEqual([]);

    await apply(troubles[id].begin);
    await lookAll();
    await lookAll();
    expect(await told(manager.userId)).toEqual([id]);

    await apply(troubles[id].end);
    await lookAll();
    await lookAll();
    expect(await told(manager.userId)).toEqual([id, `-${id}`]);
    expect(await told(seller.userId)).toEqual([]);
  });

  test("leaves as one mail, at night too, with what to do", async () => {
    const { email } = await signIn(processes[0]!, db, { isAdministrator: true });
    machine = { ...healthy, clockOffsetMs: 60_000, disks: [{ place: "backups", freeBytes: 0 }] };
    await lookAll();
    const inTwoMinutes = new Date(Date.now() + 120_000);

    const sent = await Promise.all(processes.map(() => db.asServer((tx) => mailNotifications(tx, inTwoMinutes))));

    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { rows } = await db.inspect<{ to: string; counts: object; ids: string }>(
      `select body ->> 'to' as to, body #> '{data,counts}' as counts,
              (select string_agg(alert ->> 'id', ' ' order by alert ->> 'id')
               from jsonb_array_elements(body #> '{data,alerts}') as alert) as ids
       from private.deliveries where event = 'mail.notifications'`,
    );
    expect(rows).toEqual([{ to: email, counts: { site: 2 }, ids: "low-disk wrong-clock" }]);
  });

  test("on one machine is over there alone", async () => {
    const { userId } = await signIn(processes[0]!, db, { isAdministrator: true });
    const full: MachineFacts = { ...healthy, disks: [{ place: "backups", freeBytes: 0 }] };
    processes[1]!.machine = { name: "deux", read: () => Promise.resolve(full) };

    await lookAll();
    await lookAll();

    expect(await told(userId)).toEqual(["low-disk"]);
  });

  test("is no reason to fail: where it cannot be told, the log says so", async () => {
    const broken = { ...processes[0]!, machine: { name: "un", read: () => Promise.reject(new Error("no disk")) } };
    await expect(tellAlerts(broken)).resolves.toBeUndefined();
  });
});
