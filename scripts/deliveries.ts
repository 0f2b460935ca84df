// npm run deliveries [-- list]
// npm run deliveries -- replay ID
// npm run deliveries -- replay --all [--receiver ID]
// Lists the webhooks and mails that have not arrived, and sends again those that gave up.
import { isUuid } from "#kit/uuid.ts";
import type { Database } from "#engine/db/database.ts";
import { createLog } from "#server/log.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import {
  listOpenDeliveries,
  listReceivers,
  type OpenDelivery,
  type ReceiverState,
} from "#engine/outbox/open-deliveries.ts";
import { replayDeliveries, replayProblems, type ReplayTarget } from "#engine/outbox/replay-deliveries.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

import { askServer } from "./ask-server.ts";
import { fail, failOn } from "./fail.ts";

type Open = { receivers: ReceiverState[]; deliveries: OpenDelivery[] };
type Command = "list" | { target: ReplayTarget };

const usage = `Usage: npm run deliveries
       npm run deliveries -- replay ID
       npm run deliveries -- replay --all [--receiver ID]`;

const command = readCommand(process.argv.slice(2));
if (!command) fail(usage);

try {
  const settings = await loadSettings(process.cwd());
  if (command === "list") {
    console.log(describe(await list(settings)));
  } else {
    const count = await replay(settings, command.target);
    console.log(count === 1 ? "1 delivery is on its way again." : `${count} deliveries are on their way again.`);
  }
  process.exit(0);
} catch (error) {
  failOn(error);
}

/** @returns undefined for anything but the three forms above: a typing mistake replays nothing */
function readCommand(words: string[]): Command | undefined {
  const [verb = "list", first, ...rest] = words;
  if (verb === "list" && first === undefined) return "list";
  if (verb !== "replay" || first === undefined) return undefined;
  if (first !== "--all") return rest.length === 0 && isUuid(first) ? { target: { delivery: first } } : undefined;
  if (rest.length === 0) return { target: "all" };
  const [option, receiver = "", ...more] = rest;
  const namesReceiver = option === "--receiver" && more.length === 0 && (receiver === "mail" || isUuid(receiver));
  return namesReceiver ? { target: { receiver } } : undefined;
}

async function list(settings: Settings): Promise<Open> {
  const answer = await askServer(settings, { path: "/operations/deliveries" });
  if (answer?.ok) return answer.body as Open;
  if (answer) throw new Error(`The server does not say: ${errorOf(answer.body)}`);
  return useDatabase(settings, { looksOnly: true }, (db) =>
    db.asServer(async (tx) => ({ receivers: await listReceivers(tx), deliveries: await listOpenDeliveries(tx) })),
  );
}

/** @throws with the reason, when nothing is replayed */
async function replay(settings: Settings, target: ReplayTarget): Promise<number> {
  const answer = await askServer(settings, { method: "POST", path: "/operations/replays", body: { target } });
  if (answer?.ok) return (answer.body as { replayed: number }).replayed;
  if (answer) throw new Error(`Nothing is replayed: ${errorOf(answer.body)}`);
  const replayed = await useDatabase(settings, { keepsVersion: true }, (db) =>
    db.asServer((tx) => replayDeliveries(tx, target, { now: new Date(), actor: null })),
  );
  if (!replayed.ok) throw new Error(`Nothing is replayed: ${replayProblems[replayed.problem]}`);
  return replayed.value;
}

function errorOf(body: unknown): string {
  return (body as { error: string }).error;
}

async function useDatabase<T>(
  settings: Settings,
  how: { looksOnly: true } | { keepsVersion: true },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openOwnDatabase(settings, createLog("warn"), how);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** One paragraph per state, one per receiver in trouble; the last line is the count. */
function describe({ receivers, deliveries }: Open): string {
  const dead = receivers.reduce((sum, receiver) => sum + receiver.dead, 0);
  const waiting = receivers.reduce((sum, receiver) => sum + receiver.waiting, 0);
  if (dead + waiting === 0) return "Everything has left.";

  const isCut = deliveries.length < dead + waiting;
  const troubled = receivers.filter((receiver) => receiver.dead + receiver.waiting > 0);
  return [
    paragraph("Receivers", troubled.map(describeReceiver)),
    paragraph("Given up", deliveries.filter(({ status }) => status === "dead").map(describeDelivery)),
    paragraph("Waiting", deliveries.filter(({ status }) => status === "waiting").map(describeDelivery)),
    `${dead} given up, ${waiting} waiting${isCut ? `; the list shows ${deliveries.length}` : ""}.`,
  ].join("");
}

function paragraph(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : `${title}\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}

function describeReceiver({ id, name, dead, waiting, disabled }: ReceiverState): string {
  const state = disabled === null ? "" : `, disabled: ${disabled}`;
  return `${id}  ${name}: ${dead} given up, ${waiting} waiting${state}`;
}

function describeDelivery({ id, event, receiver, attempts, problem, answer, createdAt }: OpenDelivery): string {
  const said = [answer ?? problem].filter((words) => words !== null);
  return [id, createdAt, event, receiver, describeTries(attempts, problem), ...said].join("  ");
}

/** Tries count where the receiver judged: one that is down is asked by one delivery at a time, for all. */
function describeTries(attempts: number, problem: string | null): string {
  if (attempts > 0) return attempts === 1 ? "1 try" : `${attempts} tries`;
  return problem === null ? "not tried yet" : "waits for it";
}
