import { keepStorable } from "#domain/kernel/text-rules.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";

import { searchMaxLength } from "#subjects/leads/rules/lead-filters.ts";

/**
 * What the team looks at: one conference, those who come or those who wait, and a search of which every character is
 * literal.
 *
 * `heldOn`: undefined for the announced one, null for registrations without a stored day.
 */
export type ConferenceFilters = {
  heldOn: CivilDate | null | undefined;
  isWaiting: boolean | undefined;
  search: string;
};

/** In the address. */
const withoutDay = "sans-date";
const words = { registered: "inscrit", waiting: "attente" } as const;

/** Whatever is not understood reads as no filter. */
export function readConferenceFilters(params: URLSearchParams): ConferenceFilters {
  const edition = params.get("edition") ?? "";
  const state = params.get("etat");
  return {
    heldOn: edition === withoutDay ? null : readCivilDate(edition),
    isWaiting: state === words.waiting ? true : state === words.registered ? false : undefined,
    search: keepStorable((params.get("recherche") ?? "").trim().slice(0, searchMaxLength)),
  };
}

export function writeConferenceFilters({ heldOn, isWaiting, search }: ConferenceFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (heldOn !== undefined) params.set("edition", heldOn ?? withoutDay);
  if (isWaiting !== undefined) params.set("etat", isWaiting ? words.waiting : words.registered);
  if (search) params.set("recherche", search);
  return params;
}
