import type { Database } from "#engine/db/database.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

/** The hook that sends codes to phones: its messages are not events, and are signed with secrets of its own. */
export const sendSmsTopic = "send_sms";

/**
 * Makes the table of receivers say what the settings say, and tells the database the site's origin.
 *
 * A receiver that had answered 410 is asked again after a start that still names it: the configuration is the owner's
 * word. One that is no longer named is disabled; what waits for it is kept until it is given up, in case the address
 * was left out by mistake.
 */
export async function registerReceivers(
  db: Database,
  { webhooks, site, auth, supabaseUrl }: Pick<EngineSettings, "webhooks" | "site" | "auth" | "supabaseUrl">,
  now: Date,
): Promise<void> {
  // A project of Supabase sends its codes itself.
  const sendSms = supabaseUrl === undefined ? auth.sendSms : undefined;
  const named = [...webhooks.receivers, ...(sendSms ? [{ topic: sendSmsTopic, url: sendSms.uri }] : [])];

  await db.asServer(async (tx) => {
    await tx.query(disableOthers, [JSON.stringify(named), now.toISOString()]);
    await tx.query(enableNamed, [JSON.stringify(named)]);
    await tx.query(
      `insert into private.settings (key, value) values ('site_origin', to_jsonb($1::text))
       on conflict (key) do update set value = excluded.value where settings.value is distinct from excluded.value`,
      [site.origin],
    );
  });
}

const disableOthers = `
  update private.receivers as receiver
  set disabled_at = $2, disabled_reason = 'not_configured'
  where disabled_at is null
    and not exists (
      select from jsonb_to_recordset($1::jsonb) as named (topic text, url text)
      where named.topic = receiver.topic and named.url = receiver.url
    )`;

const enableNamed = `
  insert into private.receivers as receiver (id, topic, url)
  select gen_random_uuid(), topic, url from jsonb_to_recordset($1::jsonb) as named (topic text, url text)
  group by topic, url
  on conflict (topic, url) do update set disabled_at = null, disabled_reason = null
  where receiver.disabled_at is not null`;
