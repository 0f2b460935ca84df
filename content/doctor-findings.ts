import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";
import type { BillingKind } from "#subjects/payments/rules/billing.ts";
import { billingLabels } from "#subjects/payments/words/billing.ts";
import { mailNames } from "./mail-names.ts";
import { sayDay } from "./language/days.ts";

/** The sentence of a reason's code; a code without one is not said. */
function sayReason(sentences: Readonly<Record<string, unknown>>, code: string | null): string {
  const sentence = code !== null && Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return typeof sentence === "string" ? ` ${sentence}` : "";
}

/**
 * The doctor's findings, as the team reads them under « Santé ». `npm run doctor` prints the same in English for the
 * operator.
 */
export const doctorFindings = {
  migrations: {
    edited: (file: string) => `${file}\u00a0: ce fichier a changé depuis qu’il a été appliqué.`,
    gone: (file: string) => `${file}\u00a0: ce fichier a été appliqué et n’existe plus.`,
    late: (file: string) => `${file}\u00a0: ce fichier n’a pas été appliqué, alors qu’un plus récent l’a été.`,
  },
  newerDatabase: (count: number) => {
    const changes = count > 1 ? `${count} modifications` : "une modification";
    return (
      `La base a été modifiée par une version plus récente du site (${changes}), ` +
      "puis la version d’avant a été remise."
    );
  },
  failingJob: (job: string, failures: number, since: string | null) =>
    `La tâche ${job} échoue (${failures > 1 ? `${failures} fois de suite` : "une fois"}, ${since === null ? "jamais réussie" : `réussie pour la dernière fois le ${sayDay(since)}`}).`,
  backups: {
    none: "Aucune sauvegarde n’a été faite.",
    firstDue: (at: string) => `Aucune sauvegarde n’a encore été faite\u00a0: la première suit BACKUP_AT (${at}).`,
    old: (day: string) => `La dernière sauvegarde date du ${sayDay(day)}.`,
    notEncrypted: "La dernière sauvegarde n’est pas chiffrée.",
    failed: "La dernière sauvegarde a échoué\u00a0: le journal du site dit pourquoi.",
  },
  leads: {
    silent: (hours: number) => `Aucun lead n’est arrivé depuis ${hours}\u00a0heures.`,
    refused: (status: number) => `Le site a refusé des leads il y a moins d’un quart d’heure (réponse ${status}).`,
  },
  machine: {
    disks: { data: "de la base de données", backups: "des sauvegardes" },
    lowDisk: (disk: string, megabytes: number) => `Il reste ${megabytes}\u00a0Mo sur le disque ${disk}.`,
    certificate: (host: string) =>
      `Le certificat de ${host} expire dans moins de quatorze jours, ou n’est pas valable.`,
    clock: (seconds: number) => `L’horloge du serveur s’écarte de ${seconds}\u00a0secondes de celle de la base.`,
  },
  lateDelivery: {
    mail: "Des e-mails attendent depuis plus d’une demi-heure.",
    webhook: "Des envois à vos outils attendent depuis plus d’une demi-heure.",
  },
  failedRenewal: (count: number) =>
    count > 1
      ? `${count} prélèvements refusés ou contestés sont à traiter.`
      : "Un prélèvement refusé ou contesté est à traiter.",
  projectAccounts:
    "Les comptes sont ceux du projet\u00a0: son API ne retire ni identité liée ni téléphone d’un compte qui devient " +
    "administrateur. La personne qui invite en est avertie\u00a0; ils se retirent dans le projet.",
  otherWays: (email: string, ways: string) => `Le compte administrateur ${email} s’ouvre aussi par\u00a0: ${ways}.`,
  project: {
    away: "Le projet Supabase ne répond pas.",
    withoutKeys:
      "Le projet Supabase ne publie pas de clé de signature\u00a0: on se connecte, puis toutes les fonctions refusent la session. Passez du secret partagé aux clés de signature (ES256 ou RS256).",
    elsewhere: (origin: string) =>
      `Le projet Supabase ne renvoie pas vers ${origin}\u00a0: les liens de ses e-mails et Google mènent ailleurs, avec la session. Ajoutez ${origin}/** à ses adresses de redirection.`,
    confirmsAtOnce:
      "Le projet Supabase confirme les adresses sans e-mail\u00a0: n’importe qui devient client sous n’importe quelle adresse. Activez «\u00a0Confirm email\u00a0».",
    withoutPasskeys:
      "Le site propose des clés d’accès, que le projet Supabase n’a pas activées\u00a0: activez-les, ou retirez-les dans [auth.passkey].",
  },
  noAdministrator: "Personne n’administre encore le site.",
  withoutFactor: (email: string) => `${email} administre le site sans second facteur.`,
  otherSpelling: {
    account: (id: string, address: string) =>
      `Le compte ${id} porte une autre écriture de ${address}\u00a0: il reste à part et n’ouvre rien de plus. À supprimer, ou à vérifier avec la personne.`,
    contact: (id: string, address: string) =>
      `Le contact ${id} porte une autre écriture de ${address}\u00a0: il reste à part. À fusionner dans «\u00a0Doublons\u00a0» si c’est la même personne.`,
    lead: (id: string, address: string) =>
      `Le lead ${id} porte l’adresse ${address} sous le contact d’une adresse voisine\u00a0: à vérifier avant d’écrire à l’une ou à l’autre.`,
  },
  gaveUp: (count: number, event: string, reason: string | null, answer: string | null) => {
    const given = count > 1 ? `${count} envois abandonnés` : "un envoi abandonné";
    const why = answer === null ? sayReason(adminDeliveries.problems, reason) : ` ${adminDeliveries.answered(answer)}.`;
    return `${nameOfEvent(event)}\u00a0: ${given}.${why}`;
  },
  receiverDisabled: (origin: string, reason: string | null) =>
    `Le destinataire ${origin} est arrêté.${sayReason(adminDeliveries.receivers.details, reason)}`,
  incident: (kind: BillingKind, object: string, on: string) =>
    `${billingLabels[kind]} le ${sayDay(on)} (${object})\u00a0: aucun lead n’est connu pour lui.`,
  payments: {
    otherAmount: (id: string) => `Le paiement ${id} n’est pas du montant que son lien est censé demander.`,
    otherPayer: (id: string) => `Le paiement ${id} a été fait sous un autre nom que celui de sa commande.`,
    otherEmail: (id: string) => `Le paiement ${id} vient d’une autre adresse que celle de son lead.`,
    notOwed: (id: string) => `Le paiement ${id} attend\u00a0: ce n’est pas ce que son lead doit.`,
    isTest: (id: string) => `Le paiement ${id} attend\u00a0: il vient du mode test du prestataire.`,
    isSecond: (id: string) => `Le paiement ${id} attend\u00a0: sa commande est déjà payée.`,
    withoutReference: (id: string) => `Le paiement ${id} ne correspond à aucun lead\u00a0: il n’a pas de référence.`,
    unknownReference: (id: string, reference: string) =>
      `Le paiement ${id} ne correspond à aucun lead\u00a0: sa référence est ${reference}.`,
  },

  prices: {
    advertised: (offer: string, price: string, unit: string, table: string) =>
      `${offer} est annoncé «\u00a0à partir de ${price}\u00a0HT\u00a0» ${unit}\u00a0; la grille dit ${table}.`,
    range: (lowest: string, highest: string) => `${lowest} à ${highest}`,
    setUp: (worth: string, from: string, to: string) =>
      `La mise en service est «\u00a0incluse\u00a0» dans l’offre secrétariat de l’accueil, et «\u00a0offerte au lieu de ${worth}\u00a0HT\u00a0» dans la promotion (du ${sayDay(from)} au ${sayDay(to)})\u00a0: c’est l’un ou l’autre.`,
    promises: {
      trials: (days: number, from: string, to: string) =>
        `Le bandeau de l’accueil promet ${days} jours d’essai, la promotion (du ${sayDay(from)} au ${sayDay(to)}) un mois offert\u00a0: pendant la promotion, le mois remplace les jours.`,
      delays:
        "«\u00a0En ligne en moins de 48\u00a0h\u00a0» et «\u00a0Compte créé sous 72h\u00a0» sont deux promesses\u00a0: les pages comptent les 48\u00a0h une fois les éléments reçus.",
      training: (days: number) =>
        `Le suivi client est gratuit ${days} jours pour les seuls organismes de formation\u00a0: son lien de paiement ne doit pas les débiter tout de suite.`,
    },
  },

  claims: {
    companies: (figure = 150) => `Plus de ${figure} petites et moyennes entreprises`,
    trainingOrganisations: (figure = 50) => `Plus de ${figure} organismes de formation`,
    madeInFrance: "Une solution 100\u00a0% française",
    mostPopular: "Le plus populaire",
    fewerMissedCalls: "Moins d’appels perdus, dès la première semaine",
    testimonial: (name: string) => `Le témoignage de ${name}`,
    client: (name: string) => `Le client ${name}`,
    unsupported: (statement: string, field: string) =>
      `${statement}\u00a0: ni source ni date dans ${field}, le site en production ne le dit pas.`,
    unpublishable: (statement: string, field: string) =>
      `${statement} n’est pas montré\u00a0: il faut une source, une date et son accord dans ${field}.`,
  },

  /** After the name of the field. */
  leftOut: {
    testLine: "la ligne d’essai gratuite n’est pas montrée",
    bookingUrl: "les demandes d’appel sont renvoyées à l’adresse de contact",
    address: "pas d’adresse en bas de page, et aucune phrase ne dit dans quelle ville est l’équipe",
    mapUrl: "l’adresse ne mène à aucun plan",
    social: "« Nous suivre » n’est pas montré",
    security: "qui a trouvé une faille écrit à l’adresse de contact",
    card: "aucune page ne dit si une carte est demandée quand rien n’est dû",
    customerPortal: "une facture de plus de 30 jours se demande par e-mail",
    people: "« Qui nous sommes » n’est pas montré",
    authors: "les articles sont signés par l’entreprise",
    testimonials: "aucun témoignage, ni entrée « Témoignages » dans les menus",
    clients: "pas de bandeau de logos",
    promotion: "pas de promotion du secrétariat",
    closingFreeSetUp: "pas de configuration gratuite des appels sortants",
    conference: "pas de page Conférences, ni de lien vers elle",
    seats: "rien ne dit combien de places a la salle, ni à l’équipe combien il en reste",
    venue: "la page ne nomme que la ville",
    conferenceTerms: "rien ne dit ce que devient une place qui n’est pas prise",
    calendars: "aucune page ne dit que le secrétariat lit un agenda, ni lequel",
    companyRegister: "le nom d’une entreprise se saisit, sans recherche",
    marketingTracker: "aucune régie n’est informée d’une visite, et le bandeau n’en nomme aucune",
    analyticsTracker: "aucun partenaire ne mesure l’audience, et le bandeau n’en nomme aucun",
    attribution:
      "un lead ne dit pas par quelle campagne il est venu\u00a0; sans traceur non plus, il n’y a pas de bandeau de cookies",
    dataProtectionOfficer:
      "la politique de confidentialité dit qu’il n’y en a pas\u00a0; un conseil doit dire s’il en faut un (article\u00a037 du RGPD)",
    mediator: "les conditions ne nomment pas de médiateur à qui aurait commandé comme consommateur",
    hostCountry: "les tableaux des destinataires donnent l’adresse de l’hébergeur au lieu de son pays",
    accessibilityAudit: "la déclaration d’accessibilité est une auto-évaluation, que personne d’autre n’a vérifiée",
    marketingFilm: "Marketing montre le film de présentation",
  },

  dates: {
    promotion: "La promotion du secrétariat",
    freeSetUp: "La «\u00a0Configuration gratuite\u00a0» des appels sortants",
    backwards: (name: string, from: string, to: string) =>
      `${name} finit le ${sayDay(to)}, avant de commencer le ${sayDay(from)}\u00a0: elle ne s’affiche jamais.`,
    over: (name: string, to: string) => `${name} a pris fin le ${sayDay(to)}\u00a0: les pages ne la montrent plus.`,
    conferenceBackwards: (until: string, heldOn: string) =>
      `On s’inscrit à la conférence jusqu’au ${sayDay(until)}, après le jour où elle a lieu, le ${sayDay(heldOn)}.`,
    conferenceOver: (heldOn: string) =>
      `La conférence a eu lieu le ${sayDay(heldOn)}\u00a0: sa page est une liste d’attente pour la prochaine.`,
  },

  links: {
    missing: (what: string) =>
      `Pas de lien de paiement pour ${what}\u00a0: son bouton dit «\u00a0Prochainement disponible\u00a0».`,
    shared: (count: number, what: string, link: string) => `Un seul lien sert ${count} prix (${what})\u00a0: ${link}`,
    training:
      "Pas de lien de paiement pour les organismes de formation (formation)\u00a0: ils prennent celui du suivi client, qui doit leur donner leurs jours gratuits.",
    custom: "Pas de lien de paiement pour l’assistante sur mesure\u00a0: sa carte n’a pas de bouton.",
  },

  shownSite: {
    otherFile:
      "Le fichier de configuration ne dit pas la même chose que le site\u00a0: ce qui est publié depuis " +
      "«\u00a0Site\u00a0» l’emporte.",
    refused: (version: number) =>
      `La version ${version} du site ne peut pas s’afficher\u00a0: celle d’avant reste en ligne.`,
    undrawn: (path: string) => `La page ${path} n’a pas pu être préparée à nouveau\u00a0: elle reste comme avant.`,
  },

  media: {
    unplayable: (field: string, fault: MediaFault) => `${field}\u00a0: ${sayFault(fault)}.`,
    demonstration: (fields: string) =>
      `Les pages font entendre les voix de la démonstration, celles d’une machine\u00a0: rien dans ${fields}.`,
  },

  invoicing: {
    billingDetails:
      "Rien ne dit que les pages de paiement demandent un nom, une adresse et un numéro de TVA (payment.billingDetails)\u00a0: une facture à une entreprise les porte. Activez-les sur chaque lien de paiement, puis écrivez «\u00a0collected\u00a0».",
    reception: (from: string, isPast: boolean) =>
      `${isPast ? "Depuis le" : "À partir du"} ${sayDay(from)}, toute entreprise reçoit des factures électroniques sur une plateforme agréée\u00a0: aucune n’est nommée (electronicInvoicing.reception).`,
    issue: (from: string, isPast: boolean) =>
      `${isPast ? "Depuis le" : "À partir du"} ${sayDay(from)}, nos factures aux entreprises françaises sont électroniques\u00a0: rien ne dit qui les émet (electronicInvoicing.issue). Le PDF du prestataire de paiement n’en est pas une à lui seul\u00a0: une plateforme agréée doit transmettre chaque facture et son paiement, avec les deux SIREN et la catégorie «\u00a0prestation de services\u00a0».`,
    customerSiren:
      "Rien ne dit que le SIREN du client figure sur sa fiche chez le prestataire de paiement (electronicInvoicing.customerSiren)\u00a0: la fiche du lead le donne quand il vient du registre, et une facture électronique le porte.",
  },
  contacts: {
    example: (name: string, value: string) => `${name} est encore un exemple\u00a0: ${value}`,
  },
};

type MediaFault = { code: string; path?: string; wanted?: string; most?: number };

function sayFault({ code, path, wanted, most }: MediaFault): string {
  if (code === "missing") return `aucun fichier lisible à ${path}`;
  if (code === "kind") return `le fichier n’est pas au format ${wanted}`;
  if (code === "length") return `le fichier dépasse ${most} secondes`;
  if (code === "size") return `le fichier dépasse ${most} Mo`;
  return "ses sous-titres ne sont pas un WebVTT qui nomme qui parle, dans l’ordre et dans sa durée";
}

function nameOfEvent(event: string): string {
  const { events } = adminDeliveries;
  return events[event] ?? mailNames[event.replace(/^mail\./, "")] ?? event;
}
