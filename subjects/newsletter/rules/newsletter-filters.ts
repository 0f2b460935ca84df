import { keepStorable } from "#domain/kernel/text-rules.ts";
import { searchMaxLength } from "#subjects/leads/rules/lead-filters.ts";

/** `confirmed` gets it; `waiting` ticked the box and did not press the mailed link yet. SQL: `newsletter_state`. */
export const newsletterStates = ["confirmed", "waiting", "unsubscribed"] as const;
export type NewsletterState = (typeof newsletterStates)[number];

/** `search`: ends trimmed, every character literal; empty means no search. */
export type NewsletterFilters = { state: NewsletterState | undefined; search: string };

/** In the address. */
const words = { confirmed: "confirme", waiting: "attente", unsubscribed: "desinscrit" } as const;

/** Whatever is not understood reads as no filter. */
export function readNewsletterFilters(params: URLSearchParams): NewsletterFilters {
  const word = params.get("etat");
  return {
    state: newsletterStates.find((state) => words[state] === word),
    search: keepStorable((params.get("recherche") ?? "").trim().slice(0, searchMaxLength)),
  };
}

export function writeNewsletterFilters({ state, search }: NewsletterFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (state) params.set("etat", words[state]);
  if (search) params.set("recherche", search);
  return params;
}
