import { trainingAudience } from "#subjects/offers/rules/follow-up/training.ts";

/** The answers that can be chosen, under the codes they are stored with. `autres`: in the visitor's own words. */
export const voices = ["feminin", "masculin"] as const;
export type Voice = (typeof voices)[number];

export const intentions = ["informer", "rdv", "exhaustif", "questionner", "autres"] as const;
export type Intention = (typeof intentions)[number];

export const openingHours = ["24h", "9h-17h", "17h-9h", "autres"] as const;
export type OpeningHours = (typeof openingHours)[number];

export const clientsRanges = ["100-1000", "1000-5000", "5000-10000", "10000-20000", "20000+"] as const;
export type ClientsRange = (typeof clientsRanges)[number];

/** What a campaign of calls is to obtain; the form lets one be chosen. Source: specification, section 3. */
export const closingObjectives = ["meetings", "directSales", "diagnostic", "qualification"] as const;

/** Of the follow-up's clients, where it changes what is paid. */
export const audiences = [trainingAudience] as const;
export type Audience = (typeof audiences)[number];
