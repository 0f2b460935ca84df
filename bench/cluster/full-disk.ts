import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { type Bench, makeFolder } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { type Product, secretKey, startProduct } from "./product.ts";
import { ask, countAnswers, emailOf, openConnections, startVisitors, type Try } from "./visitors.ts";

const times = 5;
const diskMegabytes = 512;

/**
 * A small file system of its own, filled to its last block by something else and freed again, while visitors submit and
 * pages are read. Source: promise R-12.
 */
export async function proveFullDisk(bench: Bench): Promise<ProofResult> {
  if (process.getuid?.() !== 0) throw new Error("Only root mounts a file system: run this proof with sudo.");
  const disk = makeFolder(bench);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", disk]);
  bench.atEnd(() => execFileSync("umount", ["--lazy", disk]));
  const environment = { DATA_DIR: join(disk, "data"), LOG_LEVEL: "fatal" };
  const product = await startProduct(bench, { environment });
  const agent = openConnections();
  bench.atEnd(() => agent.destroy());

  const visitors = startVisitors({ url: product.url, perSecond: 10 });
  const [faults, waits]: [string[], number[]] = [[], []];
  for (let time = 1; time <= times; time += 1) {
    await wait(2000);
    const filling = join(disk, "something-else");
    await fill(filling);
    const before = visitors.tries.length;
    await wait(4000);
    const refused = visitors.tries.slice(before).filter(({ status }) => status !== 200);
    if (refused.length === 0) faults.push(`the ${time}. time nothing was refused`);
    const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    if (wrong.length > 0) faults.push(`the ${time}. time refusals were ${countAnswers(wrong)}`);
    for (const path of ["/", "/inscription-secretariat", "/rest/v1/leads?limit=1"]) {
      const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
      const { status } = await ask(agent, `${product.url}${path}`, { headers });
      if (status !== 200) faults.push(`with the disk full ${path} is answered ${status}`);
    }
    rmSync(filling);
    waits.push(await timeUntilAccepted(visitors.tries));
  }
  await visitors.finish();
  await product.stop();

  // What it said yes to is there after another start.
  const again = await startProduct(bench, { environment });
  const stored = await storedEmails(again);
  const lost = [...visitors.acknowledged].filter((key) => !stored.has(emailOf(key))).length;
  const longest = Math.max(...waits);
  if (lost > 0) faults.push(`${lost} acknowledged leads are lost`);
  if (longest > 10_000) faults.push("more than ten seconds to accept again");
  return {
    figures: `${times} times full to the last block, ${visitors.acknowledged.size} acknowledged, ${lost} lost, accepted again after ${Math.round(longest)} ms at most`,
    faults,
  };
}

/** Every block there is, by a program of its own: the visitors go on meanwhile. */
async function fill(path: string): Promise<void> {
  for (const size of ["1M", "4k"]) {
    const writing = spawn("dd", ["if=/dev/zero", `of=${path}`, `bs=${size}`, "oflag=append", "conv=notrunc"]);
    const [code] = (await once(writing, "close")) as [number];
    if (code !== 1) throw new Error(`dd ended with ${code}: the disk is not full.`);
  }
}

/** From now until the next submission is taken, in milliseconds; half a minute when none is. */
async function timeUntilAccepted(tries: readonly Try[]): Promise<number> {
  const [startedAt, before] = [performance.now(), tries.length];
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs = performance.now() - startedAt) {
    const accepted = tries.slice(before).find(({ status, at }) => status === 200 && at >= startedAt);
    if (accepted) return accepted.at + accepted.tookMs - startedAt;
    await wait(50);
  }
  return 30_000;
}

/** Mailboxes of the visitors whose leads are stored. */
export async function storedEmails({ url }: Product): Promise<Set<string>> {
  const emails = new Set<string>();
  for (let offset = 0; ; offset += 1000) {
    const query = `select=email&email=like.${emailOf("*")}&order=id&limit=1000&offset=${offset}`;
    const answer = await fetch(`${url}/rest/v1/leads?${query}`, {
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    });
    if (!answer.ok) throw new Error(`The leads are answered ${answer.status}.`);
    const rows = (await answer.json()) as { email: string }[];
    for (const { email } of rows) emails.add(email);
    if (rows.length < 1000) return emails;
  }
}
