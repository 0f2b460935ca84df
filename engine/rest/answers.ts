import { encodeText } from "./encode-text.ts";
import { refuseCardinality, refuseGrammar } from "./errors.ts";
import type { Executed } from "./executor.ts";
import type { Query } from "./grammar.ts";
import type { MediaType } from "./media-type.ts";
import { describeApplied } from "./preferences.ts";
import type { RestRequest } from "./requests.ts";

type Answer = {
  status: number;
  body?: string | ReadableStream;
  contentRange?: string;
  location?: string;
  /** Preferences that mean something for this kind of request. */
  preferences: readonly string[];
};

export function respond({ media, preferences }: RestRequest, given: Answer): Response {
  const headers = new Headers();
  if (given.body !== undefined) headers.set("content-type", media.contentType);
  if (given.contentRange !== undefined) headers.set("content-range", given.contentRange);
  if (given.location !== undefined) headers.set("location", given.location);
  const applied = describeApplied(preferences, given.preferences);
  if (applied) headers.set("preference-applied", applied);
  const body = typeof given.body === "string" ? encodeText(given.body) : (given.body ?? null);
  return new Response(body, { status: given.status, headers });
}

/** Under the single-object media type, anything but one row is a refusal, and rolls a write back. */
export function requireOneRow({ isSingle }: MediaType, { rowCount }: Executed): void {
  if (isSingle && rowCount !== 1) throw refuseCardinality(rowCount);
}

const parameterNames = { limit: "limit", offset: "offset", columns: "columns", onConflict: "on_conflict" } as const;

/** A parameter that would be silently ignored is refused instead. */
export function refuseUnused(query: Query, unused: readonly (keyof typeof parameterNames)[]): void {
  const given = unused.find((key) => query[key] !== undefined);
  if (given) throw refuseGrammar("query string", 0, `"${parameterNames[given]}" has no meaning in this request`);
}
