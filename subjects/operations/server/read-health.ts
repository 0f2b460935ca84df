import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/operations/contract/health.ts";
import { ok } from "#kit/result.ts";
import { createHealth } from "#server/doctor/read-health.ts";
import { administratorFunction, type Work } from "#server/functions/door/endpoint.ts";

/**
 * `POST /read-health`: what the doctor finds, and how queue, database, live screens and backups are doing: `Health`. It
 * takes no body, or one it does not look at.
 *
 * Who asks is checked first, in a transaction of its own: what is read listens to the database.
 */
export const readHealth: Work<"manager"> = {
  contract: wire.readHealthCall,
  open(context, limit) {
    const readOnce = createHealth(context);
    const answering = administratorFunction(wire.readHealthCall, {
      sentences: functionProblems,
      async act(_tx, { afterCommit }) {
        const read: { health?: wire.Health } = {};
        afterCommit(async () => {
          read.health = await readOnce();
        });
        return ok(read);
      },
      answer({ health }) {
        if (!health) throw new Error("The health is read before it is answered.");
        return health;
      },
    });
    return answering.open(context, limit);
  },
};
