import { randomUUID } from "node:crypto";

import type { Caller } from "#engine/db/database.ts";
import { actors } from "#tests/policies/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";

export const anonymous: Caller = { role: "anon", claims: { role: "anon" } };

export type Parameters = Record<string, unknown>;

/** A complete secretariat questionnaire, as the funnel sends it. */
export const secretariat: Parameters = {
  email_param: "helene@patisserie-ravel.example",
  funnel_origin_param: "secretariat",
  first_name_param: "Hélène",
  last_name_param: "Ravel",
  phone_param: "06 39 98 41 07",
  company_name_param: "Pâtisserie Ravel",
  business_type_param: "artisan pâtissier",
  registration_path_param: "/inscription-secretariat",
  welcome_message_param: "Pâtisserie Ravel, bonjour.\nQue puis-je pour vous ?",
  knowledge_base_url_param: "https://patisserie-ravel.example",
  knowledge_base_text_param: "Fermé le lundi.",
  intention_param: "rdv",
  calls_per_month_param: 50,
  business_hours_param: ["24h"],
  voice_param: "feminin",
  prospects_per_month_param: "",
  current_clients_param: "",
  marketing_needs_param: "",
  active_clients_per_month_param: "",
};

export const marketing: Parameters = {
  email_param: "malik@formalys.example",
  funnel_origin_param: "marketing",
  first_name_param: "Malik",
  last_name_param: "Benali",
  phone_param: "+33 6 39 98 12 85",
  company_name_param: "Formalys",
  business_type_param: "formation",
  registration_path_param: "/inscription-marketing",
  voice_param: "",
  prospects_per_month_param: "1000-5000",
  current_clients_param: "100-1000",
  marketing_needs_param: "Relancer nos anciens stagiaires.",
  calls_per_month_param: "",
  business_hours_param: [""],
};

export const followUp: Parameters = {
  email_param: "nadia@tilleuls.example",
  funnel_origin_param: "suiviclient",
  first_name_param: "Nadia",
  last_name_param: "Ferhat",
  phone_param: "0639989172",
  company_name_param: "Clinique des Tilleuls",
  business_type_param: "clinique",
  registration_path_param: "/inscription-suiviclient",
  voice_param: "masculin",
  active_clients_per_month_param: "200",
  client_followup_goals_param: "Rappeler les rendez-vous.",
};

type Answer = { accepted: boolean; reference: string };

/** What the data service does with a JSON body: each parameter by name, numbers included. */
export async function send(
  db: TestDatabase,
  parameters: Parameters,
  caller: Caller = anonymous,
  settings: Record<string, string> = {},
) {
  const names = Object.keys(parameters);
  const given = names.map((name) => `${name} => body.${name}`);
  const columns = names.map((name) => `${name} ${typeOf(name)}`);
  const { rows } = await db.asCaller(caller, { settings }, (tx) =>
    tx.query<{ answer: Answer }>(
      `select create_lead_without_auth(${given.join(", ")}) as answer from json_to_record($1::json) as body (${columns.join(", ")})`,
      [JSON.stringify(parameters)],
    ),
  );
  return rows[0]!.answer;
}

function typeOf(name: string): string {
  if (name === "business_hours_param") return "text[]";
  if (name === "idempotency_key_param") return "uuid";
  return name === "consents_param" || name === "attribution_param" ? "jsonb" : "text";
}

export const newKey = () => randomUUID();

export async function rowsOf<R extends Record<string, unknown>>(
  db: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await db.inspect<R>(text, values)).rows;
}

/** Rows of `admin_dashboard` as an administrator reads them; needs `arrangeAccounts`. */
export async function readDashboard(db: TestDatabase): Promise<Record<string, unknown>[]> {
  const { rows } = await db.asCaller(actors["admin aal1"], { isReadOnly: true }, (tx) =>
    tx.query("select * from admin_dashboard order by created_at, lead_id"),
  );
  return rows;
}

export async function addReceivers(db: TestDatabase, ...urls: string[]) {
  await db.inspect("insert into private.receivers (topic, url) select 'lead', unnest($1::text[])", [urls]);
}

export async function countOf(db: TestDatabase, table: string): Promise<number> {
  return Number((await rowsOf<{ n: string }>(db, `select count(*)::text as n from ${table}`))[0]!.n);
}
