import type { AlertId, SiteAlert } from "#subjects/operations/rules/doctor-finding.ts";

type Words = {
  /** What goes wrong. @param about which of them; empty where there is one alone */
  begins: (about: string) => string;
  /** What to do, for who owns the site. */
  todo: string;
  over: (about: string) => string;
};

const named = (about: string) => (about === "" ? "" : ` (${about})`);

/** What the team is told of the site, when it begins and when it is over. */
const siteAlerts: Record<AlertId, Words> = {
  "failing-job": {
    begins: (job) => `Une tâche automatique échoue${named(job)}`,
    todo:
      "Regardez «\u00a0Santé\u00a0», puis transmettez à la personne qui héberge le site\u00a0: son journal " +
      "dit pourquoi.",
    over: (job) => `La tâche automatique réussit de nouveau${named(job)}`,
  },
  "no-backup": {
    begins: () => "Aucune sauvegarde n’est faite",
    todo:
      "Faites régler les sauvegardes par la personne qui héberge le site\u00a0: une panne de disque " +
      "effacerait tout.",
    over: () => "Les sauvegardes sont réglées",
  },
  "failed-backup": {
    begins: () => "La dernière sauvegarde a échoué",
    todo:
      "Faites vérifier le dossier des sauvegardes et la place qui y reste\u00a0: le journal du site dit ce " +
      "qui manque.",
    over: () => "Une sauvegarde a réussi",
  },
  "old-backup": {
    begins: () => "La dernière sauvegarde est trop ancienne",
    todo: "Faites vérifier pourquoi les sauvegardes ne se font plus\u00a0: le journal du site le dit.",
    over: () => "La sauvegarde est de nouveau récente",
  },
  "no-lead": {
    begins: () => "Aucun nouveau lead n’arrive",
    todo:
      "Remplissez vous-même un formulaire du site\u00a0: s’il refuse, faites-le réparer\u00a0; sinon, la " +
      "période est calme.",
    over: () => "Les leads arrivent de nouveau",
  },
  "refused-leads": {
    begins: () => "Des leads ont été refusés par le site",
    todo:
      "Les navigateurs les renvoient d’eux-mêmes pendant sept jours. Si l’alerte dure, faites lire le " +
      "journal du site.",
    over: () => "Le site ne refuse plus de leads",
  },
  "low-disk": {
    begins: (place) => `Il ne reste presque plus de place sur le disque${named(place)}`,
    todo: "Faites libérer de la place\u00a0: sur un disque plein, rien n’est plus enregistré.",
    over: (place) => `Il y a de nouveau de la place sur le disque${named(place)}`,
  },
  "bad-certificate": {
    begins: (host) => `Le certificat du site expire bientôt ou n’est pas valable${named(host)}`,
    todo: "Faites-le renouveler\u00a0: sans lui, les navigateurs refusent d’ouvrir le site.",
    over: (host) => `Le certificat du site est valable${named(host)}`,
  },
  "wrong-clock": {
    begins: () => "L’horloge du serveur n’est pas à l’heure",
    todo: "Faites-la régler sur un serveur de temps\u00a0: codes, rappels et sessions en dépendent.",
    over: () => "L’horloge du serveur est à l’heure",
  },
  "stray-payment": {
    begins: (id) => `Un paiement attend votre décision${named(id)}`,
    todo: "Ouvrez «\u00a0Paiements\u00a0»\u00a0: rattachez-le à son lead, ou écartez-le.",
    over: (id) => `Le paiement est traité${named(id)}`,
  },
  "other-amount": {
    begins: (id) => `Un paiement n’a pas le montant prévu pour son lien${named(id)}`,
    todo:
      "Comparez ce que demande la page de paiement chez votre prestataire et le montant indiqué dans " +
      "«\u00a0Site\u00a0», corrigez l’un ou l’autre, puis écrivez au client s’il a payé trop ou trop peu.",
    over: (id) => `L’écart de montant a plus de sept jours${named(id)}`,
  },
  "failed-renewal": {
    begins: () => "Un prélèvement est refusé ou contesté",
    todo: "Ouvrez «\u00a0Paiements\u00a0»\u00a0: écrivez au client, puis classez l’incident.",
    over: () => "Plus aucun prélèvement n’est en suspens",
  },
  "late-delivery": {
    begins: (kind) => `Des envois attendent depuis plus d’une demi-heure${named(sendings(kind))}`,
    todo: "Ouvrez «\u00a0Livraisons\u00a0»\u00a0: la réponse du destinataire y figure. Le site réessaie de lui-même.",
    over: (kind) => `Les envois partent de nouveau${named(sendings(kind))}`,
  },
  "lost-delivery": {
    begins: () => "Des envois ont été abandonnés",
    todo: "Ouvrez «\u00a0Livraisons\u00a0»\u00a0: corrigez la cause, puis renvoyez-les.",
    over: () => "Plus aucun envoi n’est abandonné",
  },
  "disabled-receiver": {
    begins: (origin) => `Un destinataire est arrêté${named(origin)}`,
    todo: "Faites-le réparer, puis renvoyez-lui ses envois depuis « Livraisons ».",
    over: (origin) => `Le destinataire est de nouveau servi${named(origin)}`,
  },
};

function sendings(kind: string): string {
  return kind === "mail" ? "e-mails" : kind === "webhook" ? "vos outils" : kind;
}

/** In one line, as the desk lists it. */
export function sayAlert({ id, about, isOver }: SiteAlert): string {
  return isOver ? `Terminé\u00a0: ${siteAlerts[id].over(about)}` : siteAlerts[id].begins(about);
}

/** The same in a mail, with what to do. */
export function alertInMail({ id, about, isOver }: SiteAlert): string[] {
  const { begins, todo, over } = siteAlerts[id];
  return isOver ? [`Terminé\u00a0: ${over(about)}.`] : [`${begins(about)}. ${todo}`];
}
