import type { WorkReason } from "#subjects/leads/rules/today.ts";
import { officeDayMs } from "#subjects/leads/rules/working-time.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Every sentence of « Aujourd’hui ». */
export const adminToday = {
  title: "Aujourd’hui",
  skip: "Aller au travail du jour",
  loading: "Chargement de la journée…",
  loadFailed: "Chargement impossible.",
  /** « Lundi 23 novembre » */
  day: (day: string) => day.charAt(0).toUpperCase() + day.slice(1),
  total: (count: number, hasMore: boolean) =>
    hasMore ? `Plus de ${count} choses à faire` : count === 1 ? "Une chose à faire" : `${count} choses à faire`,
  empty: {
    title: "Tout est fait.",
    text: "Aucun lead n’attend. Le prochain apparaîtra ici sans recharger la page.",
  },
  noneOfMine: "Rien n’attend parmi vos leads.",
  whose: { label: "Quels leads", mine: "Les miens", all: "Tous" },
  take: "Je m’en occupe",
  takeOf: (name: string) => `Je m’en occupe\u00a0: ${name}`,
  /** Before the name of who looks after it. */
  owner: "suivi par",

  groups: {
    payment: { title: "Paiements à vérifier", text: "Un paiement reçu ne va pas de soi avec ces leads." },
    debit: {
      title: "Débits à suivre",
      text: "Un débit refusé, une contestation, une fin d’abonnement, ou un premier débit proche sans service\u00a0: reportez-le chez le prestataire, ou ouvrez la ligne.",
    },
    setup: { title: "À mettre en service", text: "Payés\u00a0: ils attendent leur service." },
    answers: { title: "Réponses à adopter", text: "Ils ont envoyé d’autres réponses depuis." },
    callback: { title: "À rappeler", text: "Les rappels que vous avez promis." },
    call: {
      title: "À appeler",
      text: "Ils ont accepté d’être appelés. L’attente est comptée du lundi au vendredi, de 9\u00a0h à 18\u00a0h.",
    },
    write: { title: "À écrire", text: "Ils n’ont pas accepté d’être appelés\u00a0: écrivez-leur." },
    unpaid: {
      title: "Paiements commencés",
      text: "Partis vers le paiement il y a plus d’une heure, sans paiement reçu.",
    },
    suspect: { title: "Envois suspects", text: "Peut-être un robot\u00a0: vérifiez avant d’écrire ou d’appeler." },
    delivery: { title: "Envois abandonnés", text: "Un e-mail ou un événement de ces leads n’est pas parti." },
    expiry: { title: "Bientôt effacés", text: "Sans action de votre part, ces leads seront effacés d’ici 15 jours." },
  } satisfies Record<WorkReason, { title: string; text: string }>,
  count: (count: number, hasMore: boolean) => (hasMore ? `plus de ${count}` : String(count)),

  astray: {
    title: "À vérifier",
    deliveries: (count: number) => (count > 1 ? `${count} envois ont été abandonnés` : "Un envoi a été abandonné"),
    payments: (count: number) => (count > 1 ? `${count} paiements sont à regarder` : "Un paiement est à regarder"),
    look: "Regarder",
  },

  /** Working time; a day is what an office works. */
  waits: (ms: number) => (ms < minute ? "à l’instant" : `attend depuis ${workingTime(ms)}`),
  /** « 14:43 » of today, « 20 nov., 09:12 » of another day. */
  startedAt: (instant: string) => `paiement commencé, ${instant}`,
  callAt: (instant: string) => `prévu, ${instant}`,
  overdue: (instant: string) => `en retard, ${instant}`,
  receivedAt: (instant: string) => `reçu, ${instant}`,
  debitOn: (day: string) => `premier débit le ${day}`,
  givenUpAt: (instant: string) => `abandonné, ${instant}`,
  expiresIn: (days: number) =>
    days <= 0 ? "s’efface aujourd’hui" : days === 1 ? "s’efface demain" : `s’efface dans ${days} jours`,

  call: "Appeler",
  callSomebody: (name: string) => `Appeler ${name}`,
  write: "Écrire",
  writeTo: (name: string) => `Écrire à ${name}`,
  /** Before the name, for who hears it. */
  open: "Ouvrir la fiche de ",
  done: "Fait",
  doneWith: (name: string) => `Fait\u00a0: ${name}`,
  isSetUp: "En service",
  isSetUpWith: (name: string) => `En service\u00a0: ${name}`,
  drop: "Écarter",
  dropWith: (name: string) => `Écarter\u00a0: ${name}`,
  compare: "Comparer",
  compareWith: (name: string) => `Comparer les réponses de ${name}`,
  lookAt: (screen: string, name: string) => `${screen}\u00a0: ${name}`,
  later: "Plus tard",
  laterWith: (name: string) => `Plus tard\u00a0: ${name}`,
  choices: {
    label: (name: string) => `Quand rappeler ${name}`,
    hour: "Dans 1\u00a0h",
    afternoon: "Cet après-midi, 14\u00a0h",
    tomorrow: "Demain matin, 9\u00a0h",
    /** « Lundi matin, 9 h » */
    morning: (weekday: string) => `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} matin, 9\u00a0h`,
    date: "Autre date",
    save: "Noter",
  },

  said: {
    done: (name: string) => `${name}\u00a0: c’est fait.`,
    setup: (name: string) => `${name}\u00a0: en service.`,
    dropped: (name: string) => `${name}\u00a0: écarté.`,
    settled: (name: string) => `${name}\u00a0: c’est réglé.`,
    later: (name: string, instant: string) => `${name}\u00a0: rappel noté pour le ${instant}.`,
    note: "Relance faite, depuis «\u00a0Aujourd’hui\u00a0».",
  },
  inThePast: "Choisissez une heure à venir.",
};

function workingTime(ms: number): string {
  const days = Math.floor(ms / officeDayMs);
  if (days > 0) return days > 1 ? `${days} jours ouvrés` : "1 jour ouvré";
  const minutes = Math.floor((ms % hour) / minute);
  return ms < hour ? `${minutes}\u00a0min` : `${Math.floor(ms / hour)}\u00a0h\u00a0${String(minutes).padStart(2, "0")}`;
}
