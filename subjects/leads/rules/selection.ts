/**
 * As many leads as can be chosen at once, so that a browser holds them and a bulk change ends within minutes.
 * Beyond, filters narrow the list first.
 */
export const mostSelectedLeads = 10_000;
