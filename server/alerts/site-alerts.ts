import { Cron } from "croner";

import type { ServerContext } from "#server/context/context.ts";
import { checkHere, checkShared } from "#server/doctor/check-running.ts";
import { type Finding, isAlert } from "#subjects/operations/rules/doctor-finding.ts";

export type SiteAlerts = { stop(): Promise<void> };

/** Looks each minute; with the mails, which leave within two more, what goes wrong is told within five. */
const everyMinute = "* * * * *";

/** Nothing in a demonstration: what goes wrong there is what its visitors try. */
export function startSiteAlerts(context: ServerContext): SiteAlerts {
  if (context.settings.mode === "demo") return { stop: () => Promise.resolve() };
  let running: Promise<void> | undefined;
  const cron = new Cron(everyMinute, { unref: true, protect: true }, async () => {
    running = tellAlerts(context);
    await running;
  });
  return {
    async stop() {
      cron.stop();
      await running;
    },
  };
}

/**
 * Once now: what of the site and of this machine goes wrong, or is over. One process at a time looks at what is of the
 * site; each thing is told once, whichever does. Never throws.
 */
export async function tellAlerts(context: ServerContext): Promise<void> {
  const { db, log, machine, refusals, now } = context;
  try {
    await refusals.keep(db, now());
    await db.ifLeader("site alerts", async () => settle(context, "", await checkShared(context)));
    await settle(context, machine.name, await checkHere(context));
  } catch (error) {
    // Where the database is away nothing can be told: the ping from outside does.
    log.error({ err: error }, "what goes wrong could not be told");
  }
}

async function settle({ db, log }: ServerContext, place: string, findings: Finding[]): Promise<void> {
  const found = findings.flatMap(({ id, about = "" }) => (isAlert(id) ? [{ id, about: about.slice(0, 200) }] : []));
  const { rows } = await db.runAsServer<{ changed: number }>("select private.settle_alerts($1, $2) as changed", [
    JSON.stringify(found),
    place.slice(0, 200),
  ]);
  const changed = rows[0]?.changed ?? 0;
  if (changed > 0) log.warn({ changed, now: found.map(({ id }) => id) }, "the team is told of what goes wrong");
}
