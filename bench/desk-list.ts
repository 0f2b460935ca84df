import { funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";
import { leadSortColumns } from "#subjects/leads/rules/lead-sort.ts";

import { type Figure, limitFigure } from "./figures.ts";
import { quantile } from "./support/alternate.ts";
import { type BenchSite, readMemory } from "./support/bench-site.ts";

/** Source: issue of the lead desk. */
const limits = { pageMs: 25, worstPageMs: 60, searchMs: 60, todayMs: 40, keyFiguresMs: 10, statusMs: 50, memoryMb: 64 };

const commonFilters: Record<string, unknown>[] = [
  {},
  ...funnelOrigins.map((funnel_origin) => ({ funnel_origin })),
  ...leadStatuses.map((lead_status) => ({ lead_status })),
  { payment_status: true },
  { call_consent: true, is_suspect: false },
  { is_duplicate: true },
  { is_waiting: true },
  { owner: "none" },
  { funnel_origin: "secretariat", lead_status: "client" },
  { created_from: daysFromNow(-30) },
  { created_from: daysFromNow(-60), created_to: daysFromNow(-30), lead_status: "contacted" },
  { created_from: daysFromNow(-60), created_to: daysFromNow(-30) },
  { expires_before: daysFromNow(15) },
  { tags: ["prioritaire"] },
  { tags: ["prioritaire"], lead_status: "contacted" },
  { tags: ["salon", "partenaire"] },
  { funnel_origin: ["secretariat", "marketing"], inactive_reason: ["price", "later"] },
];

/** As people type them: names, halves of names, addresses, numbers, trades that thousands have, and nothing known. */
const searches = [
  "marlebar",
  "Marlebar",
  "zoé",
  "camille",
  "mar",
  "menuiserie",
  "garage anbo",
  "bo@",
  "lan12",
  "06 12 34",
  "0612345678",
  "personne de ce nom",
  "ch",
  "vacances",
];

type Page = { next: unknown };

export type Leads = {
  count: number;
  /** How many, and in which database. */
  name: string;
};

/** Every order of many filters, three pages of each; searches; key figures; the list whole. */
export async function measureList(site: BenchSite, token: string, leads: Leads): Promise<Figure[]> {
  const desk = openDesk(site, token);
  const of = `of ${leads.name}`;
  const colleagues = (await desk.call("list_colleagues", {})).answer as { user_id: string }[];
  const [owner, other] = colleagues.map(({ user_id }) => user_id);
  const ofOwners = [{ owner }, { owner: [owner, other] }, { owner, tags: ["prioritaire"] }];
  const pages: Timed[] = [];
  for (const asked of [...commonFilters, ...ofOwners]) {
    for (const sort of leadSortColumns) {
      for (const isDescending of [true, false]) pages.push(...(await desk.leaf(asked, sort, isDescending)));
    }
  }
  const found: Timed[] = [];
  for (const search of [...searches, ...searches]) found.push(...(await desk.leaf({ search }, "created_at", true)));
  const timeCalls = async (procedure: string, body: object = {}) => {
    const times: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) times.push((await desk.call(procedure, body)).ms);
    return quantile(times, 0.95);
  };

  return [
    slowest(limitFigure(`page ${of}, p95 of ${pages.length}`, "ms", p95(pages), limits.pageMs), pages),
    slowest(limitFigure(`search ${of}, p95 of ${found.length}`, "ms", p95(found), limits.searchMs), found),
    limitFigure(`slowest page ${of}`, "ms", Math.max(...pages.map(({ ms }) => ms)), limits.worstPageMs),
    limitFigure(`Aujourd’hui ${of}, p95`, "ms", await timeCalls("worklist"), limits.todayMs),
    limitFigure(
      `Aujourd’hui, one's own, ${of}, p95`,
      "ms",
      await timeCalls("worklist", { mine_param: true }),
      limits.todayMs,
    ),
    limitFigure(`badge ${of}, p95`, "ms", await timeCalls("count_admin_alerts"), limits.todayMs),
    limitFigure(`key figures ${of}, p95`, "ms", await timeCalls("count_leads"), limits.keyFiguresMs),
    limitFigure(`change of a status ${of}, p95`, "ms", await measureStatusChanges(site, desk), limits.statusMs),
    ...(await measureWholeList(site, token, leads)),
  ];
}

