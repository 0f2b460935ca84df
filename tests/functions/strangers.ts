import type { ServerContext } from "#server/context/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { signIn, withdrawPerson } from "#tests/fixtures/accounts.ts";

type Stranger = { who: string; status: 401 | 403; headers: Record<string, string> };

/** Everybody who may not do what an administrator may, and how each is answered. */
export async function listStrangers(context: ServerContext, db: TestDatabase): Promise<Stranger[]> {
  const { publishableKey, secretKey } = context.settings;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const customer = await signIn(context, db);
  const halfWay = await signIn(context, db, { isAdministrator: true, hasFactor: true });
  const revoked = await signIn(context, db, { isAdministrator: true });
  await withdrawPerson(db, revoked);
  const ended = await signIn(context, db, { isAdministrator: true });
  await db.inspect("update auth.sessions set not_after = now() - interval '1 h' where id = $1", [ended.sessionId]);
  const signedOut = await signIn(context, db, { isAdministrator: true });
  await db.inspect("delete from auth.sessions where id = $1", [signedOut.sessionId]);

  return [
    { who: "a caller without a token", status: 401, headers: {} },
    { who: "the public key", status: 401, headers: bearer(publishableKey) },
    { who: "the secret key", status: 401, headers: bearer(secretKey) },
    { who: "nonsense", status: 401, headers: { ...bearer(publishableKey), "x-admin-token": "nonsense" } },
    { who: "an administrator whose session ended", status: 401, headers: bearer(ended.token) },
    { who: "an administrator who signed out", status: 401, headers: bearer(signedOut.token) },
    { who: "a customer", status: 403, headers: bearer(customer.token) },
    { who: "an administrator before the second factor", status: 403, headers: bearer(halfWay.token) },
    { who: "a former administrator", status: 403, headers: bearer(revoked.token) },
  ];
}
