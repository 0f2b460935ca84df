import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { ok } from "#kit/result.ts";
import { blockedKindOf, type CountedReport, directiveOf, phaseOf } from "#server/browser-reports/report-counts.ts";

import { publicFunction } from "./door/endpoint.ts";

/** Browsers send a handful at once; a longer list was made by hand. */
const mostAtOnce = 100;

const text = z.string().optional();
/** Of the Reporting API (`application/reports+json`). */
const reportShape = z.object({
  type: z.string(),
  url: text,
  body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, phase: text }).nullish(),
});
/** Of browsers that know `report-uri` alone (`application/csp-report`). */
const olderShape = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
  }),
});

type Report = z.infer<typeof reportShape>;

/**
 * `POST /report`: what browsers say by themselves of a page of ours, as its headers ask them to. It answers 204 and
 * counts; neither addresses nor what a page held are kept. Reports about other sites, or of other kinds, are dropped.
 */
export const report = publicFunction({
  sentences: functionProblems,
  shape: z.union([z.array(reportShape), reportShape, olderShape]),
  alsoTakes: "application/csp-report",
  async act({ context }, asked) {
    const { allowedOrigins } = context.settings;
    for (const each of listReports(asked).slice(0, mostAtOnce)) {
      const counted = readReport(each, allowedOrigins);
      if (counted) context.reports.count(counted);
    }
    return ok(undefined);
  },
  answer: () => new Response(null, { status: 204 }),
});

function listReports(asked: Report[] | Report | z.infer<typeof olderShape>): Report[] {
  if (Array.isArray(asked)) return asked;
  if (!("csp-report" in asked)) return [asked];
  const older = asked["csp-report"];
  return [
    {
      type: "csp-violation",
      url: older["document-uri"],
      body: {
        effectiveDirective: older["effective-directive"] ?? older["violated-directive"],
        blockedURL: older["blocked-uri"],
      },
    },
  ];
}

function readReport({ type, url, body }: Report, ownOrigins: readonly string[]): CountedReport | undefined {
  const page = URL.parse(body?.documentURL ?? url ?? "");
  if (!page || !ownOrigins.includes(page.origin)) return undefined;
  if (type === "network-error") return { type, phase: phaseOf(body?.phase) };
  if (type !== "csp-violation") return undefined;
  return { type, directive: directiveOf(body?.effectiveDirective), kind: blockedKindOf(body?.blockedURL, ownOrigins) };
}
