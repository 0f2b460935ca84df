/**
 * Longest answers, in characters, so that a valid form stays far below the server's 64 KiB. The sentences of what is
 * too long are made from these: see `content/shared/form.ts`.
 *
 * Source: resolutions, section 9.
 */
export const maxLengths = { line: 300, url: 2000, area: 4000 } as const;
