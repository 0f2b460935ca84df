import { randomUUID } from "node:crypto";

import { Hono } from "hono";

import { signAccessToken } from "#server/auth/sessions/tokens.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { createFunctionsService } from "#server/functions/functions-service.ts";
import type { TestDatabase } from "#tests/support/database.ts";

export type Person = { userId: string; sessionId: string; email: string; token: string };

type Traits = { email?: string; isAdministrator?: boolean; hasFactor?: boolean; aal?: "aal1" | "aal2" };

/** An account with a live session and its access token. */
export async function signIn(context: ServerContext, db: TestDatabase, traits: Traits = {}): Promise<Person> {
  const { aal = "aal1", email = `${randomUUID()}@exemple.fr` } = traits;
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  await db.inspect("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [userId, email]);
  await db.inspect(
    `insert into auth.sessions (id, user_id, aal, refresh_token_hmac_key, not_after, ends_at)
     values ($1, $2, $3, '\\x00', now() + interval '1 day', now() + interval '1 day')`,
    [sessionId, userId, aal],
  );
  if (traits.isAdministrator) await db.inspect("insert into public.admin_users (user_id) values ($1)", [userId]);
  if (traits.hasFactor) {
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      userId,
    ]);
  }
  return { userId, sessionId, email, token: await tokenOf(context, { userId, sessionId, email, aal }) };
}

async function tokenOf(
  context: ServerContext,
  { userId, sessionId, email, aal }: Omit<Person, "token"> & { aal: "aal1" | "aal2" },
): Promise<string> {
  const { token } = await signAccessToken(context, {
    sub: userId,
    email,
    phone: "",
    app_metadata: {},
    user_metadata: {},
    aal,
    amr: [{ method: "password", timestamp: 0 }],
    session_id: sessionId,
    is_anonymous: false,
  });
  return token;
}

export type Contact = { leadIds: string[]; profileId: string; userId: string | null; references: string[] };

/** A profile with a lead per origin, each with the submission that made it and so its events. */
export async function addContact(
  db: TestDatabase,
  { email, userId = null, origins = ["secretariat"] }: { email: string; userId?: string | null; origins?: string[] },
): Promise<Contact> {
  const profileId = randomUUID();
  await db.inspect("insert into public.user_profiles (id, user_id, email, first_name) values ($1, $2, $3, 'Claire')", [
    profileId,
    userId,
    email,
  ]);
  const contact: Contact = { leadIds: [], profileId, userId, references: [] };
  for (const origin of origins) {
    const [leadId, reference] = [randomUUID(), randomUUID()];
    await db.inspect(
      "insert into public.leads (id, user_profile_id, funnel_origin, email, first_name) values ($1, $2, $3, $4, 'Claire')",
      [leadId, profileId, origin, email],
    );
    await db.inspect(
      `insert into private.submissions (idempotency_key, form, email, contact, lead_id, user_id)
       values ($1, $2, $3, '{"first_name": "Claire"}', $4, $5)`,
      [reference, origin, email, leadId, userId],
    );
    contact.leadIds.push(leadId);
    contact.references.push(reference);
  }
  return contact;
}

/** The service as the HTTP layer mounts it, for requests from one address. */
export function mountFunctions(context: ServerContext): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use(async (c, next) => {
    c.set("requestId", "test");
    c.set("clientAddress", "192.0.2.1");
    await next();
  });
  return api.route("/functions/v1", createFunctionsService(context));
}
