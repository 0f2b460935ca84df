import { randomUUID } from "node:crypto";

import { addContact, mountFunctions, signIn } from "#tests/fixtures/accounts.ts";
import type { createTestContext } from "#tests/support/context.ts";
import { contextTest } from "#tests/support/context-test.ts";

import { type EventReader, readEvents } from "./event-reader.ts";

type Opening = { query?: string; headers?: Record<string, string>; from?: ReturnType<typeof createTestContext> };

/**
 * A server's context on an empty database, an administrator, and streams of theirs that end with the test. `open` waits
 * until nothing is missed any more.
 */
export const liveTest = contextTest
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
