import type { AgreementPurpose } from "#subjects/consent/rules/consents.ts";
import { tagCopy } from "./tags.ts";
import { type ContactQuestion, type QuestionKey, questionKeys, questionOf } from "#subjects/funnel/rules/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";

import type { CallOutcome } from "#subjects/leads/rules/today.ts";
import { actionLabels } from "#subjects/journal/words/admin-audit.ts";
import { admin, paymentLabels, reasonLabels, statusLabels, waitingListLabel } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { teamLabels } from "#subjects/funnel/words/answer-labels.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { billingLabels } from "#subjects/payments/words/billing.ts";
import { receiptsCopy } from "./lead-receipts.ts";

const known = (labels: Record<string, string>, code: unknown) =>
  typeof code === "string" ? (Object.hasOwn(labels, code) && labels[code]) || code : "–";

const { contact } = admin.file;
const contactLabels: Record<ContactQuestion, string> = {
  email: contact.email,
  firstName: contact.firstName,
  lastName: contact.lastName,
  phone: contact.phone,
  companyName: contact.company,
  businessType: contact.business,
};

/** What a question is called in the file. */
export const questionLabels: Record<QuestionKey, string> = {
  ...contactLabels,
  ...teamLabels,
  knowledgeBaseUrl: "Adresse de la base de connaissances",
  knowledgeBaseOwnText: teamLabels.knowledgeBaseText,
  intentionDetail: "Autre intention",
};

const columnLabels = new Map(
  questionKeys.filter((key) => !questionOf(key).partOf).map((key) => [questionOf(key).column, questionLabels[key]]),
);

