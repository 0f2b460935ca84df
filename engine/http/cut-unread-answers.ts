import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How slowly a client may read while something waits for it. */
export type ReadingLimits = {
  /** It has this long to take the least. */
  patienceMs: number;
  /** In bytes. Systems take them in lumps: it is a fifth of what the slowest welcome client reads in that time. */
  leastTaken: number;
  /** How often connections are looked at: a client is cut by this much later than its time, at most. */
  lookEveryMs: number;
};

/** How much had been taken of what was sent, and how often that has been looked at since, in vain. */
type Wait = { taken: number; looks: number };

/**
 * Resets the connections of clients that do not read, on both ways of the server.
 *
 * Only bytes buffered in this process count. An answer that the kernel has taken over (some 100 KB to a phone, 4 MB on
 * one machine) is the kernel's to deliver, and its connection idle; a stream that says little and is read is never cut.
 * Looks are counted, not time: a pause of this process cuts no connection.
 */
export function cutUnreadAnswers(server: Server, { patienceMs, leastTaken, lookEveryMs }: ReadingLimits): void {
  const open = new Set<Socket>();
  const waits = new WeakMap<Socket, Wait>();
  const patience = Math.ceil(patienceMs / lookEveryMs);

  const isUnread = (socket: Socket): boolean => {
    if (socket.writableLength === 0) {
      waits.delete(socket);
      return false;
    }
    const taken = countTaken(socket);
    const wait = waits.get(socket);
    if (!wait || taken - wait.taken >= leastTaken) waits.set(socket, { taken, looks: 0 });
    else wait.looks += 1;
    return wait !== undefined && wait.looks >= patience;
  };

  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("listening", () => {
    const looking = setInterval(() => {
      // What the system still holds for them is forgotten too.
      for (const socket of open) if (isUnread(socket)) socket.resetAndDestroy();
    }, lookEveryMs).unref();
    server.once("close", () => clearInterval(looking));
  });
}

/**
 * Bytes that the system has taken over. The public counters of a socket move only when a whole write has left, and a
 * film is one write; Node's own timer of sockets looks at this queue too (`Socket.prototype._onTimeout`).
 */
function countTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
