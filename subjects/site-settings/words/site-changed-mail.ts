import type { MailSite, MailText } from "#content/shared/mail-text.ts";

/** `at`: when it begins, in words. `changes`: « Liens de paiement : caisse.fr → autre.fr ». */
export type SiteChanged = { by: string; at: string; changes: string[] };

const longInstant = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "long",
  timeStyle: "short",
});

/** « 1 décembre 2026 à 08:00 », as a clock in Paris has it. */
export const sayInstant = (instant: Date): string => longInstant.format(instant);

export function siteChangedMail({ by, at, changes }: SiteChanged, brand: string, { origin }: MailSite): MailText {
  return {
    subject: `Paiement ou identité légale modifiés – ${brand}`,
    paragraphs: [
      `${by} publie un changement des liens de paiement ou de l’identité légale du site ${brand}, à partir du ${at}.`,
      ...changes,
      "Si vous n’en savez rien, ouvrez «\u00a0Site\u00a0» et revenez à la version d’avant.",
    ],
    action: { label: "Ouvrir «\u00a0Site\u00a0»", link: `${origin}/admin/site` },
    notes: ["Ce message part à chaque responsable, à chaque changement de ce genre."],
  };
}
