import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";
import { mailNames } from "#content/mail-names.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
const { events, receivers, waitingList } = adminDeliveries;

const quoted = (text: string) => [...text.matchAll(/'([a-z_.]+)'/g)].map(([, word = ""]) => word);

test("Everything the queue can hold, and everywhere it goes, has a French name of its own", async () => {
  const listed = async (sql: string) => (await db.inspect<{ said: string }>(sql)).rows.map(({ said }) => said);
  const constraint = (name: string) =>
    `select pg_get_constraintdef(oid) as said from pg_constraint where conname = '${name}'`;
  const [topics = ""] = await listed(constraint("receivers_topic_is_known"));
  const forms = await listed("select unnest(private.forms()) as said");
  const ofForms = await listed(
    "select distinct private.event_of_form(form) as said from unnest(private.forms()) as form",
  );
  const written = globSync("{engine,server,subjects/*/server}/**/*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .filter((source) => /queueEvent\(|insert into private\.deliveries/.test(source))
    .flatMap((source) => [...source.matchAll(/(?:event: "|, ')([a-z]+\.[a-z_]+)["']/g)].map(([, name = ""]) => name));

  expect(forms).toContain("conferences");
  expect(written).toEqual(expect.arrayContaining(["lead.erased", "user.signed_in", "sms.code"]));
  expect([...ofForms, ...written].filter((event) => !Object.hasOwn(events, event))).toEqual([]);
  expect([...quoted(topics), "mail"].filter((topic) => !Object.hasOwn(receivers.topics, topic))).toEqual([]);
  const names = [...Object.values(events), ...Object.values(mailNames), ...Object.values(waitingList)];
  expect(new Set(names).size).toBe(names.length);
});