/** Of what is kept beside the answers. */
const keptLabels: Readonly<Record<string, string>> = {
  aaguid: "Modèle de la clé",
  ...receiptsCopy.purposes,
  account_exists: "Compte existant à l’envoi",
  action: "Action",
  after: "Après",
  amount_cents: "Montant, en centimes",
  answer_by: "Réponse avant le",
  answered_at: "Répondu le",
  answers: "Réponses",
  app_metadata: "Données du compte",
  at: "Le",
  attribution: "Provenance",
  aud: "Public du jeton",
  backed_up: "Clé synchronisée",
  backup_eligible: "Clé synchronisable",
  before: "Avant",
  call: "Appel",
  callback_at: "Rappel prévu",
  calls_per_day: "Appels par jour",
  changed_from: "Modification de",
  conference_on: "Conférence du",
  confirmation_sent_at: "Confirmation envoyée le",
  confirmed_at: "Confirmé le",
  confirmed_text: "Texte confirmé",
  confirmed_version: "Version du texte",
  consents: "Consentements",
  contact: "Coordonnées",
  contacted_at: "Premier contact",
  corrected_at: "Corrigé le",
  created_at: "Créé le",
  currency: "Monnaie",
  customer: "Client chez le prestataire",
  delivered_at: "Parti le",
  delivery: "Envoi",
  email_change_sent_at: "Changement d’e-mail demandé le",
  email_confirmed_at: "E-mail confirmé le",
  detail: "Précisions",
  dismissed_as: "Écarté parce que",
  ended_at: "Terminé le",
  ends_at: "Prend fin le",
  ends_on: "Prend fin le",
  event: "Événement",
  expires_at: "Expire le",
  factor_type: "Type de second facteur",
  factors: "Seconds facteurs",
  form: "Formulaire",
  friendly_name: "Nom donné",
  from_another_device: "Depuis un autre appareil",
  funnel_origin: "Tunnel",
  given_at: "Donné le",
  granted: "Accordé",
  happened_at: "Survenu le",
  id: "Identifiant",
  identities: "Identités liées",
  identity_data: "Données de l’identité",
  identity_id: "Identifiant de l’identité",
  into_lead_id: "Devenu",
  import_source: "Source de l’import",
  inactive_reason: "Raison",
  tags: tagCopy.label,
  invited_at: "Invité le",
  invoice: "Facture",
  ip: "Adresse IP",
  is_adopted: "Réponses retenues",
  is_anonymous: "Compte anonyme",
  is_by_account: "Par la personne",
  is_for_customer: "Adressé au client",
  is_of_account: "D’un compte",
  is_open: "À traiter",
  is_second: "Second paiement",
  is_suspect: "Envoi suspect",
  is_test: "Mode test",
  is_whole: "En entier",
  is_written_by_team: "Saisi par l’équipe",
  issued_at: "Émis le",
  kind: "Nature",
  last_challenged_at: "Dernier code demandé le",
  last_contact_at: "Dernier contact",
  last_sign_in_at: "Dernière connexion",
  last_used_at: "Dernière utilisation",
  lead: "Demande",
  lead_id: "Demande",
  lead_status: "Statut",
  left_list_at: "Liste d’attente quittée le",
  link_offer: "Offre du lien",
  link_volume: "Volume du lien",
  mail_count: "E-mails envoyés",
  mails_refused_at: "E-mails de l’équipe refusés le",
  merged_at: "Réuni le",
  new_email: "Nouvel e-mail",
  new_phone: "Nouveau téléphone",
  newer_answers_at: "Nouvelles réponses le",
  next_try_on: "Nouvel essai le",
  number: "Numéro",
  object: "Objet chez le prestataire",
  outcome: "Issue de l’appel",
  paid_at: "Payé depuis le",
  paid_on: "Payé le",
  payer: "Payeur",
  payer_differs: "Écarts entre payeur et commande",
  payment_intent: "Paiement chez le prestataire",
  payment_status: "Payé",
  phone_change_sent_at: "Changement de téléphone demandé le",
  phone_confirmed_at: "Téléphone confirmé le",
  phone_e164: "Téléphone international",
  profile: "Profil",
  profile_id: "Profil",
  provider: "Fournisseur",
  purpose: "Objet",
  reauthentication_sent_at: "Code de confirmation envoyé le",
  received_at: "Reçu le",
  recipient: "Adresse d’envoi",
  recovery_sent_at: "Nouveau mot de passe demandé le",
  reference: "Référence",
  refreshed_at: "Dernière activité",
  registration_path: "Page d’inscription",
  reminders_stopped_at: "Rappels refusés le",
  requested_at: "Demandé le",
  schedule: "Échéancier",
  seen_at: "Vu le",
  sent_at: "Parti le",
  session: "Session de paiement",
  settled_at: "Réglé le",
  setup_at: "Mis en service le",
  source_path: "Page d’envoi",
  started_at: "Commencé le",
  state: "État",
  status: "État",
  subject: "Objet",
  subscription: "Abonnement chez le prestataire",
  terms_version: "Version des conditions",
  text: "Texte",
  told_on: "Annoncé le",
  transports: "Modes de la clé",
  trial_ends_on: "Premier débit reporté au",
  type: "Nature",
  unsubscribed_at: "Désinscrit le",
  unsubscribed_by: "Désinscrit par",
  updated_at: "Modifié le",
  url: "Adresse",
  used_at: "Utilisé le",
  user_agent: "Navigateur",
  user_id: "Compte",
  user_metadata: "Données de la personne",
  version: "Version",
  wording: "Texte accepté",
  written_at: "Écrit le",
};

/** The name of a column in the file and in an export; one without a French name keeps its own. */
export function columnLabel(column: string): string {
  return columnLabels.get(column) ?? keptLabels[column] ?? (questionLabels as Record<string, string>)[column] ?? column;
}

/** What became of a delivery. */
const deliveryStates: Readonly<Record<string, string>> = {
  waiting: "en attente",
  delivered: "parti",
  dead: "abandonné",
};

const factLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: actionLabels,
  delivery: deliveryStates,
  form: originLabels,
  funnel: originLabels,
  funnel_origin: originLabels,
  kind: { waitlist: waitingListLabel, ...billingLabels },
  inactive_reason: reasonLabels,
  lead_status: statusLabels,
  offer: originLabels,
  purpose: receiptsCopy.purposes,
};

/** A stored fact in words, by its column; what is none of our codes is said as it is. */
export function sayFact(column: string, value: unknown): string {
  if (typeof value === "boolean") return value ? contact.yes : contact.no;
  if (typeof value !== "string") return JSON.stringify(value);
  const labels = factLabels[column];
  return labels && Object.hasOwn(labels, value) ? (labels[value] ?? value) : sayAnswer(column, value);
}

