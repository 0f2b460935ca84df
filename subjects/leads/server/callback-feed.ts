import { calendarFile } from "#domain/kernel/calendar-file.ts";
import { clockInParis } from "#domain/kernel/paris-clock.ts";
import { civilDate } from "#kit/civil-date.ts";
import { failed, ok } from "#kit/result.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";
import type { ServerContext } from "#server/context/context.ts";
import { administratorFunction, type Answerer } from "#server/functions/door/endpoint.ts";
import { answerRefusal, refuseTooMany } from "#server/functions/door/problems.ts";
import { openSealedId, sealId } from "#server/mail/sealed-id.ts";
import * as wire from "#subjects/leads/contract/files.ts";
import { callbackFeedCopy as copy } from "#subjects/leads/words/callback-feed.ts";
import { deskProblems } from "#subjects/leads/words/desk-problems.ts";

const purpose = "call-back feeds";
const minutes = 15;

/** `POST /callback-feed`: `{"renew"}`, the address of one's own call-backs; another one ends the one before. */
export const callbackFeed = administratorFunction(wire.callbackFeedCall, {
  sentences: deskProblems,
  async act(tx, { context: { settings }, caller }, { renew }) {
    const { rows } = await tx.query<{ id: string }>(
      `insert into private.callback_feeds as feed (user_id) values ($1)
       on conflict (user_id) do update set id = case when $2 then gen_random_uuid() else feed.id end returning id`,
      [caller.userId, renew],
    );
    const id = rows[0]?.id;
    if (id === undefined) return failed({ status: 500, code: "unexpected_failure" } as const);
    const token = sealId(settings.authSecret, purpose, id);
    return ok({ url: `${settings.site.origin}/functions/v1/callbacks.ics?token=${token}` });
  },
  answer: (feed) => feed,
  audit: (outcome, { renew }) => (outcome.ok && renew ? { action: "feed.renewed", detail: {} } : undefined),
});

type Callback = {
  lead_id: string;
  callback_at: Date;
  name: string | null;
  company: string | null;
  phone: string | null;
};

/** `GET /callbacks.ics?token=…`: a calendar of the call-backs that its reader promised, for as long as they may. */
export function callbacksCalendar(context: ServerContext, limit: Limit): Answerer {
  const { authSecret, site } = context.settings;
  return async (c) => {
    const refused = await refuseTooMany(context, c, limit);
    if (refused) return refused;
    const id = openSealedId(authSecret, purpose, c.req.query("token") ?? "");
    const callbacks = id === undefined ? undefined : await readCallbacks(context, id);
    if (!callbacks) return answerRefusal(c, 404, "unknown_function");
    const events = callbacks.map(({ lead_id: leadId, callback_at: at, name, company, phone }) => {
      const [day = "", from = ""] = clockInParis(at).split("T");
      const [endDay, end = ""] = clockInParis(new Date(at.getTime() + minutes * 60_000)).split("T");
      return {
        id: leadId,
        day: civilDate(day),
        hours: { from, to: endDay === day ? end : "23:59" },
        title: copy.title(name ?? company ?? copy.unnamed),
        text: [company, phone].filter((fact) => fact !== null).join("\n"),
        url: `${site.origin}/admin/dashboard?fiche=${leadId}`,
      };
    });
    const text = calendarFile(events, {
      name: copy.name(site.brand),
      host: new URL(site.origin).host,
      at: context.now(),
    });
    return c.body(text, 200, { "content-type": "text/calendar; charset=utf-8", "cache-control": "no-store" });
  };
}

/** Undefined when there is no such address, or none any more. */
async function readCallbacks(context: ServerContext, id: string): Promise<Callback[] | undefined> {
  return context.db.asServer(async (tx) => {
    const { rowCount } = await tx.query("select from private.callback_feeds where id = $1", [id]);
    if (rowCount === 0) return undefined;
    return (await tx.query<Callback>("select * from private.callbacks_of_feed($1)", [id])).rows;
  });
}
