import * as z from "zod";

import { type FoundCompany, mostCompanies } from "#subjects/companies/rules/company-search.ts";
import { isSiren } from "#domain/kernel/siren.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { readBytes } from "#engine/http/json-body.ts";

/** The visitor is typing: a later answer is of no use. */
const timeLimitMs = 2000;

/** Characters that are no part of a name: controls, halves of pairs, and what turns the words around it. */
const unfit = /[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/u;
/** What stands in the place of what its owner keeps from being published. */
const masked = /\[(?:ND|NON[- ]DIFFUSIBLE)\]/i;

const line = z
  .string()
  .trim()
  .min(1)
  .max(maxLengths.line)
  .refine((text) => !unfit.test(text) && !masked.test(text));

const companyShape = z.object({
  siren: z
    .string()
    .regex(/^\d{9}$/)
    .refine(isSiren),
  nom_complet: line,
  // Of a person in business there is none: the whole name is theirs.
  nom_raison_sociale: line.nullish().catch(null),
  // Who asked not to be found by address has words in its place.
  siege: z
    .object({
      code_postal: z.string().regex(/^\d{5}$/),
      libelle_commune: line,
      adresse: line.nullish().catch(null),
    })
    .optional()
    .catch(undefined),
});

const answerShape = z.object({ results: z.array(z.unknown()) });

/** Why nothing was read, for the log: never what was looked up. */
export type RegisterProblem = "slow" | "unreachable" | `status ${number}` | "too large" | "unreadable";

/**
 * Asks the register, in the protocol of recherche-entreprises.api.gouv.fr, for companies that still exist. It answers
 * within two seconds and 64 KiB, is not followed elsewhere, and what is no company as it should be is left out.
 *
 * @param address the owner's, never a visitor's
 * @param words of `readCompanyWords`: the only thing the register is told
 */
export async function askRegister(
  address: string,
  words: string,
  signal: AbortSignal = AbortSignal.timeout(timeLimitMs),
): Promise<Result<FoundCompany[], RegisterProblem>> {
  const answer = await fetch(searchAddress(address, words), {
    headers: { accept: "application/json" },
    redirect: "manual",
    signal,
  }).catch(() => undefined);
  if (!answer) return failed(signal.aborted ? "slow" : "unreachable");
  if (!answer.ok) {
    await answer.body?.cancel();
    return failed(`status ${answer.status}` as const);
  }
  const bytes = await readBytes(answer);
  if (!bytes.ok) return failed(signal.aborted ? "slow" : bytes.problem.status === 413 ? "too large" : "unreadable");
  const companies = readCompanies(bytes.value);
  return companies ? ok(companies) : failed("unreadable");
}

/** `minimal` leaves out the names of directors, which the site does not need. */
function searchAddress(address: string, words: string): string {
  const asked = new URLSearchParams({
    q: words,
    per_page: String(mostCompanies),
    etat_administratif: "A",
    minimal: "true",
    include: "siege",
  });
  return `${address}/search?${asked}`;
}

function readCompanies(bytes: Uint8Array): FoundCompany[] | undefined {
  const results = answerShape.safeParse(parseJson(bytes)).data?.results;
  if (!results) return undefined;
  const companies = results.flatMap((each) => {
    const { data } = companyShape.safeParse(each);
    if (!data) return [];
    const { siren, nom_complet: name, nom_raison_sociale: legalName, siege } = data;
    const place = siege ? `${siege.code_postal} ${siege.libelle_commune}` : "";
    return [{ siren, name, legalName: legalName ?? name, place, address: siege?.adresse ?? place }];
  });
  return [...new Map(companies.map((company) => [company.siren, company])).values()].slice(0, mostCompanies);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
