import { expect, test } from "vitest";

import { siteLogins } from "./site-logins.ts";

const secret = "a secret of no use 0123456789abcdef";

test.each(["site", "Site d’essai", "é".repeat(31), "a".repeat(63)])("%s has two logins whose names fit", (database) => {
  const { caller, server } = siteLogins(database, secret);

  for (const { user } of [caller, server]) expect(Buffer.byteLength(user)).toBeLessThanOrEqual(63);
  expect(caller.user).toMatch(/^authenticator_/);
  expect(server.user).toMatch(/^site_server_/);
  expect(caller.password).not.toBe(server.password);
});

test("Two databases have no login in common, nor its password, whatever their names begin with", () => {
  const names = ["site", "site2", `${"a".repeat(62)}b`, `${"a".repeat(62)}c`];
  const logins = names.flatMap((name) => Object.values(siteLogins(name, secret)));

  expect(new Set(logins.map(({ user }) => user)).size).toBe(8);
  expect(new Set(logins.map(({ password }) => password)).size).toBe(8);
});
