import { fileURLToPath } from "node:url";

import type { Slice } from "./alternate.ts";
import type { BenchSite } from "./bench-site.ts";
import { marker, sampleSubmission } from "./sample-submission.ts";
import { runWrk } from "./wrk.ts";

/** No receiver listens there: deliveries are written and wait, so that sending them weighs on no measurement. */
export const unheardReceiver = {
  WEBHOOK_LEAD_URL: "http://127.0.0.1:9/",
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
};

export const submissionPath = "/rest/v1/rpc/create_lead_without_auth";

const script = fileURLToPath(new URL("submit-lead.lua", import.meta.url));

export function submissionHeaders({ publishableKey }: BenchSite): Record<string, string> {
  return { apikey: publishableKey, "content-type": "application/json", "x-client-info": "bench" };
}

/** Questionnaires, each of a new person from a new address. */
export function submissionLoad(site: BenchSite, connections: number): Slice {
  let seed = Math.trunc(Math.random() * 1_000_000);
  return (seconds) => {
    seed += 1;
    return runWrk({
      url: site.url + submissionPath,
      connections,
      seconds,
      headers: submissionHeaders(site),
      script: { file: script, options: [String(seed), marker, JSON.stringify(sampleSubmission())] },
    });
  };
}
