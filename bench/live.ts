import type { Page } from "playwright-core";

import { launchBrowser } from "#e2e/support/browser.ts";

import { type Bench, type Benchmark } from "./benchmark.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { median, quantile } from "./support/alternate.ts";
import { type BenchSite, signInAsAdministrator, startBenchSite } from "./support/bench-site.ts";
import { enterDesk } from "./support/enter-desk.ts";

const leadName = "Kerbrat-Mesure";

/** From the answer to the administrator who changed a lead until another one's open list shows it. */
export const live: Benchmark = {
  title: "What others change",
  needs: [],

  async measure(bench) {
    const site = await startBenchSite(bench);
    await sendLead(site, leadName);
    const page = await openList(bench, site);
    const token = await signInAsAdministrator(site);
    const leadId = await findLead(site, token);
    const changes = bench.isQuick ? 5 : 40;

    const changed: number[] = [];
    for (let turn = 0; turn < changes; turn += 1) {
      const status = turn % 2 === 0 ? "contacted" : "to_contact";
      const isShown = waitInPage(page, ["select", leadName, status]);
      await changeStatus(site, token, leadId, status);
      const answeredAt = Date.now();
      changed.push((await isShown) - answeredAt);
    }
    const came: number[] = [];
    for (let turn = 0; turn < changes; turn += 1) {
      const name = `Nouveau-Lead-${turn}-fin`;
      const isShown = waitInPage(page, ["row", name]);
      await sendLead(site, name);
      const answeredAt = Date.now();
      came.push((await isShown) - answeredAt);
    }
    return [figureOf("a colleague's change of a status is shown, p95", changed), figureOf("a new lead, p95", came)];
  },
};

function figureOf(what: string, durationsMs: number[]): Figure {
  const notes = [`${what}: median ${median(durationsMs)} ms of ${durationsMs.length}`];
  return { ...limitFigure(what, "ms", quantile(durationsMs, 0.95), 2000, 0), notes };
}

async function openList(bench: Bench, site: BenchSite): Promise<Page> {
  const browser = await launchBrowser();
  bench.atEnd(() => browser.close());
  const page = await enterDesk(browser, site);
  await page.getByRole("row").filter({ hasText: leadName }).waitFor();
  return page;
}

/** When the page first shows it, by the clock of the machine. */
function waitInPage(page: Page, wanted: [kind: string, name: string, status?: string]): Promise<number> {
  return page.evaluate(
    ([kind, name, status]) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          kind === "row"
            ? document.querySelector("tbody")?.textContent?.includes(name)
            : document.querySelector<HTMLSelectElement>(`select[aria-label*="${name}"]`)?.value === status;
        const look = () => (isThere() ? resolve(Date.now()) : requestAnimationFrame(look));
        look();
      }),
    wanted,
  );
}

async function sendLead({ url, publishableKey: apikey }: BenchSite, lastName: string): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/rpc/create_lead_without_auth`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({
      email_param: `${lastName.toLowerCase()}@mesure.example`,
      funnel_origin_param: "secretariat",
      last_name_param: lastName,
      idempotency_key_param: crypto.randomUUID(),
    }),
  });
  if (!answer.ok) throw new Error(`A lead was answered ${answer.status}.`);
}

async function findLead({ url, publishableKey: apikey }: BenchSite, token: string): Promise<string> {
  const headers = { apikey, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/rest/v1/admin_dashboard?select=lead_id&last_name=eq.${leadName}`, { headers });
  const [lead] = (await answer.json()) as { lead_id: string }[];
  if (!lead) throw new Error(`The lead was not found: status ${answer.status}.`);
  return lead.lead_id;
}

async function changeStatus(site: BenchSite, token: string, leadId: string, status: string): Promise<void> {
  const answer = await fetch(`${site.url}/rest/v1/leads?id=eq.${leadId}`, {
    method: "PATCH",
    headers: { apikey: site.publishableKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ lead_status: status }),
  });
  if (!answer.ok) throw new Error(`A change was answered ${answer.status}.`);
}
