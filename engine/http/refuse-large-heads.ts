import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import type { EngineWords } from "#engine/settings/engine-words.ts";

import { describePreRoutingError } from "./pre-routing-errors.ts";

/** As Node answers, by the code of the error; anything else that cannot be read is a bad request. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What a client still sends of a head that was refused is taken for so long: a reset would take the answer with it. */
const lastWordsMs = 1_000;

/**
 * Refuses a head that is longer than `maxHeaderSize` in JSON, which a page of the site can read. What cannot be read at
 * all is answered as Node answers it.
 */
export function refuseLargeHeads(server: Server, words: EngineWords["refusals"]): void {
  const refused = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket & { _httpMessage?: { headersSent: boolean } | null };
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = statusOf[error.code ?? ""] ?? 400;
    const isFree = socket.writable && !socket._httpMessage?.headersSent;
    if (isFree && status === 431) {
      socket.end(writeRefusal(words));
      setTimeout(() => socket.destroy(), lastWordsMs).unref();
      return;
    }
    if (isFree) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    socket.destroy(error);
  });
}

/** Nothing is known of a request that was not read: neither its address nor the page that sent it. */
function writeRefusal(words: EngineWords["refusals"]): string {
  const { status, headers, body } = describePreRoutingError(
    { url: "/", apiVersion: undefined },
    "headers_too_large",
    words,
  );
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
