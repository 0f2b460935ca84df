import type { AnswerOf, AskedOf } from "#domain/wire/contract.ts";
import type * as wire from "#subjects/newsletter/contract/newsletter-link.ts";

const timeLimitMs = 10_000;

type Confirm = typeof wire.confirmNewsletterCall;
const address: `/functions/v1/${Confirm["name"]}` = "/functions/v1/confirm-newsletter";

/**
 * Confirms the newsletter with the token of its mail. Always this site's own server, and without a key: the page that
 * carries it is small, and takes types alone of the contract.
 *
 * @returns what became of the token; `unavailable` when nothing did, and it can be tried again
 */
export async function confirmNewsletter(token: string): Promise<AnswerOf<Confirm>["outcome"] | "unavailable"> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token } satisfies AskedOf<Confirm>),
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (response.status === 400 || response.status === 413) return "unknown";
    const answer: Partial<AnswerOf<Confirm>> = response.ok ? await response.json() : {};
    return answer.outcome ?? "unavailable";
  } catch {
    return "unavailable"; // no network, or no answer in time
  }
}
