import { type OutgoingHttpHeaders, type RequestListener, Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

import { readSimpleGet } from "./read-simple-get.ts";

/** What is sent with status 200: all headers but the date and those of the connection. */
export type MemoryAnswer = { headers: OutgoingHttpHeaders; body: Buffer };

/** What is kept for a path, in the best encoding that is accepted. */
export type FindAnswer = (path: string, acceptEncoding: string, host: string) => MemoryAnswer | undefined;

/**
 * Node's own, and how long a new connection may say nothing, in milliseconds: as long as its first headers without it.
 */
export type MemoryFirstOptions = ServerOptions & { firstByteTimeout?: number };

/** Recordings and films are not worth a second copy in memory. */
const maxBodyLength = 64 * 1024;

/**
 * Node's HTTP server, with a fast path to what is kept in memory. Every connection begins on it: complete simple
 * requests for something kept are answered on the socket, with the very bytes Node would send. The first request that
 * is anything else takes its connection to Node's own server, for good. See docs/decisions/0015.
 */
export class MemoryFirstServer extends Server {
  readonly #find: FindAnswer;
  readonly #firstByteTimeout: number;
  readonly #answerInFull: (socket: Socket) => void;
  readonly #onFastPath = new Set<Socket>();
  /** The bytes of answers, of this second only: the date is within. */
  readonly #written = new Map<MemoryAnswer, Buffer>();
  #second = 0;
  #isDraining = false;

  constructor(options: MemoryFirstOptions, listener: RequestListener, find: FindAnswer) {
    super(options, listener);
    this.#find = find;
    this.#firstByteTimeout = options.firstByteTimeout ?? this.headersTimeout;
    const [answerInFull, ...others] = this.listeners("connection");
    if (!answerInFull || others.length > 0) throw new Error("Node's HTTP server takes connections in another way.");
    this.#answerInFull = (socket) => void answerInFull.call(this, socket);
    this.removeAllListeners("connection");
    this.on("connection", (socket: Socket) => this.#beginOnFastPath(socket));
    this.prependListener("request", (_, response) => {
      if (this.#isDraining) response.shouldKeepAlive = false;
    });
  }

  /**
   * From here on each answer closes its connection, so that a proxy that keeps connections alive sends no request on one
   * that is about to close.
   */
  drain(): void {
    this.#isDraining = true;
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const socket of this.#onFastPath) closeIdle(socket);
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const socket of this.#onFastPath) socket.destroy();
  }

  #beginOnFastPath(socket: Socket): void {
    if (socket.destroyed) return;
    // As long as Node keeps an idle connection.
    const idleTimeout = this.keepAliveTimeout + this.keepAliveTimeoutBuffer;
    const forget = () => void this.#onFastPath.delete(socket);
    const handlers = {
      data: (bytes: Buffer) => {
        const request = this.#isDraining ? undefined : readSimpleGet(bytes);
        const answer = request && this.#find(request.path, request.acceptEncoding, request.host);
        if (!answer || answer.body.length > maxBodyLength) return handOver(bytes);
        // Who asks without reading waits.
        if (!socket.write(this.#write(answer))) socket.pause();
        if (socket.timeout !== idleTimeout) socket.setTimeout(idleTimeout);
      },
      drain: () => void socket.resume(),
      timeout: () => closeIdle(socket),
      end: () => void socket.end(),
      error: forget,
      close: forget,
    };
    const handOver = (bytes: Buffer) => {
      forget();
      for (const [event, handler] of Object.entries(handlers)) socket.off(event, handler);
      socket.setTimeout(0);
      this.#answerInFull(socket);
      socket.unshift(bytes);
    };

    this.#onFastPath.add(socket);
    socket.setTimeout(this.#firstByteTimeout);
    for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler);
  }

  #write(answer: MemoryAnswer): Buffer {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#written.clear();
    }
    const known = this.#written.get(answer);
    if (known) return known;

    const lines = Object.entries({
      ...answer.headers,
      Date: new Date(second * 1000).toUTCString(),
      Connection: "keep-alive",
      "Keep-Alive": `timeout=${Math.floor(this.keepAliveTimeout / 1000)}`,
    }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const bytes = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`, "latin1"), answer.body]);
    this.#written.set(answer, bytes);
    return bytes;
  }
}

function closeIdle(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy();
}
