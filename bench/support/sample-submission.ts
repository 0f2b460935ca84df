/** Digits that stand wherever two submissions must differ. */
export const marker = "100000000001";

const consent = { granted: true, version: "1", at: "2026-01-05T10:00:00.000Z" };

/** What the secretariat's questionnaire sends. @param number 12 digits */
export function sampleSubmission(number = marker): Record<string, unknown> {
  return {
    email_param: `visiteur${number}@menuiserie.example`,
    funnel_origin_param: "secretariat",
    first_name_param: "Yann",
    last_name_param: `Kerbrat ${number}`,
    phone_param: "06 39 98 20 16",
    company_name_param: "Menuiserie D'Été & Fils",
    business_type_param: "menuiserie",
    registration_path_param: "/inscription-secretariat",
    welcome_message_param: "Bonjour, vous êtes bien à la menuiserie, que puis-je faire pour vous ?",
    knowledge_base_text_param: "Ouvert du lundi au samedi. Devis gratuit sous 48 heures.",
    intention_param: "rendez-vous",
    calls_per_month_param: "20",
    business_hours_param: ["24h/24"],
    voice_param: "feminine",
    idempotency_key_param: `00000000-0000-4000-8000-${number}`,
    consents_param: { calls: consent },
    attribution_param: { utm_source: "lettre" },
  };
}
