import { retention } from "#domain/site/retention.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";

import { delayWords } from "#content/language/delay-words.ts";
import { sayDuration } from "#content/language/say-duration.ts";

/** `/dashboard`: what a customer asked for, how far it is, and what we keep about them. */
export const dashboardCopy = {
  needsScript: "Cette page a besoin de JavaScript.",
  signOut: "Se déconnecter",
  signingOut: "Déconnexion",
  signIn: {
    title: "Votre espace client",
    lead: "Connectez-vous pour suivre vos demandes.",
    submit: "Se connecter",
    busy: "Connexion en cours",
    question: "Pas encore client ?",
    choose: "Choisir une offre",
  },
  loading: "Chargement de vos demandes…",
  secondFactor: {
    title: "Confirmez que c’est bien vous",
    lead: "Votre compte est protégé par un second facteur.",
  },
  failed: {
    title: "Chargement impossible.",
    retry: "Réessayer",
  },
  sessionEnded: "Votre session a pris fin. Connectez-vous de nouveau.",
  signedOut: "Votre session est fermée sur cet appareil.",
  greeting: (firstName: string) => `Bonjour ${firstName}.`,
  greetingOfNobody: "Bonjour.",
  counted: (orders: number) =>
    orders === 0 ? "Aucune demande en cours." : orders === 1 ? "Voici votre demande." : `Voici vos demandes.`,
  prepared: "Votre service se prépare.",
  readyBy: "Compte prêt au plus tard le",
  signedInAs: "Compte",
  empty: {
    title: "Aucune demande pour l’instant.",
    text: "Choisissez une offre : elle apparaîtra ici dès que vos réponses seront envoyées.",
    choose: "Choisir une offre",
  },

  waitingList: {
    offer: "Conférence, liste d’attente",
    next: "Nous vous préviendrons de la prochaine édition. Vous n’avez rien à régler.",
  },
  greetingHeard: {
    title: "Vos appelants entendent",
    lead: "Ses premiers mots, tels que vous les avez écrits.",
  },
  madeOn: "Demande du",
  /** Source: resolutions, section 4; word for word. */
  statuses: {
    to_contact: "Demande reçue",
    contacted: "Échange en cours",
    client: "Service actif",
    inactive: "Demande clôturée",
  } satisfies Record<LeadStatus, string>,
  payment: { received: "Paiement reçu", pending: "Paiement en attente", nothingDebited: "Commande confirmée" },
  progress: {
    label: "Avancement",
    /** Of what is not there yet, or is past. */
    steps: { discussed: "Échange", active: "Service" },
    done: "fait",
    todo: "à venir",
  },
  answers: {
    title: "Vos réponses",
    none: "Aucune réponse enregistrée.",
    contact: "Contact",
    company: "Entreprise",
    price: (amount: string) => `${amount} HT par mois`,
  },
  /** The terms that the order accepted. */
  terms: {
    accepted: (on: string) => `Conditions générales acceptées le ${on}`,
    version: (day: string) => `Version du ${day}`,
  },
  payments: {
    title: "Paiements",
    note: "Pour une facture que vous ne trouvez pas ici, écrivez-nous avec sa référence.",
    noteTo: (email: string) => `Pour une facture que vous ne trouvez pas ici, écrivez à ${email} avec sa référence.`,
    invoice: "Voir la facture",
    print: "Imprimer le reçu",
    of: (day: string) => `du ${day}`,
    older: (count: number) =>
      count === 1 ? "Voir le paiement plus ancien" : `Voir les ${count} paiements plus anciens`,
    electronic: {
      later: (day: string, issuer: string) =>
        `À partir du ${day}, vos factures vous parviendront aussi sur votre plateforme de facturation électronique, par ${issuer}.`,
      now: (issuer: string) =>
        `Vos factures vous parviennent sur votre plateforme de facturation électronique, par ${issuer}.`,
    },
    portal: "Toutes mes factures et mon moyen de paiement",
    /** On paper. */
    receipt: {
      title: "Reçu de paiement",
      paidOn: (day: string, reference: string) => `Payé le ${day}, référence ${reference}`,
      note: "Ce reçu atteste du paiement. Il ne remplace pas une facture.",
      demo: "Démonstration\u00a0: l’entreprise est fictive, rien n’a été débité.",
    },
  },
  messages: { title: "Messages de l’équipe" },
  appointment: {
    title: "Rendez-vous",
    conference: (place: string, hours: string) => `Conférence, ${place}, ${hours}`,
    book: "Réserver un appel de 30 minutes",
  },
  next: {
    title: "La suite",
    incomplete: "Il reste quelques réponses à donner avant que nous préparions votre service.",
    complete: "Compléter ma demande",
    statuses: {
      to_contact: "L’équipe lit vos réponses, puis vous écrit.",
      contacted: "L’équipe règle les derniers détails avec vous. Un e-mail vous prévient dès que tout est prêt.",
      client: "Votre service est en place. Tout reste modifiable : écrivez-nous.",
      inactive: "Cette demande est close. Écrivez-nous pour la reprendre.",
    } satisfies Record<LeadStatus, string>,
    /** Of what has a service to configure. */
    configured: delayWords.account,
    paid: "Rien à régler.",
    /** @param day of the next payment, written out @param amount tax included */
    paidUntil: (day: string, amount: string) =>
      `Rien à régler aujourd’hui. Prochaine échéance\u00a0: le ${day}, ${amount}\u00a0TTC.`,
    pay: "Payer",
    /** With nothing due today. */
    confirm: "Confirmer",
    payOffer: (offer: string) => `l’offre ${offer}`,
    unavailable: "Le paiement en ligne de cette offre n’est pas encore ouvert. Nous vous écrirons.",
    write: (email: string) => `Écrire à ${email}`,
  },

  security: {
    title: "Sécurité",
    text: "Ajoutez un second facteur à votre mot de passe, et voyez où votre compte est ouvert.",
    open: "Gérer la sécurité",
  },
  data: {
    title: "Vos données",
    text: "Téléchargez tout ce que nous gardons sur vous, ou effacez-le.",
    export: "Exporter mes données",
    exporting: "Préparation du fichier",
    exported: "Fichier téléchargé : mes-donnees.json",
    delete: "Supprimer mon compte",
  },
  deletion: {
    title: "Supprimer votre compte ?",
    text: "Tout ce qui suit sera effacé. C’est définitif.",
    listLabel: "Ce qui sera effacé",
    list: ["Vos demandes et leurs réponses", "Votre profil et vos coordonnées", "Votre accès à cet espace"],
    subscription: "Supprimer votre compte ne résilie pas un abonnement en cours. Pour l’arrêter, écrivez-nous d’abord.",
    subscriptionTo: (email: string) =>
      `Supprimer votre compte ne résilie pas un abonnement en cours. Pour l’arrêter, écrivez d’abord à ${email}.`,
    /** What is not erased with it. */
    kept: `Vos factures restent ${sayDuration(retention.accounting)} dans notre comptabilité\u00a0: la loi l’impose. La preuve des accords que vous avez donnés reste ${sayDuration(retention.consentProof)}, sous une empreinte de votre adresse.`,
    email: "Votre e-mail",
    emailHint: (email: string) => `Pour confirmer, saisissez ${email}`,
    emailWrong: "Saisissez l’adresse e-mail de votre compte",
    signInAgain: "Votre connexion date de plus de 10 minutes. Confirmez que c’est bien vous.",
    password: "Mot de passe",
    passwordMissing: "Saisissez votre mot de passe",
    keep: "Garder mon compte",
    confirm: "Supprimer mon compte",
    busy: "Suppression en cours",
  },
  deleted: {
    title: "Votre compte est supprimé",
    lead: `Vos demandes, votre profil et votre accès sont effacés. Un abonnement en cours n’est pas résilié pour autant, et vos factures restent ${sayDuration(retention.accounting)} dans notre comptabilité.`,
    home: "Revenir à l’accueil",
  },
  failures: {
    busy: "Trop de demandes. Attendez une minute, puis réessayez.",
    unavailable: "Le serveur ne répond pas. Réessayez dans un instant.",
  },
} as const;
