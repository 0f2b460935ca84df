import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import type { Logger } from "pino";

import { DatabaseUnavailable, reasonOf, statementTimeout } from "./database-errors.ts";
import { openSocket, simpleQuery } from "./embedded-socket.ts";
import { hasOverrun } from "./engine-watchdog.ts";

/** Where the engine keeps its files: a folder, or memory, where a dump may be loaded first. */
export type EngineFiles = { folder?: string | undefined; dumpFile?: string | undefined };

export type ToWorker = { kind: "message"; bytes: Uint8Array } | { kind: "dump" } | { kind: "close" };
export type FromWorker = { kind: "ready" } | { kind: "answer"; bytes: Uint8Array };

export type EmbeddedEngine = {
  /** A connection for `pg`. One at a time: the engine has one session. */
  connect: () => Duplex;
  ready: () => Promise<void>;
  /** How long each statement from now on may run before the engine is ended and opened again. */
  setDeadline: (deadlineMs: number) => void;
  /** Ends the engine and opens it again; what is running is rejected with the reason. */
  restart: (reason: Error) => void;
  /** How often it was opened again, since it was opened first. */
  restarts: () => number;
  /** The whole database as an uncompressed tar. */
  dump: () => Promise<Uint8Array>;
  close: () => Promise<void>;
};

type EngineOptions = {
  files: EngineFiles;
  log: Logger;
  deadlineMs: number;
  /** Before each opening, the first included. */
  beforeOpening?: () => Promise<void>;
  /** After each opening but the first. */
  onReopened?: () => void;
};

type Job = {
  message: ToWorker;
  deadlineMs: number;
  resolve: (answer: Uint8Array) => void;
  reject: (error: Error) => void;
};

/**
 * How long a fresh engine has twice the time, in milliseconds: it compiles what it runs for the first time, its own
 * code and that of each procedure.
 */
const freshForMs = 30_000;
const openingDeadlineMs = 60_000;
const reopenAfterMs = 1000;
const closingDeadlineMs = 5000;

/**
 * Keeps one worker running and talks to it.
 *
 * PGlite ignores `statement_timeout` and hangs on a full disk, so each statement has a deadline here, of the engine's
 * own processor time. What an ended worker had committed is kept: its files are in the kernel's hands, as after a
 * killed process.
 */
