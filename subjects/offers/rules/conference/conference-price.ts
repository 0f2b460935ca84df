import { euros } from "#domain/kernel/money.ts";

/** One place at the conference for lawyers. Source: specification, section 9. */
export const conferenceOffer = { excludingTax: euros(190) } as const;
