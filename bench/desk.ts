import type { Benchmark } from "./benchmark.ts";
import { measureExport, measureStatistics } from "./desk-figures.ts";
import { measureList } from "./desk-list.ts";
import { measureScreen } from "./desk-screen.ts";
import { signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { insertSampleLeads } from "./support/sample-leads.ts";

/** The lead desk at a million leads, through the site. */
export const desk: Benchmark = {
  title: "Lead desk",
  needs: ["postgres"],

  async measure(bench) {
    const leadCount = bench.isQuick ? 50_000 : 1_000_000;
    const postgres = await startBenchPostgres(bench);
    const client = await postgres.connect("postgres");
    const site = await startBenchSite(bench, { DATABASE_URL: postgres.url("postgres") });
    await insertSampleLeads(client, leadCount);
    await client.query("select private.add_up_lead_figures($1), private.add_facet_changes($1)", [leadCount * 4]);
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ count: string }>("select count(*) from public.leads");
    const token = await signInAsAdministrator(site);
    return [
      ...(await measureList(site, token, Number(rows[0]?.count))),
      ...(await measureScreen(bench, site, Number(rows[0]?.count))),
      ...(await measureExport(site, token, Number(rows[0]?.count))),
      ...(await measureStatistics(bench, site, postgres, token)),
    ];
  },
};
