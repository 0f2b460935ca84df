import fc from "fast-check";
import { expect, test } from "vitest";

import { atDepth, seed } from "#tests/support/depth.ts";
import { exchange, send, visitorAddress, type Exchange, type HttpAnswer } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";

import { findFault, surfaceOf } from "./answer-faults.ts";
import { badRequests, routes, type BadRequest } from "./bad-requests.ts";
import { makeCredentials } from "./credentials.ts";

/** Source: promise S-15. */
const requestCount = atDepth(400, 20_000);
const atATime = 8;

const { db, server } = await serveTests();

type Counts = { answers: Map<number, number>; unanswered: number; surfaces: Set<string>; slowestMs: number };

/** Sends them all, each from another address. @returns what is wrong, each with the request that shows it */
async function tryAll(requests: BadRequest[]): Promise<{ faults: string[]; counts: Counts }> {
  const faults: string[] = [];
  const postponed: BadRequest[] = [];
  const counts: Counts = { answers: new Map(), unanswered: 0, surfaces: new Set(), slowestMs: 0 };
  const note = (request: BadRequest, result: Exchange) => {
    const fault = judge(request, result);
    if (fault) faults.push(`${fault}\n  <= ${request.bytes.subarray(0, 400).toString("latin1")}`);
    count(counts, request, result);
  };

  const waiting = requests.entries();
  const work = async () => {
    for (const [number, request] of waiting) {
      const result = await exchange(server.port, request.bytes, { from: visitorAddress(number), isCut: request.isCut });
      // A machine that is busy elsewhere may keep the database from answering in time: what was asked is not to blame.
      if (result.end === "answered" && result.answer.status === 503) postponed.push(request);
      else note(request, result);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  for (const request of postponed) note(request, await exchange(server.port, request.bytes, request));
  return { faults, counts };
}

function judge({ method, target, bytes, isCut }: BadRequest, result: Exchange): string | undefined {
  if (result.end === "answered" && isWithoutProvider(result.answer)) return undefined;
  return result.end === "answered"
    ? findFault({ method, target, sent: bytes.toString("latin1") }, result.answer)
    : faultWithout(result.end, method, isCut);
}

/** A request that is right after all: the demonstration's identity provider has the site's address, where nothing listens here. */
function isWithoutProvider({ status, text }: HttpAnswer): boolean {
  return status === 503 && text.includes('"The identity provider does not answer"');
}

function count(counts: Counts, { target }: BadRequest, result: Exchange): void {
  counts.slowestMs = Math.max(counts.slowestMs, result.tookMs);
  if (result.end !== "answered") counts.unanswered += 1;
  else {
    const { status } = result.answer;
    counts.answers.set(status, (counts.answers.get(status) ?? 0) + 1);
    counts.surfaces.add(surfaceOf(target));
  }
}

/** Only who stopped talking, or wanted a tunnel, may be left without an answer. */
function faultWithout(end: "closed" | "hung", method: string, isCut: boolean): string | undefined {
  return end === "hung" || (!isCut && method !== "CONNECT") ? `the connection ${end}` : undefined;
}

/** A fault shows once, whatever many requests show it. */
function oneOfEach(faults: string[]): string[] {
  const kinds = new Map(faults.map((fault) => [fault.slice(0, 60), fault]));
  return [...kinds.values()].slice(0, 12);
}

test(
  `${requestCount} wrong requests to ${routes.length} addresses are each answered below 500, in the shape of their surface, without a word too many`,
  { timeout: 60_000 + requestCount * 40 },
  async () => {
    const credentials = await makeCredentials(server, db);
    const requests = fc.sample(badRequests(credentials), { numRuns: requestCount, seed });

    const { faults, counts } = await tryAll(requests);

    const answers = [...counts.answers].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    console.log(
      `S-15: ${requests.length} tried, ${answers.join(" ")}, ${counts.unanswered} cut, slowest ${Math.round(counts.slowestMs)} ms, seed ${seed}`,
    );
    expect(requests.length).toBe(requestCount);
    expect(counts.surfaces).toEqual(new Set(["auth", "data", "functions", "demo", "operations", "pages"]));
    expect(oneOfEach(faults)).toEqual([]);
    expect(server.failures.slice(0, 5)).toEqual([]);
    expect((await send(server.port, "GET", "/readyz")).status).toBe(200);
  },
);
