import type { Tx } from "./database.ts";
import { DatabaseUnavailable } from "./database-errors.ts";
import type { RunTransaction, TransactionPlan } from "./transactions.ts";

const deadlineMs = 1000;

type Settings = TransactionPlan["settings"];
const asVisitor: Settings = [["role", "anon"]];

/** @throws DatabaseUnavailable when the database does not answer within a second */
export async function ping(run: RunTransaction, settings: Settings = []): Promise<void> {
  await ask(run, true, (tx) => tx.query("select 1"), settings);
}

/** As a visitor, where all share one connection. @throws as `ping` */
export function pingAsVisitor(run: RunTransaction): Promise<void> {
  return ping(run, asVisitor);
}

/** As a visitor, over connections of their own. A busy pool is load, which the door refuses. @throws as `ping` */
export async function pingAsCaller(run: RunTransaction): Promise<void> {
  try {
    await ping(run, asVisitor);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error.code !== "busy") throw error;
  }
}

/** Whether what is begun in order to write may. @throws as `ping` */
export async function isReadOnly(run: RunTransaction): Promise<boolean> {
  return ask(run, false, async (tx) => {
    const { rows } = await tx.query<{ setting: string }>("select current_setting('transaction_read_only') as setting");
    return rows[0]?.setting === "on";
  });
}

async function ask<T>(
  run: RunTransaction,
  wantsOnlyToRead: boolean,
  work: (tx: Tx) => Promise<T>,
  settings: Settings = [],
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable("busy", "No answer within a second.")), deadlineMs);
  });
  const answer = run({ isReadOnly: wantsOnlyToRead, settings }, work);
  answer.catch(() => undefined); // it may fail after the deadline, unheard
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
