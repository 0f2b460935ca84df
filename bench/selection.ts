import type { Benchmark } from "./benchmark.ts";
import { type Figure, rateFigure } from "./figures.ts";
import { alternate } from "./support/alternate.ts";
import { type BenchSite, callerOf, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { startDriverProcess } from "./support/driver-process.ts";
import { planSelection, readCatalog } from "./support/planned-requests.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { insertSampleLeads } from "./support/sample-leads.ts";
import { runWrk } from "./support/wrk.ts";

const connections = 8;
const rowCount = 50;
const leadCount = 2000;

/** Leads read by an administrator through the data service, against the same transaction through `pg` alone. */
export const selection: Benchmark = {
  title: "Reading leads",
  needs: ["wrk", "postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const databaseUrl = postgres.url("postgres");
    const site = await startBenchSite(bench, { DATABASE_URL: databaseUrl });
    await insertSampleLeads(await postgres.connect("postgres"), leadCount);
    const token = await signInAsAdministrator(site);
    const catalog = await readCatalog(databaseUrl);

    const measureOne = async (relation: string, order: string): Promise<Figure> => {
      const search = `select=*&order=${order}&limit=${rowCount}`;
      const transaction = planSelection(catalog, relation, search, callerOf(token));
      const job = { connectionString: databaseUrl, connections, transaction, expectedRows: rowCount };
      const viaDriver = await startDriverProcess(bench, job);
      const viaSite = await loadOf(site, token, `/rest/v1/${relation}?${search}`);
      return rateFigure(
        `${rowCount} rows of ${relation} (pg alone)`,
        "/s",
        await alternate(bench, viaSite, viaDriver),
        0.6,
      );
    };
    return [
      await measureOne("leads", "created_at.desc,id.asc"),
      await measureOne("admin_dashboard", "created_at.desc,lead_id.asc"),
    ];
  },
};

async function loadOf({ url, publishableKey }: BenchSite, token: string, path: string) {
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
  const rows = (await (await fetch(url + path, { headers })).json()) as unknown[];
  if (rows.length !== rowCount) throw new Error(`${path} answers ${rows.length} rows.`);
  return (seconds: number) => runWrk({ url: url + path, connections, seconds, headers });
}
