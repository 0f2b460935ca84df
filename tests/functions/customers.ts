import type { ServerContext } from "#server/context/context.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { nextAddress, signUpCustomer, type SignedIn, type Wire } from "#tests/auth/support.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { addContact, mountFunctions, type Contact } from "#tests/fixtures/accounts.ts";

export type Customer = SignedIn & { marker: string; contact: Contact; withoutAccount: Contact };

/** The ids of the invoices of a customer: that of the payment, and that of the month after. */
export const invoicesOf = (marker: string) => [`in_first_${marker.length}`, `in_month_${marker.length}`] as const;

/**
 * A customer with a row in each table that holds personal data, the marker in all that a person may write: two leads, one
 * more sent without signing in, consents, attribution, payments, mails, an announced sign-in and a pending link.
 */
export async function addCustomer(wire: Wire, db: TestDatabase, marker: string): Promise<Customer> {
  const signedIn = await signUpCustomer(wire, `${marker}@exemple.example`);
  const { email, userId } = signedIn;
  const contact = await addContact(db, { email, userId, origins: ["secretariat", "closing"] });
  const withoutAccount = await addContact(db, { email: email.toUpperCase(), origins: ["marketing"] });
  await writeMarker(db, marker, [contact, withoutAccount]);

  const [paid, started] = contact.references;
  await db.inspect("insert into private.payment_starts (reference, terms_version) values ($1, '2025-06-25')", [
    started,
  ]);
  await db.inspect(
    `insert into private.payment_events
       (id, type, reference, email, amount_cents, currency, lead_id, state, invoice, subscription)
     values ('evt_paid_' || $1, 'checkout.session.completed', $2, null, 11640, 'eur', $3, 'applied', $5, $6),
            ('evt_waits_' || $1, 'checkout.session.completed', 'unknown', $4, 11640, 'eur', null, 'waiting',
             null, null)`,
    [marker.length, paid, contact.leadIds[0], email, invoicesOf(marker)[0], `sub_${marker.length}`],
  );
  await db.inspect(
    `insert into private.invoices (id, number, url, subscription, amount_cents, currency, paid_on)
     values ($1, 'F-1', 'https://factures.example/' || $4, null, 11640, 'eur', '2026-11-20'),
            ($2, 'F-2', 'https://factures.example/' || $4, $3, 11640, 'eur', '2026-12-20')`,
    [...invoicesOf(marker), `sub_${marker.length}`, marker],
  );
  await db.asServer((tx) => queueMail(tx, { to: email, template: "password-changed", data: {} }));
  await wire.send("POST", "/recover", { body: { email }, address: nextAddress() });
  await callFunction(wire.context, "signed-in", bearer(signedIn), { path: "/" });
  return { ...signedIn, marker, contact, withoutAccount };
}

async function writeMarker(db: TestDatabase, marker: string, contacts: Contact[]): Promise<void> {
  for (const { profileId, leadIds } of contacts) {
    await db.inspect("update public.user_profiles set last_name = $2, calls_per_month = 50 where id = $1", [
      profileId,
      marker,
    ]);
    await db.inspect(
      `update public.leads set last_name = $2, extra_answers = jsonb_build_object('commentaire', $2::text),
         consents = jsonb_build_object('calls', jsonb_build_object('granted', true, 'text', $2::text))
       where id = any($1::uuid[])`,
      [leadIds, marker],
    );
    await db.inspect(
      `update private.submissions set answers = jsonb_build_object('welcome_message', $2::text, 'calls_per_month', 50),
         contact = jsonb_build_object('last_name', $2::text), attribution = jsonb_build_object('utm_campaign', $2::text),
         consents = jsonb_build_object('calls', jsonb_build_object('granted', true, 'text', $2::text))
       where lead_id = any($1::uuid[])`,
      [leadIds, marker],
    );
  }
}

/**
 * An account that opens with a phone alone, and whose form named another person's address; and what is kept of that
 * person, who has no account: a payment that waits with its invoice, mails to them, and a payment of another's lead.
 */
export async function addNamer(wire: Wire, db: TestDatabase, victim: string): Promise<SignedIn & { phone: string }> {
  const signedIn = await signUpCustomer(wire);
  const phone = "33639980042";
  await db.inspect(
    `update auth.users set email = null, email_confirmed_at = null, phone = $2, phone_confirmed_at = now()
     where id = $1`,
    [signedIn.userId, phone],
  );
  await addContact(db, { email: victim, userId: signedIn.userId });
  const { leadIds } = await addContact(db, { email: "ami@exemple.example" });
  await db.inspect(
    `insert into private.payment_events (id, type, reference, email, amount_cents, currency, lead_id, state, invoice)
     values ('evt_waits', 'checkout.session.completed', 'unknown', $1, 11640, 'eur', null, 'waiting', 'in_victim'),
            ('evt_friend', 'checkout.session.completed', 'unknown', $1, 11640, 'eur', $2, 'applied', null)`,
    [victim, leadIds[0]],
  );
  await db.inspect(
    `insert into private.invoices (id, url, amount_cents, currency, paid_on)
     values ('in_victim', 'https://factures.example/victim', 11640, 'eur', '2026-11-20')`,
  );
  await db.asServer((tx) => queueMail(tx, { to: victim, template: "password-changed", data: {} }));
  return { ...signedIn, phone };
}

/** What `addNamer` keeps of the other person, but for the form. */
export async function keptOfVictim(db: TestDatabase, victim: string): Promise<string[]> {
  const { rows } = await db.inspect<{ name: string }>(
    `select id as name from private.payment_events where email = $1
     union all select id from private.invoices where id = 'in_victim'
     union all select event from private.deliveries where body ->> 'to' = $1 and lead_id is null order by 1`,
    [victim],
  );
  return rows.map(({ name }) => name);
}

export const bearer = ({ access }: SignedIn): Record<string, string> => ({ authorization: `Bearer ${access}` });

export type FunctionAnswer = { status: number; headers: Headers; text: string; answer: Record<string, unknown> };

export async function callFunction(
  context: ServerContext,
  name: string,
  headers: Record<string, string>,
  body?: unknown,
  method: "GET" | "POST" = "POST",
): Promise<FunctionAnswer> {
  const response = await mountFunctions(context).request(`/functions/v1/${name}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    answer: JSON.parse(text) as FunctionAnswer["answer"],
  };
}

/** Every row that says one of these words, by table. What counts calls is left out: it holds hashes. */
export async function rowsSaying(db: TestDatabase, ...words: string[]): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.inspect<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth') and tablename <> 'rate_buckets' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.inspect<{ text: string }>(
      `select t::text as text from ${name} as t where exists (select from unnest($1::text[]) as word where t::text ilike '%' || word || '%')
       order by 1`,
      [words],
    );
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}

/** Requests that name no customer with a live session: each gets 401. */
export function strangersOf({ settings }: ServerContext, { access }: SignedIn): Record<string, string>[] {
  const { publishableKey, secretKey } = settings;
  return [
    {},
    { apikey: publishableKey },
    { authorization: `Bearer ${publishableKey}` },
    { apikey: publishableKey, authorization: `Bearer ${publishableKey}` },
    { authorization: `Bearer ${secretKey}` },
    { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    { authorization: "Bearer nonsense" },
    { authorization: "Basic Y2xhaXJlOmNsYWlyZQ==" },
    { authorization: `Bearer ${access.slice(0, -4)}AAAA` },
    { "x-admin-token": access },
    { authorization: `Bearer ${publishableKey}`, "x-admin-token": access },
    { apikey: "nonsense", authorization: `Bearer ${access}` },
  ];
}
