import { isDeepStrictEqual } from "node:util";

import { doctorFindings } from "#content/doctor-findings.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import type { LiveSite } from "#server/site-versions/live-site.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

const french = doctorFindings.shownSite;

export type ShownSite = Pick<LiveSite, "fileDocument" | "refused" | "undrawn">;

/** What this process shows of the versions of the site. @param document what it shows */
export function checkShownSite({ fileDocument, refused, undrawn }: ShownSite, document: SiteDocument): Finding[] {
  return [
    ...(isDeepStrictEqual(fileDocument, document)
      ? []
      : [
          {
            id: "other-file",
            sentence: "SITE_CONFIG or PAYMENT_LINKS_FILE says something else than the site shows.",
            french: french.otherFile,
          } as const,
        ]),
    ...[...refused()].map(([version, problems]): Finding => ({
      id: "refused-version",
      sentence: `Version ${version} of the site cannot be shown, the one before it stays: ${problems.join(" ")}`,
      french: french.refused(version),
    })),
    ...undrawn().map((path): Finding => ({
      id: "undrawn-page",
      sentence: `${path} could not be drawn anew: it stays as it was.`,
      french: french.undrawn(path),
    })),
  ];
}
