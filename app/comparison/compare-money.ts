import type { MoneyDisagreement, DatedRequest } from "#domain/site/page-renderer.ts";

import { disagreementsOf } from "./disagreements.ts";
import { readSurfaces } from "./readings.ts";

/**
 * Where surfaces disagree on what an order costs, when it is paid and how it is said, for every volume that is sold.
 *
 * @param request settings in force or drafted, on any day
 */
export function compareMoney(
  request: DatedRequest,
  renderPage: (path: string, request: DatedRequest) => string,
): MoneyDisagreement[] {
  return readSurfaces(request, renderPage).flatMap(disagreementsOf);
}
