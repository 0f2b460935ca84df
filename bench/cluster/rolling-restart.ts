import { cpSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { atDepth } from "#tests/support/depth.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { startMachines } from "./machines.ts";
import { waitUntil } from "./postgres-pair.ts";
import { administrator, findTroubles, secretKey, startProduct } from "./product.ts";
import { findStored } from "./stored-leads.ts";
import { type Answer, ask, countAnswers, countBy, openConnections, startVisitors, timeOf } from "./visitors.ts";

const leadCount = atDepth(300, 3000);
const perSecond = 8;
const environment = { DRAIN_SECONDS: "3" };

/** What a newer version brings: it only adds, as docs/runbook.md asks. */
const expandingMigration = `
-- A note of the team on a lead, which the version before does not know.
alter table public.leads add column expanding_note text;
comment on column public.leads.expanding_note is 'Of the proof of the rolling restart';
create index leads_expanding_note on public.leads (expanding_note);
grant select (expanding_note) on public.leads to authenticated;
`;

/** Under load, both processes are started anew one after the other, as another version that brings a migration. */
export async function proveRollingRestart(bench: Bench): Promise<ProofResult> {
  const machines = await startMachines(bench, { environment });
  const { url, primary, products } = machines;
  const visitors = startVisitors({ url, perSecond, triesAgain: false });
  const readers = startReaders(url);
  await waitUntil(() => visitors.acknowledged.size >= leadCount / 3, 600_000);

  const root = makeNextVersion(bench);
  const stops: number[] = [];
  const all = [...products];
  for (const product of products) {
    stops.push(await product.stop());
    const started = await startProduct(bench, { environment: machines.environment, port: product.port, root });
    all.push(started);
    const before = visitors.acknowledged.size;
    await waitUntil(
      () => visitors.acknowledged.size >= before + leadCount / 6 || visitors.tries.length > leadCount * 3,
      600_000,
    );
  }
  await visitors.finish();
  const reads = await readers.finish();

  const reasons = all.flatMap((product) => findTroubles(product.output()));
  const stored = await findStored(primary, visitors.acknowledged);
  const columns = await primary.query("site", "select from pg_attribute where attname = 'expanding_note'");
  const failed = [...visitors.tries.filter(({ status }) => status !== 200), ...reads.failed];
  return {
    figures: [
      `${failed.length} of ${visitors.tries.length + reads.count} requests failed (${countAnswers(failed)})`,
      "2 restarts with a migration",
      `${stored.lost} of ${visitors.acknowledged.size} acknowledged lost`,
      `a stop took ${stops.map((ms) => Math.round(ms)).join(" and ")} ms`,
      `leads p95 ${timeOf(visitors.tries, 0.95)} ms at ${perSecond}/s`,
    ].join(", "),
    faults: [
      failed.length > 0 && `requests failed: ${countBy(reasons)}`,
      stored.lost > 0 && "acknowledged leads are lost",
      columns.length === 0 && "the migration was not applied",
    ].filter((fault) => fault !== false),
  };
}

/** The tree of today with one more migration: what is not the server's is the same. */
function makeNextVersion(bench: Bench): string {
  const root = makeFolder(bench);
  const here = process.cwd();
  for (const name of readdirSync(here)) {
    if (["engine", "kit", "server", "subjects", "supabase", "package.json"].includes(name))
      cpSync(join(here, name), join(root, name), { recursive: true });
    else if (!name.startsWith(".")) symlinkSync(join(here, name), join(root, name));
  }
  writeFileSync(join(root, "supabase/migrations/29991231000000_expand.sql"), expandingMigration);
  return root;
}

/** People who read and sign in meanwhile, each on a connection that is kept. */
export function startReaders(url: string, network = 10): { finish(): Promise<{ count: number; failed: Answer[] }> } {
  const agent = openConnections(url);
  const failed: Answer[] = [];
  let count = 0;
  let isOver = false;
  const asService = { headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` } };
  const kinds: Record<string, () => ReturnType<typeof ask>> = {
    page: () => ask(agent, `${url}/secretariat`),
    rows: () => ask(agent, `${url}/rest/v1/leads?select=*&limit=5`, asService),
    settings: () => ask(agent, `${url}/auth/v1/settings`),
    signIn: () =>
      ask(agent, `${url}/auth/v1/token?grant_type=password`, {
        body: administrator,
        from: `${network}.99.${(count >> 8) & 255}.${count & 255}`,
      }),
  };
  const reading = Promise.all(
    Object.entries(kinds).map(async ([kind, call]) => {
      while (!isOver) {
        const answer = await call();
        count += 1;
        if (answer.status !== 200) failed.push(answer);
        await new Promise((resolve) => setTimeout(resolve, kind === "signIn" ? 400 : 50));
      }
    }),
  );
  return {
    async finish() {
      isOver = true;
      await reading;
      agent.destroy();
      return { count, failed };
    },
  };
}
