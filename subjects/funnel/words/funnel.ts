import type { AccountAnswers, Credentials } from "#subjects/funnel/rules/account.ts";

import { tooLongFor } from "./answer-lengths.ts";
import { formCopy, type ProblemSentences } from "#content/shared/form.ts";

/** Around the steps: side panel, progress, ways out. */
export const funnelCopy = {
  sideLabel: "Votre inscription",
  progressLabel: "Progression",
  steps: ["Votre e-mail", "Vos informations", "Configuration", "Création", "Paiement"],
  stepOf: (step: number) => `Étape ${step} sur 5`,
  question: "Une question\u00a0?",
  back: "Retour",
  signOut: "Se déconnecter",
  signingOut: "Déconnexion en cours",
  next: "Continuer",
  changeOffer: "Changer d’offre",
  noCardYet: "Sans carte bancaire à cette étape",
  required: formCopy.required,
  optional: formCopy.optional,
} as const;

/** Under every form. Source: the legal texts, 4.2; word for word. */
export const dataNotice = {
  text: ({ company, email }: { company: string; email: string }) =>
    `${company} utilise ces informations pour répondre à votre demande et préparer votre contrat (mesures précontractuelles, art. 6.1.b RGPD). Sauf mention contraire, tous les champs sont obligatoires. Destinataires : nos équipes et nos prestataires techniques (hébergement, e-mail, automatisation, paiement). Conservation : 6 mois après le dernier contact si vous ne devenez pas client. Vous pouvez accéder à vos données, les rectifier, les effacer, vous opposer ou en demander la copie à ${email} et saisir la CNIL. Détails : `,
  privacyPolicy: "politique de confidentialité",
} as const;

export const accountCopy = {
  create: {
    title: "Votre inscription",
    lead: "Une adresse e-mail suffit. Votre espace client s’ouvre après la commande.",
    /** For a visitor who kept the settings of a try-out, or came back. */
    leadConfigured: "Vos réglages sont gardés\u00a0: une adresse e-mail suffit pour continuer.",
    submit: funnelCopy.next,
    switchQuestion: "Déjà un compte\u00a0?",
    switchLink: "Se connecter",
  },
  signIn: {
    title: "Connectez-vous",
    lead: "Vos réponses vous attendent.",
    submit: "Se connecter",
    submitting: "Connexion en cours",
    switchQuestion: "Pas encore client\u00a0?",
    switchLink: "M’inscrire",
  },
  signedIn: {
    title: "Continuez votre inscription",
    lead: (email: string) => `Vous utilisez le compte ${email}. Votre demande y sera rattachée.`,
    leadConfigured: (email: string) => `Vos réglages sont gardés. Votre demande sera rattachée au compte ${email}.`,
    submit: funnelCopy.next,
    switchQuestion: "Ce n’est pas le bon compte\u00a0?",
    switchLink: "Déconnectez-vous",
  },
  google: "Continuer avec Google",
  or: "ou",
  email: "E-mail",
  password: "Mot de passe",
  forgotten: { label: "Mot de passe oublié\u00a0?", address: "/compte/mot-de-passe" },
  problems: {
    email: {
      missing: "Saisissez votre adresse e-mail",
      malformed: "Veuillez entrer une adresse email valide",
      tooLong: tooLongFor("email"),
    },
    password: { missing: "Saisissez votre mot de passe" },
  } satisfies ProblemSentences<keyof AccountAnswers | keyof Credentials>,
  /** Source: specification, section 8; word for word. */
  failures: {
    googleRefused: "Erreur lors de la connexion avec Google",
    googleUnexpected: "Une erreur inattendue est survenue avec Google",
    wrongCredentials: "Email ou mot de passe incorrect. Veuillez réessayer.",
    unexpected: "Une erreur inattendue est survenue. Veuillez réessayer.",
    /** Ours. */
    notConfirmed: "Confirmez d’abord votre adresse, avec le lien reçu par e-mail.",
    suspended: "Ce compte est suspendu.",
  },
} as const;

export type AccountFailure = keyof typeof accountCopy.failures;

export const waitingCopy = {
  title: "Création en cours",
  lead: "Nous enregistrons vos réponses et préparons votre récapitulatif.",
} as const;

/** The optional choice of two funnels. Source: resolutions, section 7; word for word. */
export const optionalVoiceCopy = {
  legend: "Voix de l'assistant (optionnel)",
  noPreference: "Sans préférence",
} as const;

/** Amounts, as every offer writes them. */
export const priceCopy = {
  excludingTax: (amount: string) => `${amount}\u00a0HT`,
  includingTax: (amount: string) => `${amount}\u00a0TTC`,
  perMonth: "/mois",
} as const;

/** Beside what is confirmed with 0 € due. */
export const nothingDebited = "Rien n’est débité aujourd’hui.";

export const summaryCopy = {
  title: "Récapitulatif",
  lead: {
    now: "Relisez, puis réglez sur la page de paiement sécurisée.",
    free: `Relisez, puis confirmez. ${nothingDebited}`,
    later: "Relisez vos réponses. Ce volume se commande avec notre équipe\u00a0: nous vous écrivons.",
  },
  renewal:
    "Abonnement au mois, reconduit chaque mois. Sans engagement\u00a0: vous l’arrêtez quand vous voulez, pour la fin du mois en cours.",
  answersTitle: "Vos réponses",
  answers: {
    email: "E-mail",
    contact: "Contact",
    company: "Entreprise",
    callConsent: "Appels au sujet de nos offres",
    reminderConsent: "Rappel si la commande n’est pas payée",
    volume: "Volume",
  },
  none: "Non renseigné",
  accepted: "Acceptés",
  notAccepted: "Non acceptés",
  reminded: "Accepté",
  notReminded: "Non accepté",
  change: "Modifier",
  pay: "Confirmer et payer",
  confirming: "Vérification de vos réponses",
  leaving: (brand: string, provider: string) => `Vous quittez ${brand} pour ${provider}.`,
  /** Above the button to pay. */
  unreachableEmail:
    "Aucun e-mail ne peut arriver à cette adresse\u00a0: ni confirmation, ni accès à votre espace client. Corrigez-la avant de continuer.",
  emailPrefilled: "Votre adresse e-mail y sera déjà remplie.",
  terms: {
    before: "En confirmant, vous acceptez les ",
    link: "conditions générales d'utilisation",
    after: ".",
  },
  unavailable: {
    /** Source: specification, section 8; word for word. */
    button: "Prochainement disponible",
    sentence: "Cette offre n'est pas encore disponible",
    booking: "Réserver un appel de 30 minutes",
    write: (email: string) => `Écrire à ${email}`,
    otherVolume: "Vous pouvez aussi choisir un autre volume.",
  },
  paymentFailed: "Une erreur est survenue",
  registration: {
    stored: "Réponses enregistrées",
    waiting: "Enregistrement en cours…",
    refused: (email: string) => `Vos réponses n'ont pas pu être enregistrées : écrivez-nous à ${email}.`,
  },
} as const;
