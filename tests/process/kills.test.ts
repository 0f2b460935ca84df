import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { atDepth } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send, visitorAddress } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { startSite, type SiteProcess } from "./site-process.ts";

/** Source: promise R-01. Each kill costs a start, which takes seconds. */
const killCount = atDepth(2, 200);
const leadCount = atDepth(100, 10_000);
const writersAtOnce = 8;
const longestWaitMs = 150;

type Tally = { sent: number; acknowledged: string[]; refusals: string[] };

/** Sends leads, several at once, until the site is gone. */
async function write({ port }: SiteProcess, publishableKey: string, tally: Tally): Promise<void> {
  let isGone = false;
  const writer = async () => {
    while (!isGone) {
      const [number, key] = [tally.sent, randomUUID()];
      tally.sent += 1;
      const body = { ...secretariat, email_param: `tue-${number}@exemple.example`, idempotency_key_param: key };
      try {
        const answer = await send(port, "POST", "/rest/v1/rpc/create_lead_without_auth", {
          from: visitorAddress(number),
          headers: { apikey: publishableKey },
          body,
        });
        if (answer.status === 200) tally.acknowledged.push(key);
        else tally.refusals.push(`${answer.status} ${answer.text}`);
      } catch {
        isGone = true; // killed: this one may or may not have arrived
      }
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, writer));
}

/** What the tables say against one another: nothing should be. */
async function findContradictions(instance: TestInstance, acknowledged: string[]) {
  const [row] = await instance.inspect(
    `with mine as (select * from private.submissions where email like 'tue-%')
     select
       (select count(*)::int from unnest($1::uuid[]) as key
        where not exists (select from mine join public.leads as lead on lead.id = mine.lead_id where mine.idempotency_key = key)) as lost,
       (select count(*)::int from public.leads as lead
        where email like 'tue-%' and not exists (select from mine where mine.lead_id = lead.id)) as leads_without_submission,
       (select count(*)::int from mine
        where (select count(*) from private.deliveries as delivery
               where delivery.lead_id = mine.lead_id and delivery.body ->> 'reference' = mine.idempotency_key::text) <> 1) as submissions_without_event,
       (select count(*)::int from private.deliveries as delivery
        where event = 'questionnaire.submitted' and not exists (select from mine where mine.lead_id = delivery.lead_id)) as events_without_lead,
       (select count(*)::int from mine) as stored`,
    [acknowledged],
  );
  return row;
}

test(
  `${leadCount} acknowledged leads survive ${killCount} kills of the whole process group, each with its event, delivered in the end`,
  { timeout: 120_000 + killCount * 10_000 },
  async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const receiver = await startChaosReceiver();
    onTestFinished(() => receiver.close());
    const environment = {
      PORT: String(await findFreePort()),
      LOG_LEVEL: "error",
      PUBLISHABLE_KEY: "sb_publishable_of_the_kills",
      SECRET_KEY: "sb_secret_of_the_kills",
      WEBHOOK_LEAD_URL: receiver.url("/lead"),
      WEBHOOK_SIGNIN_URL: receiver.url("/sign-in"),
      WEBHOOK_SECRET: newSecret(),
    };
    const tally: Tally = { sent: 0, acknowledged: [], refusals: [] };

    for (let life = 1; life <= killCount; life += 1) {
      const site = await startSite(instance, environment);
      onTestFinished(() => site.kill());
      const writing = write(site, environment.PUBLISHABLE_KEY, tally);
      await vi.waitUntil(() => tally.acknowledged.length >= (leadCount * life) / killCount, {
        timeout: 60_000,
        interval: 5,
      });
      await wait(randomInt(longestWaitMs)); // the moment of the kill is what is tried
      await site.kill();
      await writing;
    }

    const found = await findContradictions(instance, tally.acknowledged);
    // As if the leases of the killed had run out.
    await instance.inspect("update private.deliveries set leased_until = now() where leased_until is not null");
    const site = await startSite(instance, environment);
    onTestFinished(() => site.kill());
    await vi.waitFor(
      async () => {
        const { text } = await send(site.port, "GET", "/metrics");
        expect(text).not.toMatch(/site_deliveries\{status="waiting"\} [1-9]/);
        expect(text).toMatch(/site_deliveries\{status="delivered"\} [1-9]/);
      },
      { timeout: 60_000, interval: 100 },
    );
    site.terminate();
    expect(await site.ended).toBe(0);

    const ids = new Set(receiver.received.map(({ id }) => id));
    const references = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as { reference: string }).reference),
    );
    const repeats = receiver.received.length - ids.size;
    console.log(
      `R-01: ${tally.acknowledged.length} acknowledged of ${tally.sent} sent, ${killCount} kills, ${String(found?.stored)} stored, ${receiver.received.length} events, ${repeats} repeats`,
    );
    const none = { lost: 0, leads_without_submission: 0, submissions_without_event: 0, events_without_lead: 0 };
    expect(found).toMatchObject(none);
    expect(await findContradictions(instance, tally.acknowledged)).toMatchObject(none);
    expect(tally.refusals).toEqual([]);
    expect(tally.acknowledged.length).toBeGreaterThanOrEqual(leadCount);
    expect(tally.acknowledged.filter((key) => !references.has(key))).toEqual([]);
    expect(ids.size).toBe(found?.stored);
    expect(repeats).toBeLessThanOrEqual(killCount);
  },
);
