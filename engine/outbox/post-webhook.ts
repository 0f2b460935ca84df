import http from "node:http";
import https from "node:https";

export type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
};

export type WebhookAnswer = { status: number; retryAfter: string | undefined };

export type WebhookClient = {
  /** @throws an error with a `code` when no status line came: refused, cut, unknown host, bad TLS, too slow */
  post(request: WebhookRequest): Promise<WebhookAnswer>;
  close(): void;
};

const maxAnswerBytes = 64 * 1024;
const maxAnswerReadMs = 1000;

/**
 * Posts JSON and reads the status of the answer.
 *
 * `node:http` rather than `fetch`: it follows no redirect, and the status line alone decides. A body is read only so
 * that the connection can serve again: cut, endless or unreadable, it changes nothing.
 */
export function createWebhookClient(): WebhookClient {
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };

  const post = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    const endsAt = performance.now() + request.timeoutMs;
    try {
      return await send(request, agents, endsAt);
    } catch (error) {
      // A connection kept from an earlier delivery may be closed by the other side just when we write on it.
      if (!(error instanceof StaleConnectionError)) throw error;
      return await send(request, agents, endsAt);
    }
  };

  return {
    post,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Agents = { "http:": http.Agent; "https:": https.Agent };

class StaleConnectionError extends Error {}

function send({ url, headers, body, signal }: WebhookRequest, agents: Agents, endsAt: number): Promise<WebhookAnswer> {
  const target = new URL(url);
  const isTls = target.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();

  const request = (isTls ? https : http).request(target, {
    method: "POST",
    agent: agents[isTls ? "https:" : "http:"],
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
  const giveUp = (code: string) => request.destroy(failure(code));
  const interrupt = () => giveUp("INTERRUPTED");
  const timer = setTimeout(() => giveUp("TIMEOUT"), endsAt - performance.now());
  signal.addEventListener("abort", interrupt);
  const settle = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  };

  request.on("response", (response) => {
    settle();
    const answer = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
    void discard(response).then(() => resolve(answer));
  });
  request.on("error", (error: NodeJS.ErrnoException) => {
    settle();
    const isStale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
    reject(isStale ? new StaleConnectionError("A kept connection was closed.", { cause: error }) : error);
  });
  if (signal.aborted) interrupt();
  else request.end(body);

  return promise;
}

/** Reads and forgets the answer's body: at most 64 KiB and one second of it. Never throws. */
function discard(response: http.IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let length = 0;
  const timer = setTimeout(() => response.destroy(), maxAnswerReadMs);

  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxAnswerBytes) response.destroy();
  });
  response.on("error", () => response.destroy());
  response.on("close", () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`The receiver did not answer: ${code}`), { code });
}
