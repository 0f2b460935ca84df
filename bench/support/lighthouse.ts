import lighthouse from "lighthouse";

/** One run of Lighthouse with its settings for telephones: slow network and processor are simulated. */
export type LighthouseRun = {
  /** Of 100, by category that was asked for. */
  scores: Partial<Record<Category, number>>;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /** Checks that cost points, with what Lighthouse says of them. */
  faults: string[];
  /** What Lighthouse thinks of this machine's processor at this moment: about 2000 on a quiet desktop. */
  machineIndex: number;
};

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

/** What a page that is hidden from search engines, or says that nothing was found, is not blamed for. */
const hiddenPageChecks = ["is-crawlable", "http-status-code"];

type Asked = {
  /** Of a Chromium's remote debugging. */
  port: number;
  isIndexed: boolean;
  /** What does not change from run to run need not be asked for each time. */
  judged: readonly Category[];
};

export async function runLighthouse(url: string, { port, isIndexed, judged }: Asked): Promise<LighthouseRun> {
  const lhr = await retryRun(() =>
    lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: [...judged],
      // A picture for its report, of which nothing is read here.
      disableFullPageScreenshot: true,
      ...(!isIndexed && { skipAudits: hiddenPageChecks, ignoreStatusCode: true }),
    }),
  );

  const { audits, categories: results, environment } = lhr;
  const valueOf = (name: string) => audits[name]?.numericValue ?? NaN;
  const faults = judged.flatMap((category) =>
    (results[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(" ")),
  );
  return {
    scores: Object.fromEntries(
      judged.map((category) => [category, Math.round((results[category]?.score ?? NaN) * 100)]),
    ),
    lcpMs: valueOf("largest-contentful-paint"),
    cls: valueOf("cumulative-layout-shift"),
    tbtMs: valueOf("total-blocking-time"),
    faults,
    machineIndex: environment.benchmarkIndex,
  };
}

/** On a busy machine a recording may lack its beginning: Lighthouse then asks to be run again. */
async function retryRun(run: () => ReturnType<typeof lighthouse>) {
  let problem: unknown;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const result = await run().catch((error: unknown) => void (problem = error));
    if (result && !result.lhr.runtimeError) return result.lhr;
    problem = result?.lhr.runtimeError?.message ?? problem;
  }
  throw new Error(`Lighthouse could not read the page: ${String(problem)}`);
}
