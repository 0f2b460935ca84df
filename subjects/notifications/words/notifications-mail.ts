import type { MailSite, MailText } from "#content/shared/mail-text.ts";
import type { SiteAlert } from "#subjects/operations/rules/doctor-finding.ts";
import { alertInMail } from "#subjects/operations/words/site-alerts.ts";
import { type NotificationKind, notificationKinds } from "#subjects/notifications/rules/kinds.ts";

/**
 * How many of each kind, and what goes wrong with the site or is over. `lead`: which one, where there is one alone. No
 * name: a mailbox is open to more eyes than the desk.
 */
export type NotificationsInMail = {
  counts?: Partial<Record<NotificationKind, number>>;
  lead?: string;
  alerts?: SiteAlert[];
};

/** What one notification is, without a name. */
export const notificationTitles: Record<NotificationKind, string> = {
  lead: "Nouveau lead",
  owner: "Lead confié",
  mention: "Mention dans une note",
  callback: "Rappel à passer",
  payment: "Paiement reçu",
  debit: "Prélèvement refusé ou contesté",
  answers: "Réponses à adopter",
  site: "Alerte du site",
};

export function notificationsMail(
  { counts = {}, lead, alerts = [] }: NotificationsInMail,
  brand: string,
  { origin }: MailSite,
): MailText {
  const told = notificationKinds.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined ? [] : [{ label: notificationTitles[kind], value: String(count), count }];
  });
  const total = told.reduce((sum, { count }) => sum + count, 0);
  const [first] = told;
  const several = total === alerts.length ? `${total}\u00a0alertes du site` : `${total}\u00a0notifications`;
  const title = total === 1 && first ? first.label : several;
  return {
    subject: `${title} – ${brand}`,
    paragraphs: [`Voici ce qui vous attend dans l’administration ${brand}.`, ...alerts.flatMap(alertInMail)],
    facts: told.map(({ label, value }) => ({ label, value })),
    action:
      alerts.length > 0
        ? { label: "Voir la santé du site", link: `${origin}/admin/sante` }
        : lead
          ? { label: "Ouvrir la fiche", link: `${origin}/admin/dashboard?fiche=${lead}` }
          : { label: "Voir mes notifications", link: `${origin}/admin/notifications` },
    notes: ["Par discrétion, cet e-mail ne nomme personne\u00a0: le détail se lit une fois connecté."],
    links: [{ label: "Choisir mes notifications", link: `${origin}/admin/notifications#choix` }],
  };
}
