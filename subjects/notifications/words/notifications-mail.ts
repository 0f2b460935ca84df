import type { MailSite, MailText } from "#content/shared/mail-text.ts";
import { type NotificationKind, notificationKinds } from "#subjects/notifications/rules/kinds.ts";

/**
 * How many of each kind. `lead`: which one, where there is one alone. No name: a mailbox is open to more eyes than the
 * desk.
 */
export type NotificationsInMail = { counts?: Partial<Record<NotificationKind, number>>; lead?: string };

/** What one notification is, without a name. */
export const notificationTitles: Record<NotificationKind, string> = {
  lead: "Nouveau lead",
  owner: "Lead confié",
  mention: "Mention dans une note",
  callback: "Rappel à passer",
  payment: "Paiement reçu",
  debit: "Prélèvement refusé ou contesté",
  answers: "Réponses à adopter",
};

export function notificationsMail(
  { counts = {}, lead }: NotificationsInMail,
  brand: string,
  { origin }: MailSite,
): MailText {
  const told = notificationKinds.flatMap((kind) => {
    const count = counts[kind];
    return count === undefined ? [] : [{ label: notificationTitles[kind], value: String(count), count }];
  });
  const total = told.reduce((sum, { count }) => sum + count, 0);
  const [first] = told;
  const title = total === 1 && first ? first.label : `${total}\u00a0notifications`;
  return {
    subject: `${title} – ${brand}`,
    paragraphs: [`Voici ce qui vous attend dans l’administration ${brand}.`],
    facts: told.map(({ label, value }) => ({ label, value })),
    action: lead
      ? { label: "Ouvrir la fiche", link: `${origin}/admin/dashboard?fiche=${lead}` }
      : { label: "Voir mes notifications", link: `${origin}/admin/notifications` },
    notes: ["Par discrétion, cet e-mail ne nomme personne\u00a0: le détail se lit une fois connecté."],
    links: [{ label: "Choisir mes notifications", link: `${origin}/admin/notifications#choix` }],
  };
}
