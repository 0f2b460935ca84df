import type { Bench, Benchmark } from "./benchmark.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { type BenchSite, readMemory, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { sampleSubmission } from "./support/sample-submission.ts";

const concurrency = 16;

/** What the server holds once people of every kind have used it. */
export const memory: Benchmark = {
  title: "Memory",
  needs: ["postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const onPostgres = await startBenchSite(bench, { DATABASE_URL: postgres.url("postgres") });
    const first = await measureOne(bench, onPostgres, "PostgreSQL", 250);
    await onPostgres.stop();
    const embedded = await startBenchSite(bench);
    return [first, await measureOne(bench, embedded, "embedded database", 800)];
  },
};

async function measureOne(bench: Bench, site: BenchSite, engine: string, limitMb: number): Promise<Figure> {
  const requestCount = bench.isQuick ? 1000 : 10_000;
  const before = await readMemory(site);
  const samples = [before];
  const statuses = new Map<number, number>();
  const token = await signInAsAdministrator(site);
  let next = 0;

  const visitor = async () => {
    while (next < requestCount) {
      const number = next;
      next += 1;
      const status = await ask(site, token, number);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (number % 250 === 0) samples.push(await readMemory(site));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitor));
  samples.push(await readMemory(site));

  const after = samples.at(-1) ?? before;
  const highest = Math.max(...samples);
  const figure = limitFigure(`memory, ${engine}, after ${requestCount} requests`, "MB", after, limitMb, 0);
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  return {
    ...figure,
    notes: [
      `${engine}: ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at most (two passwords being hashed hold 128); answers ${answers}.`,
    ],
  };
}

const pagePaths = ["/", "/inscription-secretariat", "/admin", "/nulle-part"];

/** Of 100 requests: 60 pages, 20 lists and 6 searches of an administrator, 12 questionnaires, 1 sign-in, 1 refusal. */
async function ask(site: BenchSite, token: string, number: number): Promise<number> {
  const turn = number % 100;
  const address = `10.0.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
  const common = { apikey: site.publishableKey, "x-forwarded-for": address };
  const post = { ...common, "content-type": "application/json" };
  const asAdmin = { authorization: `Bearer ${token}` };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(site.url + path, init);
    await response.arrayBuffer();
    return response.status;
  };

  if (turn < 60) return send(pagePaths[turn % pagePaths.length] ?? "/", { headers: common });
  if (turn < 80) {
    const path = "/rest/v1/admin_dashboard?select=*&order=created_at.desc,lead_id.asc&limit=100";
    return send(path, { headers: { ...common, ...asAdmin, prefer: "count=exact" } });
  }
  if (turn < 86) {
    const body = JSON.stringify({ query_param: `visiteur1000000${turn}` });
    return send("/rest/v1/rpc/search_leads", { method: "POST", headers: { ...post, ...asAdmin }, body });
  }
  if (turn < 98) {
    const body = JSON.stringify(sampleSubmission(String(200_000_000_000 + number)));
    return send("/rest/v1/rpc/create_lead_without_auth", { method: "POST", headers: post, body });
  }
  if (turn < 99) {
    const body = JSON.stringify(site.admin);
    return send("/auth/v1/token?grant_type=password", { method: "POST", headers: post, body });
  }
  return send("/rest/v1/leads", { method: "DELETE", headers: common });
}
