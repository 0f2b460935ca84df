import type { Conference } from "#domain/site/site-config.ts";
import type { CalendarEvent } from "#domain/kernel/calendar-file.ts";

import { de } from "#content/language/elision.ts";
import { sayHour } from "#content/language/opening-hours.ts";

/** Day that the words of the waiting list date from: it is kept with each place on it. */
export const waitlistTextVersion = "2025-06-25";

/** The conference for lawyers, `/conferences`. */
export const conferencesCopy = {
  hero: {
    title: ["L’avocat, l’appel", "et l’assistante."],
    lead: "Une journée pour les avocats qui veulent répondre à chaque appel sans quitter un dossier : le droit, la pratique, et des appels passés en direct.",
    register: "Réserver ma place",
    seatPlan: (seats: number) => `${seats} places face à la scène, dont la vôtre.`,
    facts: { hours: "Programme", place: "Lieu", price: "Prix" },
  },
  /** Source: resolutions, section 2; word for word. */
  labels: { closed: "Inscriptions closes", past: "Édition passée" },
  place: "Paris",
  /** Source: specification, section 9; as it writes hours. */
  hours: "9 h à 17 h 30",
  price: ({ excludingTax, includingTax }: { excludingTax: string; includingTax: string }) =>
    `${excludingTax} HT (${includingTax} TTC)`,
  programme: {
    title: "Le programme",
    lead: "De 9 h à 17 h 30, avec trois vraies pauses. Vous repartez avec la phrase d’accueil de votre cabinet.",
    speakers: "Les intervenants",
    list: [
      { at: "09:00", hour: "9 h", title: "Accueil et café" },
      {
        at: "09:30",
        hour: "9 h 30",
        title: "L’appel que le cabinet ne prend pas",
        text: "Horaires, motifs, valeur d’un premier contact manqué : ce qui se joue avant le rendez-vous.",
      },
      { at: "10:45", hour: "10 h 45", title: "Pause" },
      {
        at: "11:00",
        hour: "11 h",
        title: "Secret professionnel, RGPD, règlement européen sur l’IA",
        text: "Ce qu’une assistante peut entendre, noter, conserver. Clauses à vérifier, mentions à afficher.",
      },
      { at: "12:30", hour: "12 h 30", title: "Déjeuner" },
      {
        at: "14:00",
        hour: "14 h",
        title: "Atelier : écrire la phrase d’accueil de votre cabinet",
        text: "En petits groupes. Chacun repart avec sa trame et ses règles de transfert.",
      },
      { at: "15:30", hour: "15 h 30", title: "Pause" },
      {
        at: "15:45",
        hour: "15 h 45",
        title: "Démonstrations en direct",
        text: "Conflit d’intérêts, urgence pénale, client mécontent : la salle appelle, l’assistante répond.",
      },
      { at: "16:45", hour: "16 h 45", title: "Table ronde", text: "Trois cabinets, trois tailles, un an d’usage." },
      { at: "17:30", hour: "17 h 30", title: "Fin de la journée" },
    ],
  },
  finalCall: {
    title: ["Une journée,", "à Paris."],
    text: ({ day, price }: { day: string; price: string }) => `Le ${day}, de 9 h à 17 h 30. ${price} la place.`,
    past: { title: ["La prochaine", "édition."], text: "Laissez vos coordonnées : nous vous donnerons la date." },
  },
  form: {
    title: "S’inscrire",
    fields: {
      nom: "Nom",
      prenom: "Prénom",
      cabinet: "Cabinet",
      email: "E-mail",
      telephone: "Téléphone",
      commentaire: "Commentaire",
    },
    commentHint: "Régime alimentaire, accès à la salle, question à poser à la table ronde.",
    /** Source: the legal texts, 4.2; word for word. */
    newsletter: (brand: string) =>
      `J'accepte de recevoir la lettre d'information ${de(brand)} par e-mail (désinscription dans chaque message).`,
    submit: (price: string) => `Réserver ma place, ${price} HT`,
    payment: "Le paiement se fait à l’étape suivante.",
  },
  /** Once registration is closed. Source: resolutions, section 2; title and panel word for word. */
  waitlist: {
    title: "Être prévenu de la prochaine édition",
    lead: "Laissez vos coordonnées : vous serez parmi les premiers à connaître la date.",
    commentHint: "Un thème à traiter, une ville plus proche ?",
    submit: "Me prévenir",
    done: "C'est noté ! Nous vous préviendrons de la prochaine édition.",
  },
  done: {
    /** Source: specification, section 4; word for word. */
    title: "Inscription réussie !",
    redirect: "Votre place est notée. Vous allez être redirigé vers la page de paiement.",
    returned: "Votre place est notée. Il reste à la régler sur la page de paiement.",
    pay: "Aller à la page de paiement",
    stay: "Rester sur cette page",
    /** Source: resolutions, section 10; word for word. */
    noPayment: "Nous revenons vers vous pour le règlement.",
  },
  receipt: {
    label: "Votre place",
    title: (day: string) => `Conférence du ${day}`,
    pastLabel: "L’édition passée",
    pastTitle: (day: string) => `L’édition du ${day}`,
    day: "Date",
    place: "Lieu",
    hours: "Programme",
    seats: (seats: number) => `${seats} places`,
    seatsLabel: "Salle",
    terms: "Annulation",
    calendar: "Ajouter à mon agenda",
    onePlace: "Une place",
    tax: (percent: number) => `TVA ${percent} %`,
    includingTax: "Total TTC",
    price: "Prix",
    pastQuestion: "Une question ?",
    question: "Une question avant de vous inscrire ?",
  },
} as const;

/** Where it is held: the configured address, else the town alone. */
export function venueOf({ venue = [] }: Conference): string {
  return venue.length > 0 ? venue.join(", ") : conferencesCopy.place;
}

/** One line of the programme: `at` for programs, `hour` for readers. */
export type Session = { at: string; hour: string; title: string; text?: string };

/** That of the edition, else the one of every edition. Source: specification, section 9. */
export function programmeOf({ programme = [] }: Pick<Conference, "programme">): readonly Session[] {
  if (programme.length === 0) return conferencesCopy.programme.list;
  return programme.map((session) => ({ ...session, hour: sayHour(session.at) }));
}

/** « 9 h à 17 h 30 », as the specification writes hours. */
export function hoursOf(conference: Pick<Conference, "programme">): string {
  const list = programmeOf(conference);
  return [list[0], list.at(-1)].map((session) => session?.hour).join(" à ");
}

/** The day of the conference, for a calendar. The hours are those of the programme. */
export function conferenceEvent(
  conference: Conference,
  { brand, origin }: { brand: string; origin: string },
): CalendarEvent {
  const list = programmeOf(conference);
  const [first, last] = [list[0], list.at(-1)];
  return {
    // Without its day: a day that moved replaces the one that was kept.
    id: "conference",
    day: conference.heldOn,
    ...(first && last && { hours: { from: first.at, to: last.at } }),
    title: `${brand}\u00a0: conférence pour les avocats`,
    text: list.map(({ hour, title }) => `${hour}\u00a0: ${title}`).join("\n"),
    place: venueOf(conference),
    url: `${origin}/conferences`,
  };
}

export type ConferencesCopy = typeof conferencesCopy;
