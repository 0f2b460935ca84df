import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { functionProblems } from "#content/shared/function-problems.ts";
import type { Database } from "#engine/db/database.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { sendTestMailCall, type TestedMail } from "#subjects/operations/contract/health.ts";
import { readMailWriter } from "#subjects/team/server/mail-writer.ts";

const longestWaitMs = 8000;
const lookAgainMs = 200;

/**
 * `POST /send-test-mail`. The mail is queued as all are, so whatever keeps mails from leaving keeps this one too. The
 * answer waits for its first try, eight seconds at most; of a mail server that is down another mail may be the one that
 * asks.
 */
export const sendTestMail = administratorFunction(sendTestMailCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, afterCommit }) {
    const id = randomUUID();
    const { email: to } = await readMailWriter(tx, context, caller.userId);
    await queueMail(tx, { id, to, template: "test-mail", data: {} });
    const tested: TestedMail = { to, status: "waiting", last_status: null, last_error: null, last_answer: null };
    afterCommit(async () => void Object.assign(tested, await waitForFirstTry(context.db, id)));
    return ok(tested);
  },
  answer: (tested) => tested,
});

type Try = Omit<TestedMail, "to">;

async function waitForFirstTry(db: Database, id: string): Promise<Try | undefined> {
  const endsAt = performance.now() + longestWaitMs;
  while (true) {
    const { rows } = await db.asServer((tx) =>
      tx.query<Try>("select status, last_status, last_error, last_answer from private.deliveries where id = $1", [id]),
    );
    const [found] = rows;
    const isTried = found?.status !== "waiting" || found.last_error !== null;
    if (isTried || performance.now() > endsAt) return found;
    await sleep(lookAgainMs);
  }
}
