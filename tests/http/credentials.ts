import { signIn } from "#tests/fixtures/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import type { HttpServer } from "#tests/support/http-server.ts";

import type { Credentials } from "./bad-requests.ts";

/** Both keys, and the tokens of a customer and of an administrator with live sessions. */
export async function makeCredentials({ context }: HttpServer, db: TestDatabase): Promise<Credentials> {
  const { publishableKey, secretKey } = context.settings;
  const customer = await signIn(context, db, { email: "cliente@exemple.example" });
  const administrator = await signIn(context, db, { email: "chef@exemple.example", isAdministrator: true });
  return { publishableKey, secretKey, customer: customer.token, administrator: administrator.token };
}
