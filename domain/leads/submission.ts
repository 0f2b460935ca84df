import type { Consent } from "#domain/consent/consents.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import { businessHoursOfProcedure, joinBusinessHours } from "#domain/funnel/business-hours.ts";
import { chosenActiveClients } from "#domain/funnel/follow-up-configuration.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

import type { Attribution } from "./attribution.ts";

/** What step 3 submits, in each funnel. Names and forms: specification, section 3. */
type Contact = {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  companyName: string;
  businessType: string;
};

type SecretariatPayload = Contact & {
  welcomeMessage: string;
  knowledgeBaseUrl: string;
  knowledgeBaseText: string;
  intention: string;
  /** Calls per DAY; the name is the specification's. */
  callsPerMonth: number;
  /** Joined by a comma. */
  businessHours: string;
  voice: string;
};

type MarketingPayload = Contact & {
  /** Empty where nobody chose. */
  voice: string;
  prospectsPerMonth: string;
  currentClients: string;
  marketingNeeds: string;
};

type FollowUpPayload = Contact & {
  /** Empty where nobody chose. */
  voice: string;
  /** As text; so is the specification. */
  activeClientsPerMonth: string;
  clientFollowupGoals: string;
};

type Configured =
  | { funnel: "secretariat"; payload: SecretariatPayload }
  | { funnel: "marketing"; payload: MarketingPayload }
  | { funnel: "suiviclient"; payload: FollowUpPayload };

/** Everything the server needs to store a lead; also the body kept in the browser's queue. */
export type LeadSubmission = Configured & {
  /** The same key twice is one lead. */
  idempotencyKey: string;
  /** What the boxes of the form were ticked for. */
  consents: { calls: Consent & { form: FunnelOffer } };
  /** The path of the page, such as `/inscription-secretariat`. */
  registrationPath: string;
  attribution?: Attribution | undefined;
};

type Circumstances = {
  now: Date;
  registrationPath: string;
  attribution?: Attribution | undefined;
  /** The sentence beside the box « J'accepte d'être appelé(e)… », as it was shown. */
  callConsentText: string;
};

/** Date of the wording beside the box « J'accepte d'être appelé(e)… ». */
const callConsentVersion = "2025-06-25";

/** @param state checked answers, with a volume that is a tier */
export function leadSubmission(
  state: FunnelState,
  { now, registrationPath, callConsentText, attribution }: Circumstances,
): LeadSubmission {
  return {
    ...configured(state),
    idempotencyKey: state.idempotencyKeys[state.funnel] ?? "",
    consents: {
      calls: {
        granted: state.callConsent,
        at: now.toISOString(),
        version: callConsentVersion,
        form: state.funnel,
        text: callConsentText,
      },
    },
    registrationPath,
    attribution,
  };
}

function configured(state: FunnelState): Configured {
  const { funnel, email, firstName, lastName, phone, companyName, businessType, voice } = state;
  const contact = { email, firstName, lastName, phone, companyName, businessType };

  switch (funnel) {
    case "secretariat": {
      const { welcomeMessage, knowledgeBaseUrl, knowledgeBaseText, intention } = state;
      const callsPerMonth = chosenCallsPerDay(state.callsPerMonth);
      const businessHours = joinBusinessHours(state.businessHours);
      const answers = { welcomeMessage, knowledgeBaseUrl, knowledgeBaseText, intention, callsPerMonth, businessHours };
      return { funnel, payload: { ...contact, ...answers, voice } };
    }
    case "marketing": {
      const { prospectsPerMonth, currentClients, marketingNeeds } = state;
      return { funnel, payload: { ...contact, voice, prospectsPerMonth, currentClients, marketingNeeds } };
    }
    case "suiviclient": {
      const activeClientsPerMonth = String(chosenActiveClients(state.activeClientsPerMonth));
      const { clientFollowupGoals } = state;
      return { funnel, payload: { ...contact, voice, activeClientsPerMonth, clientFollowupGoals } };
    }
  }
}

/** "No value", in every column type. */
const unanswered = {
  welcome_message_param: "",
  knowledge_base_url_param: "",
  knowledge_base_text_param: "",
  intention_param: "",
  calls_per_month_param: "" as number | "",
  business_hours_param: [""] as [string],
  prospects_per_month_param: "",
  current_clients_param: "",
  marketing_needs_param: "",
  active_clients_per_month_param: "",
};

/**
 * The named parameters of `create_lead_without_auth`. Missing values are empty strings, which mean "no value" in
 * every column type.
 *
 * Source: specification, section 5; resolutions, section 9.
 */
export function createLeadParameters(submission: LeadSubmission) {
  const { funnel, payload, idempotencyKey, consents, registrationPath, attribution } = submission;
  return {
    email_param: payload.email,
    funnel_origin_param: funnel,
    first_name_param: payload.firstName,
    last_name_param: payload.lastName,
    phone_param: payload.phone,
    company_name_param: payload.companyName,
    business_type_param: payload.businessType,
    registration_path_param: registrationPath,
    ...unanswered,
    ...answerParameters(submission),
    voice_param: payload.voice,
    // Left out when there is none: an empty text is no uuid.
    idempotency_key_param: idempotencyKey === "" ? undefined : idempotencyKey,
    consents_param: consents,
    attribution_param: attribution,
  };
}

function answerParameters({ funnel, payload }: Configured) {
  switch (funnel) {
    case "secretariat":
      return {
        welcome_message_param: payload.welcomeMessage,
        knowledge_base_url_param: payload.knowledgeBaseUrl,
        knowledge_base_text_param: payload.knowledgeBaseText,
        intention_param: payload.intention,
        calls_per_month_param: payload.callsPerMonth,
        business_hours_param: businessHoursOfProcedure(payload.businessHours),
      };
    case "marketing":
      return {
        prospects_per_month_param: payload.prospectsPerMonth,
        current_clients_param: payload.currentClients,
        marketing_needs_param: payload.marketingNeeds,
      };
    case "suiviclient":
      return {
        active_clients_per_month_param: payload.activeClientsPerMonth,
        client_followup_goals_param: payload.clientFollowupGoals,
      };
  }
}
