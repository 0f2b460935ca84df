import type { MailTemplate } from "./mails.ts";

/** What the team calls each mail: one without a name of its own does not compile. */
export const mailNames: Readonly<Record<string, string>> = {
  "confirm-signup": "E-mail de confirmation d’adresse",
  recovery: "E-mail de mot de passe oublié",
  "magic-link": "E-mail de lien de connexion",
  invitation: "E-mail d’invitation",
  "email-change": "E-mail de changement d’adresse",
  reauthentication: "E-mail de code de confirmation",
  "password-changed": "E-mail de mot de passe changé",
  "address-taken": "E-mail de compte déjà existant",
  "email-changed": "E-mail d’adresse changée",
  "phone-changed": "E-mail de téléphone changé",
  "new-device": "E-mail de nouvel appareil",
  "factor-changed": "E-mail de second facteur changé",
  "factors-reset": "E-mail de seconds facteurs retirés",
  "resume-signup": "E-mail de reprise d’inscription",
  "lead-received": "E-mail de demande reçue",
  "order-reminder": "E-mail de rappel de commande",
  "payment-received": "E-mail de paiement reçu",
  "payment-twice": "E-mail d’un autre paiement reçu",
  "payment-waiting": "E-mail de paiement à rattacher",
  "first-password": "E-mail de premier mot de passe",
  "team-message": "E-mail de message de l’équipe",
  "team-mail": "E-mail écrit par l’équipe",
  notifications: "E-mail de notifications",
  "newsletter-confirmation": "E-mail de confirmation de la lettre d’information",
} satisfies Record<MailTemplate, string>;
