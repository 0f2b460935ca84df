import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { failed, ok, type Result } from "#kit/result.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import type { ImportAnswer, ImportAsked } from "#subjects/imports/calls/imports.ts";
import { runImport } from "#subjects/imports/calls/run-import.ts";
import { atDepth } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send } from "#tests/support/http-client.ts";
import { createTestInstance } from "#tests/support/test-instance.ts";

import { administrator, type SiteProcess, startSite } from "./site-process.ts";

const lineCount = atDepth(400, 20_000);
const killCount = atDepth(1, 5);
const longestWaitMs = 300;
const apikey = "sb_publishable_of_the_import";

async function signIn(site: SiteProcess): Promise<Record<string, string>> {
  const { text } = await send(site.port, "POST", "/auth/v1/token?grant_type=password", {
    headers: { apikey },
    body: administrator,
  });
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  return { apikey, authorization: `Bearer ${token}` };
}

test(
  `An import of ${lineCount} lines goes on after its process was killed ${killCount} times, each line once`,
  { timeout: 120_000 + lineCount * 60 },
  async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const environment = { PORT: String(await findFreePort()), LOG_LEVEL: "error", PUBLISHABLE_KEY: apikey };
    const lines = Array.from({ length: lineCount }, (_, place) => ({
      line: place + 2,
      email: `import-${place}@exemple.example`,
      last_name: `Roux ${place}`,
      note: "Vue au salon",
      calls_per_month: "50",
    }));
    const file = {
      import_id: randomUUID(),
      source: "Salon de Lyon",
      file_name: "salon.csv",
      file_hash: "0".repeat(64),
      funnel_origin: "secretariat" as const,
      last_line: lineCount + 1,
      choices: { email: 0 },
    };

    let site = await startSite(instance, environment);
    onTestFinished(() => site.kill());
    let headers = await signIn(site);
    const ask = async (asked: ImportAsked): Promise<Result<ImportAnswer, CallProblem>> => {
      try {
        const { status, text } = await send(site.port, "POST", "/functions/v1/import-leads", { headers, body: asked });
        if (status !== 200) return failed({ code: "unavailable", message: `${status} ${text}` });
        return ok(JSON.parse(text) as ImportAnswer);
      } catch {
        return failed({ code: "unavailable" });
      }
    };
    const start = (stop?: { after: number }) => {
      let isKilled = false;
      return runImport({
        file,
        lines,
        send: ask,
        signal: new AbortController().signal,
        onProgress({ sent }) {
          if (!stop || isKilled || sent < stop.after) return;
          isKilled = true;
          // The moment of the kill is what is tried.
          void wait(randomInt(longestWaitMs)).then(() => site.kill());
        },
      });
    };

    const startedAt = performance.now();
    for (let life = 1; life <= killCount; life += 1) {
      const stopped = await start({ after: (lineCount * life) / (killCount + 1) });
      expect(stopped.problem).toMatchObject({ code: "unavailable" });
      await site.ended;
      site = await startSite(instance, environment);
      headers = await signIn(site);
    }
    const done = await start();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`An import of ${lineCount} lines, killed ${killCount} times: ${seconds.toFixed(0)} s.`);

    expect(done.counts).toEqual({ created: lineCount, duplicates: 0, refused: 0 });
    site.terminate();
    expect(await site.ended).toBe(0);
    const [stored] = await instance.inspect(
      `select count(*)::int as leads, count(distinct lead.email)::int as people,
              count(*) filter (where lead.calls_per_month = 50)::int as answered,
              (select count(*)::int from private.lead_notes) as notes,
              (select count(*)::int from private.submissions where import_id is not null) as submissions,
              (select count(*)::int from private.lead_list join public.leads as listed on listed.id = lead_id
               where listed.email like 'import-%') as listed
       from public.leads as lead where lead.email like 'import-%'`,
    );
    const each = { leads: lineCount, people: lineCount, answered: lineCount, notes: lineCount };
    expect(stored).toEqual({ ...each, submissions: lineCount, listed: lineCount });
  },
);
