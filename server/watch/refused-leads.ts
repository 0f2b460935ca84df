import type { Logger } from "pino";
import { Counter, type Registry } from "prom-client";

import type { Database } from "#engine/db/database.ts";

export type Refusal = { path: string; status: number; /** SQLSTATE or our own. */ code?: string; requestId?: string };

export type LeadRefusals = {
  /** A lead was sent, and is not stored. */
  note(refusal: Refusal): void;
  /** Keeps in the database, for all processes, what was refused for reasons of ours since the last time. */
  keep(db: Database, now: Date): Promise<void>;
  /** Adds the counter to what is measured of this process. */
  register(registry: Registry): void;
};

/** Of a flood that is refused, each status leaves one line in so long. */
const quietMs = 10_000;
/** A statement cut at its deadline: 400 on the wire, and no fault of who typed. */
const cutStatement = "57014";

/**
 * Refused leads of one process: each leaves a line in the log, and those that the site refuses for reasons of its own
 * (5xx, a statement that was cut) are told to the team.
 */
export function createLeadRefusals(log: Logger, elapsedMs: () => number = () => performance.now()): LeadRefusals {
  const quietUntil = new Map<number, number>();
  let unsaid = 0;
  /** What the database has not been told: none, or the last status of so many. */
  const pending = { status: 0, count: 0 };
  const counter = new Counter({
    name: "site_lead_refusals_total",
    help: "Leads that were sent and not stored, by status, and whose fault it is: the sender's, or ours",
    labelNames: ["status", "fault"],
    registers: [],
  });

  return {
    note({ path, status, code, requestId }) {
      const isOurs = status >= 500 || code === cutStatement;
      counter.inc({ status: String(status), fault: isOurs ? "ours" : "sender" });
      if (isOurs) Object.assign(pending, { status, count: pending.count + 1 });
      const at = elapsedMs();
      if (at < (quietUntil.get(status) ?? -Infinity)) {
        unsaid += 1;
        return;
      }
      quietUntil.set(status, at + quietMs);
      log[isOurs ? "error" : "warn"]({ path, status, code, requestId, unsaid }, "a lead was refused");
      unsaid = 0;
    },
    async keep(db, now) {
      const kept = { ...pending };
      if (kept.count === 0) return;
      await db.runAsServer(
        `insert into private.settings (key, value) values ('refused_leads', $1::jsonb)
         on conflict (key) do update set value = excluded.value`,
        [JSON.stringify({ at: now.toISOString(), ...kept })],
      );
      pending.count -= kept.count; // others may have come meanwhile
    },
    register: (registry) => registry.registerMetric(counter),
  };
}
