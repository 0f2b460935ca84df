import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export type HttpAnswer = { status: number; headers: Map<string, string>; text: string };

/** What became of a request: an answer, a connection closed without one, or neither before the deadline. */
export type Exchange =
  | { end: "answered"; answer: HttpAnswer; tookMs: number }
  | { end: "closed"; received: string; tookMs: number }
  | { end: "hung"; received: string; tookMs: number };

type ExchangeOptions = {
  /** Address of this machine to come from: every one of 127.0.0.0/8 is another visitor. */
  from?: string;
  /** Says that nothing more will come, as a client that was cut does. */
  isCut?: boolean;
  deadlineMs?: number;
};

/** Sends these bytes, whatever they are, and reads what comes back. */
export function exchange(port: number, bytes: Buffer | string, options: ExchangeOptions = {}): Promise<Exchange> {
  const { from = "127.0.0.1", isCut = false, deadlineMs = 20_000 } = options;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    const method = String(bytes).slice(0, 5);
    const finish = (end: "closed" | "hung") => {
      clearTimeout(deadline);
      socket.destroy();
      const received = Buffer.concat(chunks);
      const tookMs = performance.now() - startedAt;
      const answer = readAnswer(received, method === "HEAD ", end === "closed");
      resolve(answer ? { end: "answered", answer, tookMs } : { end, received: received.toString("latin1"), tookMs });
    };
    const deadline = setTimeout(() => finish("hung"), deadlineMs);

    socket.on("connect", () => (isCut ? socket.end(bytes) : socket.write(bytes)));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (readAnswer(Buffer.concat(chunks), method === "HEAD ", false)) finish("closed");
    });
    // A server that refuses a large request closes while we still write: what it said first is read all the same.
    socket.on("error", () => undefined);
    socket.on("close", () => finish("closed"));
  });
}

/** The last answer in these bytes, once it is complete; interim ones (1xx) are skipped. */
function readAnswer(bytes: Buffer, isHead: boolean, isClosed: boolean): HttpAnswer | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.subarray(0, 16).toString("latin1"))?.[1]);
  if (headEnd < 0 || !status) return undefined;
  const rest = bytes.subarray(headEnd + 4);
  if (status < 200) return readAnswer(rest, isHead, isClosed);

  const headers = new Map<string, string>();
  for (const line of bytes.subarray(0, headEnd).toString("latin1").split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const body = isHead || status === 204 || status === 304 ? Buffer.alloc(0) : readBody(rest, headers, isClosed);
  return body && { status, headers, text: decode(body, headers.get("content-encoding")) };
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return "";
  if (encoding === "br") return brotliDecompressSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

function readBody(rest: Buffer, headers: Map<string, string>, isClosed: boolean): Buffer | undefined {
  const length = headers.get("content-length");
  if (length !== undefined) return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined;
  if (headers.get("transfer-encoding")?.toLowerCase() !== "chunked") return isClosed ? rest : undefined;

  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString("latin1"), 16);
    if (size === 0) return Buffer.concat(parts);
    if (!(size > 0) || rest.length < lineEnd + 2 + size) return undefined;
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

export type Sending = {
  headers?: Record<string, string>;
  /** Sent as JSON; with a content type of its own in `headers`, as it is. */
  body?: unknown;
  from?: string;
};

export type JsonAnswer = HttpAnswer & { body: any };

/** A request as a client sends it, on a connection of its own. @throws when no answer comes */
export async function send(port: number, method: string, path: string, sending: Sending = {}): Promise<JsonAnswer> {
  const { from, body, headers = {} } = sending;
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  const payload = Buffer.from(body === undefined ? "" : isText ? body : JSON.stringify(body));
  const all: Record<string, string> = {
    host: `localhost:${port}`,
    connection: "close",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...((body !== undefined || method === "POST") && { "content-length": String(payload.length) }),
    ...headers,
  };
  const head = `${method} ${path} HTTP/1.1\r\n${headerLines(Object.entries(all))}\r\n`;
  const result = await exchange(port, Buffer.concat([Buffer.from(head), payload]), {
    ...(from && { from }),
    deadlineMs: 25_000,
  });
  if (result.end !== "answered") throw new Error(`${method} ${path}: the connection ${result.end}.`);
  const { answer } = result;
  const isJson = answer.text !== "" && answer.headers.get("content-type")?.includes("json");
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
}

export function headerLines(headers: [name: string, value: string][]): string {
  return headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

/** One of 249 other machines, as far as the server can tell. */
export function visitorAddress(number: number): string {
  return `127.0.0.${2 + (number % 249)}`;
}
