import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

import { found, held, type Tried } from "./tried.ts";

/** What is asked of a name server; `dns.promises` and its `Resolver` are such. */
export type Resolver = {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  /** Each record in the pieces that it came in. */
  resolveTxt(name: string): Promise<string[][]>;
};

/** The name says that it is not there, or has no such record. Source: dns.promises, error codes. */
const absent = ["ENOTFOUND", "ENODATA"];

/** @returns the records; none where the name server says that there are none. @throws where it does not answer */
async function ask<T>(question: Promise<T[]>): Promise<T[]> {
  try {
    return await question;
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

async function texts(resolver: Resolver, name: string): Promise<string[]> {
  return (await ask(resolver.resolveTxt(name))).map((pieces) => pieces.join(""));
}

/** Asks, and tells a name server that does not answer. */
async function orAway(name: string, look: () => Promise<Tried>): Promise<Tried> {
  try {
    return await look();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return found(name, "name-unresolved", `${name}: the name server does not answer (${code ?? message}).`);
  }
}

/** The name of the site leads somewhere. @param origin of the site; an address in numbers needs no name server */
export function checkSiteName(resolver: Resolver, origin: string): Promise<Tried> {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$|^\[/.test(hostname) || hostname === "localhost") {
    return Promise.resolve(held("DNS", `${hostname} needs no name server.`));
  }
  return orAway("DNS", async () => {
    const [v4, v6] = await Promise.all([ask(resolver.resolve4(hostname)), ask(resolver.resolve6(hostname))]);
    const addresses = [...v4, ...v6];
    if (addresses.length === 0) return found("DNS", "name-unresolved", `${hostname} has no address.`);
    return held("DNS", `${hostname} is ${addresses.join(", ")}.`);
  });
}

/**
 * Who may send mails of a domain (RFC 7208): one record, which lets not everyone.
 *
 * @param domain of the sender's address
 */
export function checkSpf(resolver: Resolver, domain: string): Promise<Tried> {
  return orAway("SPF", async () => {
    const records = (await texts(resolver, domain)).filter((text) => /^v=spf1( |$)/i.test(text));
    const [record] = records;
    if (record === undefined) {
      return found("SPF", "spf-missing", `${domain} says with no SPF record which servers send its mails.`);
    }
    if (records.length > 1) {
      return found("SPF", "spf-wrong", `${domain} has ${records.length} SPF records: receivers then believe none.`);
    }
    if (!/(^| )([-~](all)( |$)|redirect=)/i.test(record)) {
      return found("SPF", "spf-wrong", `The SPF record of ${domain} keeps no server out: ${record}`);
    }
    return held("SPF", `${domain}: ${record}`);
  });
}

/** The key that signatures of our mails are checked with (RFC 6376). */
export function checkDkim(resolver: Resolver, domain: string, selector: string | undefined): Promise<Tried> {
  if (selector === undefined) {
    return Promise.resolve(found("DKIM", "dkim-unset", "The DKIM key was not looked for: its selector is not known."));
  }
  return orAway("DKIM", async () => {
    const name = `${selector}._domainkey.${domain}`;
    const keys = (await texts(resolver, name)).map((text) => /(?:^|;)\s*p=\s*([^;\s]*)/.exec(text)?.[1] ?? "");
    // An empty key is one that was withdrawn.
    if (!keys.some((key) => key !== "")) return found("DKIM", "dkim-missing", `${name} holds no key.`);
    return held("DKIM", `${name} holds a key.`);
  });
}

/** What receivers do with mails that fail both (RFC 7489): of the domain, or of the one above that has a record. */
export function checkDmarc(resolver: Resolver, domain: string): Promise<Tried> {
  return orAway("DMARC", async () => {
    for (const name of domainsAbove(domain)) {
      const record = (await texts(resolver, `_dmarc.${name}`)).find((text) => /^v=DMARC1(;|$| )/i.test(text));
      if (record === undefined) continue;
      const findings: Finding[] = /;\s*p=\s*none/i.test(record)
        ? [{ id: "dmarc-idle", sentence: `The DMARC record of ${name} asks receivers for nothing: ${record}` }]
        : [];
      return { name: "DMARC", says: `${name}: ${record}`, findings };
    }
    return found("DMARC", "dmarc-missing", `${domain} has no DMARC record: anybody's mail may bear its name.`);
  });
}

/** `mail.exemple.fr`, `exemple.fr`: those of two parts and more. */
function domainsAbove(domain: string): string[] {
  const parts = domain.split(".");
  return parts.slice(0, -1).map((_, index) => parts.slice(index).join("."));
}
