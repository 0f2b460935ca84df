/**
 * What is promised of an order, in hours: its account once it is placed, and the assistant on line once everything that
 * was asked for is there.
 *
 * Source: resolutions ("Compte créé sous 72h … puis moins de 48h une fois vos éléments reçus").
 */
export const delays = { accountHours: 72, onlineHours: 48 } as const;
