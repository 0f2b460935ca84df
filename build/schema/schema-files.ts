import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A schema in files, in the order in which they are run: a table stands before what names it. */
export type SchemaSource = { folder: string; files: readonly string[] };

/** What a Supabase project brings by itself. */
export const authSchema: SchemaSource = {
  folder: "engine/bootstrap/schemas",
  files: ["accounts.sql", "sessions.sql", "factors.sql", "signing-keys.sql"],
};

export const productSchema: SchemaSource = {
  folder: "supabase/schemas",
  files: [
    "closed-by-default.sql",
    "reading.sql",
    "settings.sql",
    "administrators.sql",
    "accounts.sql",
    "user-profiles.sql",
    "questions.sql",
    "leads.sql",
    "submissions.sql",
    "orders.sql",
    "outbox.sql",
    "payments.sql",
    "invoices.sql",
    "billing.sql",
    "first-passwords.sql",
    "mails.sql",
    "reminders.sql",
    "customers.sql",
    "newsletter.sql",
    "consents.sql",
    "conferences.sql",
    "audit.sql",
    "lead-changes.sql",
    "lead-tags.sql",
    "admin-dashboard.sql",
    "lead-list.sql",
    "lead-search.sql",
    "lead-pages.sql",
    "worklist.sql",
    "lead-views.sql",
    "lead-turns.sql",
    "team-mails.sql",
    "site-settings.sql",
    "site-pictures.sql",
    "site-articles.sql",
    "lead-duplicates.sql",
    "lead-history.sql",
    "callback-feeds.sql",
    "imports.sql",
    "live.sql",
    "notifications.sql",
    "site-alerts.sql",
    "statistics.sql",
    "erasures.sql",
  ],
};

/** All of a schema as one script. What a function names is looked up when it runs, and may stand below it. */
export function schemaScript({ folder, files }: SchemaSource): string {
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8").trim());
  return ["set check_function_bodies = off;", ...texts, "set check_function_bodies = on;"].join("\n\n").concat("\n");
}
