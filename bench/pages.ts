import { get } from "node:http";

import type { Benchmark } from "./benchmark.ts";
import { rateFigure } from "./figures.ts";
import { alternate } from "./support/alternate.ts";
import { awaitBestCopies } from "./support/best-copies.ts";
import { startNginx } from "./support/nginx.ts";
import { startBenchSite } from "./support/bench-site.ts";
import { runWrk } from "./support/wrk.ts";

const connections = 32;
const acceptEncoding = { "accept-encoding": "br" };

/** The home page from memory, against nginx with the same bytes and headers from a file. */
export const pages: Benchmark = {
  title: "Pages from memory",
  needs: ["wrk", "nginx"],

  async measure(bench) {
    const site = await startBenchSite(bench);
    await awaitBestCopies([`${site.url}/`]);
    const home = await fetchRaw(`${site.url}/`);
    const nginxUrl = await startNginx(bench, home.body, home.headers);
    requireSameAnswer(home, await fetchRaw(nginxUrl));

    const load = (url: string) => (seconds: number) => runWrk({ url, connections, seconds, headers: acceptEncoding });
    const rates = await alternate(bench, load(`${site.url}/`), load(nginxUrl));
    const figure = rateFigure(`home page, ${connections} connections (nginx, one worker)`, "/s", rates, 0.7);
    return [
      { ...figure, notes: [`The home page is ${home.body.length} bytes in Brotli; both send the same headers.`] },
    ];
  },
};

type RawAnswer = { body: Buffer; headers: Record<string, string> };

function fetchRaw(url: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: acceptEncoding, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ body: Buffer.concat(chunks), headers: response.headers as Record<string, string> }),
      );
    });
    request.on("error", reject);
  });
}

function requireSameAnswer(ours: RawAnswer, theirs: RawAnswer): void {
  if (!ours.body.equals(theirs.body)) throw new Error("nginx does not answer the same page.");
  const differing = Object.keys(ours.headers).filter(
    (name) => !["date", "connection", "keep-alive"].includes(name) && ours.headers[name] !== theirs.headers[name],
  );
  if (differing.length > 0) throw new Error(`nginx answers other headers: ${differing.join(", ")}.`);
}
