import { refuse } from "./errors.ts";

export type Preferences = {
  /** What a write answers; `minimal` unless asked otherwise. */
  returns: "minimal" | "headers-only" | "representation";
  /** Counted exactly whichever count was asked for: the answer says so. */
  isCounted: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | undefined;
  isMissingDefault: boolean;
  /** Most rows a write may touch; binding under `handling=strict` only, as RFC 7240 lets a server ignore the rest. */
  maxAffected: number | undefined;
  /** What the answer's `Preference-Applied` may name. */
  asked: ReadonlyMap<string, string>;
};

/**
 * `tx=rollback` is not among them, as in PostgREST unless its operator lets clients override the end of a transaction:
 * a caller who could take back what a call wrote would read without leaving its line in the audit log.
 */
const known: Record<string, RegExp> = {
  return: /^(minimal|headers-only|representation)$/,
  count: /^(exact|planned|estimated)$/,
  resolution: /^(merge|ignore)-duplicates$/,
  missing: /^(default|null)$/,
  handling: /^(strict|lenient)$/,
  "max-affected": /^\d{1,9}$/,
};

/**
 * The `Prefer` header (RFC 7240): of a preference given twice the first counts, unknown ones are passed over unless
 * strict.
 */
export function readPreferences(header: string | undefined): Preferences {
  const asked = new Map<string, string>();
  const unknown: string[] = [];
  for (const token of (header ?? "").split(",").map((part) => part.trim())) {
    if (token === "") continue;
    const [name = "", value = ""] = token.split("=", 2);
    if (!Object.hasOwn(known, name) || !known[name]?.test(value)) unknown.push(token);
    else if (!asked.has(name)) asked.set(name, value);
  }
  const isStrict = asked.get("handling") === "strict";
  if (isStrict && unknown.length > 0) {
    throw refuse(400, "PGRST122", "Invalid preferences given with handling=strict", "Some preferences are not known.");
  }
  const maxAffected = asked.get("max-affected");
  return {
    returns: (asked.get("return") ?? "minimal") as Preferences["returns"],
    isCounted: asked.has("count"),
    resolution: asked.get("resolution") as Preferences["resolution"],
    isMissingDefault: asked.get("missing") === "default",
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    asked,
  };
}

/** `Preference-Applied`: of what was asked, the preferences that mean something for this kind of request. */
export function describeApplied(
  { asked, maxAffected }: Preferences,
  meaningful: readonly string[],
): string | undefined {
  const applied = [...asked].flatMap(([name, value]) => {
    if (!meaningful.includes(name) || (name === "max-affected" && maxAffected === undefined)) return [];
    return `${name}=${name === "count" ? "exact" : value}`;
  });
  return applied.length > 0 ? applied.join(", ") : undefined;
}
