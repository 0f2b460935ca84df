import type { ListedQuestion } from "#subjects/funnel/rules/questions.ts";
import type { InactiveReason, LeadStatus } from "#domain/kernel/lead.ts";
import type { LeadSortColumn } from "#subjects/leads/rules/lead-sort.ts";

/** Every sentence of the back office. The brand is given where it is read. */
export const admin = {
  pageTitle: (page: string, brand: string) => `${page} | Administration ${brand}`,
  countedTitle: (toDo: number, title: string) => `(${toDo}) ${title}`,
  checking: "Vérification de votre accès…",
  signOut: "Se déconnecter",

  login: {
    title: "Administration",
    pageTitle: "Connexion",
    skip: "Aller au formulaire",
    email: { label: "E-mail", missing: "Saisissez votre e-mail" },
    password: { label: "Mot de passe", missing: "Saisissez votre mot de passe" },
    forgotten: "Mot de passe oublié\u00a0?",
    submit: "Se connecter",
    busy: "Connexion en cours…",
    otherAccount: "Utiliser un autre compte",
    audience: "Réservé à l’équipe. Clients\u00a0:",
    customerLink: "connexion à votre compte",
    sessionEnded: "Votre session a pris fin. Connectez-vous de nouveau.",
    /** Verbatim from the specification, section 5. */
    notAdmin: "Accès non autorisé",
    /** By the service's error code; a code without a sentence shows the service's message as is. */
    problems: {
      // Verbatim from the specification, section 8.
      invalid_credentials: "Email ou mot de passe incorrect. Veuillez réessayer.",
      email_not_confirmed: "Confirmez d’abord votre adresse, avec le lien reçu par e-mail.",
      user_banned: "Ce compte est suspendu.",
      over_request_rate_limit: "Trop de tentatives. Attendez une minute, puis réessayez.",
      session_not_found: "Votre session a pris fin. Connectez-vous de nouveau.",
      unreachable: "Le serveur ne répond pas. Réessayez dans un instant.",
    } as Readonly<Record<string, string>>,
    unknownProblem: "La connexion n’a pas abouti. Réessayez dans un instant.",
  },

  list: {
    title: "Leads",
    skip: "Aller aux leads",
    counts: {
      to_contact: "À contacter",
      contacted: "Contactés",
      client: "Clients",
      inactive: "Inactifs",
      paid: "Payés",
    } satisfies Record<LeadStatus | "paid", string>,
    countsLabel: "Chiffres clés",
    countOf: (label: string, count: string) => `${label}\u00a0: ${count}`,
    filtersLabel: "Filtres",
    search: { label: "Rechercher", placeholder: "Nom, téléphone, e-mail, note…" },
    /** Verbatim from the specification, section 2: the word stays for 0 and 1, and the number has no separator. */
    total: (count: number) => `Affichage de ${count} leads`,
    totalBeyond: (count: string) => `Affichage de plus de ${count} leads`,
    uncounted: "Affichage des premiers leads",
    loading: "Chargement des leads…",
    loadingRow: "Chargement",
    sort: "Trier",
    statusOf: (name: string) => `Statut de ${name}`,
    paymentOf: (name: string) => `Paiement de ${name}`,
    open: (name: string) => `Ouvrir la fiche de ${name}`,
    unnamed: "lead sans nom",
    suspect: "Suspect",
    /** Verbatim from the resolutions, section 12. */
    loadFailed: "Chargement impossible.",
    notSaved: "Modification non enregistrée.",
    retry: "Réessayer",
    empty: {
      title: "Aucun lead pour l’instant.",
      text: "Le prochain questionnaire envoyé apparaîtra ici.",
      noMatchFor: (search: string) => `Aucun lead pour «\u00a0${search}\u00a0».`,
      noMatch: "Aucun lead ne correspond.",
      advice: (filters: number) =>
        filters === 0
          ? "Vérifiez l’orthographe."
          : `Vérifiez l’orthographe, ou retirez un filtre\u00a0: ${areActive(filters)}.`,
      filterAdvice: (filters: number) => `Retirez un filtre\u00a0: ${areActive(filters)}.`,
      clear: "Retirer les filtres",
      clearSearch: "Effacer la recherche",
    },
  },

  file: {
    panelLabel: "Fiche du lead",
    label: (name: string) => `Fiche de ${name}`,
    close: "Fermer la fiche",
    loading: "Chargement de la fiche…",
    gone: "Ce lead n’existe plus. Il a sans doute été supprimé.",
    call: "Appeler",
    write: "Écrire",
    followUp: { title: "Suivi", status: "Statut", payment: "Paiement", created: "Créé le", updated: "Modifié le" },
    contact: {
      title: "Coordonnées",
      firstName: "Prénom",
      lastName: "Nom",
      phone: "Téléphone",
      email: "E-mail",
      company: "Nom commercial",
      business: "Activité",
      callConsent: "Appel autorisé",
      yes: "oui",
      no: "non",
      origin: "Tunnel",
    },
    configuration: (origin: string) => `Configuration ${origin}`,
    callsPerDay: (calls: number, price: string | null) =>
      price === null ? `${calls} appels par jour` : `${calls} appels par jour, ${price} HT`,
    clientsPerMonth: (clients: number, price: string | null, isTraining: boolean) => {
      const counted = `${clients} ${isTraining ? "stagiaires suivis" : "clients actifs"}`;
      return price === null ? `${counted} par mois` : `${counted}, ${price} HT`;
    },
    /** Verbatim from the resolutions, sections 5 and 9. */
    expires: (day: string) => `Expire le ${day}`,
    accountElsewhere: "Un compte existe pour cet e-mail",
    suspect: "Envoi suspect\u00a0: vérifiez avant d’appeler.",
    newerAnswers: {
      title: (instant: string) => `Nouvelles réponses reçues le ${instant}`,
      fromAnotherDevice:
        "Envoyées d’un autre appareil, sous la même adresse e-mail\u00a0: vérifiez auprès de la personne avant de les adopter.",
      adopt: "Adopter",
      busy: "Enregistrement…",
    },
    delete: "Supprimer le contact",
    deleteHint: "Supprime le lead, le profil et le compte.",
  },

  deletion: {
    title: (name: string) => `Supprimer ${name}\u00a0?`,
    text: "Tout ce qui suit sera effacé. C’est définitif.",
    severalLeads: (count: number) =>
      `Ce contact a ${count} leads. Supprimer le contact efface tout ce qui suit. Supprimer ce lead seulement garde les autres, le profil et le compte. C’est définitif.`,
    listLabel: "Ce qui sera effacé",
    lead: (origin: string, createdOn: string) => `Lead ${origin}, créé le ${createdOn}`,
    thisLead: "lead ouvert",
    answers: "Réponses, consentements et messages en attente",
    profile: (name: string) => `Profil de ${name}`,
    account: (email: string) => `Compte de connexion ${email}`,
    noAccount: "Aucun compte de connexion",
    paying:
      "Ce contact a payé\u00a0: son abonnement continue chez le prestataire de paiement tant que vous ne l’y arrêtez pas.",
    untouchedLabel: "Même e-mail, autre profil\u00a0: non concerné",
    keep: "Garder",
    confirmContact: "Supprimer le contact",
    confirmLead: "Supprimer ce lead seulement",
    busy: "Suppression en cours…",
    loading: "Recherche de ce qui sera effacé…",
    unlisted: "La liste de ce qui sera effacé est incomplète.",
    // The sentences below are verbatim from the specification, section 8, straight apostrophes and colons included.
    missingIds: "Impossible de supprimer ce contact : données manquantes",
    done: "Contact supprimé avec succès !",
    leadDone: "Lead supprimé avec succès\u00a0!",
    failed: (stage: string) => `Erreur lors de la suppression du contact: ${stage}`,
    stages: {
      lead: (reason: string) => `Erreur lors de la suppression du lead: ${reason}`,
      profile: () => "Erreur lors de la suppression du profil",
      account: () => "Erreur lors de la suppression du compte",
      unexpected: (reason: string) => `Erreur lors de la suppression: ${reason}`,
    },
    noReason: "le serveur n’a rien confirmé. Vérifiez la liste, puis réessayez.",
    dismiss: "Fermer le message",
  },

  notFound: {
    // Heading and text are verbatim from the specification, section 2.
    title: "Oups, quelque chose s'est mal passé...",
    text: "La page que vous recherchez n'existe pas ou a été déplacée.",
    back: "Retour à l’administration",
    pageTitle: "Page introuvable",
  },

  failure: {
    title: "Chargement impossible.",
    text: "Le serveur ne répond pas ou renvoie une erreur. Vos données ne sont pas touchées.",
    retry: "Réessayer",
    /** The screen itself is at fault, maybe by what this browser keeps of it. */
    broken: {
      title: "Cet écran a rencontré une erreur.",
      text: "Une erreur s’est produite dans cette page. Vos données ne sont pas touchées.",
    },
    gone: {
      title: "Cet écran n’a pas pu être téléchargé.",
      text: "Le réseau est coupé, ou le site vient d’être mis à jour. Rien de ce qui est enregistré n’est perdu.",
    },
  },
};

