import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { serveTests } from "#tests/support/http-server.ts";

const { db, server } = await serveTests();
const { secretKey, publishableKey } = server.context.settings;

beforeEach(() => db.reset());

const run = promisify(execFile);

type Typed = { code: number; output: string };

/** The command as an operator types it, beside the running server. */
async function type(words: string[], key = secretKey, more: Record<string, string> = {}): Promise<Typed> {
  const environment = {
    PATH: process.env.PATH,
    PORT: String(server.port),
    SECRET_KEY: key,
    AUTH_SECRET: "x".repeat(40),
    ...more,
  };
  try {
    const { stdout } = await run(process.execPath, ["scripts/deliveries.ts", ...words], { env: environment });
    return { code: 0, output: stdout.trim() };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr.trim() };
  }
}

async function addDelivery(
  status: string,
  body = '{"to": "a@b.example"}',
  { attempts = 10, answer = null as string | null } = {},
): Promise<string> {
  const id = randomUUID();
  await db.inspect(
    `insert into private.deliveries (id, kind, event, body, status, attempts, last_error, last_answer)
     values ($1, 'mail', 'mail.recovery', $2, $3, $4, 'econnrefused', $5)`,
    [id, body, status, attempts, answer],
  );
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await db.inspect<{ status: string }>("select status from private.deliveries where id = $1", [id]);
  return rows[0]?.status;
}

describe("npm run deliveries", () => {
  test("lists what gave up and what waits, without what they say, and counts them on its last line", async () => {
    expect(await type([])).toEqual({ code: 0, output: "Everything has left." });
    const [dead, waiting] = [await addDelivery("dead"), await addDelivery("waiting")];
    await addDelivery("delivered");

    const { code, output } = await type(["list"]);
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(
        `^Receivers\\n {2}mail {2}mail: 1 given up, 1 waiting\\n\\nGiven up\\n {2}${dead} .*mail\\.recovery {2}mail {2}10 tries {2}econnrefused\\n\\nWaiting\\n {2}${waiting} `,
      ),
    );
    expect(output.split("\n").at(-1)).toBe("1 given up, 1 waiting.");
    expect(output).not.toContain("a@b.example");
  });

  test("says what the mail server said, and of one that is down no number of tries", async () => {
    await addDelivery("dead", undefined, { attempts: 1, answer: "550 5.1.1 <…>: no such user" });
    await addDelivery("waiting", undefined, { attempts: 0 });
    const { output } = await type([]);
    expect(output).toMatch(/ {2}mail {2}1 try {2}550 5\.1\.1 <…>: no such user$/m);
    expect(output).toMatch(/ {2}mail {2}waits for it {2}econnrefused$/m);
  });

  test("replays one, once, and the log says that it was no administrator", async () => {
    const id = await addDelivery("dead");
    expect(await type(["replay", id])).toEqual({ code: 0, output: "1 delivery is on its way again." });
    expect(await type(["replay", id])).toEqual({ code: 1, output: "Nothing is replayed: It is on its way already." });
    expect(await statusOf(id)).toBe("waiting");
    const { rows } = await db.inspect("select actor, action from private.audit_log");
    expect(rows).toEqual([{ actor: null, action: "delivery.replayed" }]);
  });

  test("replays all, or all of a receiver", async () => {
    const ids = [await addDelivery("dead"), await addDelivery("dead")];
    expect(await type(["replay", "--all", "--receiver", randomUUID()])).toEqual({
      code: 1,
      output: "Nothing is replayed: There is no such receiver.",
    });
    expect(await type(["replay", "--all", "--receiver", "mail"])).toEqual({
      code: 0,
      output: "2 deliveries are on their way again.",
    });
    expect(await Promise.all(ids.map(statusOf))).toEqual(["waiting", "waiting"]);
    await addDelivery("dead");
    expect(await type(["replay", "--all"])).toEqual({ code: 0, output: "1 delivery is on its way again." });
    expect(await type(["replay", "--all"])).toEqual({ code: 1, output: "Nothing is replayed: Nothing gave up there." });
  });

  test("says why it replays nothing", async () => {
    const [delivered, emptied] = [await addDelivery("delivered"), await addDelivery("dead", "{}")];
    const answers = await Promise.all([delivered, emptied, randomUUID()].map((id) => type(["replay", id])));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(answers.map(({ output }) => output)).toEqual([
      "Nothing is replayed: It arrived already: it is not sent twice.",
      expect.stringMatching(/erased after 30 days/),
      expect.stringMatching(/no such delivery/),
    ]);
  });

  test("shows how it is used, and does nothing, for what it does not understand", async () => {
    const id = await addDelivery("dead");
    const mistakes = [
      ["replay"],
      ["replay", "1"],
      ["replay", "--al"],
      ["replay", "--all", "--receiver"],
      ["replay", "--all", "x"],
      ["liste"],
    ];
    for (const { code, output } of await Promise.all(sampleOf(mistakes, 2).map((words) => type(words)))) {
      expect([code, output.split("\n")[0]]).toEqual([1, "Usage: npm run deliveries"]);
    }
    expect(await statusOf(id)).toBe("dead");
  });

  test("asks no server that has another data folder", async () => {
    const id = await addDelivery("dead");
    const folder = mkdtempSync(join(tmpdir(), "other-site-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(await type([], secretKey, { DATA_DIR: folder })).toEqual({
      code: 1,
      output: `There is no database in ${folder}: start the site once, which makes it.`,
    });
    expect(await statusOf(id)).toBe("dead");
  });

  test("is refused with another key than the secret one", async () => {
    const id = await addDelivery("dead");
    expect(await type(["replay", id], publishableKey)).toEqual({
      code: 1,
      output: "Nothing is replayed: SECRET_KEY is needed, from this machine.",
    });
    expect((await type([], publishableKey)).output).toMatch(/^The server does not say: SECRET_KEY/);
    expect(await statusOf(id)).toBe("dead");
  });
});

test("A replay through a proxy, or without the secret key, is refused", async () => {
  const body = JSON.stringify({ target: "all" });
  const json = { "content-type": "application/json" };
  const tries: Record<string, string>[] = [
    json,
    { ...json, authorization: `Bearer ${publishableKey}` },
    { ...json, authorization: `Bearer ${secretKey}`, "x-forwarded-for": "127.0.0.1" },
  ];
  for (const headers of tries) {
    const url = `http://127.0.0.1:${server.port}/operations`;
    expect((await fetch(`${url}/replays`, { method: "POST", headers, body })).status).toBe(401);
    expect((await fetch(`${url}/deliveries`, { headers })).status).toBe(401);
  }
});
