// A process of its own: one request, or one statement, at a time on each of several connections, and how long each took.
// Requests are written and answers read by hand: a client as heavy as the site would be most of what is measured.
import { randomInt } from "node:crypto";
import { connect, type Socket } from "node:net";

import pg from "pg";

import type { Calls, Session, Waits } from "./parallel-calls.ts";

process.on("message", (calls: Calls) => {
  void measure(calls).then((waits) => process.send?.(waits));
});
process.on("disconnect", () => process.exit(0));

function measure(calls: Calls): Promise<Waits> {
  return calls.what === "commit" ? commit(calls) : ask(calls);
}

type Questions = Exclude<Calls, { what: "commit" }>;

async function ask(questions: Questions): Promise<Waits> {
  const durations: number[] = [];
  const sessions = await Promise.all(
    questions.sessions.map(async (first) => {
      let session = first;
      const connection = openConnection(new URL(questions.url));
      for (let turn = 0; turn < questions.callsEach; turn += 1) {
        const request = writeRequest(questions, session);
        const startedAt = performance.now();
        const body = await connection.exchange(request);
        durations.push(performance.now() - startedAt);
        if (questions.what === "refresh") session = JSON.parse(body) as Session;
      }
      connection.close();
      return session;
    }),
  );
  return { durations, sessions };
}

function writeRequest({ url, what, publishableKey }: Questions, session: Session): string {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const head = `host: ${new URL(url).host}\r\napikey: ${publishableKey}\r\nx-forwarded-for: ${address}\r\n`;
  switch (what) {
    case "health":
      return `GET /auth/v1/health HTTP/1.1\r\n${head}\r\n`;
    case "getUser":
      return `GET /auth/v1/user HTTP/1.1\r\n${head}authorization: Bearer ${session.access_token}\r\n\r\n`;
    case "refresh": {
      const body = JSON.stringify({ refresh_token: session.refresh_token });
      const json = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
      return `POST /auth/v1/token?grant_type=refresh_token HTTP/1.1\r\n${head}${json}\r\n${body}`;
    }
  }
}

type Connection = { exchange(request: string): Promise<string>; close(): void };

/** A connection that is kept. Every answer of the auth service names its length. */
function openConnection({ hostname, port }: URL): Connection {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  return {
    exchange(request) {
      socket.write(request);
      return readAnswer(socket);
    },
    close: () => socket.destroy(),
  };
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const refuse = () => end(() => reject(new Error(`The answer broke off: ${received.toString()}`)));
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const head = received.subarray(0, headEnd).toString("latin1");
      const body = received.subarray(headEnd + 4);
      if (body.length < Number(/^content-length: (\d+)/im.exec(head)?.[1])) return;
      end(() =>
        head.startsWith("HTTP/1.1 200 ")
          ? resolve(body.toString("utf8"))
          : reject(new Error(`Not answered with 200: ${received.toString()}`)),
      );
    };
    const end = (settle: () => void) => {
      socket.off("data", read).off("error", refuse).off("close", refuse);
      settle();
    };
    socket.on("data", read).on("error", refuse).on("close", refuse);
  });
}

/** The least that a write costs: a statement that changes one row, alone in its transaction. */
async function commit({ connectionString, connections, callsEach }: Calls & { what: "commit" }): Promise<Waits> {
  const durations: number[] = [];
  const change = async (id: number) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (let turn = 0; turn < callsEach; turn += 1) {
      const startedAt = performance.now();
      await client.query({ name: "change", text: "update bench_rows set uses = uses + 1 where id = $1", values: [id] });
      durations.push(performance.now() - startedAt);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => change(index + 1)));
  return { durations, sessions: [] };
}
