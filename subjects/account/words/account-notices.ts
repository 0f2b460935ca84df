import type { MailSite, MailText } from "#content/shared/mail-text.ts";

/** What happened to a way in or to a second factor, and to which kind: the words of the auth service. */
export type FactorNotice = {
  change: "added" | "removed";
  factor: "totp" | "phone" | "webauthn" | "passkey" | "google" | "email" | "web3";
};

/** `at` is said as our readers write it, for example "12 mars 2026 à 14:05". */
export type NewDeviceNotice = { at: string; device: string };

const factorNames: Record<FactorNotice["factor"], string> = {
  totp: "une application d’authentification",
  phone: "un numéro de téléphone",
  webauthn: "une clé de sécurité",
  passkey: "une clé d’accès",
  google: "un compte Google",
  email: "une adresse e-mail",
  web3: "un portefeuille Solana",
};

const factorChanges: Record<FactorNotice["change"], [subject: string, happened: string]> = {
  added: ["Un moyen de connexion a été ajouté", "s’ajoute à"],
  removed: ["Un moyen de connexion a été retiré", "ne fait plus partie de"],
};

const ifNotYou =
  "Si cela ne vient pas de vous, demandez tout de suite un nouveau mot de passe depuis la page de connexion, " +
  "puis écrivez-nous.";

/** Before the code of a mail whose link does the same, for screens that ask for a code instead. */
export const mailCodeIntroduction = "Si un écran vous demande un code au lieu de ce lien, saisissez celui-ci :";

/** The digits that do the same as a mail's link, where there are some. */
export function shortForm(code: string | undefined): Pick<MailText, "code" | "codeIntroduction"> {
  return code ? { code, codeIntroduction: mailCodeIntroduction } : {};
}

type Action = Required<Pick<MailText, "action">>;

/** Where the ways in and the open sessions are listed, behind the sign-in that offers a new password. */
export function checkAccount({ origin }: MailSite): Action {
  return { action: { label: "Vérifier mon compte", link: `${origin}/dashboard` } };
}

export function openAccount({ origin }: MailSite): Action {
  return { action: { label: "Ouvrir mon compte", link: `${origin}/dashboard` } };
}

export function factorChangedMail({ change, factor }: FactorNotice, brand: string, site: MailSite): MailText {
  const [subject, happened] = factorChanges[change];
  return {
    subject: `${subject} – ${brand}`,
    paragraphs: [`Votre compte ${brand} a changé\u00a0: ${factorNames[factor]} ${happened} ses moyens de connexion.`],
    ...checkAccount(site),
    notes: [ifNotYou],
  };
}

export function factorsResetMail(brand: string, site: MailSite): MailText {
  return {
    subject: `Votre double authentification a été réinitialisée – ${brand}`,
    paragraphs: [
      `Notre équipe a retiré tous les appareils qui protégeaient votre compte ${brand}, et fermé ses sessions.`,
      "À votre prochaine connexion, enregistrez un nouvel appareil.",
    ],
    ...openAccount(site),
    notes: [ifNotYou],
  };
}

export function newDeviceMail({ at, device }: NewDeviceNotice, brand: string, site: MailSite): MailText {
  return {
    subject: `Nouvelle connexion à votre compte – ${brand}`,
    paragraphs: [`Votre compte ${brand} vient d’être ouvert depuis un appareil que nous ne connaissions pas.`],
    facts: [
      { label: "Quand", value: at },
      { label: "Appareil", value: device },
    ],
    ...checkAccount(site),
    notes: ["Si c’est bien vous, il n’y a rien à faire.", ifNotYou],
  };
}

export function emailChangedMail({ newEmail }: { newEmail: string }, brand: string, site: MailSite): MailText {
  return {
    subject: `L’adresse de votre compte a changé – ${brand}`,
    paragraphs: [`Votre compte ${brand} s’ouvre désormais avec l’adresse ${newEmail}. Celle-ci n’y donne plus accès.`],
    action: { label: "Nous joindre", link: `${site.origin}/#apropos` },
    notes: ["Si ce changement ne vient pas de vous, écrivez-nous sans attendre."],
  };
}

export function phoneChangedMail(brand: string, site: MailSite): MailText {
  return {
    subject: `Le téléphone de votre compte a changé – ${brand}`,
    paragraphs: [`Le numéro de téléphone de votre compte ${brand} vient d’être changé.`],
    ...checkAccount(site),
    notes: [ifNotYou],
  };
}

export function addressTakenMail({ link, code }: { link: string; code?: string }, brand: string): MailText {
  return {
    subject: `Vous avez déjà un compte – ${brand}`,
    paragraphs: [
      `Une inscription ${brand} vient d’être demandée avec cette adresse, qui a déjà un compte. Rien n’a changé.`,
      "Si vous avez oublié votre mot de passe, ce lien permet d’en choisir un autre.",
    ],
    action: { label: "Choisir un nouveau mot de passe", link },
    ...shortForm(code),
    notes: [
      "Ce lien est valable une heure et ne sert qu’une fois.",
      "Si vous n’êtes pas à l’origine de cette demande, ignorez ce message\u00a0: rien ne changera.",
    ],
  };
}

/** What a code's text message says; the number of digits follows the settings. */
export function codeMessage(code: string, brand: string): string {
  return `${code} est votre code ${brand}. Ne le donnez à personne.`;
}