const fewWords = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six"];

/** « un est actif », « trois sont actifs ». */
function areActive(filters: number): string {
  return `${fewWords[filters] ?? filters} ${filters > 1 ? "sont actifs" : "est actif"}`;
}

/** In the place of « Conférences », for who has no place at one. */
export const waitingListLabel = "Conférences, liste d’attente";

export const statusLabels = {
  to_contact: "À contacter",
  contacted: "Contacté",
  client: "Client",
  inactive: "Inactif",
} satisfies Record<LeadStatus, string>;

export const reasonLabels = {
  price: "Trop cher",
  later: "Pas le moment",
  elsewhere: "Parti ailleurs",
  unreachable: "Injoignable",
  no_need: "Pas concerné",
  other: "Autre raison",
} satisfies Record<InactiveReason, string>;

export const paymentLabels = { paid: "Payé", unpaid: "Non payé" };

/** Both directions of each order, in words. */
export const sortLabels = {
  created_at: { desc: "Plus récents d’abord", asc: "Plus anciens d’abord" },
  updated_at: { desc: "Derniers modifiés d’abord", asc: "Modifiés il y a longtemps" },
  expires_at: { asc: "Expirent bientôt", desc: "Expirent le plus tard" },
  last_name: { asc: "Nom, de A à Z", desc: "Nom, de Z à A" },
  company_name: { asc: "Entreprise, de A à Z", desc: "Entreprise, de Z à A" },
  email: { asc: "E-mail, de A à Z", desc: "E-mail, de Z à A" },
  funnel_origin: { asc: "Tunnel, de A à Z", desc: "Tunnel, de Z à A" },
  lead_status: { asc: "Statut, de A à Z", desc: "Statut, de Z à A" },
  payment_status: { asc: "Non payés d’abord", desc: "Payés d’abord" },
  volume: { desc: "Plus gros volumes d’abord", asc: "Plus petits volumes d’abord" },
  call_consent: { desc: "Appel autorisé d’abord", asc: "Appel non autorisé d’abord" },
  owner: { asc: "Propriétaire, de A à Z", desc: "Propriétaire, de Z à A" },
  callback_at: { asc: "À rappeler bientôt", desc: "À rappeler le plus tard" },
  first_visit: { asc: "Provenance, de A à Z", desc: "Provenance, de Z à A" },
} satisfies Record<LeadSortColumn, { asc: string; desc: string }>;

/** After a volume in a list; a range and words say themselves what they count. */
export const shortUnits: Partial<Record<ListedQuestion, string>> = {
  callsPerMonth: " appels/j",
  activeClientsPerMonth: " clients",
};
