import type { FunnelOrigin } from "#domain/kernel/lead.ts";

/** What was asked for, in full: in mails and calendars. */
export const offerNames: Record<FunnelOrigin, string> = {
  general: "Demande d’informations",
  secretariat: "Secrétariat téléphonique",
  marketing: "Campagnes marketing",
  suiviclient: "Suivi client",
  closing: "Appels sortants",
  conferences: "Conférence pour les avocats",
};
