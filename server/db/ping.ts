import { DatabaseUnavailable } from "./database-errors.ts";
import type { RunTransaction } from "./transactions.ts";

const deadlineMs = 1000;

/** @throws DatabaseUnavailable when the database does not answer within a second */
export async function ping(run: RunTransaction): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable("busy", "No answer within a second.")), deadlineMs);
  });
  const answer = run({ isReadOnly: true, settings: [] }, (tx) => tx.query("select 1"));
  answer.catch(() => undefined); // it may fail after the deadline, unheard
  try {
    await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
