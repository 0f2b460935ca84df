import {
  isInsideEuropeanArea,
  type LegalIdentity,
  type Processor,
  type ProcessorRole,
} from "#domain/site/legal-identity.ts";

import { type Inline, orPlaceholder, type Passage } from "./legal-text.ts";

/** What each kind of processor does for us, and what it receives for that. */
export const processorRoles: Record<ProcessorRole, { does: string; receives: string }> = {
  mail: {
    does: "Envoi de nos e-mails",
    receives: "Votre adresse e-mail et le texte du message",
  },
  automation: {
    does: "Automatisation de notre suivi commercial",
    receives:
      "Les réponses d’une inscription, d’une commande ou d’une conférence ; à chaque connexion, votre adresse e-mail, la date et la page",
  },
  payment: {
    does: "Paiement, sur sa propre page",
    receives: "Votre adresse e-mail, la référence de la demande et ce que vous saisissez chez lui, dont votre carte",
  },
  signIn: {
    does: "Connexion par un compte existant, si vous la choisissez",
    receives: "Le fait que vous vous connectez à ce site",
  },
  audience: {
    does: "Mesure d’audience, après votre accord",
    receives: "Page vue, date, données techniques du navigateur, adresse IP",
  },
  advertising: {
    does: "Mesure des publicités, après votre accord",
    receives: "Page vue, date, données techniques du navigateur, adresse IP",
  },
  video: {
    does: "Lecture de la vidéo, après votre clic",
    receives: "Adresse IP et données techniques du navigateur",
  },
  assistant: {
    does: "Téléphonie, voix et modèle de langage de l’assistante",
    receives: "Les échanges de l’assistante avec vos interlocuteurs, pour votre compte",
  },
};

const countryNames = new Intl.DisplayNames("fr", { type: "region" });

export function countryOf({ country }: Pick<Processor, "country">): string {
  return countryNames.of(country) ?? country;
}

/** Where the site is kept: its country, or its whole address where that names none. */
export function placeOf({ address, country }: LegalIdentity["host"]): Inline {
  return country === undefined ? orPlaceholder(address) : countryOf({ country });
}

/** Rows of the table of recipients: who, what for, what, where. */
export function processorRows(processors: readonly Processor[]): Passage[][] {
  return processors.map((processor) => {
    const { does, receives } = processorRoles[processor.role];
    return [[{ strong: processor.name }], does, receives, countryOf(processor)];
  });
}

export function outsideEuropeanArea(processors: readonly Processor[]): Processor[] {
  return processors.filter(({ country }) => !isInsideEuropeanArea(country));
}
