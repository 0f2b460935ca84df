import { screen } from "@testing-library/react";
import type { ComponentType } from "react";

import { loadLaterSteps } from "#subjects/funnel/site/steps/use-later-steps.ts";
import { funnels as modules } from "#subjects/funnel/site/registry/funnels.ts";
import { freshState, type FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { civilDate } from "#kit/civil-date.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";

type FunnelComponent = ComponentType<{ site: FunnelSite }>;

// As a visitor who has touched the page.
await loadLaterSteps();
const loaded = funnelOffers.map(async (offer) => [offer, (await modules[offer].load()).Funnel] as const);
export const funnels = Object.fromEntries(await Promise.all(loaded)) as Record<FunnelOffer, FunnelComponent>;

/** Sells nothing and links to nothing: a test adds what it looks at. */
export const siteOfFunnel: FunnelSite = {
  brand: "Ariane",
  companyName: "Ariane SAS",
  contactEmail: "bonjour@ariane.example",
  bookingUrl: "",
  paymentProvider: "Paiement",
  payments: { secretariat: {} },
  today: civilDate("2025-10-15"),
  api: { url: "", publishableKey: "public-key" },
  legalPages: {},
  termsVersion: civilDate("2025-06-25"),
  hasGoogleSignIn: false,
};

/** During the promotion. */
export const funnelOpenedAt = new Date("2025-10-15T10:00:00Z");
export const funnelKey = "11111111-1111-4111-8111-111111111111";

/** A visitor who gave the answers of steps 1 and 2. */
export function knownVisitor(funnel: FunnelOffer, now = funnelOpenedAt): FunnelState {
  return {
    ...freshState(funnel, { now, newKey: funnelKey }),
    email: "yann+essai@ex.fr",
    firstName: "Yann",
    lastName: "Kerbrat",
    phone: "06 39 98 20 16",
    companyName: "D'Été & Fils <b>",
    businessType: "menuiserie",
  };
}

/** And those of step 3 of the secretariat. */
export const answersOfSecretariat = {
  voice: "feminin",
  welcomeMessage: "Bonjour, je suis l'assistant vocal.",
  intention: "rdv",
  businessHours: ["24h"],
  callsPerMonth: 50,
} satisfies Partial<FunnelState>;

export const storedState = () => JSON.parse(localStorage.getItem("funnel_state") ?? "{}") as FunnelState;
export const title = () => screen.getByRole("heading", { level: 1 }).textContent;
