import { funnelOrigins } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";

import { offerWords } from "./registry.ts";

/** What the team calls where a lead comes from. */
export const originLabels = recordOf(
  funnelOrigins,
  (origin) => offerWords[origin].deskName ?? offerWords[origin].ownName,
);
