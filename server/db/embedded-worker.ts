/**
 * The embedded PostgreSQL (PGlite) on a thread of its own, so that a long statement does not hold up the process and can
 * be ended with its thread. Speaks the wire protocol: bytes in, bytes out, one answer per message, in order.
 */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";

import type { EngineFiles, FromWorker, ToWorker } from "./embedded-engine.ts";
import { PrivateFiles } from "./private-files.ts";

const port = parentPort;
if (!port) throw new Error("This file is the start of a worker thread.");

const { folder, dumpFile } = workerData as EngineFiles;
const database = await PGlite.create({
  ...(folder ? { fs: new PrivateFiles(folder) } : {}),
  ...(dumpFile ? { loadDataDir: new Blob([readFileSync(dumpFile)]) } : {}),
  extensions: { pg_trgm, pgcrypto, unaccent },
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
  const answer = await database.execProtocolRaw(message.bytes);
  send({ kind: "answer", bytes: answer.slice() });
}

function send(message: FromWorker): void {
  port?.postMessage(message, message.kind === "answer" ? [message.bytes.buffer as ArrayBuffer] : []);
}
