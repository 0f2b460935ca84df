// Run in the tree of an older version, beside its package.json: what people and the team leave in a database, by what
// every version has.
import pino from "pino";

type Tx = { query(text: string, values?: unknown[]): Promise<unknown> };
type Database = { asServer(work: (tx: Tx) => Promise<unknown>): Promise<unknown>; close(): Promise<void> };

const place = "./server/db/open-database.ts";
const { openDatabase } = (await import(place)) as {
  openDatabase: (settings: object, log: object) => Promise<Database>;
};
const { DATABASE_URL, DATA_DIR, AUTH_SECRET } = process.env;
const db = await openDatabase(
  { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, authSecret: AUTH_SECRET },
  pino({ level: "warn" }),
);

const forms = ["secretariat", "marketing", "suiviclient", "closing", "conferences", "general"];
for (let number = 0; number < 60; number += 1) {
  await db.asServer((tx) =>
    tx.query(
      `select public.create_lead_without_auth(
         email_param => $1, funnel_origin_param => $2, first_name_param => $3, phone_param => $4,
         consents_param => '{"calls": {"granted": true, "version": "2026-01-01"}}', voice_param => 'claire')`,
      [
        `client${number % 40}@exemple.fr`,
        forms[number % forms.length],
        `Prénom ${number}`,
        `06 39 98 ${1000 + number}`,
      ],
    ),
  );
}
await db.asServer(async (tx) => {
  await tx.query(`insert into auth.users (email, email_confirmed_at)
    select 'client' || number || '@exemple.fr', now() from generate_series(1, 5) as number`);
  await tx.query(
    "insert into public.admin_users (user_id) select id from auth.users where email = 'client1@exemple.fr'",
  );
  await tx.query("update public.leads set lead_status = 'contacted' where email like 'client2%'");
  await tx.query("delete from public.leads where email = 'client9@exemple.fr'");
});
await db.close();
process.exit(0);
