import { join } from "node:path";

import type pg from "pg";

import { type Bench, type Benchmark, makeFolder } from "./benchmark.ts";
import { measureExport, measureStatistics } from "./desk-figures.ts";
import { type Leads, measureList } from "./desk-list.ts";
import { measureScreen } from "./desk-screen.ts";
import type { Figure } from "./figures.ts";
import { signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { type BenchPostgres, startBenchPostgres } from "./support/postgres.ts";
import { runCommand } from "./support/run-command.ts";
import { insertSampleLeads } from "./support/sample-leads.ts";

/** Leads in the embedded database: many for it. */
const embeddedCounts = [10_000, 50_000];
/** The first one is measured whole, the others for how the list grows. */
const postgresCounts = [1_000_000, 100_000, 10_000];

/** The lead desk through the site, from a small team's leads to a million. */
export const desk: Benchmark = {
  title: "Lead desk",
  needs: ["postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const [most = 0, ...fewer] = bench.isQuick ? [4000, 2000] : postgresCounts;
    const figures: Figure[] = [];
    for (const wanted of bench.isQuick ? [2000] : embeddedCounts) {
      figures.push(...(await measureEmbedded(bench, postgres, wanted)));
    }
    for (const wanted of fewer.toReversed()) {
      const { site, leads } = await startDesk(bench, postgres, wanted);
      figures.push(...(await measureList(site, await signInAsAdministrator(site), leads)));
      await site.stop();
    }

    const { site, leads, client } = await startDesk(bench, postgres, most);
    const token = await signInAsAdministrator(site);
    return [
      ...figures,
      ...(await measureList(site, token, leads)),
      ...(await measureScreen(bench, site, leads)),
      ...(await measureExport(site, token, leads)),
      ...(await measureStatistics(bench, site, client, token)),
    ];
  },
};

/** A site on a database of its own; it has a few leads less, since those of one address are one. */
async function startDesk(bench: Bench, postgres: BenchPostgres, wanted: number) {
  const database = `desk_${wanted}`;
  const superuser = await postgres.connect("postgres");
  await superuser.query(`create database ${database} template template0`);
  const site = await startBenchSite(bench, { DATABASE_URL: postgres.url(database) });
  const client = await postgres.connect(database);
  await insertSampleLeads(client, wanted);
  await client.query("select private.add_up_lead_figures($1), private.add_facet_changes($1)", [wanted * 4]);
  await client.query("vacuum analyze");
  return { site, client, database, leads: await countLeads(client, "PostgreSQL") };
}

/** The embedded database gets its leads from a backup: only the site's own process can write into it. */
async function measureEmbedded(bench: Bench, postgres: BenchPostgres, wanted: number): Promise<Figure[]> {
  const { site, client, database } = await startDesk(bench, postgres, wanted);
  const leads = await countLeads(client, "embedded");
  await site.stop();
  const folder = makeFolder(bench);
  const [file, dataDir] = [join(folder, "leads.backup.age"), join(folder, "data")];
  await runCommand("backup", [file], { DATABASE_URL: postgres.url(database) });
  await client.end();
  await (await postgres.connect("postgres")).query(`drop database ${database} with (force)`);
  await runCommand("restore", [file], { DATA_DIR: dataDir });

  const embedded = await startBenchSite(bench, { DATA_DIR: dataDir });
  const figures = await measureList(embedded, await signInAsAdministrator(embedded), leads);
  await embedded.stop();
  return figures;
}

async function countLeads(client: pg.Client, engine: string): Promise<Leads> {
  const { rows } = await client.query<{ count: string }>("select count(*) from public.leads");
  const count = Number(rows[0]?.count);
  return { count, name: `${count.toLocaleString("en")} leads, ${engine}` };
}
