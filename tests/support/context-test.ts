import { test } from "vitest";

import { createTestContext } from "./context.ts";
import { openTestDatabase } from "./database.ts";

/** A database of the file, empty for each test, and a server's context on it. */
export const contextTest = test
  .extend("db", { scope: "file" }, async ({}, { onCleanup }) => {
    const db = await openTestDatabase();
    onCleanup(() => db.close());
    return db;
  })
  .extend("context", { auto: true }, ({ db }, { onCleanup }) => {
    onCleanup(() => db.reset());
    return createTestContext({ db });
  });
