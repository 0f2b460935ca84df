import type { MailTemplate } from "#content/mails.ts";
import { funnelOffers, type SoldOffer } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

const id = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

/** Data that each mail may be sent with. @param origin of the site that sends it */
export function mailExamples(origin: string) {
  const link = `${origin}/auth/v1/verify?token=a&type=signup`;
  const dataOf: Record<MailTemplate, Record<string, unknown>> = {
    "confirm-signup": { link, code: "123456" },
    recovery: { link },
    "magic-link": { link },
    invitation: { link },
    "email-change": { link, newEmail: "nouveau@exemple.fr" },
    reauthentication: { code: "123456" },
    "password-changed": {},
    "team-invitation": { link, code: "123456", role: "seller", invitedBy: "Camille Renaud" },
    "address-taken": { link, code: "123456" },
    "email-changed": { newEmail: "nouveau@exemple.fr" },
    "phone-changed": {},
    "new-device": { at: "12 mars 2026 à 14:05", device: "Firefox, Windows" },
    "factor-changed": {},
    "factors-reset": {},
    "resume-signup": { link },
    "lead-received": {},
    "order-reminder": {},
    "payment-received": {},
    "payment-twice": {},
    "payment-waiting": {},
    "first-password": { firstPasswordLink: link },
    "team-message": {},
    "team-mail": {
      subject: "Votre demande",
      text: `Bonjour Claire,\n\nVoici le lien :\n${origin}/secretariat?b=1&c=2\n\nInès`,
      senderName: "Inès Moreau",
      senderEmail: "ines@exemple.fr",
    },
    notifications: {},
    "test-mail": {},
    "site-changed": {
      by: "Inès Moreau",
      at: "1 décembre 2026 à 08:00",
      changes: ["Liens de paiement : caisse.exemple → autre.exemple"],
    },
    "newsletter-confirmation": { token: "4f0c" },
  };
  /** What is said in words, or not at all. */
  const codes: Partial<Record<MailTemplate, object>> = {
    "lead-received": { offer: "secretariat", callsPerDay: 50, asked: 50 },
    "order-reminder": { offer: "secretariat", callsPerDay: 50, asked: 50, order: id, lead: id },
    "payment-received": { offer: "closing", amountCents: 36_000, currency: "eur" },
    "payment-twice": { offer: "closing", amountCents: 36_000, currency: "eur", paidOn: "2026-11-20" },
    "payment-waiting": { amountCents: 36_000, currency: "eur", paidOn: "2026-11-20" },
    "factor-changed": { change: "added", factor: "totp" },
    "team-message": { note: id },
    "team-mail": { offer: "secretariat", file: id, isInSpace: true },
    notifications: {
      counts: { lead: 2, mention: 1, site: 1 },
      alerts: [{ id: "low-disk", about: "backups", isOver: false }],
    },
    "newsletter-confirmation": { request: id },
  };
  return { dataOf, codes };
}

/** Of the funnels a volume that is sold. */
const askedOf = {
  ...recordOf(funnelOffers, (offer) => (requestRules[offer].volume === undefined ? undefined : offers[offer].tiers[1])),
  closing: "2000",
  conferences: undefined,
} satisfies Record<SoldOffer, unknown>;

type MailExample = { name: string; template: MailTemplate; data: object };

/** Each mail once, and those that speak of an offer once for each of them. */
export function listMailExamples(origin: string): MailExample[] {
  const { dataOf, codes } = mailExamples(origin);
  return (Object.keys(dataOf) as MailTemplate[]).flatMap((template): MailExample[] => {
    const data = { ...dataOf[template], ...codes[template] };
    if (!("offer" in data)) return [{ name: template, template, data }];
    return Object.entries(askedOf).map(([offer, asked]) => {
      const said = asked === undefined ? { ...data, offer } : { ...data, offer, asked };
      return { name: `${template}, ${offer}`, template, data: said };
    });
  });
}
