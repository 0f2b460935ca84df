import { randomUUID } from "node:crypto";

import { test } from "vitest";

import { addContact, mountFunctions, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openTestDatabase } from "#tests/support/database.ts";

import { type EventReader, readEvents } from "./event-reader.ts";

type Opening = { query?: string; headers?: Record<string, string>; from?: ReturnType<typeof createTestContext> };

/**
 * A server's context on an empty database, an administrator, and streams of theirs that end with the test. `open` waits
 * until nothing is missed any more.
 */
export const liveTest = test
  .extend("db", { scope: "file" }, async ({}, { onCleanup }) => {
    const db = await openTestDatabase();
    onCleanup(() => db.close());
    return db;
  })
  .extend("context", { auto: true }, ({ db }, { onCleanup }) => {
    onCleanup(() => db.reset());
    return createTestContext({ db });
  })
  .extend("admin", ({ context, db }) => signIn(context, db, { isAdministrator: true }))
  .extend("ask", ({ context, admin }) => async ({ query = "", headers, from = context }: Opening = {}) => {
    const said = { authorization: `Bearer ${admin.token}`, ...headers };
    return mountFunctions(from).request(`/functions/v1/lead-events${query}`, { headers: said });
  })
  .extend("open", ({ ask }, { onCleanup }) => {
    const opened: EventReader[] = [];
    onCleanup(async () => {
      for (const reader of opened) await reader.close();
    });
    return async (opening?: Opening): Promise<EventReader> => {
      const answer = await ask(opening);
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      const reader = readEvents(answer);
      opened.push(reader);
      await reader.next("ready");
      return reader;
    };
  })
  .extend("addLead", ({ db }) => async (): Promise<string> => {
    const { leadIds } = await addContact(db, { email: `${randomUUID()}@exemple.example` });
    return leadIds[0] ?? "";
  });
