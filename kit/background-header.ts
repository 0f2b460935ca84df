/**
 * Of a request that no person asked for: a screen left alone reads its lists again. It does not prolong the session of
 * who left it.
 */
export const backgroundHeader = "x-background";
