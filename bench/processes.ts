import type { Benchmark } from "./benchmark.ts";
import type { Figure } from "./figures.ts";
import { median } from "./support/alternate.ts";
import { awaitBestCopies } from "./support/best-copies.ts";
import { type BenchSite, readMetric, startBenchSite } from "./support/bench-site.ts";
import { startBenchPostgres } from "./support/postgres.ts";
import { submissionLoad, unheardReceiver } from "./support/submission-load.ts";
import { runWrk } from "./support/wrk.ts";

/**
 * What a second process on the same database gives where each has a core of its own. A small machine shares its cores
 * with the database and with who asks, so what is compared is the processor that an answer costs the site: when one
 * process is asked, and when the same connections are divided between two, by turns.
 */
export const processes: Benchmark = {
  title: "Two processes on one database",
  needs: ["wrk", "postgres"],

  async measure(bench) {
    const postgres = await startBenchPostgres(bench);
    const environment = { DATABASE_URL: postgres.url("postgres"), ...unheardReceiver };
    const first = await startBenchSite(bench, environment);
    const sites = [first, await startBenchSite(bench, environment)];
    await awaitBestCopies(sites.map(({ url }) => `${url}/`));

    const page =
      ({ url }: BenchSite, connections: number) =>
      (seconds: number) =>
        runWrk({ url: `${url}/`, connections, seconds, headers: { "accept-encoding": "br" } });
    /** Milliseconds of processor for each answer, of both: who is asked nothing sends mails of the other's leads. */
    async function costOf(load: typeof page, among: BenchSite[], connections: number): Promise<number> {
      const before = await readSeconds(sites);
      const loads = among.map((site) => load(site, connections / among.length)(bench.sliceSeconds));
      const rates = await Promise.all(loads);
      const spent = (await readSeconds(sites)) - before;
      return (1000 * spent) / (rates.reduce((sum, rate) => sum + rate, 0) * bench.sliceSeconds);
    }
    async function compare(what: string, load: typeof page, connections: number, leastGain: number): Promise<Figure> {
      const turns: { alone: number; both: number }[] = [];
      for (let turn = 0; turn <= bench.sliceCount; turn += 1) {
        const alone = await costOf(load, [first], connections);
        const both = await costOf(load, sites, connections);
        if (turn > 0) turns.push({ alone, both });
      }
      const gain = median(turns.map(({ alone, both }) => (2 * alone) / both));
      const [alone, both] = [median(turns.map((turn) => turn.alone)), median(turns.map((turn) => turn.both))];
      return {
        what: `${what}, processor an answer of two processes (of one)`,
        ours: `${both.toFixed(3)} ms`,
        reference: `${alone.toFixed(3)} ms`,
        ratio: gain,
        goal: `gain ≥ ${leastGain}`,
        isMet: gain >= leastGain,
      };
    }

    return [await compare("submissions", submissionLoad, 8, 1.7), await compare("pages", page, 32, 1.9)];
  },
};

async function readSeconds(sites: BenchSite[]): Promise<number> {
  const seconds = await Promise.all(sites.map((site) => readMetric(site, "process_cpu_seconds_total")));
  return seconds.reduce((sum, each) => sum + each, 0);
}
