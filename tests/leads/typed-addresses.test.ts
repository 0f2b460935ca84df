import { afterAll, expect, test } from "vitest";

import { outboxContext, startTestOutbox, stopAll } from "#tests/outbox/outbox-support.ts";
import { startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";

import { anonymous, followUp, marketing, newKey, secretariat, send } from "./sending.ts";

/** Source: promise S-21. */
const leadCount = atDepth(30, 1000);

const db = await openDatabaseForFile();
const receiver = await startChaosReceiver();
const canary = await startChaosReceiver();

afterAll(async () => {
  await stopAll();
  await Promise.all([receiver.close(), canary.close()]);
});

const texts = ["first_name", "last_name", "company_name", "business_type"].map((name) => `${name}_param`);
/** Beside those of everybody: what each form asks alone. */
const forms = [
  { form: secretariat, own: ["knowledge_base_url_param", "knowledge_base_text_param", "welcome_message_param"] },
  { form: marketing, own: ["marketing_needs_param"] },
  { form: followUp, own: ["client_followup_goals_param"] },
];

test(`${leadCount} leads that name an address in every text cause no request to it`, async () => {
  const context = outboxContext(db, { leadUrls: [receiver.url()] });
  await startTestOutbox(context);
  for (let number = 0; number < leadCount; number += 1) {
    const { form, own } = forms[number % forms.length]!;
    const typed = Object.fromEntries([...texts, ...own].map((name) => [name, canary.url(`/${number}/${name}`)]));
    const keyed = { email_param: `canari-${number}@exemple.example`, idempotency_key_param: newKey() };
    await send(db, { ...form, ...typed, ...keyed }, anonymous);
  }
  await receiver.until(() => receiver.received.length >= leadCount);

  console.log(`S-21: ${leadCount} leads, ${receiver.received.length} deliveries, ${canary.received.length} hits`);
  expect(canary.received).toEqual([]);
  expect(receiver.received.filter(({ body }) => body.includes(canary.url()))).toHaveLength(leadCount);
}, 300_000);
