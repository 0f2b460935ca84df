import * as z from "zod/mini";

import { nearestFollowUpTier } from "#domain/offers/follow-up.ts";
import { nearestSecretariatTier } from "#domain/offers/secretariat.ts";

import {
  clientsRanges,
  emptyAnswers,
  type FunnelAnswers,
  intentions,
  openingHours,
  prospectsRanges,
  voices,
} from "./answers.ts";
import { joinBusinessHours, splitBusinessHours } from "./business-hours.ts";
import { splitKnowledgeBaseText } from "./knowledge-base-text.ts";

/** The value, or what replaces it when it is not what it should be. */
const orElse = z.catch;

const text = z.pipe(
  orElse(z.nullable(z.string()), null),
  z.transform((value) => value ?? ""),
);
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  orElse(z.union([z.enum(values), z.literal("")]), "");
const volume = orElse(z.nullable(z.int().check(z.positive())), null);

/** A row of `user_profiles`, whose columns a customer's own funnel reads back. Source: specification, section 3. */
const profileRow = z.object({
  first_name: text,
  last_name: text,
  phone: text,
  company_name: text,
  business_type: text,
  voice: oneOf(voices),
  welcome_message: text,
  knowledge_base_url: text,
  knowledge_base_text: text,
  intention: oneOf(intentions),
  calls_per_month: volume,
  business_hours: orElse(z.nullable(z.array(z.string())), null),
  prospects_per_month: oneOf(prospectsRanges),
  current_clients: oneOf(clientsRanges),
  marketing_needs: text,
  active_clients_per_month: volume,
  client_followup_goals: text,
});

/** Missing calls read as 5. Source: specification, section 3. */
const defaultCallsPerDay = 5;

/** What a profile already answers; anything unexpected reads as not answered. */
export function answersOfProfile(row: unknown): Partial<FunnelAnswers> {
  const parsed = profileRow.safeParse(row);
  if (!parsed.success) return {};
  const profile = parsed.data;

  return {
    firstName: profile.first_name,
    lastName: profile.last_name,
    phone: profile.phone,
    companyName: profile.company_name,
    businessType: profile.business_type,
    voice: profile.voice,
    welcomeMessage: profile.welcome_message,
    knowledgeBaseUrl: profile.knowledge_base_url,
    ...splitKnowledgeBaseText(profile.knowledge_base_text, profile.intention),
    intention: profile.intention,
    callsPerMonth: nearestSecretariatTier(profile.calls_per_month ?? defaultCallsPerDay).callsPerDay,
    businessHours: readHours(profile.business_hours ?? []),
    prospectsPerMonth: profile.prospects_per_month,
    currentClients: profile.current_clients,
    marketingNeeds: profile.marketing_needs,
    activeClientsPerMonth: nearestFollowUpTier(profile.active_clients_per_month ?? emptyAnswers.activeClientsPerMonth)
      .activeClientsPerMonth,
    clientFollowupGoals: profile.client_followup_goals,
  };
}

function readHours(column: string[]): string[] {
  const hours = splitBusinessHours(joinBusinessHours(column));
  return (openingHours as readonly (string | undefined)[]).includes(hours[0]) ? hours : [];
}