/** Every sentence of the file of a lead, beside what it already said. */
export const fileCopy = {
  none: "Personne",
  unavailable: "Le serveur ne répond pas\u00a0: rien n’a été enregistré. Réessayez.",

  undo: {
    label: "Annuler",
    undone: "C’est annulé.",
    failed: "L’annulation n’a pas abouti\u00a0: quelqu’un a modifié ce lead depuis.",
    changedMeanwhile: "Un collègue a été plus rapide\u00a0: son choix est affiché, le vôtre n’est pas enregistré.",
    status: (name: string, status: string) => `${name}\u00a0: ${known(statusLabels, status).toLowerCase()}.`,
    reason: (name: string, reason: string | null) =>
      `${name}\u00a0: ${reason === null ? "sans raison" : known(reasonLabels, reason).toLowerCase()}.`,
    payment: (name: string, isPaid: boolean) =>
      `${name}\u00a0: ${(isPaid ? paymentLabels.paid : paymentLabels.unpaid).toLowerCase()}.`,
    owner: (owner: string | null) => (owner === null ? "Ce lead n’a plus de propriétaire." : `Confié à ${owner}.`),
    callback: (day: string | null) => (day === null ? "Rappel retiré." : `Rappel noté pour le ${day}.`),
    note: "Note ajoutée.",
    merged: "Contacts fusionnés.",
    adopted: "Réponses adoptées.",
  },

  reason: { label: "Raison", ask: "Pourquoi\u00a0?", none: "Sans raison" },
  owner: { label: "Propriétaire", nobody: "Personne", unknown: "ancien administrateur" },
  callback: {
    label: "Rappeler le",
    clear: "Retirer le rappel",
  },

  call: {
    title: (name: string) => `Appel à ${name}`,
    outcome: "Issue de l’appel",
    outcomes: {
      reached: "Joint",
      absent: "Pas de réponse",
      voicemail: "Message laissé",
      wrong_number: "Mauvais numéro",
      refused: "Refuse les appels",
    } satisfies Record<CallOutcome, string> as Readonly<Record<string, string>>,
    note: "Note de l’appel",
    next: "Prochain appel",
    nextUnchanged: (instant: string) => `Inchangé\u00a0: ${instant}`,
    nextNone: "Aucun",
    otherDate: "Autre date",
    date: "Date du prochain appel",
    status: "Statut",
    save: "Noter l’appel",
    saveAndWrite: "Noter et écrire",
    busy: "Enregistrement…",
    cancel: "Fermer sans noter",
    key: "Ctrl + Entrée enregistre.",
    done: (name: string) => `Appel à ${name} noté.`,
    inThePast: "Choisissez une heure à venir.",
    refused: "Cette personne a refusé les appels.",
  },

  setup: {
    label: "Mise en service",
    tick: "En service",
    waiting: (since: string) => `à faire, payé le ${since}`,
    done: (at: string, by: string) => `le ${at}${by === "" ? "" : `, par ${by}`}`,
    undone: "Mise en service retirée.",
  },

  note: {
    open: "Ajouter une note",
    label: "Note",
    hint: "Texte simple, 10\u202f000 caractères au plus. @ mentionne un collègue, qui en est averti.",
    mention: {
      label: "Collègues",
      offered: (count: number) =>
        `${count > 1 ? `${count} collègues` : "1 collègue"}\u00a0: flèches pour choisir, Entrée pour mentionner.`,
    },
    forCustomer: "Message au client\u00a0: il le lit dans son espace, un e-mail l’en prévient",
    noAccount:
      "Pour l’équipe seule\u00a0: ce contact n’a pas de compte client. «\u00a0Écrire\u00a0» lui envoie un e-mail.",
    draft: "Brouillon repris.",
    save: "Enregistrer la note",
    saveForCustomer: "Enregistrer et prévenir le client",
    cancel: "Annuler la note",
    busy: "Enregistrement…",
    keys: "Ctrl + Entrée enregistre, Échap met de côté.",
    empty: "Écrivez quelque chose avant d’enregistrer.",
  },

  history: {
    title: "Historique",
    loading: "Chargement de l’historique…",
    empty: "Rien ne s’est encore passé.",
    whole: "Tout l’historique",
    more: "Afficher la suite",
    payload: "Voir le contenu",
    emptied: "Contenu effacé au bout de 30 jours.",
    byPerson: "la personne",
    byServer: "le site",
    before: "avant\u00a0:",
    nothing: "rien",
    lasted: (duration: string) => `après ${duration}`,
    durations: {
      minutes: (count: number) => (count > 1 ? `${count} minutes` : "une minute"),
      hours: (count: number) => (count > 1 ? `${count} heures` : "une heure"),
      days: (count: number) => (count > 1 ? `${count} jours` : "un jour"),
    },
    created: (origin: unknown, isByHand: boolean) =>
      isByHand ? `Lead ${known(originLabels, origin)} créé à la main` : `Lead ${known(originLabels, origin)} reçu`,
    imported: (origin: unknown, source: string) =>
      `Lead ${known(originLabels, origin)} importé, source\u00a0: ${source}`,
    answers: {
      sent: "Réponses envoyées",
      byHand: "Réponses saisies par l’équipe",
      changed: "Réponses modifiées par la personne",
      fromAnotherDevice: "Réponses envoyées d’un autre appareil",
      adopted: "Nouvelles réponses adoptées",
      adoptionUndone: "Adoption des nouvelles réponses annulée",
    },
    byPayment: ", par le paiement",
    backTo: (status: unknown) => `Revenir à «\u00a0${known(statusLabels, status)}\u00a0»`,
    setup: (isDone: boolean) => (isDone ? "Mis en service" : "Mise en service retirée"),
    status: (from: unknown, to: unknown) => `Statut\u00a0: ${known(statusLabels, from)} → ${known(statusLabels, to)}`,
    reason: (reason: unknown) => (reason === null ? "Raison retirée" : `Raison\u00a0: ${known(reasonLabels, reason)}`),
    because: (reason: unknown) => `, ${known(reasonLabels, reason).toLowerCase()}`,
    payment: {
      changed: (isPaid: boolean) => `Paiement\u00a0: ${isPaid ? paymentLabels.paid : paymentLabels.unpaid}`,
      trial: "Essai\u00a0: commande confirmée, rien n’est débité",
      waitingTrial: "Essai à rattacher\u00a0: rien n’est débité",
      received: (amount: string) => `Paiement reçu${amount === "" ? "" : `\u00a0: ${amount}`}`,
      waiting: (amount: string) => `Paiement à rattacher${amount === "" ? "" : `\u00a0: ${amount}`}`,
      started: "Départ vers le paiement, conditions acceptées",
      applied: "Paiement reconnu",
      attached: "Paiement rattaché par l’équipe",
      confirmed: "Paiement confirmé par l’équipe",
      detached: "Rattachement du paiement annulé",
      dismissed: "Paiement écarté par l’équipe",
      restored: "Paiement remis à vérifier",
      settled: "Incident de paiement réglé",
      reopened: "Incident de paiement rouvert",
    },
    owner: (from: string, to: string, isTurn: boolean) =>
      `Propriétaire\u00a0: ${from} → ${to}${isTurn ? ", à tour de rôle" : ""}`,
    callback: (day: string) => `À rappeler le ${day}`,
    noCallback: "Rappel retiré",
    note: "Note",
    noteForCustomer: "Message au client, dans son espace",
    correction: "Corrigé",
    mail: (event: string, to: string) => (to === "" ? event : `${event}, à ${to}`),
    states: deliveryStates,
    message: {
      to: (address: string, state: string) => `E-mail à ${address}, ${state}`,
      waiting: "en attente de départ",
      retried: "pas encore parti, nouvel essai prévu",
      sent: (instant: string) => `parti le ${instant}`,
      refused: "refusé par le serveur de messagerie",
      dead: "abandonné\u00a0: il n’est pas parti",
      inSpace: "Aussi dans son espace client.",
    },
    consent: (said: string) => `Consentements\u00a0: ${said}`,
    consents: {
      calls: "appels",
      reminder: "rappel",
      newsletter: "lettre",
      terms: "conditions",
      certification: "attestation",
      waitlist: "prochaine édition",
    } satisfies Record<AgreementPurpose, string> as Readonly<Record<string, string>>,
    newsletter: {
      newsletter_requested: "Lettre d’information demandée",
      newsletter_confirmed: "Lettre d’information confirmée",
      mails_refused: "E-mails de l’équipe refusés",
    } as Readonly<Record<string, string>>,
    account: {
      opened: "Compte ouvert par la personne",
      created: "Compte créé, invitation envoyée",
      invited: "Invitation renvoyée",
      attached: "Rattaché à un compte",
    } as Readonly<Record<string, string>>,
    merged: {
      joined: () => "Fusionné avec un autre contact",
      moved: () => "Venu d’un autre contact",
      beside: (origin: unknown) => `Demande ${known(originLabels, origin)} venue d’un autre contact`,
    } as Readonly<Record<string, (origin: unknown) => string>>,
    opened: "Fiche ouverte",
  },

  correction: {
    open: "Modifier",
    title: (name: string) => `Modifier la fiche de ${name}`,
    intro: "L’ancienne valeur reste dans l’historique. Les réponses envoyées par la personne ne changent pas.",
    save: "Enregistrer",
    busy: "Enregistrement…",
    cancel: "Fermer sans enregistrer",
    unchanged: "Rien n’a changé.",
    done: "Fiche corrigée.",
    stillDebited:
      "Le prestataire de paiement débite toujours ce qui a été commandé\u00a0: changez aussi l’abonnement chez lui.",
    ownHours: "Autres créneaux",
    ownIntention: "Autre intention",
    conflict: {
      title: "Quelqu’un a modifié cette fiche pendant votre saisie",
      text: "Vous avez tous deux changé ce qui suit\u00a0; vos autres saisies seront enregistrées. Choisissez, ligne par ligne, ce qui reste.",
      unchosen: "Choisissez ce qui reste.",
      stored: "Enregistré",
      asked: "Votre saisie",
      empty: "vide",
      save: "Enregistrer ce choix",
    },
  },

  otherLeads: "Autres demandes de ce contact",

  duplicates: {
    title: "Doublons",
    none: "Aucun autre contact n’a cet e-mail, ce téléphone ou ce nom commercial.",
    loading: "Recherche de doublons…",
    alike: { email: "même e-mail", phone: "même téléphone", company: "même nom commercial" },
    open: "Ouvrir",
    merge: "Fusionner",
    ofLead: (name: string) => ` avec ${name}`,
    hasAccount: "a un compte",
  },

  merge: {
    title: "Fusionner deux contacts",
    text: (kept: string) =>
      `La fiche ouverte (${kept}) est gardée. Ses réponses passent d’abord, celles de l’autre complètent ce qui est vide. Tout le reste est gardé aussi.`,
    reversible: "Vous pourrez annuler pendant dix secondes, tant que personne ne modifie le contact gardé.",
    irreversible: "Ensuite, la fusion est définitive\u00a0; l’historique garde ce que chaque fiche disait.",
    keptList: "Ce qui est gardé",
    counted: (count: number, one: string, many: string) => `${count} ${count > 1 ? many : one}`,
    words: {
      submissions: ["envoi de formulaire", "envois de formulaire"],
      consents: ["envoi avec consentements", "envois avec consentements"],
      payments: ["paiement", "paiements"],
      messages: ["e-mail ou événement", "e-mails et événements"],
      notes: ["note", "notes"],
    },
    /** The person who signs in with that account. */
    account: (address: string) => `le compte client (${address}), qui lira tout ce que ce contact a envoyé et recevra`,
    accountWithoutAddress: "sans adresse",
    otherAccount: (address: string) =>
      `Ce compte est celui de l’autre contact, pas de la fiche gardée. La personne qui s’y connecte (${address}) lira les réponses, les paiements et les messages de cette fiche.`,
    confirmAccount: (address: string) => `J’ai vérifié\u00a0: ${address} est bien la personne de cette fiche.`,
    joined: (origin: FunnelOrigin) => `Les deux leads ${originLabels[origin]} n’en font plus qu’un.`,
    moved: (origin: FunnelOrigin) => `Le lead ${originLabels[origin]} de l’autre contact rejoint cette fiche.`,
    differences: "Ce qui diffère",
    kept: "gardé",
    other: "dans l’historique",
    impossible: {
      two_accounts:
        "Ces contacts ont chacun leur compte client\u00a0: ils ne peuvent pas être fusionnés tant que l’un des deux n’est pas supprimé.",
      same_contact: "Ces leads sont déjà ceux d’un même contact.",
      unknown_lead: "L’un de ces leads n’existe plus.",
      lead_merged: "L’un de ces leads a déjà été fusionné.",
    } as Readonly<Record<string, string>>,
    confirm: "Fusionner",
    busy: "Fusion en cours…",
    cancel: "Ne pas fusionner",
    loading: "Préparation de l’aperçu…",
  },

  export: {
    open: "Exporter les données",
    title: (name: string) => `Données de ${name}`,
    intro:
      "Tout ce que le site garde de cette personne (article\u00a015 du RGPD). Vérifiez son identité avant de le lui remettre.",
    download: "Télécharger le fichier JSON",
    fileName: "donnees-du-contact.json",
    print: "Imprimer",
    close: "Fermer",
    loading: "Rassemblement des données…",
    nothingElse: (sections: string) => `Rien d’autre\u00a0: ${sections}.`,
    sections: {
      account: "Compte",
      sessions: "Connexions",
      known_devices: "Appareils connus",
      passkeys: "Clés d’accès",
      announced_sign_ins: "Connexions annoncées",
      pending_links: "Liens en attente",
      profiles: "Profils",
      leads: "Demandes",
      submissions: "Formulaires envoyés",
      newsletter_requests: "Lettre d’information",
      kept_agreements: "Gardé de demandes effacées",
      first_passwords: "Liens de premier mot de passe",
      payment_starts: "Commandes confirmées",
      payment_events: "Paiements",
      invoices: "Factures",
      billing_events: "Suites des paiements",
      messages: "Messages",
      notes: "Notes de l’équipe",
      corrections: "Corrections",
      former_answers: "Anciennes réponses",
      merged_leads: "Contacts réunis",
      history: "Historique",
    } as Readonly<Record<string, string>>,
  },

  create: {
    open: "Nouveau lead",
    title: "Nouveau lead",
    intro:
      "Pour une demande reçue par téléphone ou en personne. Aucun e-mail ne part vers la personne\u00a0; vos outils sont prévenus comme pour les autres leads.",
    origin: "Tunnel",
    save: "Créer le lead",
    busy: "Création…",
    cancel: "Fermer sans créer",
    done: "Lead créé.",
    known: "Cette personne a déjà un lead pour ce tunnel\u00a0: votre saisie y attend d’être adoptée.",
    alike: (count: number) => (count > 1 ? "Ces contacts lui ressemblent\u00a0:" : "Ce contact lui ressemble\u00a0:"),
    openAlike: (name: string) => `Ouvrir la fiche de ${name} dans un nouvel onglet`,
    note: "Note pour l’équipe",
    callback: "Rappeler le",
    owner: "Propriétaire",
    consent: "Accepte d’être rappelé(e) au sujet de nos offres",
  },

  /** An agreement to calls that no form sent. */
  consent: {
    open: "Noter un accord pour les appels",
    intro: "Sans date, source et paroles, un accord ne se prouve pas\u00a0: les trois sont gardés avec votre nom.",
    day: "Donné le",
    source: "Source",
    sourceHint: "Où l’accord a été donné, par exemple «\u00a0appel entrant\u00a0» ou «\u00a0salon de Lyon\u00a0».",
    text: "Ce qui a été dit",
    textHint: "La question posée et la réponse, au plus près.",
    incomplete: "Pour noter cet accord, donnez sa date, sa source et ce qui a été dit.",
    save: "Noter l’accord",
    busy: "Enregistrement…",
    cancel: "Fermer sans noter",
    done: "Accord noté.",
  },

  resume: {
    send: "Envoyer un lien de reprise",
    busy: "Envoi en cours…",
    sent: (email: string) => `Le lien de reprise part vers ${email}.`,
  },

  print: {
    open: "Imprimer la fiche d’appel",
    title: "Fiche d’appel",
    amount: "Montant",
    notes: "Notes de l’appel",
  },
} as const;
