import { roleLabels, roleTexts } from "./shared/roles.ts";
import { isRole } from "#domain/kernel/roles.ts";
import {
  addressTakenMail,
  checkAccount,
  emailChangedMail,
  type FactorNotice,
  factorChangedMail,
  factorsResetMail,
  openAccount,
  type NewDeviceNotice,
  newDeviceMail,
  phoneChangedMail,
  shortForm,
} from "#subjects/account/words/account-notices.ts";
import {
  type RenewedFirstPassword,
  firstPasswordMail,
  leadReceivedMail,
  newsletterMail,
  orderReminderMail,
  type PaymentReceived,
  type SecondPayment,
  paymentReceivedMail,
  paymentTwiceMail,
  paymentWaitingMail,
  type WaitingPayment,
} from "./lead-mails.ts";
import type { TeamMail } from "#subjects/mails/words/team-mail.ts";
import { type NotificationsInMail, notificationsMail } from "#subjects/notifications/words/notifications-mail.ts";
import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";
import type { MailSite, MailText } from "./shared/mail-text.ts";
import { teamMail } from "./team-mail.ts";
import { testMail } from "./test-mail.ts";
import { type SiteChanged, siteChangedMail } from "#subjects/site-settings/words/site-changed-mail.ts";

/**
 * What each mail says. `data` holds what only the sender knows; the brand is a setting.
 *
 * A value shown in a sentence is text: the composer escapes it, and nothing from `data` reaches a header.
 */
export type MailTemplateData = {
  "confirm-signup": LinkData;
  recovery: LinkData;
  "magic-link": LinkData;
  invitation: LinkData;
  /** Of an administrator; the command names no inviter. */
  "team-invitation": LinkData & { role?: string; invitedBy?: string };
  "email-change": LinkData & { newEmail?: string };
  reauthentication: { code: string };
  "password-changed": Record<string, never>;
  "address-taken": LinkData;
  "email-changed": { newEmail: string };
  "phone-changed": Record<string, never>;
  "new-device": NewDeviceNotice;
  "factor-changed": FactorNotice;
  "factors-reset": Record<string, never>;
  "resume-signup": { link: string };
  "lead-received": LeadReceived;
  /** `lead`: what its link to hear no more names. */
  "order-reminder": LeadReceived & { lead?: string };
  "payment-received": PaymentReceived;
  "payment-twice": SecondPayment;
  "payment-waiting": WaitingPayment;
  "first-password": RenewedFirstPassword;
  /** `note`: which one; what it says is read in the customer's space alone. */
  "team-message": { note: string };
  "team-mail": TeamMail;
  notifications: NotificationsInMail;
  "site-changed": SiteChanged;
  "test-mail": Record<string, never>;
  /** `request`: what its link to leave names; mails of before had none. */
  "newsletter-confirmation": { token: string; request?: string };
};

/** `link` opens a page of ours or of the auth service; `code` is the short form some screens ask for. */
type LinkData = { link: string; code?: string };

export type MailTemplate = keyof MailTemplateData;

type MailTexts = {
  [Template in MailTemplate]: (data: MailTemplateData[Template], brand: string, site: MailSite) => MailText;
};

const ignoreIfUnasked = "Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : rien ne changera.";
const validOneHour = "Ce lien est valable une heure et ne sert qu’une fois.";

/** Mails of the newsletter: each says how to leave it, to people and to mail programs. */
export const newsletterTemplates: readonly MailTemplate[] = ["newsletter-confirmation"];
export const mailUnsubscribe = "Me désinscrire de la lettre d’information";

export const mailGreeting = (firstName: string | undefined) => (firstName ? `Bonjour ${firstName},` : "Bonjour,");
export const mailSignature = (brand: string) => `L’équipe ${brand}`;
/** Stands above the address written out, for readers whose mail program does not show buttons. */
export const mailLinkFallback = "Si le bouton ne s’ouvre pas, copiez cette adresse dans votre navigateur :";

