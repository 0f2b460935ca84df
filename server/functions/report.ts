import { functionProblems } from "#content/shared/function-problems.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import type { BrowserReport } from "#domain/wire/reports.ts";
import * as wire from "#domain/wire/reports.ts";
import { ok } from "#kit/result.ts";
import { blockedKindOf, type CountedReport, directiveOf, phaseOf } from "#server/browser-reports/report-counts.ts";

import { publicFunction } from "./door/endpoint.ts";

/** Browsers send a handful at once; a longer list was made by hand. */
const mostAtOnce = 100;

/**
 * `POST /report`: what browsers say by themselves of a page of ours, as its headers ask them to. It answers 204 and
 * counts; neither addresses nor what a page held are kept. Reports about other sites, or of other kinds, are dropped.
 */
export const report = publicFunction(wire.reportBrowserCall, {
  sentences: functionProblems,
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

function listReports(asked: ReadOf<typeof wire.reportBrowserCall>): BrowserReport[] {
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

function readReport({ type, url, body }: BrowserReport, ownOrigins: readonly string[]): CountedReport | undefined {
  const page = URL.parse(body?.documentURL ?? url ?? "");
  if (!page || !ownOrigins.includes(page.origin)) return undefined;
  if (type === "network-error") return { type, phase: phaseOf(body?.phase) };
  if (type !== "csp-violation") return undefined;
  return { type, directive: directiveOf(body?.effectiveDirective), kind: blockedKindOf(body?.blockedURL, ownOrigins) };
}
