import { callingHours } from "./calling-hours.ts";
import { trades } from "./trades.ts";

const { menuiserie, immobilier } = trades;

/**
 * What the pictures of the product show (app/product): the night of a joiner, what it leaves in his week and on his
 * telephone, a campaign of his, the weeks of a trainee, a morning of outbound calls. All invented, and told alike.
 */
export const productExamples = {
  callLog: {
    title: `${menuiserie.example}, la nuit de mercredi`,
    /** Under the calls. */
    sum: "9 appels, 9 décrochés. Un seul attend Yann.",
    calls: [
      { at: "19 h 12", who: "Paul Le Goff", about: "Devis d’un portail", outcome: "Message transmis" },
      { at: "19 h 48", who: "Nora Aubry", about: "Fenêtre de toit", outcome: "Rendez-vous, vendredi à 11 h" },
      { at: "20 h 26", who: "Numéro masqué", about: "Horaires de l’atelier", outcome: "Réponse donnée" },
      { at: "21 h 42", who: "Hélène Ravel", about: "Porte d’entrée", outcome: "Rendez-vous, jeudi à 14 h 30" },
      { at: "22 h 15", who: "Numéro inconnu", about: "Démarchage", outcome: "Éconduit" },
      { at: "23 h 07", who: "Marc Aumont", about: "Vitrine brisée", outcome: "Transféré à l’astreinte" },
      { at: "6 h 50", who: "Scierie Loc’h", about: "Livraison en retard", outcome: "Message transmis" },
      { at: "7 h 31", who: "Ivan Pichon", about: "Pose à décaler", outcome: "Déplacé, lundi à 9 h" },
      {
        at: "7 h 55",
        who: "Jeanne Morin",
        about: "Escalier à reprendre",
        outcome: "À rappeler avant midi",
        isDue: true,
      },
    ],
  },
  week: {
    title: "L’agenda de Yann",
    /** Beside what the assistant wrote into it. */
    filled: "pris cette nuit",
    sum: "Trois créneaux remplis pendant la nuit.",
    days: [
      {
        name: "Jeudi",
        slots: [
          { at: "8 h", what: "Atelier" },
          { at: "14 h 30", what: "Mme Ravel", isFilled: true },
        ],
      },
      {
        name: "Vendredi",
        slots: [
          { at: "11 h", what: "Mme Aubry", isFilled: true },
          { at: "14 h", what: "Pose" },
        ],
      },
      {
        name: "Lundi",
        slots: [
          { at: "9 h", what: "M. Pichon", isFilled: true },
          { at: "13 h 30", what: "Atelier" },
        ],
      },
      { name: "Mardi", slots: [{ at: "8 h", what: "Chantier de l’école" }] },
      { name: "Mercredi", slots: [{ at: "10 h", what: "Devis" }] },
    ],
  },
  sms: {
    title: "Le téléphone de Yann",
    sender: "Votre assistante",
    messages: [
      {
        at: "21 h 43",
        text: "Rendez-vous pris : Mme Ravel, jeudi à 14 h 30, 8, rue des Tanneurs. Porte d’entrée qui ne ferme plus, gâche tordue. Fiche client créée.",
      },
      { at: "23 h 08", text: "Vitrine brisée chez M. Aumont. Appel transféré à l’astreinte, qui a décroché." },
      {
        at: "8 h",
        text: "Cette nuit : 9 appels, 3 rendez-vous. À rappeler avant midi : Mme Morin, 06 39 98 41 52.",
      },
    ],
  },
  campaign: {
    title: `${menuiserie.example}, relance de devis`,
    messages: [
      {
        by: "mail",
        name: "E-mail",
        at: "Lundi, 9 h 10",
        subject: "Votre devis n° 218",
        text: "Bonjour Hélène, votre devis reste valable jusqu’au 30. Souhaitez-vous que Yann vous rappelle ?",
        state: "Ouvert, sans réponse",
      },
      {
        by: "message",
        name: "SMS",
        at: "Mercredi, 10 h",
        text: "Menuiserie Kerbrat : il reste deux semaines pour votre devis. Une question ? Répondez ici. STOP pour ne plus rien recevoir.",
        state: "Remis, sans réponse",
      },
      {
        by: "phone",
        name: "WhatsApp",
        at: "Vendredi, 11 h 05",
        text: "Bonjour Hélène, ici l’assistante de la menuiserie Kerbrat, une intelligence artificielle. Avez-vous une question sur votre devis ?",
        reply: { at: "11 h 12", text: "Oui. La pose est-elle comprise ?" },
        answer: "Oui, elle l’est. Yann peut vous rappeler jeudi à 14 h 30.",
        state: "Réponse en sept minutes",
      },
    ],
    repliesBy: { client: "Hélène", assistant: "L’assistante" },
    outcome: { name: "Rendez-vous pris", text: "Yann rappelle Hélène, jeudi à 14 h 30." },
  },
  voice: {
    title: "Formation Horizon, le suivi de Claire",
    weeks: ["Bienvenue", "Prise en main", "Première question", "Point d’étape", "Conseil", "Relance", "Avis", "Bilan"],
    /** Its number, from 1. */
    currentWeek: 5,
    current: "cette semaine",
    week: (number: number) => `Semaine ${number}`,
    weekShort: (number: number) => `S${number}`,
    progress: "Semaine 5 sur 8",
    messageOf: "Message vocal de la semaine 5",
    repliesLabel: "Réponses de Claire",
    replies: ["Merci, je m’y mets ce soir.", "Le module 4 me bloque."],
    passedOn: "Transmis à la formatrice, qui rappelle.",
  },
  outbound: {
    title: `${immobilier.example}, les appels du matin`,
    calls: 1000,
    /** A line of the board below the other, in the order of the dots. */
    outcomes: [
      { name: "Rendez-vous pris", count: 38 },
      { name: "À rappeler", count: 64 },
      { name: "Refus, notés", count: 187 },
      { name: "Sans réponse", count: 381 },
      { name: "À venir", count: 330 },
    ],
    sum: "11 h 10 : 670 appels passés sur 1 000.",
    hours: callingHours,
  },
} as const;
