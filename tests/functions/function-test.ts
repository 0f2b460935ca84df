import { contextTest } from "#tests/support/context-test.ts";
import { signIn } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";

/** @param body JSON to be, or a text that is sent as it is */
type Post = (
  body: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/**
 * What the tests of a function for administrators begin with: a database of the file, empty for each test; a server's
 * context; an administrator with a live session; and the call, made by that administrator unless headers are named.
 */
export function testOf(name: string, traits: Parameters<typeof signIn>[2] = {}) {
  return contextTest
    .extend("admin", ({ context, db }) => signIn(context, db, { isAdministrator: true, ...traits }))
    .extend("post", ({ context, admin }): Post => async (body, headers) => {
      const said = headers ?? { authorization: `Bearer ${admin.token}` };
      const { status, answer } = await callFunction(context, name, said, body);
      return { status, body: answer };
    });
}
