import { Counter, type Registry } from "prom-client";

/** What is counted of a report: names from a closed list, so that a client cannot add series to the measures. */
export type CountedReport =
  | { type: "csp-violation"; directive: Directive; kind: BlockedKind }
  | { type: "network-error"; phase: NetworkPhase };

/** Directives of our policy that a browser can name as broken, and their finer forms. */
const directives = [
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "media-src",
  "connect-src",
  "manifest-src",
  "object-src",
  "frame-src",
  "worker-src",
  "base-uri",
  "form-action",
  "frame-ancestors",
  "require-trusted-types-for",
  "trusted-types",
] as const;
type Directive = (typeof directives)[number] | "other";

/** What was refused: part of the page itself, a file of ours, one of another host, or a visitor's own extension. */
type BlockedKind = "inline" | "eval" | "data" | "own" | "foreign" | "extension" | "other";

/** Where a request ended, in the words of Network Error Logging. */
const networkPhases = ["dns", "connection", "application"] as const;
type NetworkPhase = (typeof networkPhases)[number] | "other";

export type ReportCounts = {
  count(report: CountedReport): void;
  /** Adds the counters to what is measured of this process. */
  register(registry: Registry): void;
};

/** Counters of one process, since its start. */
export function createReportCounts(): ReportCounts {
  const violations = new Counter({
    name: "site_csp_reports_total",
    help: "Violations of the content policy that browsers reported, by directive and by kind of what was refused",
    labelNames: ["directive", "kind"],
    registers: [],
  });
  const networkErrors = new Counter({
    name: "site_network_error_reports_total",
    help: "Requests that never arrived, as browsers reported them, by the phase in which they ended",
    labelNames: ["phase"],
    registers: [],
  });
  return {
    count(report) {
      if (report.type === "csp-violation") violations.inc({ directive: report.directive, kind: report.kind });
      else networkErrors.inc({ phase: report.phase });
    },
    register(registry) {
      registry.registerMetric(violations);
      registry.registerMetric(networkErrors);
    },
  };
}

/** @param text as a browser of today or, with sources behind the name, of yesterday writes it */
export function directiveOf(text = ""): Directive {
  const name = text.trim().toLowerCase().split(/\s/, 1)[0];
  return directives.find((directive) => directive === name) ?? "other";
}

export function phaseOf(text = ""): NetworkPhase {
  return networkPhases.find((phase) => phase === text) ?? "other";
}

/**
 * @param blocked an address, or a word such as `inline`
 * @param ownOrigins of this site
 */
export function blockedKindOf(blocked = "", ownOrigins: readonly string[]): BlockedKind {
  const word = blocked.toLowerCase();
  if (word === "inline" || word === "eval" || word === "data") return word;
  if (word === "wasm-eval" || word === "trusted-types-sink" || word === "trusted-types-policy") return "eval";
  const address = URL.parse(blocked);
  if (!address) return "other";
  if (address.protocol === "data:" || address.protocol === "blob:") return "data";
  if (address.protocol.endsWith("-extension:")) return "extension";
  return ownOrigins.includes(address.origin) ? "own" : "foreign";
}
