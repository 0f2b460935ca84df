import { randomUUID } from "node:crypto";

import { FunctionsClient } from "@supabase/functions-js";

import type { ServerContext } from "#server/context/context.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { receiversOf } from "#tests/support/receivers.ts";

export const receipt = (granted: boolean, text = "J'accepte.") => ({
  granted,
  at: "2025-10-15T10:00:00.000Z",
  version: "2025-06-25",
  form: "closing",
  text,
});

/** As the closing form sends it. */
export const order = {
  firstName: "Claire",
  lastName: "Delmas",
  email: "c.delmas@orsay.example",
  phone: "06 39 98 77 31",
  company: "Cabinet Orsay",
  role: "Avocate associée",
  prospectsCount: "environ 2 000",
  objectives: ["meetings"],
};

/** As the conference form sends it. */
export const registration = {
  firstName: "Claire",
  lastName: "Delmas",
  email: "c.delmas@orsay.example",
  phone: "",
  companyName: "Cabinet Orsay",
  businessType: "lawyer",
  funnel: "conferences",
  timestamp: "2025-10-15T10:00:00.000Z",
  source: "http://localhost:3000/conferences",
  commentaire: "Sans gluten, merci.",
  newsletter: true,
};

export const newKey = () => randomUUID();

export type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null };

export type Post = (body: unknown, headers?: Record<string, string | undefined>) => Promise<Answer>;

/** Calls one function with the public key, from one address. */
export function postTo(context: ServerContext, name: string): Post {
  return async (body, headers = {}) => {
    const all = {
      authorization: `Bearer ${context.settings.publishableKey}`,
      "content-type": "application/json",
      ...headers,
    };
    const given = Object.entries(all).flatMap(([header, value]) =>
      value === undefined ? [] : [[header, value] as [string, string]],
    );
    const response = await mountFunctions(context).request(`/functions/v1/${name}`, {
      method: "POST",
      headers: given,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, retryAfter: response.headers.get("retry-after") };
  };
}

export function publishedClient(context: ServerContext): FunctionsClient {
  const api = mountFunctions(context);
  return new FunctionsClient("http://site.test/functions/v1", {
    headers: { authorization: `Bearer ${context.settings.publishableKey}`, apikey: context.settings.publishableKey },
    customFetch: async (input, init) => api.request(input as string, init as RequestInit),
  });
}

export async function addLeadReceivers(context: ServerContext, db: TestDatabase): Promise<void> {
  const leadUrls = ["https://one.example/", "https://two.example/"];
  await db.inspect("insert into private.settings (key, value) values ('site_origin', to_jsonb($1::text))", [
    context.settings.site.origin,
  ]);
  await registerReceivers(
    db,
    { ...context.settings, webhooks: { receivers: receiversOf({ leadUrls }), secrets: [] } },
    new Date(),
  );
}

/** The two bodies, one per receiver, are the same: the one they share. */
export async function readEvents(db: TestDatabase): Promise<Record<string, unknown>[]> {
  const { rows } = await db.inspect<{ body: Record<string, unknown> }>(
    `select body from private.deliveries join private.receivers as receiver on receiver.id = receiver_id
     where receiver.url = 'https://one.example/' order by private.deliveries.created_at`,
  );
  return rows.map(({ body }) => body);
}

export async function countRows(db: TestDatabase): Promise<Record<string, number>> {
  const { rows } = await db.inspect<Record<string, number>>(
    `select (select count(*)::int from public.user_profiles) as profiles, (select count(*)::int from public.leads) as leads,
            (select count(*)::int from private.submissions) as submissions, (select count(*)::int from private.deliveries where kind = 'webhook') as deliveries`,
  );
  return rows[0]!;
}

export const nothing = { profiles: 0, leads: 0, submissions: 0, deliveries: 0 };
export const one = { profiles: 1, leads: 1, submissions: 1, deliveries: 2 };

/** Bodies that no form sends. */
export const hostileTexts = [
  "<script>alert(1)</script>",
  "'); drop table public.leads; --",
  "👩🏽‍⚖️ שלום עולם",
  "\u202egnirts",
  "tab\tand\nline",
  "${7*7} {{7*7}} %s %n",
  "../../etc/passwd",
  "+33 (0)6 39 98 77 31",
  "0692 12 34 56",
  "a".repeat(300),
];

/**
 * So many times at once. A machine that is busy elsewhere may keep the database from answering in time (503): those
 * come again, as the browser's queue does.
 */
export async function postAtOnce(count: number, postOne: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: count }, postOne));
  const busy = answers.filter(({ status }) => status === 503);
  for (const _ of busy) answers.push(await postOne());
  return answers.filter((answer) => !busy.includes(answer));
}
