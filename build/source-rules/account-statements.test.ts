import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

/** The service of accounts, and what signs for it: both are ours only where no project keeps the accounts. */
const rooms = ["engine/auth/", "engine/identity/"];
const statement = /\b(?:from|join|into|update|table|select)\s+auth\.\w+/gi;

test("Only the service of accounts has statements on its schema: a project may keep it (decision 0028)", () => {
  const files = globSync("{engine,server,subjects/*/server}/**/*.ts").filter(
    (file) => !rooms.some((room) => file.startsWith(room)),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(statement)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(150);
  expect("delete from auth.users").toMatch(statement);
});