export const mailTexts: MailTexts = {
  "confirm-signup": ({ link, code }, brand) => ({
    subject: `Confirmez votre adresse e-mail – ${brand}`,
    paragraphs: [`Un compte ${brand} vient d’être demandé avec cette adresse. Confirmez qu’elle est bien la vôtre.`],
    action: { label: "Confirmer mon adresse", link },
    ...shortForm(code),
    notes: [
      "Ouvert dans un autre navigateur que celui de la demande, ce lien vous demandera de choisir votre mot de passe.",
      validOneHour,
      ignoreIfUnasked,
    ],
  }),
  recovery: ({ link, code }, brand) => ({
    subject: `Choisissez un nouveau mot de passe – ${brand}`,
    paragraphs: [`Vous avez demandé à changer le mot de passe de votre compte ${brand}.`],
    action: { label: "Choisir un mot de passe", link },
    ...shortForm(code),
    notes: [validOneHour, ignoreIfUnasked],
  }),
  "magic-link": ({ link, code }, brand) => ({
    subject: `Votre lien de connexion – ${brand}`,
    paragraphs: [`Voici le lien qui ouvre votre compte ${brand}, sans mot de passe.`],
    action: { label: "Me connecter", link },
    ...shortForm(code),
    notes: [validOneHour, ignoreIfUnasked],
  }),
  invitation: ({ link, code }, brand) => ({
    subject: `Votre compte ${brand} est prêt`,
    paragraphs: [`Votre compte ${brand} a été créé. Il ne reste qu’à choisir votre mot de passe.`],
    action: { label: "Choisir mon mot de passe", link },
    ...shortForm(code),
    notes: ["Ce lien est valable sept jours et ne sert qu’une fois.", ignoreIfUnasked],
  }),
  "team-invitation": ({ link, code, role, invitedBy }, brand) => ({
    subject: `Votre accès à l’administration – ${brand}`,
    paragraphs: [
      invitedBy
        ? `${invitedBy} vous invite à administrer le site ${brand}.`
        : `Un accès à l’administration du site ${brand} a été créé pour vous.`,
      ...(role && isRole(role) ? [`Votre rôle\u00a0: ${roleLabels[role]}. ${roleTexts[role]}`] : []),
      "Choisissez votre mot de passe\u00a0: votre accès commence alors.",
    ],
    action: { label: "Choisir mon mot de passe", link },
    ...shortForm(code),
    notes: ["Ce lien est valable sept jours et ne sert qu’une fois.", ignoreIfUnasked],
  }),
  "email-change": ({ link, code, newEmail }, brand) => ({
    subject: `Confirmez le changement d’adresse e-mail – ${brand}`,
    paragraphs: [
      newEmail
        ? `Un compte ${brand} demande à prendre l’adresse e-mail ${newEmail}.`
        : `Un compte ${brand} demande à changer d’adresse e-mail.`,
      "Confirmez là où vous l’avez demandé\u00a0: ouvrez le lien dans le même navigateur, ou saisissez-y le code.",
    ],
    action: { label: "Voir où confirmer", link },
    ...(code && { code }),
    notes: [
      "Ouvrir le lien ne suffit pas\u00a0: rien ne change avant que vous ayez confirmé. Il est valable une heure, et le code aussi.",
      "Si vous n’êtes pas à l’origine de cette demande, ignorez ce message et ne donnez le code à personne\u00a0: rien ne changera.",
    ],
  }),
  reauthentication: ({ code }, brand, site) => ({
    subject: `Votre code de confirmation – ${brand}`,
    paragraphs: ["Saisissez ce code pour confirmer que c’est bien vous."],
    code,
    ...openAccount(site),
    notes: ["Ce code est valable une heure et ne sert qu’une fois.", ignoreIfUnasked],
  }),
  "password-changed": (_data, brand, site) => ({
    subject: `Votre mot de passe a été changé – ${brand}`,
    paragraphs: [`Le mot de passe de votre compte ${brand} vient d’être changé.`],
    ...checkAccount(site),
    notes: [
      "Si ce changement ne vient pas de vous, demandez tout de suite un nouveau mot de passe depuis la page de connexion.",
    ],
  }),
  "address-taken": addressTakenMail,
  "email-changed": emailChangedMail,
  "phone-changed": (_data, brand, site) => phoneChangedMail(brand, site),
  "new-device": newDeviceMail,
  "factor-changed": factorChangedMail,
  "factors-reset": (_data, brand, site) => factorsResetMail(brand, site),
  "resume-signup": ({ link }, brand) => ({
    subject: `Reprenez votre inscription – ${brand}`,
    paragraphs: [
      `Vous avez demandé à reprendre plus tard votre inscription ${brand}. Ce lien l’ouvre là où vous l’avez laissée, sur l’appareil de votre choix.`,
    ],
    action: { label: "Reprendre mon inscription", link },
    notes: [
      "Ce lien est valable 30\u00a0jours. Il contient vos réponses, chiffrées\u00a0: ne le transférez à personne.",
      ignoreIfUnasked,
    ],
  }),
  "lead-received": leadReceivedMail,
  "order-reminder": orderReminderMail,
  "payment-received": paymentReceivedMail,
  "payment-twice": paymentTwiceMail,
  "payment-waiting": paymentWaitingMail,
  "first-password": firstPasswordMail,
  "team-message": (_data, brand, { origin }) => ({
    subject: `L’équipe ${brand} vous a écrit`,
    paragraphs: ["Un message vous attend dans votre espace client."],
    action: { label: "Lire le message", link: `${origin}/dashboard` },
    notes: ["Par discrétion, cet e-mail ne reprend pas le message : il se lit une fois connecté."],
  }),
  "team-mail": teamMail,
  notifications: notificationsMail,
  "site-changed": siteChangedMail,
  "test-mail": (_, brand, { origin }) => {
    const { subject, text } = testMail(brand, origin);
    const action = { label: "Ouvrir «\u00a0Santé\u00a0»", link: `${origin}/admin/sante` };
    return { subject, paragraphs: [text], action, notes: [] };
  },
  "newsletter-confirmation": newsletterMail,
};
