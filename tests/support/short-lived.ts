/**
 * For Node, where the embedded engine lives for seconds: compiled the quick way alone, an opening asks for half of the
 * processor, and statements for little more. What measures memory or speed starts as a site does.
 */
export const shortLivedFlags = ["--liftoff-only"];
