/** Points an answer loses or wins, by rule of the HTTP Observatory (developer.mozilla.org/observatory). */
export type ObservatoryPoints = {
  contentSecurityPolicy: number;
  cookies: number;
  crossOriginResourceSharing: number;
  crossOriginResourcePolicy: number;
  redirection: number;
  referrerPolicy: number;
  strictTransportSecurity: number;
  contentTypeOptions: number;
  frameOptions: number;
};

/** Two rules ask for TLS, which the proxy in front of the site brings. */
export const tlsRules: (keyof ObservatoryPoints)[] = ["redirection", "strictTransportSecurity"];

export const firstScore = 100;
/** The grade A+. */
export const bestGrade = 100;

const halfAYearSeconds = 15_768_000;
const privateReferrers = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];

/** @param isOverTls whether it came over TLS, from a host that sends plain requests there */
export function judgeHeaders(headers: Headers, isOverTls: boolean): ObservatoryPoints {
  const policy = readPolicy(headers.get("content-security-policy"));
  const resourcePolicy = headers.get("cross-origin-resource-policy");

  return {
    contentSecurityPolicy: judgePolicy(policy),
    cookies: Math.min(0, ...headers.getSetCookie().map((cookie) => judgeCookie(cookie, isOverTls))),
    crossOriginResourceSharing:
      headers.get("access-control-allow-credentials") === "true" && headers.has("access-control-allow-origin")
        ? -50
        : 0,
    crossOriginResourcePolicy:
      resourcePolicy === "same-origin" || resourcePolicy === "same-site"
        ? 10
        : resourcePolicy === null || resourcePolicy === "cross-origin"
          ? 0
          : -5,
    redirection: isOverTls ? 0 : -20,
    referrerPolicy: judgeReferrers(headers.get("referrer-policy")),
    strictTransportSecurity: isOverTls ? judgeTransport(headers.get("strict-transport-security")) : -20,
    contentTypeOptions: headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    frameOptions: judgeFrames(policy, headers.get("x-frame-options")),
  };
}

type Policy = Map<string, string[]>;

function readPolicy(header: string | null): Policy {
  const directives = (header ?? "")
    .split(";")
    .map((each) => each.trim().split(/\s+/))
    .filter(([name]) => name);
  return new Map(directives.map(([name = "", ...values]) => [name, values]));
}

function judgePolicy(policy: Policy): number {
  if (policy.size === 0) return -25;
  const all = [...policy.values()].flat();
  const scripts = policy.get("script-src") ?? policy.get("default-src") ?? ["*"];
  const isBroad = (source: string) => ["*", "http:", "https:", "data:", "blob:"].includes(source);
  if (all.some((source) => source.startsWith("'unsafe-")) || scripts.some(isBroad)) return -20;
  if (all.some((source) => source.startsWith("http://"))) return -20;
  const isClosed = policy.get("default-src")?.join() === "'none'";
  const isFormClosed = ["'none'", "'self'"].includes(policy.get("form-action")?.join() ?? "");
  return isClosed && isFormClosed ? 10 : 5;
}

function judgeCookie(cookie: string, isOverTls: boolean): number {
  const isSession = /^[^=]*(sess|login|token)/i.test(cookie);
  if (!/;\s*samesite=(lax|strict)/i.test(cookie)) return -20;
  if (isSession && !/;\s*httponly/i.test(cookie)) return -30;
  return isOverTls && !/;\s*secure/i.test(cookie) ? -40 : 0;
}

function judgeReferrers(header: string | null): number {
  if (header === null) return 0;
  return privateReferrers.includes(header) ? 5 : -5;
}

function judgeTransport(header: string | null): number {
  const maxAgeSeconds = Number(/max-age=(\d+)/.exec(header ?? "")?.[1] ?? NaN);
  if (Number.isNaN(maxAgeSeconds)) return -20;
  return maxAgeSeconds >= halfAYearSeconds ? 0 : -10;
}

function judgeFrames(policy: Policy, header: string | null): number {
  const ancestors = policy.get("frame-ancestors")?.join();
  if (ancestors === "'none'" || ancestors === "'self'") return 5;
  return header === "DENY" || header === "SAMEORIGIN" ? 0 : -20;
}
