/**
 * A process that only works on the outbox, to be killed by a test. It opens its own database, queues the events it is
 * asked for and writes one line of JSON for each event of its life.
 */
import pino from "pino";

import { createContext } from "#server/context/context.ts";
import { openDatabase } from "#engine/db/open-database.ts";
import { createMailComposer } from "#server/mail/mail-composer.ts";
import { startOutbox } from "#engine/outbox/outbox.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import type { Settings } from "#server/settings/settings.ts";

const { settings, eventCount, timings } = JSON.parse(process.env.WORK ?? "{}") as {
  settings: Settings;
  eventCount: number;
  timings: { leaseMs: number; pollMs: number };
};
const say = (fact: unknown) => void process.stdout.write(`${JSON.stringify(fact)}\n`);

const log = pino({ level: "silent" });
const db = await openDatabase(settings, log);
const context = createContext({ settings, db, log });

if (eventCount > 0) {
  await registerReceivers(db, settings, new Date());
  await db.asServer((tx) =>
    tx.query(
      `insert into private.deliveries (kind, receiver_id, event, body)
       select 'webhook', receiver.id, 'questionnaire.submitted', jsonb_build_object('number', number)
       from generate_series(1, $1) as number, private.receivers as receiver`,
      [eventCount],
    ),
  );
}
const outbox = await startOutbox(context, { timings, composeMail: createMailComposer(context, () => "") });
say({ started: true });

process.on("SIGTERM", async () => {
  await outbox.stop();
  await db.close();
  process.exit(0);
});

for (;;) {
  const { rows } = await db.asServer((tx) =>
    tx.query<{ waiting: number }>(
      "select count(*) filter (where status = 'waiting')::int as waiting from private.deliveries",
    ),
  );
  if (rows[0]?.waiting === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
say({ finished: true });
