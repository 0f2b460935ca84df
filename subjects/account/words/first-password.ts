import { passwordCopy } from "./password.ts";

/** The page behind the link of a mail about a payment: the customer chooses the first password of their account. */
export const firstPasswordCopy = {
  title: "Ouvrez votre espace client",
  lead: "Choisissez un mot de passe pour",
  renew: "Recevoir un nouveau lien",
  renewing: "Envoi en cours",
  renewed: {
    title: "Consultez vos e-mails",
    lead: "Un nouveau lien part à l’adresse de votre commande. Il est valable sept jours.",
  },
  refused: { title: "Ce lien n’est plus valable" },
  signIn: "Me connecter",
  forgotten: "Mot de passe oublié ?",
} as const;

/** Why the link sets no password; each sentence says the way on. */
export const firstPasswordProblems = {
  link_unusable: "Ce lien est incomplet ou n’est plus valable. Reprenez l’adresse entière depuis votre e-mail.",
  link_used: "Ce lien a déjà servi. Connectez-vous avec le mot de passe que vous avez choisi.",
  link_late: "Ce lien a plus de sept jours. Demandez-en un nouveau\u00a0: il part à l’adresse de votre commande.",
  order_unpaid: "Cette commande n’est pas réglée. Écrivez-nous si vous l’avez payée.",
  account_exists: "Un compte existe déjà pour cette adresse. Connectez-vous, ou demandez un nouveau mot de passe.",
  address_refused:
    "Le service de connexion n’accepte pas l’adresse de votre commande. Écrivez-nous\u00a0: nous ouvrirons votre espace avec une autre.",
  too_many_links: "Un lien est déjà parti récemment à l’adresse de votre commande. Ouvrez le plus récent.",
  password_length: passwordCopy.failures.length,
  password_plain: passwordCopy.failures.plain,
  password_common: passwordCopy.failures.common,
} as const;

export type FirstPasswordProblem = keyof typeof firstPasswordProblems;
