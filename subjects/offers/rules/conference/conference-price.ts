import { euros } from "#domain/kernel/money.ts";

/** One place at the conference for lawyers, before the owner changes it. Source: specification, section 9. */
export const placePrice = euros(190);