export function startEmbeddedEngine(options: EngineOptions): EmbeddedEngine {
  const { files, log } = options;
  const jobs: Job[] = [];
  const sockets = new Set<Duplex>();
  let deadlineMs = options.deadlineMs;
  let worker: Worker | undefined;
  let openedAt = 0;
  let restarts = 0;
  let watching: AbortController | undefined;
  let isClosing = false;
  let previousIsGone: Promise<unknown> = Promise.resolve();
  let ready = open();

  async function open(previous?: Worker): Promise<void> {
    // two engines in one folder destroy it: the previous one must be gone
    await previous?.terminate();
    await options.beforeOpening?.();
    if (isClosing) throw closed();
    try {
      worker = await startWorker(files, { onAnswer, onLost: (lost, error) => lost === worker && replace(error) });
    } catch (error) {
      if (previous)
        log.error({ reason: reasonOf(error) }, "the embedded database could not be opened again; trying on");
      throw new DatabaseUnavailable("unreachable", sayWhyClosed(files, error), error);
    }
    openedAt = performance.now();
    if (previous) options.onReopened?.();
  }

  function onAnswer(bytes: Uint8Array): void {
    watching?.abort();
    jobs.shift()?.resolve(bytes);
    watchFirstJob();
  }

  function watchFirstJob(): void {
    const [first] = jobs;
    const running = worker;
    if (!first || !running) return;
    const stopping = new AbortController();
    watching = stopping;
    const isFresh = performance.now() - openedAt < freshForMs;
    const watch = { readCpuMs: () => readCpuMs(running), deadlineMs: first.deadlineMs * (isFresh ? 2 : 1) };
    void hasOverrun(watch, stopping.signal).then((isOver) => {
      if (!isOver || worker !== running) return;
      log.warn({ deadlineMs: watch.deadlineMs }, "a statement ran past its deadline: the embedded database restarts");
      replace(statementTimeout());
    });
  }

  function replace(reason: Error): void {
    if (!worker) return; // being replaced already
    const previous = worker;
    worker = undefined;
    restarts += 1;
    watching?.abort();
    const [running, ...waiting] = jobs.splice(0);
    const restarted = new DatabaseUnavailable("unreachable", "The embedded database restarts.", reason);
    for (const socket of sockets) socket.destroy(reason);
    running?.reject(reason);
    for (const job of waiting) job.reject(restarted);
    ready = open(previous);
    keepTrying(previous);
  }

  /** A full disk may keep the engine from opening for as long as it is full. */
  function keepTrying(previous: Worker): void {
    ready.catch(async () => {
      await wait(reopenAfterMs);
      if (isClosing) return;
      ready = open(previous);
      keepTrying(previous);
    });
  }

  function exchange(message: ToWorker, jobDeadlineMs = deadlineMs): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    if (!worker) return Promise.reject(new DatabaseUnavailable("unreachable", "The embedded database restarts."));
    jobs.push({ message, deadlineMs: jobDeadlineMs, resolve, reject });
    if (jobs.length === 1) watchFirstJob();
    worker.postMessage(message, message.kind === "message" ? [message.bytes.buffer as ArrayBuffer] : []);
    return promise;
  }

  /** A client may be lost in the middle of a transaction, in any role: the session starts afresh for the next. */
  function cleanUpAfter(socket: Duplex): void {
    sockets.delete(socket);
    if (!worker || isClosing) return;
    for (const command of ["rollback", "discard all"]) {
      exchange({ kind: "message", bytes: simpleQuery(command) }).catch((error: unknown) => {
        if (!isClosing)
          log.warn({ reason: reasonOf(error) }, "the embedded database restarted while it cleaned up after a client");
      });
    }
  }

  return {
    connect() {
      // one client after the other: the clean-up after the last one would take the role and transaction of the next
      const turn = previousIsGone;
      const socket = openSocket({
        whenReady: () => turn.then(() => ready),
        exchange: (bytes) => exchange({ kind: "message", bytes }),
        onGone: cleanUpAfter,
      });
      sockets.add(socket);
      previousIsGone = new Promise((resolve) => socket.once("close", resolve));
      return socket;
    },

    ready: () => ready,

    setDeadline(value) {
      deadlineMs = value;
    },

    restart: replace,
    restarts: () => restarts,

    dump: () => exchange({ kind: "dump" }, openingDeadlineMs),

    async close() {
      isClosing = true;
      await ready.catch(() => undefined);
      watching?.abort();
      for (const job of jobs.splice(0)) job.reject(closed());
      const closing = worker;
      worker = undefined;
      if (closing) await closeWorker(closing);
    },
  };
}

function closed(): DatabaseUnavailable {
  return new DatabaseUnavailable("closed", "The database is closed.");
}

/** @returns milliseconds of processor; for ever pending while the thread is stuck in the system, 0 once it is gone */
async function readCpuMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0; // it ended, and `onLost` says so
  }
}

/** For the operator: what the engine said, and what can be done about it. */
function sayWhyClosed({ folder }: EngineFiles, error: unknown): string {
  const reason = reasonOf(error);
  if (folder === undefined) return `The embedded database could not be opened: ${reason}`;
  return (
    `The embedded database in ${folder} could not be opened: ${reason} ` +
    "Look for free room and memory, and start again; if it stays so, restore a backup into another DATA_DIR."
  );
}

type WorkerEvents = { onAnswer: (bytes: Uint8Array) => void; onLost: (worker: Worker, error: Error) => void };

/** Resolves when the database in the worker is open. */
function startWorker(files: EngineFiles, { onAnswer, onLost }: WorkerEvents): Promise<Worker> {
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url), { workerData: files, execArgv: [] });

  const fail = (error: Error) => {
    clearTimeout(tooLate);
    reject(error);
    onLost(worker, new DatabaseUnavailable("unreachable", "The embedded database stopped by itself.", error));
  };
  const tooLate = setTimeout(() => {
    void worker.terminate();
    reject(new Error("The embedded database did not open in time."));
  }, openingDeadlineMs);

  worker.on("message", (message: FromWorker) => {
    if (message.kind === "answer") return onAnswer(message.bytes);
    clearTimeout(tooLate);
    resolve(worker);
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", (code) => fail(new Error(`The thread of the embedded database ended with code ${code}.`)));
  return promise;
}

async function closeWorker(worker: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage({ kind: "close" } satisfies ToWorker);
  await Promise.race([gone, wait(closingDeadlineMs, undefined, { ref: false })]);
  await worker.terminate();
}
