/**
 * The embedded PostgreSQL (PGlite) on a thread of its own, so that a long statement does not hold up the process and
 * can be ended with its thread. Speaks the wire protocol: bytes in, bytes out, one answer per message, in order.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

import type { EngineFiles, FromWorker, ToWorker } from "./embedded-engine.ts";
import { PrivateFiles } from "./private-files.ts";

const port = parentPort;
if (!port) throw new Error("This file is the start of a worker thread.");

const { folder, dumpFile } = workerData as EngineFiles;
/**
 * A quarter of PostgreSQL's default: pages fill it for good as the database grows, and the
 * system's cache holds them too.
 */
const sharedBuffers = "32MB";

const database = await PGlite.create({
  ...(folder ? { fs: new PrivateFiles(folder) } : {}),
  ...(dumpFile ? { loadDataDir: new Blob([readFileSync(dumpFile)]) } : {}),
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
});

let previous = Promise.resolve();
port.on("message", (message: ToWorker) => {
  previous = previous.then(() => handle(message));
});
send({ kind: "ready" });

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === "close") {
    await database.close();
    port?.close();
    return;
  }
  if (message.kind === "dump") {
    const dump = await database.dumpDataDir("none");
    return send({ kind: "answer", bytes: new Uint8Array(await dump.arrayBuffer()) });
  }
  send({ kind: "answer", bytes: await exchange(message.bytes) });
}

/**
 * PGlite's other way, `execProtocolRaw`, also parses each message of an answer, keeps it for a caller that never comes,
 * and gives nothing back: every answer stayed on the heap of this thread. Streamed, it keeps neither answers nor
 * notices, errors or notifications: they are in the bytes, and `pg` reads them there.
 */
async function exchange(question: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  // copies: what is handed out is a window of the engine's own memory, which the next part overwrites
  await database.execProtocolRawStream(question, { onRawData: (bytes) => void parts.push(bytes.slice()) });
  if (parts.length === 1 && parts[0]) return parts[0];

  const answer = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    answer.set(part, end);
    end += part.length;
  }
  return answer;
}

function send(message: FromWorker): void {
  port?.postMessage(message, message.kind === "answer" ? [message.bytes.buffer as ArrayBuffer] : []);
}
