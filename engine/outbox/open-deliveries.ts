import type { Tx } from "#engine/db/database.ts";

/** What has not arrived, for the command line: codes, ids and what a mail server said; no body and no address. */
export type OpenDelivery = {
  id: string;
  event: string;
  /** A host, or `mail`. */
  receiver: string;
  status: "dead" | "waiting";
  attempts: number;
  problem: string | null;
  answer: string | null;
  createdAt: string;
};

/** Enough for a screen; the counts of the receivers are whole. */
const longestList = 200;

export type ReceiverState = {
  /** What `--receiver` takes: an id, or `mail`. */
  id: string;
  name: string;
  dead: number;
  waiting: number;
  disabled: string | null;
};

export async function listOpenDeliveries(tx: Tx): Promise<OpenDelivery[]> {
  const { rows } = await tx.query<OpenDelivery>(
    `select delivery_id as id, event, coalesce(host, 'mail') as receiver, status, attempts, last_error as problem,
            last_answer as answer,
            to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as "createdAt"
     from private.open_deliveries() order by status, created_at desc, delivery_id limit ${longestList}`,
  );
  return rows;
}

export async function listReceivers(tx: Tx): Promise<ReceiverState[]> {
  const { rows } = await tx.query<ReceiverState>(
    `select coalesce(receiver_id::text, 'mail') as id,
            case when topic = 'mail' then 'mail' else host || ' (' || topic || ')' end as name,
            dead_count as dead, waiting_count as waiting, disabled_reason as disabled
     from private.delivery_receivers()`,
  );
  return rows;
}
