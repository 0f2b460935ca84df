import type { OutgoingHttpHeaders, Server } from "node:http";
import type { Socket } from "node:net";

import { readSimpleGet } from "./read-simple-get.ts";

/** What is sent with status 200: all headers but the date and those of the connection. */
export type MemoryAnswer = { headers: OutgoingHttpHeaders; body: Buffer };

/** What is kept for a path, in the best encoding that is accepted. */
export type FindAnswer = (path: string, acceptEncoding: string, host: string) => MemoryAnswer | undefined;

/** Recordings and films are not worth a second copy in memory. */
const maxBodyLength = 64 * 1024;

/**
 * Puts a fast path to what is kept in memory before Node's HTTP server, which is new: nothing else listens to its
 * connections yet. Every connection begins on it: complete simple requests for something kept are answered on the
 * socket, with the very bytes Node would send. The first request that is anything else takes its connection to Node's
 * own server, for good. See docs/decisions/0015.
 *
 * @param firstByteTimeout how long a new connection may say nothing, in milliseconds: as long as its first headers
 *   without it
 */
export function serveFromMemory(server: Server, find: FindAnswer, firstByteTimeout = server.headersTimeout): void {
  const answerInFull = takeConnections(server);
  const onFastPath = new Set<Socket>();
  const write = createWriter(server);
  let isDraining = false;
  server.once("draining", () => (isDraining = true));

  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdleConnections();
    for (const socket of onFastPath) closeIdle(socket);
  };
  const closeAllConnections = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAllConnections();
    for (const socket of onFastPath) socket.destroy();
  };

  server.on("connection", (socket: Socket) => {
    if (socket.destroyed) return;
    // As long as Node keeps an idle connection.
    const idleTimeout = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
    const forget = () => void onFastPath.delete(socket);
    const handlers = {
      data: (bytes: Buffer) => {
        const request = isDraining ? undefined : readSimpleGet(bytes);
        const answer = request && find(request.path, request.acceptEncoding, request.host);
        if (!answer || answer.body.length > maxBodyLength) return handOver(bytes);
        // Who asks without reading waits.
        if (!socket.write(write(answer))) socket.pause();
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
      answerInFull(socket);
      socket.unshift(bytes);
    };

    onFastPath.add(socket);
    socket.setTimeout(firstByteTimeout);
    for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler);
  });
}

/** @returns what Node's server does with a connection, which it is now given by hand */
function takeConnections(server: Server): (socket: Socket) => void {
  const [answerInFull, ...others] = server.listeners("connection");
  if (!answerInFull || others.length > 0) throw new Error("Node's HTTP server takes connections in another way.");
  server.removeAllListeners("connection");
  return (socket) => void answerInFull.call(server, socket);
}

/** The bytes of answers, each made once a second: the date is within. */
function createWriter({ keepAliveTimeout }: Server): (answer: MemoryAnswer) => Buffer {
  const written = new Map<MemoryAnswer, Buffer>();
  let writtenIn = 0;
  return (answer) => {
    const second = Math.floor(Date.now() / 1000);
    if (second !== writtenIn) {
      writtenIn = second;
      written.clear();
    }
    const known = written.get(answer);
    if (known) return known;

    const lines = Object.entries({
      ...answer.headers,
      Date: new Date(second * 1000).toUTCString(),
      Connection: "keep-alive",
      "Keep-Alive": `timeout=${Math.floor(keepAliveTimeout / 1000)}`,
    }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const bytes = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`, "latin1"), answer.body]);
    written.set(answer, bytes);
    return bytes;
  };
}

function closeIdle(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy();
}
