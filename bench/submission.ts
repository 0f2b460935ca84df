import type { Benchmark } from "./benchmark.ts";
import { rateFigure } from "./figures.ts";
import { alternate } from "./support/alternate.ts";
import { type BenchSite, startBenchSite } from "./support/bench-site.ts";
import { replayWithPgbench } from "./support/pgbench.ts";
import { type BenchPostgres, startBenchPostgres } from "./support/postgres.ts";
import { recordTransactions } from "./support/recorded-statements.ts";
import { marker, sampleSubmission } from "./support/sample-submission.ts";
import { submissionHeaders, submissionLoad, submissionPath, unheardReceiver } from "./support/submission-load.ts";

const connections = 8;

/** A visitor's questionnaire through the data service, against its statements replayed by pgbench. */
export const submission: Benchmark = {
  title: "Storing leads",
  needs: ["wrk", "pgbench", "postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const owner = await postgres.connect("postgres");
    await owner.query("create database site");
    const environment = { DATABASE_URL: postgres.url("site"), ...unheardReceiver };
    await (await startBenchSite(bench, environment)).stop();
    await owner.query("create database reference template site");
    const site = await startBenchSite(bench, environment);

    await submitOne(site, "100000000000"); // the first request also reads the catalogue
    const heard = await recordTransactions(postgres, "site", () => submitOne(site));
    const transactions = heard.filter((transaction) => !/private\.(deliveries|receivers)/.test(textOf(transaction)));
    const replay = replayWithPgbench(bench, { postgres, database: "reference", connections, transactions, marker });
    const rates = await alternate(bench, submissionLoad(site, connections), replay);

    const statements = transactions.flat().length;
    const stored = { site: await countStored(postgres, "site"), reference: await countStored(postgres, "reference") };
    const figure = rateFigure("lead with its outbox row (pgbench)", "/s", rates, 0.5);
    return [
      {
        ...figure,
        notes: [
          `${transactions.length} transactions, ${statements} statements each time: known key, two rate limits, the lead.`,
          `Leads and deliveries afterwards: the site ${stored.site}, pgbench ${stored.reference}.`,
        ],
      },
    ];
  },
};

/** Of the whole database: what a demonstration shows from the start stands in both. */
async function countStored(postgres: BenchPostgres, database: string): Promise<string> {
  const client = await postgres.connect(database);
  const { rows } = await client.query<{ leads: number; deliveries: number }>(
    "select (select count(*)::int from public.leads) as leads, (select count(*)::int from private.deliveries) as deliveries",
  );
  const { leads = 0, deliveries = 0 } = rows[0] ?? {};
  return `${leads} and ${deliveries}`;
}

const textOf = (transaction: { text: string }[]) => transaction.map(({ text }) => text).join("\n");

async function submitOne(site: BenchSite, number?: string): Promise<void> {
  const body = JSON.stringify(sampleSubmission(number));
  const response = await fetch(site.url + submissionPath, { method: "POST", headers: submissionHeaders(site), body });
  if (response.status !== 200) throw new Error(`A submission is answered ${response.status}: ${await response.text()}`);
}