/** Through `/rest/v1`, to the commit. */
async function measureStatusChanges(site: BenchSite, desk: ReturnType<typeof openDesk>): Promise<number> {
  const { answer } = await desk.call("list_leads", { filters_param: { lead_status: "to_contact" }, limit_param: 40 });
  const times: number[] = [];
  for (const { lead_id } of (answer as { rows: { lead_id: string }[] }).rows) {
    const startedAt = performance.now();
    const response = await fetch(`${site.url}/rest/v1/leads?id=eq.${lead_id}`, {
      method: "PATCH",
      headers: desk.headers,
      body: JSON.stringify({ lead_status: "contacted" }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A change of a status answers ${response.status}.`);
    times.push(performance.now() - startedAt);
  }
  return quantile(times, 0.95);
}

type Timed = { ms: number; what: string };

function p95(timed: readonly Timed[]): number {
  return quantile(
    timed.map(({ ms }) => ms),
    0.95,
  );
}

function slowest(figure: Figure, timed: Timed[]): Figure {
  const [first] = timed.toSorted((one, other) => other.ms - one.ms);
  return { ...figure, notes: [`Slowest: ${first?.ms.toFixed(0)} ms, ${first?.what}.`] };
}

function openDesk({ url, publishableKey }: BenchSite, token: string) {
  const headers = { "content-type": "application/json", apikey: publishableKey, authorization: `Bearer ${token}` };

  async function call(procedure: string, body: object) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/rest/v1/rpc/${procedure}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    if (!response.ok) throw new Error(`${procedure} answers ${response.status}: ${text}`);
    return { ms, answer: JSON.parse(text) as unknown };
  }

  /** Three pages, each behind the one before. */
  async function leaf(asked: object, sort: string, isDescending: boolean): Promise<Timed[]> {
    const timed: Timed[] = [];
    let after: unknown = null;
    do {
      const { ms, answer } = await call("list_leads", {
        filters_param: asked,
        sort_param: sort,
        descending_param: isDescending,
        after_param: after,
      });
      after = (answer as Page).next;
      timed.push({ ms, what: `${JSON.stringify(asked)} by ${sort}${isDescending ? " descending" : ""}` });
    } while (after !== null && timed.length < 3);
    return timed;
  }

  return { call, leaf, headers };
}

/** The specification's own call, which has no limit. */
async function measureWholeList(site: BenchSite, token: string, leads: Leads): Promise<Figure[]> {
  const before = await readMemory(site);
  const samples = [before];
  const watching = setInterval(() => void readMemory(site).then((megabytes) => samples.push(megabytes)), 500);
  const startedAt = performance.now();
  const response = await fetch(`${site.url}/rest/v1/admin_dashboard?select=*&order=created_at.desc`, {
    headers: { apikey: site.publishableKey, authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) throw new Error(`The whole list answers ${response.status}.`);
  let byteCount = 0;
  for await (const chunk of response.body) byteCount += (chunk as Uint8Array).length;
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watching);
  const megabytes = (byteCount / 1e6).toFixed(0);
  const rate = `${(leads.count / seconds).toFixed(0)} rows/s, ${megabytes} MB in ${seconds.toFixed(0)} s`;
  const more = Math.max(...samples) - before;
  return [
    {
      ...limitFigure(`list without limit of ${leads.name}, memory more than before`, "MB", more, limits.memoryMb, 0),
      notes: [`List without limit of ${leads.name}: ${rate}.`],
    },
  ];
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
