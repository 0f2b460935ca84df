/** What one file may hold: a browser reads it whole, and its lines wait for one another on the embedded engine. */
export const importLimits = { bytes: 10 * 1024 * 1024, lines: 20_000 } as const;

/** Of one call: half a second of work, measured; and less than a body may hold. */
export const callLimits = { lines: 50, bytes: 48 * 1024 } as const;

/** A whole import is taken back for a day after its last line. */
export const undoHours = 24;
