import type { Tx } from "./database.ts";
import { DatabaseUnavailable } from "./database-errors.ts";
import type { RunTransaction } from "./transactions.ts";

const deadlineMs = 1000;

/** @throws DatabaseUnavailable when the database does not answer within a second */
export async function ping(run: RunTransaction): Promise<void> {
  await ask(run, true, (tx) => tx.query("select 1"));
}

/** Whether what is begun in order to write may. @throws as `ping` */
export async function isReadOnly(run: RunTransaction): Promise<boolean> {
  return ask(run, false, async (tx) => {
    const { rows } = await tx.query<{ setting: string }>("select current_setting('transaction_read_only') as setting");
    return rows[0]?.setting === "on";
  });
}

async function ask<T>(run: RunTransaction, wantsOnlyToRead: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable("busy", "No answer within a second.")), deadlineMs);
  });
  const answer = run({ isReadOnly: wantsOnlyToRead, settings: [] }, work);
  answer.catch(() => undefined); // it may fail after the deadline, unheard
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
